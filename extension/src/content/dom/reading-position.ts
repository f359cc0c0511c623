/**
 * The paragraph being read, so that every view can continue there.
 *
 * A position is saved by its node, not its index, so it stays valid after the page has changed and was read again.
 */

import type { Block, Detection } from "../../shared/core.ts";
import {
  body,
  clientHeight,
  clientLeft,
  clientTop,
  documentOf,
  frameOf,
  flatTreeParent,
  isConnected,
  isText,
  localName,
  nodeValue,
  rangeAround,
  rectOf,
  rootElement,
  rootOf,
  type StyleRoot,
  styleRootOf,
  scrollHeight,
  spanAround,
} from "../../ui/nodes.ts";
import { scrollBox } from "./viewport.ts";

export interface ReadingPosition {
  /** The block's first leaf. */
  leaf: Node;
  /** Its index among the content blocks, used if the page has replaced its nodes. */
  index: number;
  /** Share of the block above the top edge, 0 to 1. */
  above: number;
  /** Px between the top edge and a block that starts below it. */
  below: number;
}

/** Px at the top of the window that Pith's own controls cover. Reading starts below them. */
let coveredHeight = 0;

/** Sets the height of the covered part at the top of the window. */
export function setCoveredHeight(height: number): void {
  coveredHeight = height;
}

/** Top and height, in px from the top edge of the visible part. */
export interface Extent {
  top: number;
  height: number;
}

/** A rendering of the content blocks: the page itself, or a copy. */
export interface Surface {
  /** Returns true if it is certain, without examining blocks, that no content is above the visible part. */
  isAtStart(): boolean;
  /** Returns the extent of a content block by its index; null if it isn't shown. */
  extent(index: number): Extent | null;
  /** Returns true if a block is certain to be above the visible part, without laying it out. */
  isAbove?(index: number): boolean;
  /** Scrolls the block's scroller by `distance` px. */
  scroll(index: number, distance: number): void;
}

/** The blocks of a detection with their live nodes. */
export class Blocks {
  readonly #detection: Detection;
  #all: readonly Block[] | undefined;
  #content: readonly Block[] | undefined;
  #inReadingOrder: readonly Block[] | undefined;
  /** Leaves of blocks read so far: a call into the core costs as much as reading a style. */
  readonly #leaves: Map<Block, readonly Node[]>;

  /**
   * Wraps the blocks of a detection. `subset`: a subset of the blocks of another instance. Without it, all blocks are
   * requested from the core on first use.
   */
  constructor(detection: Detection, subset?: { of: Blocks; blocks: readonly Block[] }) {
    this.#detection = detection;
    this.#all = subset?.blocks;
    this.#leaves = subset ? subset.of.#leaves : new Map();
  }

  get all(): readonly Block[] {
    this.#all ??= this.#detection.blocks();
    return this.#all;
  }

  /** The content blocks, in document order. */
  get content(): readonly Block[] {
    this.#content ??= this.all.filter(({ content }) => content);
    return this.#content;
  }

  /** The trees with blocks: the document, and those of frames and shadow roots. */
  get styleRoots(): Set<StyleRoot> {
    return new Set(this.all.flatMap((block) => this.leaf(block) ?? []).map(styleRootOf));
  }

  /** Returns a subset of the content, in document order. */
  only(subset: ReadonlySet<Block>): Blocks {
    return new Blocks(this.#detection, { of: this, blocks: this.content.filter((block) => subset.has(block)) });
  }

  /** Returns the content in reading order, which differs from document order if the page moves its boxes. */
  get inReadingOrder(): readonly Block[] {
    this.#inReadingOrder ??= this.content.toSorted((a, b) => a.rank - b.rank);
    return this.#inReadingOrder;
  }

  leaf(block: Block): Node | null {
    return this.leaves(block)[0] ?? null;
  }

  container(block: Block): Element | null {
    return this.#detection.element(block.container);
  }

  leaves(block: Block): readonly Node[] {
    let leaves = this.#leaves.get(block);
    if (!leaves) {
      leaves = block.leaves.map((leaf) => this.#detection.node(leaf)).filter((node) => node !== null);
      this.#leaves.set(block, leaves);
    }
    return leaves;
  }

  /**
   * Returns the span from the block's first leaf to its last, or one span per leaf if the leaves are in different
   * trees.
   */
  spans(block: Block): StaticRange[] {
    return this.#runs(block).map(([first, last]) => spanAround(first, last));
  }

  /** Returns the spans without images and videos, which a text highlight would tint. */
  texts(block: Block): StaticRange[] {
    const runs: Node[][] = [[]];
    for (const leaf of this.leaves(block).filter(isConnected)) {
      if (isText(leaf) || localName(leaf as Element) === "math") {
        runs.at(-1)?.push(leaf);
      } else {
        runs.push([]);
      }
    }
    return runs.flatMap(runsOf).map(([first, last]) => spanAround(first, last));
  }

  /** Returns the box of a block in viewport coordinates; null if none of it is painted. */
  rect(block: Block): DOMRect | null {
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    const rects = this.#runs(block).map(([first, last]) => {
      const range = rangeAround(first, last);
      return range.getBoundingClientRect();
    });
    for (const rect of [...rects, ...this.#images(block)]) {
      if (rect.width > 0 && rect.height > 0) {
        left = Math.min(left, rect.left);
        top = Math.min(top, rect.top);
        right = Math.max(right, rect.right);
        bottom = Math.max(bottom, rect.bottom);
      }
    }
    const leaf = this.leaf(block);
    if (left > right || !leaf) {
      return null;
    }
    const [x, y] = frameOffset(documentOf(leaf));
    return new DOMRect(left + x, top + y, right - left, bottom - top);
  }

  /** Returns whether any of the content is still painted. */
  get isPainted(): boolean {
    return this.content.some((block) => this.rect(block) !== null);
  }

  /** Returns the boxes of the block's lines and images in viewport coordinates. */
  lines(block: Block): DOMRect[] {
    const leaf = this.leaf(block);
    const [x, y] = frameOffset(leaf ? documentOf(leaf) : document);
    return this.#runs(block)
      .flatMap(([first, last]) => [...rangeAround(first, last).getClientRects()])
      .concat(this.#images(block))
      .filter(({ width, height }) => width > 0 && height > 0)
      .map(({ left, top, width, height }) => new DOMRect(left + x, top + y, width, height));
  }

  #runs(block: Block): LeafRun[] {
    return runsOf(this.leaves(block).filter(isConnected));
  }

  /**
   * Returns the boxes of the block's images: a range around a link has the box of the link's line, not of its image.
   */
  #images(block: Block): DOMRect[] {
    const elements = this.leaves(block).filter((leaf) => !isText(leaf));
    return elements.map((leaf) => rectOf(leaf as Element));
  }

  /** The page in its current layout. */
  get page(): Surface {
    return {
      isAtStart: () => window.scrollY === 0 && this.#startsInView(),
      extent: (index) => {
        const block = this.content[index];
        const rect = block && this.rect(block);
        return rect ? { top: rect.top - coveredHeight, height: rect.height } : null;
      },
      scroll: (index, distance) => {
        const block = this.content[index];
        scrollAround(block ? this.container(block) : null, distance);
      },
    };
  }

  /** Returns whether the article starts in or below the visible part, since it may be in a scroller. */
  #startsInView(): boolean {
    const leaf = this.#detection.origins()[0];
    const node = leaf === undefined ? null : this.#detection.node(leaf);
    if (!node || !isConnected(node)) {
      return false;
    }
    const range = rangeAround(node, node);
    const { top, height } = range.getBoundingClientRect();
    return height > 0 && top + frameOffset(documentOf(node))[1] >= 0;
  }

  /** Returns the paragraph at the top edge; null while no content is above it. */
  positionOn(surface: Surface): ReadingPosition | null {
    if (surface.isAtStart()) {
      return null;
    }
    let hasBlockAbove = false;
    for (const [index, block] of this.content.entries()) {
      const extent = surface.isAbove?.(index) ? "above" : surface.extent(index);
      const leaf = this.leaf(block);
      if (!extent) {
        continue;
      }
      if (extent === "above" || !leaf || extent.top + extent.height < 2) {
        hasBlockAbove = true;
        continue;
      }
      if (extent.top >= 0 && !hasBlockAbove) {
        return null;
      }
      const above = Math.max(0, -extent.top / extent.height);
      return { leaf, index, above, below: Math.max(0, extent.top) };
    }
    return null;
  }

  /** Scrolls a position to the top edge. Returns false if no block is shown. */
  moveTo(surface: Surface, position: ReadingPosition): boolean {
    const target = this.#indexOf(position);
    // Skips blocks that aren't shown, forward first.
    for (let step = 0; step < this.content.length; step++) {
      for (const index of step === 0 ? [target] : [target + step, target - step]) {
        const extent = surface.extent(index);
        if (extent) {
          const share = step === 0 ? position.above : 0;
          surface.scroll(index, extent.top + share * extent.height - position.below);
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns the index of the block with the same node, otherwise of the nearest one with the same text, otherwise the
   * saved index.
   */
  #indexOf({ leaf, index }: ReadingPosition): number {
    const hasLeaf = (block: Block): boolean => block.leaves.some((node) => this.#detection.node(node) === leaf);
    const blockAtIndex = this.content[index];
    const sameNode = blockAtIndex && hasLeaf(blockAtIndex) ? index : this.content.findIndex(hasLeaf);
    if (sameNode >= 0) {
      return sameNode;
    }
    const sameText = [...this.content.keys()].filter((i) => {
      const block = this.content[i];
      const other = block && this.leaf(block);
      return other && nodeValue(leaf) !== null && nodeValue(other) === nodeValue(leaf);
    });
    const nearest = sameText.toSorted((a, b) => Math.abs(a - index) - Math.abs(b - index))[0];
    return nearest ?? Math.min(index, this.content.length - 1);
  }
}

/** First and last of consecutive nodes in one tree. */
type LeafRun = readonly [Node, Node];

/** Returns consecutive nodes as one run, or as one run each if they are in different trees. */
function runsOf(leaves: readonly Node[]): LeafRun[] {
  const [first, last] = [leaves[0], leaves.at(-1)];
  if (!first || !last) {
    return [];
  }
  return first === last || rootOf(first) === rootOf(last) ? [[first, last]] : leaves.map((leaf) => [leaf, leaf]);
}

/** Returns whether two positions are the same, within about a line. */
export function samePosition(a: ReadingPosition | null, b: ReadingPosition | null): boolean {
  if (!a || !b) {
    return a === b;
  }
  return a.leaf === b.leaf && Math.abs(a.above - b.above) < 0.02 && Math.abs(a.below - b.below) < 2;
}

/** Returns the offset of a frame's viewport in the window's. */
export function frameOffset(inner: Document): [number, number] {
  let [left, top] = [0, 0];
  for (let frame = frameOf(inner); frame; frame = frameOf(documentOf(frame))) {
    const rect = rectOf(frame);
    left += rect.left + clientLeft(frame);
    top += rect.top + clientTop(frame);
  }
  return [left, top];
}

/**
 * Returns whether an element scrolls with the window: the root, and the body unless the root has an `overflow` of its
 * own.
 */
function scrollsWithWindow(element: Element): boolean {
  const tree = documentOf(element);
  const root = rootElement(tree);
  return element === root || (element === body(tree) && getComputedStyle(root).overflowY === "visible");
}

/** Scrolls the scrollers around an element, innermost first, and the window by the rest. */
function scrollAround(element: Element | null, distance: number): void {
  let remaining = distance;
  for (let ancestor = element; ancestor; ancestor = flatTreeParent(ancestor) ?? frameOf(documentOf(ancestor))) {
    if (!scrollsWithWindow(ancestor) && scrollHeight(ancestor) > clientHeight(ancestor) + 1) {
      if (/auto|scroll/.test(getComputedStyle(ancestor).overflowY)) {
        remaining -= scrollBox(ancestor, remaining);
      }
    }
  }
  if (Math.abs(remaining) >= 1) {
    window.scrollBy({ top: remaining, behavior: "instant" });
  }
}
