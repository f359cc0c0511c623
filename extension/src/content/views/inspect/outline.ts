/** Computes the outlines of detected blocks in document coordinates, as shapes for the overlay. */

import type { Block } from "../../../shared/core.ts";
import { inheritedValue } from "../../dom/inherited.ts";
import {
  body,
  childrenOf,
  documentOf,
  flatTreeParent,
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
export interface PlacedBlock {
  block: Block;
  box: OutlineBox;
}

/** Returns the painted blocks. */
export function* placedBlocks(blocks: Blocks): Work<PlacedBlock[]> {
  const result: PlacedBlock[] = [];
  const clips = new Map<Element, Clips>();
  for (const block of blocks.all) {
    yield;
    const rect = block.content || isVisible(blocks, block) ? blocks.rect(block) : null;
    const box = rect && intersection(rect, clipOf(blocks.container(block), clips));
    if (box && box.right - box.left >= 1 && box.bottom - box.top >= 1) {
      result.push({ block, box: toDocumentCoordinates(box) });
    }
  }
  return result;
}

/** Returns whether the page shows a block. A block in a closed `details`, or with hidden visibility, has boxes too. */
function isVisible(blocks: Blocks, block: Block): boolean {
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
function clipOf(element: Element | null, cache: Map<Element, Clips>): OutlineBox | null {
  const none = { flow: null, positioned: null };
  return inheritedValue<Clips>(element, cache, none, (container, outer) => {
    const { overflowX, overflowY, position } = getComputedStyle(container);
    const outerClip = position === "fixed" ? null : position === "absolute" ? outer.positioned : outer.flow;
    // Overflow of the root and body is clipped by the window instead.
    const clipsOverflow = overflowX !== "visible" || overflowY !== "visible";
    const flow =
      clipsOverflow && container !== rootElement() && container !== body()
        ? intersection(rectOf(container), outerClip)
        : outerClip;
    return { flow, positioned: position === "static" ? outer.positioned : flow };
  }).flow;
}

/** Returns the intersection of two boxes. */
function intersection(box: OutlineBox, clip: OutlineBox | null): OutlineBox {
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
export function toDocumentCoordinates({ left, top, right, bottom }: OutlineBox): OutlineBox {
  const { scrollX: x, scrollY: y } = window;
  return { left: left + x, top: top + y, right: right + x, bottom: bottom + y };
}

/** Px by which a control may stick out of its line. */
const lineTolerance = 8;

/** Joins consecutive paragraphs into one shape, without stripes between them. */
export function contentShapes(blocks: readonly PlacedBlock[]): OutlineBox[] {
  const shapes: OutlineBox[] = [];
  let isAdjacent = false;
  for (const { block, box } of blocks) {
    const last = shapes.at(-1);
    if (!block.content) {
      // A removed part within a kept line doesn't separate paragraphs.
      isAdjacent &&=
        last !== undefined && box.top >= last.top - lineTolerance && box.bottom <= last.bottom + lineTolerance;
    } else if (
      last &&
      isAdjacent &&
      box.left < last.right &&
      box.right > last.left &&
      box.top >= last.top &&
      box.top - last.bottom < 160
    ) {
      shapes[shapes.length - 1] = union(last, box);
    } else {
      shapes.push(box);
    }
    isAdjacent ||= block.content;
  }
  return shapes.map((shape) => enlarged(shape, 6));
}

/** Returns the same area as boxes in whole px that don't overlap: band by band, from the top. */
export function toDisjointBoxes(boxes: readonly OutlineBox[]): OutlineBox[] {
  const rows = [...new Set(boxes.flatMap(({ top, bottom }) => [Math.round(top), Math.round(bottom)]))].toSorted(
    (a, b) => a - b,
  );
  const bands: OutlineBox[] = [];
  for (const [i, top] of rows.slice(0, -1).entries()) {
    const bottom = rows[i + 1] ?? top;
    const boxesInBand = boxes
      .filter((box) => Math.round(box.top) <= top && Math.round(box.bottom) >= bottom)
      .toSorted((a, b) => a.left - b.left);
    let last: OutlineBox | undefined;
    for (const { left, right } of boxesInBand) {
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
export function removedShapes(blocks: readonly PlacedBlock[]): Map<number, OutlineBox> {
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
const lineWidth = 1.5;

/** Returns the edges of a box as boxes inside it. */
export function edges(box: OutlineBox): OutlineBox[] {
  const { left, top, right, bottom } = box;
  return [
    { ...box, bottom: top + lineWidth },
    { ...box, top: bottom - lineWidth },
    { ...box, right: left + lineWidth },
    { ...box, left: right - lineWidth },
  ];
}

/** Returns whether two boxes overlap, not only touch. */
export function overlap(a: OutlineBox, b: OutlineBox): boolean {
  return a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
}

/** Returns the pieces of a box that aren't covered by others, from the top. */
export function uncoveredPieces(box: OutlineBox, others: readonly OutlineBox[]): OutlineBox[] {
  let pieces = [box];
  for (const other of others.filter((cover) => overlap(cover, box))) {
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
export function contentAncestors(blocks: Blocks): Set<Element> {
  const ancestors = new Set<Element>();
  for (const block of blocks.content) {
    let ancestor = blocks.container(block);
    while (ancestor && !ancestors.has(ancestor)) {
      ancestors.add(ancestor);
      ancestor = flatTreeParent(ancestor);
    }
  }
  return ancestors;
}

/** Returns in-flow boxes without a block between the kept paragraphs, such as a bar of icons. */
export function* looseBoxes(blocks: Blocks, placed: readonly PlacedBlock[]): Work<OutlineBox[]> {
  const containers = new Set<Element>();
  for (const leaf of blocks.content.flatMap((block) => blocks.leaves(block))) {
    // Only in the page itself, because a frame's coordinates differ.
    let ancestor = isText(leaf) ? parentElement(leaf) : (leaf as Element);
    for (
      ;
      ancestor && documentOf(ancestor) === document && !containers.has(ancestor);
      ancestor = flatTreeParent(ancestor)
    ) {
      containers.add(ancestor);
    }
  }
  const content = placed.filter(({ block }) => block.content).map(({ box }) => box);
  const boxes: OutlineBox[] = [];
  containers.delete(rootElement());
  for (const child of [...containers].flatMap((outerClip) => [...childrenOf(outerClip)])) {
    yield;
    const box = containers.has(child) ? null : toDocumentCoordinates(rectOf(child));
    const isVisible = box && box.right - box.left > 1 && box.bottom - box.top > 1;
    if (
      isVisible &&
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
  backgroundElement: Element | null;
  /** True if it stays in place when the page scrolls. */
  fixed: boolean;
}

/** Returns the outermost layer around an element; null if there is none. */
export function layerOf(element: Element | null, outerClip: ReadonlySet<Element>): Layer | null {
  let layer: Layer | null = null as Layer | null;
  let backgroundElement: Element | null = null;
  for (let ancestor = element; ancestor && !outerClip.has(ancestor); ancestor = flatTreeParent(ancestor)) {
    backgroundElement = hasBackground(ancestor) ? ancestor : backgroundElement;
    const { position } = getComputedStyle(ancestor);
    if (/fixed|sticky|absolute/.test(position)) {
      layer = { backgroundElement, fixed: layer?.fixed === true || position !== "absolute" };
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
export function isBehind(backgroundElement: Element, other: Element | null): boolean {
  if (!other || backgroundElement.contains(other)) {
    return true;
  }
  const levels = [backgroundElement, other].map((element) => {
    let level: number | null = null;
    for (
      let ancestor: Element | null = element;
      ancestor && !ancestor.contains(element === backgroundElement ? other : backgroundElement);
      ancestor = flatTreeParent(ancestor)
    ) {
      const { position, zIndex, opacity, transform } = getComputedStyle(ancestor);
      if (position !== "static" || opacity !== "1" || transform !== "none") {
        level = Number.parseInt(zIndex, 10) || 0;
      }
    }
    return level;
  });
  const [below, above] = levels as [number | null, number | null];
  const isBefore = (backgroundElement.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
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

function enlarged({ left, top, right, bottom }: OutlineBox, amount: number): OutlineBox {
  return { left: left - amount, top: top - amount, right: right + amount, bottom: bottom + amount };
}
