/**
 * Places the boxes of the content in one column, one below the other, including boxes that the page moved out of the
 * flow, pulled over others, or cut off.
 *
 * Each element is measured, and fixed only if something is wrong, so that the content keeps its style.
 */

import {
  body,
  clientHeight,
  clientWidth,
  closest,
  contains,
  flatTreeParent,
  isConnected,
  localName,
  matches,
  parentElement,
  rectOf,
  rootElement,
  scrollHeight,
  textContent,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";
import { type LowContrast, minContrast, lowContrastText } from "./checks.ts";
import { toCss, colorWithContrast } from "./color.ts";
import { addFix, type Fixes, smallElements } from "./element-fixes.ts";
import type { KeptElements } from "./kept-elements.ts";
import { type Background, isDecorated } from "./style.ts";
import { inheritedValue } from "../../dom/inherited.ts";
import type { Region } from "./region.ts";

/** Maximum width of a phone's screen, as in page.css. */
const narrowScreen = 640;

/** Px a line of text needs beside a float. */
const minTextBesideFloat = 240;

/** Maximum px that a block keeps above and below it, and inside at its upper edge. */
const maxMargin = 96;
const maxPadding = 48;

/** Maximum size of a symbol before or after text, as a multiple of the font size. Larger ones are decoration. */
const maxSymbolSize = 3;

/** Elements that text may wrap around. */
const floatable = "img, picture, video, iframe, figure, table, aside";

/** Elements whose content is not laid out separately. */
const atomicElements = new Set(["svg", "math", "video", "audio", "iframe", "object", "select"]);

/** Minimum px of a visible box without content. */
const minVisibleSize = 4;

/** The page's own layout of the content. */
export interface OriginalLayout {
  gaps: ReadonlyMap<number, number>;
  sizes: ReadonlyMap<Element, { width: number; height: number }>;
  /** The first leaf of the running text; null if there is none. */
  start: Node | null;
}

/** Returns the first leaf of the running text. */
export function firstRunningLeaf(blocks: Blocks): Node | null {
  const first = blocks.content.find(({ running }) => running);
  return first ? blocks.leaf(first) : null;
}

const inFlowStyle =
  "position: relative; inset: auto; translate: none; rotate: none; scale: none; transform: none; margin-inline: 0; clip: auto;";
const uncutStyle =
  "clip-path: none; mask: none; block-size: auto; max-block-size: none; min-block-size: 0; overflow: visible; -webkit-line-clamp: none;";

/**
 * Returns the elements that contain blocks of the content, down to those with the lines themselves, except elements
 * without a box.
 */
function* contentContainers(blocks: Blocks, kept: KeptElements): Work<Set<Element>> {
  const containers = new Set<Element>();
  for (const block of blocks.content) {
    let ancestor = blocks.container(block);
    while (ancestor && !containers.has(ancestor)) {
      containers.add(ancestor);
      ancestor = flatTreeParent(ancestor);
    }
  }
  const lines = new Map<Element, boolean>();
  for (const element of containers) {
    yield;
    if (
      kept.wrappers.has(element) ||
      /^(?:html|body)$/.test(localName(element)) ||
      closest(element, "svg, math") ||
      isInLine(element, lines)
    ) {
      containers.delete(element);
    }
  }
  return containers;
}

/**
 * Returns whether an element is in a line of text, like the boxes of a formula, which are positioned by their own
 * style. `lines` caches the answer for ancestors.
 */
function isInLine(element: Element, lines: Map<Element, boolean>): boolean {
  const parentBelowBody = (inner: Element): Element | null => {
    const parent = parentElement(inner);
    return parent === body() ? null : parent;
  };
  const isLine = (holder: Element, inLine: boolean): boolean =>
    inLine || getComputedStyle(holder).display.startsWith("inline");
  return inheritedValue(parentBelowBody(element), lines, false, isLine, parentBelowBody);
}

/** Brings everything into the flow. `strictly`: fixes all elements, not only those measured as wrong. */
export function* bringIntoFlow(
  blocks: Blocks,
  kept: KeptElements,
  original: OriginalLayout,
  fixes: Fixes,
  strictly: boolean,
): Work {
  const { sizes, start } = original;
  const containers = yield* contentContainers(blocks, kept);
  for (const block of blocks.content) {
    yield;
    const container = blocks.container(block);
    // The page laid it out as a box only because of its wrapper, which isn't a box any more.
    if (container && isConnected(container) && getComputedStyle(container).display.startsWith("inline")) {
      addFix(fixes, container, "display: block;");
    }
  }
  for (const element of containers) {
    yield;
    normalizeLayout(element, start, fixes, strictly);
    hideDisplacedPseudoElements(element, fixes, strictly);
  }
  for (const block of blocks.content.filter(({ running }) => running)) {
    yield;
    inlineDropCap(blocks.container(block), blocks.leaf(block), fixes);
  }
  const replaced = blocks.content.flatMap((block) => blocks.leaves(block)).filter((leaf) => leaf instanceof Element);
  for (const element of replaced) {
    yield;
    const size = sizes.get(element);
    if (!size) {
      continue;
    }
    const { width, height } = size;
    const style = getComputedStyle(element);
    for (const edge of ["Top", "Bottom"] as const) {
      if (Number.parseFloat(style[`margin${edge}`]) > maxMargin) {
        addFix(fixes, element, `margin-${edge.toLowerCase()}: ${maxPadding}px;`);
      }
    }
    const { position } = style;
    const positionedAncestor = (element as HTMLElement).offsetParent;
    if (
      /absolute|fixed/.test(position) &&
      (strictly ||
        position === "fixed" ||
        !positionedAncestor ||
        !containers.has(positionedAncestor) ||
        !/figure|picture/.test(localName(positionedAncestor)))
    ) {
      addFix(
        fixes,
        element,
        `position: static; display: block; inline-size: 100%; max-inline-size: ${Math.ceil(width)}px; block-size: auto; aspect-ratio: ${width} / ${Math.max(height, 1)};`,
      );
      const holder = parentElement(element);
      if (holder) {
        removeReservedSpace(holder, fixes);
      }
    }
  }
}

/**
 * Removes the room a box reserved for an image that was positioned over it, by its own padding or by that of a
 * pseudo-element.
 */
function removeReservedSpace(holder: Element, fixes: Fixes): void {
  for (const pseudo of [undefined, "::before", "::after"] as const) {
    const { content, paddingTop, paddingBottom } = getComputedStyle(holder, pseudo);
    const padding = Number.parseFloat(paddingTop) + Number.parseFloat(paddingBottom);
    if (padding > maxPadding && (!pseudo || (content !== "none" && content !== "normal"))) {
      addFix(fixes, holder, pseudo ? "content: none; display: none;" : "padding-block: 0;", pseudo);
    }
  }
}

function normalizeLayout(element: Element, start: Node | null, fixes: Fixes, strictly: boolean): void {
  const style = getComputedStyle(element);
  const px = (value: string): number => Number.parseFloat(value) || 0;
  const { position, cssFloat, opacity } = style;
  const isMoved =
    /absolute|fixed|sticky/.test(position) ||
    (position === "relative" && [style.top, style.left, style.right, style.bottom].some((edge) => px(edge) !== 0));
  const isTransformed = [style.transform, style.translate, style.rotate, style.scale, style.clipPath].some(
    (value) => value !== "none" && value !== "",
  );
  if ((isMoved || isTransformed || strictly) && !closest(element, smallElements)) {
    addFix(fixes, element, inFlowStyle);
  }
  const height = clientHeight(element);
  const isCut =
    style.overflowY !== "auto" && style.overflowY !== "scroll" && height > 0 && scrollHeight(element) > height + 2;
  if (
    (isCut && !/^table|^inline/.test(style.display)) ||
    style.clipPath !== "none" ||
    style.maskImage !== "none" ||
    px(style.minHeight) > maxMargin ||
    strictly
  ) {
    addFix(fixes, element, uncutStyle);
  }
  for (const edge of ["Top", "Bottom", "Left", "Right"] as const) {
    const margin = px(style[`margin${edge}`]);
    const isVertical = edge === "Top" || edge === "Bottom";
    if (margin < 0 || (isVertical && margin > maxMargin)) {
      addFix(fixes, element, `margin-${edge.toLowerCase()}: ${margin < 0 ? 0 : maxPadding}px;`);
    }
  }
  if (px(style.paddingTop) > maxPadding) {
    addFix(fixes, element, "padding-top: 0;");
  }
  if (px(style.textIndent) + px(style.paddingInlineStart) < 0) {
    // A hanging indent needs a margin that no longer exists.
    addFix(fixes, element, "text-indent: 0;");
  }
  if (Number(opacity) < 1) {
    addFix(fixes, element, "opacity: 1;");
  }
  if (cssFloat !== "none") {
    const { width } = rectOf(element);
    const isAbove =
      start !== null &&
      (element.compareDocumentPosition(start) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      !contains(element, start);
    const pageBody = body();
    const column = pageBody ? clientWidth(pageBody) : 0;
    // The element that clears a float may be a wrapper, which isn't a box any more.
    const isFloatable = matches(element, floatable) || element.querySelector(floatable) !== null;
    if (
      strictly ||
      isAbove ||
      !isFloatable ||
      clientWidth(rootElement()) <= narrowScreen ||
      column - width < minTextBesideFloat
    ) {
      // Its margins were its distance from text beside it.
      addFix(fixes, element, "float: none; margin-inline: 0;");
    }
  }
}

const dropCapStyle =
  "float: none; display: inline; margin: 0; padding: 0; font-size: inherit; line-height: inherit; vertical-align: baseline; initial-letter: normal;";

/** Maximum length of an initial: a letter, and a quotation mark before it. */
const maxDropCapLength = 2;

/** Puts a dropped initial on the first line: its size fit the page's own line height. */
function inlineDropCap(container: Element | null, leaf: Node | null, fixes: Fixes): void {
  if (!container || !leaf) {
    return;
  }
  const firstLetter = getComputedStyle(container, "::first-letter");
  if (firstLetter.cssFloat !== "none" && firstLetter.cssFloat !== "") {
    addFix(fixes, container, dropCapStyle, "::first-letter");
  }
  for (let ancestor = parentElement(leaf); ancestor && ancestor !== container; ancestor = parentElement(ancestor)) {
    if ((textContent(ancestor) ?? "").trim().length > maxDropCapLength) {
      break;
    }
    if (getComputedStyle(ancestor).cssFloat !== "none") {
      addFix(fixes, ancestor, dropCapStyle);
    }
  }
}

/** Hides pseudo-elements of a box that are out of place, unless they are as small as a symbol. */
function hideDisplacedPseudoElements(element: Element, fixes: Fixes, strictly: boolean): void {
  for (const pseudo of ["::before", "::after"] as const) {
    const style = getComputedStyle(element, pseudo);
    if (style.content === "none" || style.content === "normal") {
      continue;
    }
    const size = Number.parseFloat(style.fontSize) || 16;
    const isLarge = [style.width, style.height].some((length) => Number.parseFloat(length) > maxSymbolSize * size);
    const isOutOfFlow = /absolute|fixed/.test(style.position);
    const isPulled =
      style.display === "block" &&
      (Number.parseFloat(style.marginTop) < 0 || Number.parseFloat(style.marginBottom) < 0);
    if ((isOutOfFlow && (isLarge || strictly)) || style.position === "fixed" || isPulled || strictly) {
      addFix(fixes, element, "content: none; display: none;", pseudo);
    }
  }
}

/** Maximum px between the edges of title and text. */
const maxEdgeOffset = 2;

/** Aligns the title with the edge of the text, unless it is centered or in a box with its own style. */
export function* alignTitle({ blocks }: Region, background: Background, fixes: Fixes): Work {
  const title = blocks.inReadingOrder.find(({ reason }) => reason === "title");
  const container = title && blocks.container(title);
  const box = title && blocks.rect(title);
  if (!container || !box || getComputedStyle(container).textAlign.endsWith("center")) {
    return;
  }
  for (let ancestor: Element | null = container; ancestor && ancestor !== body(); ancestor = flatTreeParent(ancestor)) {
    yield;
    if (isDecorated(ancestor, background)) {
      return;
    }
  }
  const { direction, marginLeft, marginRight } = getComputedStyle(container);
  const isRtl = direction === "rtl";
  const edges = new Map<number, number>();
  for (const block of blocks.content.filter(({ running }) => running)) {
    yield;
    const rect = blocks.rect(block);
    if (rect) {
      const edge = Math.round(isRtl ? rect.right : rect.left);
      edges.set(edge, (edges.get(edge) ?? 0) + block.chars);
    }
  }
  const edge = [...edges].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  const offset = edge === undefined ? 0 : isRtl ? edge - box.right : box.left - edge;
  if (Math.abs(offset) > maxEdgeOffset) {
    const margin = (Number.parseFloat(isRtl ? marginRight : marginLeft) || 0) - offset;
    addFix(fixes, container, `margin-inline-start: ${Math.round(margin)}px;`);
  }
}

/** Hides elements over the content that aren't part of it, such as round buttons and shades. */
export function* hideOverlays({ ancestors, children }: Region, fixes: Fixes): Work {
  const pageBody = body();
  const pending: Element[] = pageBody ? [pageBody] : [];
  for (let element = pending.pop(); element; element = pending.pop()) {
    yield;
    if (atomicElements.has(localName(element))) {
      continue;
    }
    // Elements that contain content aren't hidden, so their style needn't be read.
    if (!ancestors.has(element)) {
      const { display, position } = getComputedStyle(element);
      if (display === "none") {
        continue;
      }
      if (/absolute|fixed|sticky/.test(position) && !closest(element, smallElements)) {
        const { width, height } = rectOf(element);
        if (width > minVisibleSize && height > minVisibleSize) {
          addFix(fixes, element, "display: none;");
          continue;
        }
      }
    }
    pending.push(...children(element));
  }
}

/**
 * Restores the original gap of blocks that got too close to the block before them. `all` are the blocks of the whole
 * page.
 */
export function* restoreGaps(
  { blocks }: Region,
  all: Blocks,
  kept: KeptElements,
  { gaps }: OriginalLayout,
  fixes: Fixes,
): Work {
  const inRegion = new Set(blocks.content);
  let previous: { rect: DOMRect; leaf: Node } | null = null;
  for (const [index, block] of all.content.entries()) {
    const next = all.content[index + 1];
    if (!inRegion.has(block) && !(next && inRegion.has(next))) {
      continue;
    }
    yield;
    const rect = blocks.rect(block);
    const leaf = blocks.leaf(block);
    if (!rect || !leaf) {
      continue;
    }
    const gap = gaps.get(index) ?? 0;
    if (
      inRegion.has(block) &&
      previous &&
      gap > 2 &&
      rect.top >= previous.rect.bottom - 2 &&
      rect.top - previous.rect.bottom < gap - 2
    ) {
      const element = outermostBoxAfter(blocks.container(block), previous.leaf, kept);
      if (element) {
        addFix(fixes, element, `margin-block-start: ${Math.round(gap)}px;`);
      }
    }
    previous = { rect, leaf };
  }
}

/**
 * Returns the outermost box around a block that doesn't contain the block before; null if the block isn't in a column
 * of boxes.
 */
function outermostBoxAfter(container: Element | null, previous: Node, kept: KeptElements): Element | null {
  let outermost: Element | null = null;
  for (
    let ancestor = container;
    ancestor && ancestor !== body() && !contains(ancestor, previous);
    ancestor = parentElement(ancestor)
  ) {
    if (!kept.wrappers.has(ancestor)) {
      outermost = ancestor;
    }
  }
  return outermost && /^(?:block|flex|grid|table|flow-root)$/.test(getComputedStyle(outermost).display)
    ? outermost
    : null;
}

/** Darkens or lightens text with too little contrast to its background. */
export function* fixContrast(blocks: Blocks, fixes: Fixes): Work {
  const spans: StaticRange[] = [];
  for (const block of blocks.content) {
    spans.push(...blocks.spans(block));
    yield;
  }
  for (const lowContrast of lowContrastText(spans)) {
    yield;
    if (lowContrast) {
      const { element, target } = textSelector(lowContrast);
      const color = toCss(colorWithContrast(lowContrast.color, lowContrast.background, minContrast));
      addFix(fixes, element, `color: ${color}; -webkit-text-fill-color: ${color};`, target);
    }
  }
}

/** Returns one selector for all code tokens of the same class; other text is changed by its element. */
function textSelector({ element }: LowContrast): { element: Element; target: string } {
  const code = closest(element, "pre");
  if (!code || element === code || element.classList.length === 0) {
    return { element, target: "" };
  }
  const classes = [...element.classList].map((name) => `.${CSS.escape(name)}`).join("");
  return { element: code, target: ` ${CSS.escape(localName(element))}${classes}` };
}
