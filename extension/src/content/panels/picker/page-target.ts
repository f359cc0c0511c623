/** The picked part of the page: an element known to the core, or one of its ancestors. */

import type { Block } from "../../../shared/core.ts";
import {
  body,
  clientLeft,
  clientTop,
  contains,
  documentOf,
  elementAt,
  frameDocument,
  frameOf,
  flatTreeParent,
  hostOf,
  isConnected,
  isShadowRoot,
  rangeAround,
  rectOf,
  rootOf,
  type StyleRoot,
  shadowRoot,
} from "../../../ui/nodes.ts";
import { type Blocks, frameOffset } from "../../dom/reading-position.ts";
import type { FoundDetection } from "../../session/finding.ts";

/** Minimum px by which an element's box must exceed its child's, so that the difference is visible. */
const minGrowth = 3;

/** Maximum depth of nested trees: shadow trees and frames. */
const maxTreeDepth = 20;

/** An element's contents, by the last decision. */
interface TargetElement {
  element: Element;
  articleBlocks: Blocks;
  blocks: Block[];
  /** Blocks that extend beyond the element, because blocks are kept or removed as a whole. */
  extendingBlocks: Block[];
}

/** The picked part, on the page or in the article. */
export interface PickTarget {
  /** The picked element; null if there is none. */
  readonly element: Element | null;
  /** The nodes for an override; empty if the core has read nothing of the element. */
  readonly nodes: readonly number[];
  /** The box of everything a click affects, in the window's viewport; null if nothing of it is painted. */
  readonly box: DOMRect | null;
  /** The box of the element from which a fact is read, if it is smaller. */
  readonly inner: DOMRect | null;
  /** The blocks that a click affects. */
  readonly blocks: readonly Block[];
  /** Picks the part at a point of the viewport. Returns whether it is another part than before. */
  pickAt(x: number, y: number): boolean;
  /** Returns whether there is a larger part (1) or a smaller one (-1). */
  canWiden(by: 1 | -1): boolean;
  /** Picks the next larger (1) or smaller (-1) part. Returns whether there is one. */
  widen(by: 1 | -1): boolean;
  /** Picks the next or previous block, starting with a visible one. Returns whether there is one. */
  move(by: 1 | -1): boolean;
}

/** Moves from an element to its ancestors and back. */
export abstract class AncestorSelection {
  /** Innermost first. */
  #path: readonly Element[] = [];
  #index = 0;

  get element(): Element | null {
    const element = this.#path[this.#index];
    return element && isConnected(element) ? element : null;
  }

  canWiden(by: 1 | -1): boolean {
    return this.#path[this.#index + by] !== undefined;
  }

  widen(by: 1 | -1): boolean {
    const isPossible = this.canWiden(by);
    this.#index += isPossible ? by : 0;
    return isPossible;
  }

  /** Restarts at the innermost of some elements. Returns whether it is another element than before. */
  protected setPath(path: readonly Element[]): boolean {
    const before = this.element;
    this.#path = path;
    this.#index = 0;
    return this.element !== before;
  }
}

/** Picks elements of the page that the core has read. */
export class PageTarget extends AncestorSelection implements PickTarget {
  readonly #finding: FoundDetection;
  #cached: TargetElement | null = null;

  constructor(finding: FoundDetection) {
    super();
    this.#finding = finding;
  }

  get nodes(): number[] {
    const { element } = this;
    const node = element ? this.#finding.detection.numberOf(element) : undefined;
    return node === undefined ? [] : [node];
  }

  /** The box of the element and of its whole blocks. */
  get box(): DOMRect | null {
    const { blocks } = this.#finding;
    const box = this.element && boxOf(this.element);
    const rects = (this.#target?.extendingBlocks ?? [])
      .map((block) => blocks.rect(block))
      .filter((rect) => rect !== null);
    return box && rects.reduce(union, box);
  }

  /** The element's own box, for example of a name or a date in a line. */
  get inner(): DOMRect | null {
    const { box } = this;
    const ownBox = this.element && boxOf(this.element);
    return ownBox && box && exceeds(ownBox, box) ? ownBox : null;
  }

  get blocks(): Block[] {
    return this.#target?.blocks ?? [];
  }

  get #target(): TargetElement | null {
    const { element } = this;
    const articleBlocks = this.#finding.blocks;
    if (!element) {
      return null;
    }
    if (this.#cached?.element !== element || this.#cached.articleBlocks !== articleBlocks) {
      const parts = articleBlocks.all.map((block) => {
        const leaves = articleBlocks.leaves(block);
        return { block, leaves: leaves.length, inside: leaves.filter((leaf) => isWithin(element, leaf)).length };
      });
      const intersecting = parts.filter(({ inside }) => inside > 0);
      const extending = intersecting.filter(({ leaves, inside }) => inside < leaves);
      this.#cached = {
        element,
        articleBlocks,
        blocks: intersecting.map(({ block }) => block),
        extendingBlocks: extending.map(({ block }) => block),
      };
    }
    return this.#cached;
  }

  pickAt(x: number, y: number): boolean {
    return this.#set(elementAtPoint(x, y));
  }

  /** Picks the next or previous painted block. */
  move(by: 1 | -1): boolean {
    const { blocks } = this.#finding;
    const { element } = this;
    const isContained = element ? blocks.all.map((block) => isWithin(element, blocks.leaf(block))) : [];
    const currentIndex = by > 0 ? isContained.lastIndexOf(true) : isContained.indexOf(true);
    if (currentIndex < 0) {
      const first = blocks.all.find((block) => isInViewport(blocks.rect(block))) ?? blocks.content[0];
      return first !== undefined && this.#set(blocks.container(first));
    }
    for (let index = currentIndex + by; index >= 0 && index < blocks.all.length; index += by) {
      const block = blocks.all[index];
      const container = block && blocks.container(block);
      if (container && container !== element && blocks.rect(block) && isPainted(container)) {
        return this.#set(container);
      }
    }
    return false;
  }

  #set(element: Element | null): boolean {
    return this.setPath(element ? this.#ancestors(element) : []);
  }

  /** Returns an element and its ancestors, innermost first, each with a larger box than the one before. */
  #ancestors(from: Element): Element[] {
    const { detection } = this.#finding;
    const path: Element[] = [];
    let last: DOMRect | null = null;
    for (
      let current: Element | null = from;
      current;
      current = flatTreeParent(current) ?? frameOf(documentOf(current))
    ) {
      const box = boxOf(current);
      const isLarger = box !== null && (last === null || exceeds(last, box));
      if (isLarger && detection.numberOf(current) !== undefined) {
        path.push(current);
        last = box;
      }
      if (current === body()) {
        break;
      }
    }
    return path;
  }
}

/** Returns whether an element with a box is painted. Collapsed pop-ups aren't. */
const isPainted = (element: Element): boolean => element.checkVisibility({ visibilityProperty: true });

/** Returns the innermost element at a point, including open shadow trees and accessible frames. */
function elementAtPoint(x: number, y: number): Element | null {
  let [styleRoot, left, top]: [StyleRoot, number, number] = [document, x, y];
  let innermost: Element | null = null;
  for (let depth = 0; depth < maxTreeDepth; depth += 1) {
    const element = elementAt(left, top, styleRoot);
    if (!element || element === innermost) {
      break;
    }
    innermost = element;
    const shadow = shadowRoot(element);
    const frame = shadow ? null : frameDocument(element);
    if (frame) {
      const { left: x0, top: y0 } = rectOf(element);
      [left, top] = [left - x0 - clientLeft(element), top - y0 - clientTop(element)];
    }
    const next: StyleRoot | null = shadow ?? frame;
    if (!next) {
      break;
    }
    styleRoot = next;
  }
  return innermost;
}

/** Returns the box around an element and its contents, even if the element itself has no box. */
function boxOf(element: Element): DOMRect | null {
  const range = rangeAround(element, element);
  const { left, top, width, height } = range.getBoundingClientRect();
  const [x, y] = frameOffset(documentOf(element));
  return width > 0 && height > 0 ? new DOMRect(left + x, top + y, width, height) : null;
}

function exceeds(from: DOMRect, to: DOMRect): boolean {
  const [width, height] = [to.width - from.width, to.height - from.height];
  return width > minGrowth || height > minGrowth;
}

function union(a: DOMRect, b: DOMRect): DOMRect {
  const [left, top] = [Math.min(a.left, b.left), Math.min(a.top, b.top)];
  return new DOMRect(left, top, Math.max(a.right, b.right) - left, Math.max(a.bottom, b.bottom) - top);
}

export function isInViewport(rect: DOMRect | null): boolean {
  return rect !== null && rect.bottom > 0 && rect.top < innerHeight;
}

/** Returns whether a node is in an element, including its shadow trees and frames. */
function isWithin(element: Element, node: Node | null): boolean {
  for (let current = node; current; current = hostOrFrame(current)) {
    if (contains(element, current)) {
      return true;
    }
  }
  return false;
}

/** Returns the host of a node's shadow tree, or the frame of its document. */
function hostOrFrame(node: Node): Element | null {
  const tree = rootOf(node);
  return isShadowRoot(tree) ? hostOf(tree) : frameOf(documentOf(node));
}
