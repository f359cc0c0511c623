/**
 * Finds wrappers that can remain, as invisible boxes.
 *
 * When an element's `display` changes, the browser rebuilds the boxes of all its content and shapes its text again. On
 * a long page that takes longer than everything else. A box in the flow that is as wide as its container and ends with
 * its content doesn't affect the layout. Neither does a column of such boxes, flex items, or grid items.
 */

import { flatTreeParent } from "../../../ui/nodes.ts";

/** The computed `display` that such a wrapper keeps. */
export type KeptDisplay = "block" | "flow-root" | "flex" | "grid";

/** The wrappers, their surroundings, and their content, as the page shows them. */
interface WrapperParts {
  /** In document order. */
  wrappers: ReadonlySet<Element>;
  /** Elements that become blocks in the column, whatever they are on the page. */
  blocks: ReadonlySet<Element>;
  /** Returns the visible children of a wrapper; null if it has text of its own. */
  children(wrapper: Element): readonly Element[] | null;
}

/** Returns the wrappers whose box can remain, with their `display`. */
export function findKeptBoxes({ wrappers, blocks, children }: WrapperParts): Map<Element, KeptDisplay> {
  const possible = new Map<Element, KeptDisplay>();
  // Innermost first.
  for (const wrapper of [...wrappers].reverse()) {
    const { display } = getComputedStyle(wrapper);
    const isColumn = display === "flex" || display === "grid";
    if (
      display === "block" ||
      display === "flow-root" ||
      (isColumn && children(wrapper)?.every((child) => possible.has(child)))
    ) {
      possible.set(wrapper, display as KeptDisplay);
    }
  }
  const kept = new Map<Element, KeptDisplay>();
  for (const wrapper of wrappers) {
    const display = possible.get(wrapper);
    if (display && isInColumn(wrapper)) {
      kept.set(wrapper, display);
    }
  }
  return kept;

  /**
   * Returns whether a wrapper is in a column. Among flex items, cells, or words its box would be an additional item.
   */
  function isInColumn(wrapper: Element): boolean {
    let parent = flatTreeParent(wrapper);
    while (parent && wrappers.has(parent) && !kept.has(parent)) {
      parent = flatTreeParent(parent);
    }
    return (
      parent === null ||
      kept.has(parent) ||
      blocks.has(parent) ||
      /^(?:block|flow-root|list-item)$/.test(getComputedStyle(parent).display)
    );
  }
}
