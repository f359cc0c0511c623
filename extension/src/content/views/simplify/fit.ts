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
const leading = 1.25;

/** Elements that are smaller on purpose, beside text of the usual size. */
export const smallElements = "sup, sub, rt, rp, math, svg";

/** Lets lines break anywhere. */
const breakAnywhere = "white-space: normal; overflow-wrap: anywhere;";

/** Declarations for single elements, by a selector relative to each; later ones win. */
export class Fixes extends Map<Element, Map<string, string>> {
  /** True if some declarations aren't applied yet. */
  isPending = false;
}

export function add(fixes: Fixes, element: Element, declarations: string, within = ""): void {
  const own = fixes.get(element) ?? new Map<string, string>();
  const before = own.get(within);
  // Repeated measurements add the same declarations only once.
  if (before === undefined || !before.endsWith(declarations)) {
    own.set(within, `${before ?? ""} ${declarations}`);
    fixes.isPending = true;
  }
  fixes.set(element, own);
}

/**
 * Elements that are fixed together, in style sheets of their own, so that a change doesn't make the browser recompute
 * other styles.
 */
export class FixSheet {
  readonly fixes = new Fixes();
  readonly styleRoots = new StyleRoots();

  /** Applies the added declarations. `still`: see `StyleRoots.apply`. */
  apply(still = false): void {
    if (this.fixes.isPending) {
      this.fixes.isPending = false;
      this.styleRoots.begin();
      addFixes(this.fixes, this.styleRoots);
    }
    this.styleRoots.apply(still);
  }

  /** Applies all declarations again, for elements that the page has moved. */
  moved(): void {
    this.fixes.isPending = true;
    this.styleRoots.moved();
    this.apply();
  }
}

/** Enlarges text that is too small: first the boxes of `blocks`, then smaller elements in them. */
export function* raiseText(blocks: Blocks, fixes: Fixes, apply: () => void): Work {
  yield* raise(
    withText(blocks).map((block) => blocks.container(block)),
    fixes,
  );
  apply();
  yield* raise(
    withText(blocks).flatMap((block) => blocks.leaves(block).map(parentElement)),
    fixes,
  );
}

function withText(blocks: Blocks): Block[] {
  return blocks.content.filter(({ chars }) => chars > 0);
}

function* raise(elements: (Element | null)[], fixes: Fixes): Work {
  for (const element of new Set(elements)) {
    yield;
    if (!element || !isConnected(element) || closest(element, smallElements)) {
      continue;
    }
    const { fontSize, lineHeight } = getComputedStyle(element);
    const size = Number.parseFloat(fontSize);
    const ratio = Number.parseFloat(lineHeight) / size;
    if (size > 0 && size < minFontSize - 0.01) {
      add(fixes, element, `font-size: ${minFontSize}px;`);
      if (ratio > 0) {
        add(fixes, element, `line-height: ${Math.max(ratio, leading).toFixed(3)};`);
      }
    } else if (ratio < minLineHeight) {
      add(fixes, element, `line-height: ${leading};`);
    }
  }
}

/**
 * Narrows elements that are wider than the screen. Returns whether there were any. Two rounds are enough for elements
 * that can get narrower; in the third, the others get a scrollbar.
 */
export function* narrow(
  { holders, children }: Region,
  wrappers: ReadonlySet<Element>,
  fixes: Fixes,
  round: number,
): Work<boolean> {
  let any = false;
  const limits = new Map<Document, number>();
  const limitIn = (tree: Document): number => {
    const limit = limits.get(tree) ?? clientWidth(rootElement(tree));
    limits.set(tree, limit);
    return limit;
  };
  const page = body();
  const walk: Element[] = page ? [page] : [];
  for (let element = walk.pop(); element; element = walk.pop()) {
    yield;
    const style = getComputedStyle(element);
    if (style.display === "none" || localName(element) === "iframe") {
      continue;
    }
    const limit = limitIn(documentOf(element));
    const { left, right, width } = rectOf(element);
    // A wrapper is as wide as the column; only its content gives way.
    const isBox = !wrappers.has(element);
    const outside = isBox && width > 0 && (left < -0.5 || right > limit + 0.5);
    const scrolls = style.display !== "contents" && /auto|scroll/.test(style.overflowX);
    const room = isBox && style.display !== "inline" ? clientWidth(element) : 0;
    const inner = room > 0 && scrollWidth(element) > room + 1;
    if (!holders.has(element) && width > 0 && (right <= 0.5 || left >= limit - 0.5)) {
      // The page has moved it out of view.
      any = true;
      add(fixes, element, "display: none;");
      continue;
    }
    if (outside || (inner && !scrolls && (style.overflowX === "visible" || holders.has(element)))) {
      any = true;
      if (element === page) {
        // The column keeps its width; only its words break.
        add(fixes, element, breakAnywhere);
      } else {
        letShrink(element, style, fixes, round);
      }
    }
    if (!scrolls || outside) {
      walk.push(...children(element));
    }
  }
  return any;
}

function letShrink(element: Element, style: CSSStyleDeclaration, fixes: Fixes, round: number): void {
  const { display, whiteSpace } = style;
  const inLine = display === "inline";
  const table = display === "table" || display === "inline-table";
  const keepsLines = whiteSpace.startsWith("pre") && whiteSpace !== "pre-line" && whiteSpace !== "pre-wrap";
  if (table || (keepsLines && !inLine) || round >= 2) {
    // A row or a cell can't scroll, but the table around it can.
    if (!inLine && !/^table-|^ruby/.test(display)) {
      add(
        fixes,
        element,
        `${table ? "display: block;" : ""} overflow-x: auto; inline-size: auto; min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; box-sizing: border-box;`,
      );
    }
    return;
  }
  if (/^table-/.test(display) || closest(element, "table, pre, svg, math")) {
    return;
  }
  add(
    fixes,
    element,
    `min-inline-size: 0; max-inline-size: 100%; margin-inline: 0; box-sizing: border-box; transform: none; inset-inline: auto; ${breakAnywhere}`,
  );
  if (display.endsWith("flex")) {
    add(fixes, element, "flex-wrap: wrap;");
  } else if (display.endsWith("grid")) {
    add(fixes, element, "grid-template-columns: minmax(0, 1fr);");
  }
  if (round === 1) {
    add(
      fixes,
      element,
      "inline-size: auto; float: none; position: static; padding-inline: 0; columns: auto; text-indent: 0;",
    );
  }
}

/** Keeps the aspect ratio of images that got narrower. */
export function* keepShapes({ holders }: Region, fixes: Fixes): Work {
  for (const image of holders) {
    yield;
    if (!(image instanceof HTMLImageElement) || image.naturalWidth === 0) {
      continue;
    }
    const { width, height } = rectOf(image);
    const natural = image.naturalHeight / image.naturalWidth;
    const { objectFit } = getComputedStyle(image);
    if (width > 0 && objectFit === "fill" && Math.abs(height / width / natural - 1) > 0.03) {
      add(fixes, image, "block-size: auto;");
    }
  }
}

/** Adds the rules for single elements to the style roots. */
function addFixes(fixes: Fixes, styleRoots: StyleRoots): void {
  for (const [element, rules] of fixes) {
    if (isConnected(element)) {
      for (const [within, declarations] of rules) {
        styleRoots.add(element, declarations, within);
      }
    }
  }
}
