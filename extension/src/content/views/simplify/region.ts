/**
 * Regions of the content that are measured and fixed separately, with the elements around and in them.
 *
 * On a long page only regions near the visible part are measured.
 */

import {
  firstElement,
  flatTreeParent,
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
  ancestors: ReadonlySet<Element>;
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
export function* contentAncestors(blocks: Blocks): Work<Set<Element>> {
  const ancestors = new Set<Element>();
  for (const block of blocks.content) {
    yield;
    for (const leaf of blocks.leaves(block)) {
      let ancestor: Element | null = leaf instanceof Element ? leaf : parentElement(leaf);
      while (ancestor && !ancestors.has(ancestor)) {
        ancestors.add(ancestor);
        ancestor = flatTreeParent(ancestor);
      }
    }
  }
  return ancestors;
}

/** Returns all of the content as one region. */
export function wholeRegion(blocks: Blocks, ancestors: ReadonlySet<Element>): Region {
  return { blocks, ancestors, children: (element) => childrenIn(element, elementsIn) };
}

/** Returns the region of some blocks; `allAncestors` are the elements that contain any content. */
export function* regionOf(blocks: Blocks, allAncestors: ReadonlySet<Element>): Work<Region> {
  const ancestors = yield* contentAncestors(blocks);
  const childrenByTree = new Map<Node, Element[]>();
  for (const ancestor of ancestors) {
    const tree = parentNode(ancestor);
    if (tree) {
      childrenByTree.set(tree, [...(childrenByTree.get(tree) ?? []), ancestor]);
    }
  }
  /** Returns the elements that contain some of the region, and siblings without content next to them. */
  const childrenInRegion = (tree: Element | ShadowRoot): Element[] => {
    const regionChildren = childrenByTree.get(tree);
    if (!regionChildren) {
      return elementsIn(tree).filter((child) => !allAncestors.has(child));
    }
    const children = new Set(regionChildren);
    for (const sibling of [previousElement, nextElement]) {
      for (const ancestor of regionChildren) {
        for (
          let neighbor = sibling(ancestor);
          neighbor && !allAncestors.has(neighbor) && !children.has(neighbor);
          neighbor = sibling(neighbor)
        ) {
          children.add(neighbor);
        }
      }
    }
    return [...children];
  };
  return { blocks, ancestors, children: (element) => childrenIn(element, childrenInRegion) };
}

/** Returns the children that `childrenInRegion` finds in an element and in its shadow tree. */
function childrenIn(element: Element, childrenInRegion: (tree: Element | ShadowRoot) => Element[]): Element[] {
  const childrenByTree = shadowRoot(element);
  return childrenByTree
    ? [...childrenInRegion(element), ...childrenInRegion(childrenByTree)]
    : childrenInRegion(element);
}

/** Returns the children by walking the siblings, which is faster than `children`. */
function elementsIn(tree: Element | ShadowRoot): Element[] {
  const children: Element[] = [];
  for (let child = firstElement(tree); child; child = nextElement(child)) {
    children.push(child);
  }
  return children;
}
