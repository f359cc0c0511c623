/** Computes the outlines of detected blocks in document coordinates, as shapes for the overlay. */

import type { Block } from "../../../shared/core.ts";
import { inherited } from "../../dom/inherited.ts";
import {
  body,
  childrenOf,
  documentOf,
  holderOf,
  isText,
  parentElement,
  rectOf,
  rootElement,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";

export interface OutlineBox {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A block and its box in document coordinates. */
export interface Placed {
  block: Block;
  box: OutlineBox;
}

/** Returns the painted blocks. */
export function* placed(blocks: Blocks): Work<Placed[]> {
  const found: Placed[] = [];
  const clips = new Map<Element, Clips>();
  for (const block of blocks.all) {
    yield;
    const rect = block.content || isSeen(blocks, block) ? blocks.rect(block) : null;
    const box = rect && clipped(rect, clipOf(blocks.container(block), clips));
    if (box && box.right - box.left >= 1 && box.bottom - box.top >= 1) {
      found.push({ block, box: inDocument(box) });
    }
  }
  return found;
}

/** Returns whether the page shows a block. A block in a closed `details`, or with hidden visibility, has boxes too. */
function isSeen(blocks: Blocks, block: Block): boolean {
  const leaf = blocks.leaf(block);
  const element = leaf instanceof Element ? leaf : leaf && parentElement(leaf);
  return element?.checkVisibility({ visibilityProperty: true, opacityProperty: true }) ?? true;
}

/** Clip rectangles in viewport coordinates, for in-flow and for positioned content. */
interface Clips {
  flow: OutlineBox | null;
  positioned: OutlineBox | null;
}

/** Returns the rectangle to which an element is clipped; null if it isn't clipped. */
function clipOf(element: Element | null, known: Map<Element, Clips>): OutlineBox | null {
  const none = { flow: null, positioned: null };
  return inherited<Clips>(element, known, none, (holder, outer) => {
    const { overflowX, overflowY, position } = getComputedStyle(holder);
    const around = position === "fixed" ? null : position === "absolute" ? outer.positioned : outer.flow;
    // Overflow of the root and body is clipped by the window instead.
    const cuts = overflowX !== "visible" || overflowY !== "visible";
    const flow = cuts && holder !== rootElement() && holder !== body() ? clipped(rectOf(holder), around) : around;
    return { flow, positioned: position === "static" ? outer.positioned : flow };
  }).flow;
}

/** Returns the intersection of two boxes. */
function clipped(box: OutlineBox, clip: OutlineBox | null): OutlineBox {
  return clip
    ? {
        left: Math.max(box.left, clip.left),
        top: Math.max(box.top, clip.top),
        right: Math.min(box.right, clip.right),
        bottom: Math.min(box.bottom, clip.bottom),
      }
    : box;
}

/** Converts a box from viewport to document coordinates. */
export function inDocument({ left, top, right, bottom }: OutlineBox): OutlineBox {
  const { scrollX: x, scrollY: y } = window;
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Px by which a control may stick out of its line. */
const inLine = 8;

/** Joins consecutive paragraphs into one shape, without stripes between them. */
export function contentShapes(blocks: readonly Placed[]): OutlineBox[] {
  const shapes: OutlineBox[] = [];
  let joins = false;
  for (const { block, box } of blocks) {
    const last = shapes.at(-1);
    if (!block.content) {
      // A removed part within a kept line doesn't separate paragraphs.
      joins &&= last !== undefined && box.top >= last.top - inLine && box.bottom <= last.bottom + inLine;
    } else if (
      last &&
      joins &&
      box.left < last.right &&
      box.right > last.left &&
      box.top >= last.top &&
      box.top - last.bottom < 160
    ) {
      shapes[shapes.length - 1] = union(last, box);
    } else {
      shapes.push(box);
    }
    joins ||= block.content;
  }
  return shapes.map((shape) => enlarged(shape, 6));
}

/** Returns the same area as boxes in whole px that don't overlap: band by band, from the top. */
export function disjoint(boxes: readonly OutlineBox[]): OutlineBox[] {
  const rows = [...new Set(boxes.flatMap(({ top, bottom }) => [Math.round(top), Math.round(bottom)]))].toSorted(
    (a, b) => a - b,
  );
  const bands: OutlineBox[] = [];
  for (const [i, top] of rows.slice(0, -1).entries()) {
    const bottom = rows[i + 1] ?? top;
    const across = boxes
      .filter((box) => Math.round(box.top) <= top && Math.round(box.bottom) >= bottom)
      .toSorted((a, b) => a.left - b.left);
    let last: OutlineBox | undefined;
    for (const { left, right } of across) {
      if (last && left <= last.right) {
        last.right = Math.max(last.right, Math.round(right));
      } else {
        last = { left: Math.round(left), top, right: Math.round(right), bottom };
        bands.push(last);
      }
    }
  }
  return bands;
}

/** Returns the outlines of removed parts, by their index in `Article.removed`. */
export function removedShapes(blocks: readonly Placed[]): Map<number, OutlineBox> {
  const shapes = new Map<number, OutlineBox>();
  for (const { block, box } of blocks) {
    if (!block.content && block.removed !== null) {
      const before = shapes.get(block.removed);
      shapes.set(block.removed, before ? union(before, box) : box);
    }
  }
  return shapes;
}

/** Px of the line around detected parts. */
const line = 1.5;

/** Returns the edges of a box as boxes inside it. */
export function sides(box: OutlineBox): OutlineBox[] {
  const { left, top, right, bottom } = box;
  return [
    { ...box, bottom: top + line },
    { ...box, top: bottom - line },
    { ...box, right: left + line },
    { ...box, left: right - line },
  ];
}

/** Returns whether two boxes overlap, not only touch. */
export function overlap(a: OutlineBox, b: OutlineBox): boolean {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

/** Returns the pieces of a box that aren't covered by others, from the top. */
export function uncovered(box: OutlineBox, others: readonly OutlineBox[]): OutlineBox[] {
  let pieces = [box];
  for (const other of others.filter((one) => overlap(one, box))) {
    pieces = pieces.flatMap(({ top, bottom }) =>
      [
        { ...box, top, bottom: Math.min(bottom, other.top) },
        { ...box, top: Math.max(top, other.bottom), bottom },
      ].filter((piece) => piece.bottom > piece.top),
    );
  }
  return pieces;
}

/** Returns the ancestors of the content. */
export function aroundContent(blocks: Blocks): Set<Element> {
  const around = new Set<Element>();
  for (const block of blocks.content) {
    let at = blocks.container(block);
    while (at && !around.has(at)) {
      around.add(at);
      at = holderOf(at);
    }
  }
  return around;
}

/** Returns in-flow boxes without a block between the kept paragraphs, such as a bar of icons. */
export function* looseBoxes(blocks: Blocks, placed: readonly Placed[]): Work<OutlineBox[]> {
  const holds = new Set<Element>();
  for (const leaf of blocks.content.flatMap((block) => blocks.leaves(block))) {
    // Only in the page itself, because a frame's coordinates differ.
    let at = isText(leaf) ? parentElement(leaf) : (leaf as Element);
    for (; at && documentOf(at) === document && !holds.has(at); at = holderOf(at)) {
      holds.add(at);
    }
  }
  const content = placed.filter(({ block }) => block.content).map(({ box }) => box);
  const boxes: OutlineBox[] = [];
  holds.delete(rootElement());
  for (const child of [...holds].flatMap((around) => [...childrenOf(around)])) {
    yield;
    const box = holds.has(child) ? null : inDocument(rectOf(child));
    const isSeen = box && box.right - box.left > 1 && box.bottom - box.top > 1;
    if (
      isSeen &&
      !content.some((kept) => overlap(kept, box)) &&
      /static|relative/.test(getComputedStyle(child).position)
    ) {
      boxes.push(box);
    }
  }
  return boxes;
}

/** A positioned box without content. */
interface Layer {
  /** Its outermost element with a background; null if there is none. */
  face: Element | null;
  /** True if it stays in place when the page scrolls. */
  fixed: boolean;
}

/** Returns the outermost layer around an element; null if there is none. */
export function layerOf(element: Element | null, around: ReadonlySet<Element>): Layer | null {
  let layer: Layer | null = null as Layer | null;
  let face: Element | null = null;
  for (let at = element; at && !around.has(at); at = holderOf(at)) {
    face = hasBackground(at) ? at : face;
    const { position } = getComputedStyle(at);
    if (/fixed|sticky|absolute/.test(position)) {
      layer = { face, fixed: layer?.fixed === true || position !== "absolute" };
    }
  }
  return layer;
}

/** Returns whether an element has a background of its own. */
export function hasBackground(element: Element): boolean {
  const { backgroundColor, backgroundImage } = getComputedStyle(element);
  return backgroundImage !== "none" || !/^transparent$|[,/] ?0\)$/.test(backgroundColor);
}

/** Returns whether an element is painted below another one that overlaps it (CSS 2, appendix E). */
export function isBehind(face: Element, other: Element | null): boolean {
  if (!other || face.contains(other)) {
    return true;
  }
  const levels = [face, other].map((element) => {
    let level: number | null = null;
    for (let at: Element | null = element; at && !at.contains(element === face ? other : face); at = holderOf(at)) {
      const { position, zIndex, opacity, transform } = getComputedStyle(at);
      if (position !== "static" || opacity !== "1" || transform !== "none") {
        level = Number.parseInt(zIndex, 10) || 0;
      }
    }
    return level;
  });
  const [below, above] = levels as [number | null, number | null];
  const isBefore = (face.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (above === null) {
    // In-flow content is painted before positioned content, except for negative z-indexes.
    return below === null ? isBefore : below < 0;
  }
  return (below ?? 0) < above || ((below ?? 0) === above && isBefore);
}

function union(a: OutlineBox, b: OutlineBox): OutlineBox {
  return {
    left: Math.min(a.left, b.left),
    top: Math.min(a.top, b.top),
    right: Math.max(a.right, b.right),
    bottom: Math.max(a.bottom, b.bottom),
  };
}

function enlarged({ left, top, right, bottom }: OutlineBox, by: number): OutlineBox {
  return { left: left - by, top: top - by, right: right + by, bottom: bottom + by };
}
