/**
 * Checks of a simplified page: whether its content can be seen and read.
 *
 * The view runs them after opening and falls back if they fail; the tests run them on every page. They work on spans
 * only and need nothing else from the extension.
 */

import {
  childNodes,
  clientWidth,
  closest,
  contains,
  documentOf,
  elementAt,
  frameOf,
  flatTreeParent,
  localName,
  matches,
  parentElement,
  toRange,
  rootElement,
  scrollHeight,
  shadowRoot,
} from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { runSync, type Work } from "../../dom/time-slicing.ts";
import { type ComputedColor, colorOf, contrast, blend, white } from "./color.ts";
import { inheritedValue } from "../../dom/inherited.ts";

/** The visible content: the spans of each block, in the order of the article. */
interface VisibleContent {
  /** The view's own element, whose controls don't count as covers. */
  host: Element;
  blocks: readonly (readonly AbstractRange[])[];
  /** Index of the title's block; null if the page has no title. */
  title: number | null;
  /** Indices of blocks that don't directly follow the block before, if only some blocks are checked. */
  breaks?: ReadonlySet<number>;
}

export interface LayoutFault {
  check: "title" | "covered" | "height" | "gap" | "order" | "contrast";
  /** Describes the fault and its place, for debugging. */
  detail: string;
}

/** Contrast between text and its background: WCAG 2.2, 1.4.3, level AA. */
export const minContrast = 4.5;

/** Height of the document as a multiple of its content's. Anything below is empty. */
const maxHeight = 1.2;

/** Px below the content, in the page's coordinates, that are left to Pith's own controls. */
export const controlsHeight = 96;

/** Px by which boxes may cross each other, because layouts round. */
const tolerance = 2;

/** Share of a line's height that another line may overlap: glyphs rarely fill the line. */
const maxOverlap = 0.5;

/** Points checked before the page is scrolled back and may run its own tasks. */
const pointsPerTask = 8;

/** Lines of a block that are checked for covers: the first, one in the middle, and the last. */
const samplesPerBlock = 3;

/** A rectangle in the document's coordinates. */
interface PaintedBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
  width: number;
  height: number;
}

/** A visible block, as painted. */
interface PaintedBlock {
  spans: readonly AbstractRange[];
  /** The boxes of its lines and images. */
  lines: PaintedBox[];
  box: PaintedBox;
}

/** Returns all faults of the page as it is laid out now. Restores the scroll position. */
export function faultsOf(content: VisibleContent): LayoutFault[] {
  const faults = runSync(layoutFaults(content, Infinity));
  const painted = content.blocks.map(measure).filter((block) => block !== null);
  return [...faults, ...contrastFaults(painted)];
}

/**
 * Returns the faults in the position of the content. At most `maxPoints` points, spread over the page, are checked for
 * covers.
 */
export function* layoutFaults(content: VisibleContent, maxPoints: number): Work<LayoutFault[]> {
  const blocks: (PaintedBlock | null)[] = [];
  for (const spans of content.blocks) {
    blocks.push(measure(spans));
    yield;
  }
  const painted = blocks.filter((block) => block !== null);
  const nonAdjacent = new Set(
    [...(content.breaks ?? [])].map((first) => blocks.find((block, i) => block && i >= first)),
  );
  const faults = [...titleFaults(content, blocks)];
  faults.push(...(yield* coveredFaults(painted, content.host, maxPoints)));
  yield;
  faults.push(...overlapFaults(painted));
  yield;
  return [...faults, ...heightFaults(painted, nonAdjacent), ...orderFaults(painted, nonAdjacent)];
}

/** Returns a block as painted; null if none of it is painted. */
function measure(spans: readonly AbstractRange[]): PaintedBlock | null {
  const lines: PaintedBox[] = [];
  for (const span of spans) {
    const range = toRange(span);
    // Content of a closed `details` has boxes too, even text directly in it.
    const container = elementIn(range);
    if (container && (!container.checkVisibility() || (container instanceof HTMLDetailsElement && !container.open))) {
      continue;
    }
    const [x, y] = frameOffset(documentOf(span.startContainer));
    const [offsetX, offsetY] = [x + scrollX, y + scrollY];
    for (const { left, top, right, bottom, width, height } of range.getClientRects()) {
      if (width > 1 && height > 1) {
        lines.push({
          left: left + offsetX,
          top: top + offsetY,
          right: right + offsetX,
          bottom: bottom + offsetY,
          width,
          height,
        });
      }
    }
  }
  return lines.length > 0 ? { spans, lines, box: boundsOf(lines) } : null;
}

function boundsOf(lines: readonly PaintedBox[]): PaintedBox {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const line of lines) {
    left = Math.min(left, line.left);
    top = Math.min(top, line.top);
    right = Math.max(right, line.right);
    bottom = Math.max(bottom, line.bottom);
  }
  return { left, top, right, bottom, width: right - left, height: bottom - top };
}

/** Returns the text of a block with white space collapsed. */
function textOf({ spans }: PaintedBlock): string {
  return spans
    .map((span) => String(toRange(span)))
    .join("")
    .replace(/\s+/g, " ")
    .trim();
}

function excerpt(block: PaintedBlock): string {
  const element = elementOf(block.spans[0]);
  return textOf(block).slice(0, 40) || (element && localName(element)) || "";
}

function* titleFaults({ title }: VisibleContent, blocks: readonly (PaintedBlock | null)[]): Generator<LayoutFault> {
  if (title === null) {
    return;
  }
  const block = blocks[title];
  if (!block) {
    yield { check: "title", detail: "nothing of it is painted" };
    return;
  }
  const { left, top, right } = block.box;
  if (top < 0 || left < -tolerance || right > clientWidth(rootElement()) + tolerance) {
    yield { check: "title", detail: `outside of the page: ${[left, top, right].map(Math.round)}` };
  }
}

/** Scrolls through the page and finds what covers its content. */
function* coveredFaults(blocks: readonly PaintedBlock[], host: Element, maxPoints: number): Work<LayoutFault[]> {
  const faults: LayoutFault[] = [];
  const allPoints = blocks
    .flatMap((block) =>
      sampleLines(block.lines).map(({ left: x, top: y, width, height }) => ({
        block,
        x: x + width / 2,
        y: y + height / 2,
      })),
    )
    .toSorted((a, b) => a.y - b.y);
  const step = Math.max(1, allPoints.length / maxPoints);
  const points = allPoints.filter((_, i) => Math.floor(i / step) > Math.floor((i - 1) / step));
  // Pith's own controls are fixed in the lower half, so it isn't checked.
  const checkedHeight = innerHeight / 2;
  for (let first = 0; first < points.length; first += pointsPerTask) {
    const { scrollX: left, scrollY: top } = window;
    let checkedTo = -Infinity;
    for (const { block, x, y } of points.slice(first, first + pointsPerTask)) {
      if (y > checkedTo) {
        window.scrollTo({ top: Math.max(0, y - 24), behavior: "instant" });
        checkedTo = Math.max(0, y - 24) + checkedHeight;
      }
      const coveringElement = coveringElementAt(block, host, x - scrollX, y - scrollY);
      if (coveringElement) {
        faults.push({ check: "covered", detail: `${excerpt(block)}: by ${coveringElement}` });
      }
    }
    window.scrollTo({ left, top, behavior: "instant" });
    yield;
  }
  return faults;
}

function sampleLines(lines: readonly PaintedBox[]): PaintedBox[] {
  const last = lines.length - 1;
  const indices = Array.from({ length: samplesPerBlock }, (_, i) => Math.round((i * last) / (samplesPerBlock - 1)));
  return [...new Set(indices)].map((index) => lines[index]).filter((line) => line !== undefined);
}

/** Returns the name of the element painted over a point of a block, other than `host`; null if there is none. */
function coveringElementAt(block: PaintedBlock, host: Element, x: number, y: number): string | null {
  const containers = block.spans.map(elementOf).filter((element) => element !== null);
  let hit = elementAt(x, y);
  for (let tree = hit && shadowRoot(hit); tree; tree = hit && shadowRoot(hit)) {
    const inner = tree.elementFromPoint(x, y);
    if (!inner || inner === hit) {
      break;
    }
    hit = inner;
  }
  // Nothing is hit outside of the window. Pith's own controls don't count, and a frame element stands for its document.
  if (!hit || hit === host || localName(hit) === "iframe" || containers.some((container) => contains(container, hit))) {
    return null;
  }
  const boundsOf = containers.some((container) => containsDeep(hit, container));
  const pseudo = [...(boundsOf ? ["::before", "::after"] : ["", "::before", "::after"])].find((name) =>
    paints(hit, name),
  );
  return pseudo === undefined ? null : `${localName(hit)}${pseudo}`;
}

/** Returns whether an element, or its positioned pseudo-element, paints anything. */
function paints(element: Element, pseudo: string): boolean {
  const { content, position, backgroundColor, backgroundImage, visibility } = getComputedStyle(element, pseudo || null);
  if (visibility !== "visible" || (pseudo !== "" && (content === "none" || position === "static"))) {
    return false;
  }
  const isReplaced =
    pseudo === "" && matches(element, "img, video, canvas, svg, object, embed, input, button, select, textarea");
  const hasText =
    pseudo === "" && [...element.childNodes].some((node) => node instanceof Text && node.data.trim() !== "");
  return isReplaced || hasText || backgroundImage !== "none" || colorOf(backgroundColor)[3] > 0;
}

/** Returns whether `outer` contains `inner`, through shadow trees and frames. */
function containsDeep(outer: Element, inner: Element): boolean {
  for (let ancestor: Element | null = inner; ancestor; ancestor = parentAcrossFrames(ancestor)) {
    if (ancestor === outer) {
      return true;
    }
  }
  return false;
}

function parentAcrossFrames(element: Element): Element | null {
  return flatTreeParent(element) ?? frameOf(documentOf(element));
}

/** Returns the innermost element that contains a span or that the span consists of. */
function elementOf(span: AbstractRange | undefined): Element | null {
  return span ? elementIn(toRange(span)) : null;
}

function elementIn(range: Range): Element | null {
  const { commonAncestorContainer: holder, startContainer, startOffset, endContainer, endOffset } = range;
  // A span of a single image starts and ends in the image's parent.
  const isSingleNode = startContainer === endContainer && endOffset - startOffset === 1;
  const spanned = (isSingleNode && childNodes(holder)[startOffset]) || holder;
  return spanned.nodeType === Node.ELEMENT_NODE ? (spanned as Element) : parentElement(spanned);
}

/** Finds lines of different blocks that overlap. */
function* overlapFaults(blocks: readonly PaintedBlock[]): Generator<LayoutFault> {
  const lines = blocks
    .flatMap((block) => block.lines.map((line) => ({ block, line })))
    .toSorted((a, b) => a.line.top - b.line.top);
  const reported = new Set<PaintedBlock>();
  for (const [index, { block, line }] of lines.entries()) {
    for (let next = index + 1; next < lines.length; next++) {
      const other = lines[next];
      if (!other || other.line.top > line.bottom) {
        break;
      }
      const overlapX = Math.min(line.right, other.line.right) - Math.max(line.left, other.line.left);
      const overlapY = Math.min(line.bottom, other.line.bottom) - other.line.top;
      const minOverlap = Math.min(line.height, other.line.height) * maxOverlap;
      const overlaps = other.block !== block && overlapX > tolerance && overlapY > minOverlap;
      if (overlaps && !reported.has(block) && textOf(block) !== "" && textOf(other.block) !== "") {
        reported.add(block);
        yield { check: "covered", detail: `${excerpt(block)}: by the text ${excerpt(other.block)}` };
      }
    }
  }
}

/** Blocks that don't directly follow the block before. */
type NonAdjacent = ReadonlySet<PaintedBlock | null | undefined>;

/** Finds gaps of more than a screen between blocks, and a page far taller than its blocks. */
function* heightFaults(blocks: readonly PaintedBlock[], nonAdjacent: NonAdjacent): Generator<LayoutFault> {
  let lowest = 0;
  for (const block of blocks.toSorted((a, b) => a.box.top - b.box.top)) {
    const { box } = block;
    if (box.top - lowest > innerHeight && !nonAdjacent.has(block)) {
      yield { check: "gap", detail: `${Math.round(box.top - lowest)} px at ${Math.round(lowest)}` };
    }
    lowest = Math.max(lowest, box.bottom);
  }
  const height = scrollHeight(rootElement());
  if (height > Math.max(innerHeight, lowest * maxHeight + controlsHeight)) {
    yield { check: "height", detail: `${height} px, and the content ends at ${Math.round(lowest)}` };
  }
}

/** Finds blocks above the block they follow. A block beside it or in the same table may be higher. */
function* orderFaults(blocks: readonly PaintedBlock[], nonAdjacent: NonAdjacent): Generator<LayoutFault> {
  for (const [index, block] of blocks.entries()) {
    const previous = blocks[index - 1];
    if (!previous || nonAdjacent.has(block) || block.box.bottom > previous.box.top + tolerance) {
      continue;
    }
    const overlapX = Math.min(block.box.right, previous.box.right) - Math.max(block.box.left, previous.box.left);
    const element = elementOf(previous.spans[0]);
    const table = element && closest(element, "table, svg, math, ruby");
    if (overlapX > Math.min(block.box.width, previous.box.width) / 2 && !table?.contains(elementOf(block.spans[0]))) {
      yield { check: "order", detail: `${excerpt(block)} above ${excerpt(previous)}` };
    }
  }
}

/** Finds text, by its element, that has too little contrast with its background. */
function* contrastFaults(blocks: readonly PaintedBlock[]): Generator<LayoutFault> {
  const backgrounds: Backgrounds = new Map();
  for (const block of blocks) {
    const lowContrast = lowContrastText(block.spans, backgrounds).find((faults) => faults !== null);
    if (lowContrast) {
      yield { check: "contrast", detail: `${excerpt(block)}: ${lowContrast.ratio.toFixed(2)}` };
    }
  }
}

/** An element with text in a color too close to its background. */
export interface LowContrast {
  element: Element;
  color: ComputedColor;
  background: ComputedColor;
  ratio: number;
}

/**
 * Checks every element with text of its own in the spans. Yields it if its contrast is below `minContrast`, and null
 * otherwise.
 */
export function* lowContrastText(
  spans: readonly AbstractRange[],
  backgrounds: Backgrounds = new Map(),
): Generator<LowContrast | null> {
  const seen = new Set<Element>();
  for (const span of spans) {
    for (const text of textsIn(toRange(span))) {
      const element = parentElement(text);
      if (element && !seen.has(element)) {
        seen.add(element);
        yield lowContrastOf(element, backgrounds);
      }
    }
  }
}

function lowContrastOf(element: Element, backgrounds: Backgrounds): LowContrast | null {
  const style = getComputedStyle(element);
  const backdrop = backgroundUnder(element, backgrounds);
  if (!backdrop) {
    return null;
  }
  const { background, opacity } = backdrop;
  const [red, green, blue, alpha] = colorOf(style.webkitTextFillColor || style.color);
  const color = blend([red, green, blue, alpha * opacity], background);
  const ratio = contrast(color, background);
  // Visibility is checked last, because few texts have low contrast.
  const isVisible =
    ratio < minContrast &&
    style.visibility === "visible" &&
    Number.parseFloat(style.fontSize) !== 0 &&
    element.checkVisibility() &&
    !closest(element, "svg, math");
  return isVisible ? { element, color, background, ratio } : null;
}

function textsIn(range: Range): Text[] {
  const root = range.commonAncestorContainer;
  if (root.nodeType === Node.TEXT_NODE) {
    return (root as Text).data.trim() === "" ? [] : [root as Text];
  }
  const walker = documentOf(root).createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
    if (text.data.trim() !== "" && range.intersectsNode(text)) {
      texts.push(text);
    }
  }
  return texts;
}

/** The color behind an element's text, and how opaque the text is; null if an image is behind it. */
type TextBackground = { background: ComputedColor; opacity: number } | null;

/** Cached backgrounds of elements. */
type Backgrounds = Map<Element, TextBackground>;

function backgroundUnder(element: Element, backgrounds: Backgrounds): TextBackground {
  return inheritedValue<TextBackground>(
    element,
    backgrounds,
    { background: white, opacity: 1 },
    backgroundOn,
    parentAcrossFrames,
  );
}

/** Returns the background of the text in an element; `backdrop` is the background of the element itself. */
function backgroundOn(element: Element, backdrop: TextBackground): TextBackground {
  const style = getComputedStyle(element);
  if (style.display === "contents") {
    return backdrop;
  }
  if (style.backgroundImage !== "none" && style.backgroundClip !== "text") {
    return null;
  }
  const ownOpacity = Number(style.opacity);
  const color = colorOf(style.backgroundColor);
  if (color[3] >= 1) {
    return { background: color, opacity: ownOpacity };
  }
  return backdrop && { background: blend(color, backdrop.background), opacity: ownOpacity * backdrop.opacity };
}
