/**
 * Regions of the content that are measured and fixed separately, with the elements around and in them.
 *
 * On a long page only regions near the visible part are measured.
 */

import {
  firstElement,
  holderOf,
  nextElement,
  parentElement,
  parentNode,
  previousElement,
  shadowRoot,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";

/** Some of the content. */
export interface Region {
  blocks: Blocks;
  /** The elements that contain it. */
  holders: ReadonlySet<Element>;
  /**
   * Returns the children of an element, including those in its shadow tree, without children that contain only content
   * of other regions.
   */
  children(element: Element): Element[];
}

/**
 * Returns the elements that contain content, down to its leaves. Other elements in the page may have been hidden by the
 * page itself.
 */
export function* holdersOf(blocks: Blocks): Work<Set<Element>> {
  const holders = new Set<Element>();
  for (const block of blocks.content) {
    yield;
    for (const leaf of blocks.leaves(block)) {
      let at: Element | null = leaf instanceof Element ? leaf : parentElement(leaf);
      while (at && !holders.has(at)) {
        holders.add(at);
        at = holderOf(at);
      }
    }
  }
  return holders;
}

/** Returns all of the content as one region. */
export function wholeRegion(blocks: Blocks, holders: ReadonlySet<Element>): Region {
  return { blocks, holders, children: (element) => childrenIn(element, elementsIn) };
}

/** Returns the region of some blocks; `all` are the elements that contain any content. */
export function* regionOf(blocks: Blocks, all: ReadonlySet<Element>): Work<Region> {
  const holders = yield* holdersOf(blocks);
  const inner = new Map<Node, Element[]>();
  for (const holder of holders) {
    const tree = parentNode(holder);
    if (tree) {
      inner.set(tree, [...(inner.get(tree) ?? []), holder]);
    }
  }
  /** Returns the elements that contain some of the region, and siblings without content next to them. */
  const within = (tree: Element | ShadowRoot): Element[] => {
    const own = inner.get(tree);
    if (!own) {
      return elementsIn(tree).filter((child) => !all.has(child));
    }
    const found = new Set(own);
    for (const step of [previousElement, nextElement]) {
      for (const holder of own) {
        for (let at = step(holder); at && !all.has(at) && !found.has(at); at = step(at)) {
          found.add(at);
        }
      }
    }
    return [...found];
  };
  return { blocks, holders, children: (element) => childrenIn(element, within) };
}

/** Returns the children that `within` finds in an element and in its shadow tree. */
function childrenIn(element: Element, within: (tree: Element | ShadowRoot) => Element[]): Element[] {
  const inner = shadowRoot(element);
  return inner ? [...within(element), ...within(inner)] : within(element);
}

/** Returns the children by walking the siblings, which is faster than `children`. */
function elementsIn(tree: Element | ShadowRoot): Element[] {
  const found: Element[] = [];
  for (let at = firstElement(tree); at; at = nextElement(at)) {
    found.push(at);
  }
  return found;
}
