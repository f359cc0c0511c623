/**
 * Fixes what general rules can't: text that is too small for the screen, and elements wider than the screen. Measures
 * the page once the rest is hidden, and fixes single elements.
 */

import type { Block } from "../../../shared/core.ts";
import {
  body,
  clientWidth,
  closest,
  documentOf,
  isConnected,
  localName,
  parentElement,
  rectOf,
  rootElement,
  scrollWidth,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import type { Work } from "../../dom/time-slicing.ts";
import type { Region } from "./region.ts";

/** Px. */
export const minFontSize = 16;

/** Line heights as multiples of the font size: below the first, lines touch; the second separates them. */
const minLineHeight = 1.1;
const defaultLineHeight = 1.25;

/** Elements that are smaller on purpose, beside text of the usual size. */
export const smallElements = "sup, sub, rt, rp, math, svg";

/** Lets lines break anywhere. */
const breakAnywhere = "white-space: normal; overflow-wrap: anywhere;";

/** Declarations for single elements, by a selector relative to each; later ones win. */
export class Fixes extends Map<Element, Map<string, string>> {
  /** True if some declarations aren't applied yet. */
  isPending = false;
}

export function addFix(fixes: Fixes, element: Element, declarations: string, target = ""): void {
  const declarationsByTarget = fixes.get(element) ?? new Map<string, string>();
  const existing = declarationsByTarget.get(target);
  // Repeated measurements add the same declarations only once.
  if (existing === undefined || !existing.endsWith(declarations)) {
    declarationsByTarget.set(target, `${existing ?? ""} ${declarations}`);
    fixes.isPending = true;
  }
  fixes.set(element, declarationsByTarget);
}

/**
 * Elements that are fixed together, in style sheets of their own, so that a change doesn't make the browser recompute
 * other styles.
 */
export class FixSheet {
  readonly fixes = new Fixes();
  readonly styleRoots = new StyleRoots();

  /** Applies the added declarations. `withoutTransitions`: see `StyleRoots.apply`. */
  apply(withoutTransitions = false): void {
    if (this.fixes.isPending) {
      this.fixes.isPending = false;
      this.styleRoots.clearRules();
      addFixes(this.fixes, this.styleRoots);
    }
    this.styleRoots.apply(withoutTransitions);
  }

  /** Applies all declarations again, for elements that the page has moved. */
  refresh(): void {
    this.fixes.isPending = true;
    this.styleRoots.invalidatePaths();
    this.apply();
  }
}

/** Enlarges text that is too small: first the boxes of `blocks`, then smaller elements in them. */
export function* enlargeText(blocks: Blocks, fixes: Fixes, apply: () => void): Work {
  yield* enlarge(
    withText(blocks).map((block) => blocks.container(block)),
    fixes,
  );
  apply();
  yield* enlarge(
    withText(blocks).flatMap((block) => blocks.leaves(block).map(parentElement)),
    fixes,
  );
}

function withText(blocks: Blocks): Block[] {
  return blocks.content.filter(({ chars }) => chars > 0);
}

function* enlarge(elements: (Element | null)[], fixes: Fixes): Work {
  for (const element of new Set(elements)) {
    yield;
    if (!element || !isConnected(element) || closest(element, smallElements)) {
      continue;
    }
    const { fontSize, lineHeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const ratio = Number.parseFloat(lineHeight) / size;
    if (size > 0 && size < minFontSize - 0.01) {
      addFix(fixes, element, `font-size: ${minFontSize}px;`);
      if (ratio > 0) {
        addFix(fixes, element, `line-height: ${Math.max(ratio, defaultLineHeight).toFixed(3)};`);
      }
    } else if (ratio < minLineHeight) {
      addFix(fixes, element, `line-height: ${defaultLineHeight};`);
    }
  }
}

/**
 * Narrows elements that are wider than the screen. Returns whether there were any. Two rounds are enough for elements
 * that can get narrower; in the third, the others get a scrollbar.
 */
export function* narrowWideElements(
  { ancestors, children }: Region,
  wrappers: ReadonlySet<Element>,
  fixes: Fixes,
  round: number,
): Work<boolean> {
  let hasWide = false;
  const edges = new Map<Document, readonly [left: number, right: number]>();
  const edgesOf = (tree: Document): readonly [left: number, right: number] => {
    const found = edges.get(tree) ?? edgesOfContent(rootElement(tree));
    edges.set(tree, found);
    return found;
  };
  const pageBody = body();
  const pending: Element[] = pageBody ? [pageBody] : [];
  for (let element = pending.pop(); element; element = pending.pop()) {
    yield;
    const style = getComputedStyle(element);
    if (style.display === "none" || localName(element) === "iframe") {
      continue;
    }
    const [minLeft, maxRight] = edgesOf(documentOf(element));
    const { left, right, width } = rectOf(element);
    // A wrapper is as wide as the column; only its content gives way.
    const isBox = !wrappers.has(element);
    const isOutside = isBox && width > 0 && (left < minLeft - 0.5 || right > maxRight + 0.5);
    const isScroller = style.display !== "contents" && /auto|scroll/.test(style.overflowX);
    const visibleWidth = isBox && style.display !== "inline" ? clientWidth(element) : 0;
    const overflows = visibleWidth > 0 && scrollWidth(element) > visibleWidth + 1;
    if (!ancestors.has(element) && width > 0 && (right <= minLeft + 0.5 || left >= maxRight - 0.5)) {
      // The page has moved it out of view.
      hasWide = true;
      addFix(fixes, element, "display: none;");
      continue;
    }
    if (isOutside || (overflows && !isScroller && (style.overflowX === "visible" || ancestors.has(element)))) {
      hasWide = true;
      if (element === pageBody) {
        // The column keeps its width; only its words break.
        addFix(fixes, element, breakAnywhere);
      } else {
        letShrink(element, style, fixes, round);
      }
    }
    if (!isScroller || isOutside) {
      pending.push(...children(element));
    }
  }
  return hasWide;
}

/** Returns the left and right edge of a page's content in px of its viewport, without its room for a panel. */
function edgesOfContent(root: Element): readonly [left: number, right: number] {
  const { paddingLeft, paddingRight } = getComputedStyle(root);
  return [Number.parseFloat(paddingLeft), clientWidth(root) - Number.parseFloat(paddingRight)];
}

function letShrink(element: Element, style: CSSStyleDeclaration, fixes: Fixes, round: number): void {
  const { display, whiteSpace } = style;
  const isInline = display === "inline";
  const isTable = display === "table" || display === "inline-table";
  const keepsLines = whiteSpace.startsWith("pre") && whiteSpace !== "pre-line" && whiteSpace !== "pre-wrap";
  if (isTable || (keepsLines && !isInline) || round >= 2) {
    // A row or a cell can't scroll, but the table around it can.
    if (!isInline && !/^table-|^ruby/.test(display)) {
      addFix(
        fixes,
        element,
        `${isTable ? "display: block;" : ""} overflow-x: auto; inline-size: auto; min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; box-sizing: border-box;`,
      );
    }
    return;
  }
  if (/^table-/.test(display) || closest(element, "table, pre, svg, math")) {
    return;
  }
  addFix(
    fixes,
    element,
    `min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; box-sizing: border-box; transform: none; inset-inline: auto; ${breakAnywhere}`,
  );
  if (display.endsWith("flex")) {
    addFix(fixes, element, "flex-wrap: wrap;");
  } else if (display.endsWith("grid")) {
    addFix(fixes, element, "grid-template-columns: minmax(0, 1fr);");
  }
  if (round === 1) {
    addFix(
      fixes,
      element,
      "inline-size: auto; float: none; position: static; padding-inline: 0; columns: auto; text-indent: 0;",
    );
  }
}

/** Keeps the aspect ratio of images that got narrower. */
export function* keepAspectRatios({ ancestors }: Region, fixes: Fixes): Work {
  for (const image of ancestors) {
    yield;
    if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) {
      continue;
    }
    const { width, height } = rectOf(image);
    const naturalRatio = image.naturalHeight / image.naturalWidth;
    const { objectFit } = getComputedStyle(image);
    if (width > 0 && objectFit === "fill" && Math.abs(height / width / naturalRatio - 1) > 0.03) {
      addFix(fixes, image, "block-size: auto;");
    }
  }
}

/** Adds the rules for single elements to the style roots. */
function addFixes(fixes: Fixes, styleRoots: StyleRoots): void {
  for (const [element, rules] of fixes) {
    if (isConnected(element)) {
      for (const [target, declarations] of rules) {
        styleRoots.add(element, declarations, target);
      }
    }
  }
}
