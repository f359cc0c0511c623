/**
 * Finds wrappers that can stay invisible boxes.
 *
 * When the `display` of an element changes, the browser makes the boxes of all that is in it again and
 * shapes its text again. On a long page that takes longer than everything else. A box in the flow that
 * is as wide as its container and ends where its content ends is laid out as if it were not there; so
 * is one column of such boxes, of flex items or of grid items.
 */

import { holderOf } from "../../../ui/nodes.ts";

/** The computed `display` that such a wrapper has and keeps. */
export type KeptDisplay = "block" | "flow-root" | "flex" | "grid";

/** The wrappers, what is around them and what is in them, as the page shows them. */
interface Wrapped {
  /** In document order. */
  wrappers: ReadonlySet<Element>;
  /** Elements that become blocks in the one column, whatever they are on the page. */
  blocks: ReadonlySet<Element>;
  /** Returns the children of a wrapper that are not folded away; null where it has text of its own. */
  children(wrapper: Element): readonly Element[] | null;
}

/** Returns those wrappers whose box can stay, with their `display`. */
export function keptBoxes({ wrappers, blocks, children }: Wrapped): Map<Element, KeptDisplay> {
  const possible = new Map<Element, KeptDisplay>();
  // The innermost first.
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
    if (display && standsInColumn(wrapper)) {
      kept.set(wrapper, display);
    }
  }
  return kept;

  /** Returns whether a wrapper stands in a column: among flex items, cells or words its box would count as one more. */
  function standsInColumn(wrapper: Element): boolean {
    let around = holderOf(wrapper);
    while (around && wrappers.has(around) && !kept.has(around)) {
      around = holderOf(around);
    }
    return (
      around === null ||
      kept.has(around) ||
      blocks.has(around) ||
      /^(?:block|flow-root|list-item)$/.test(getComputedStyle(around).display)
    );
  }
}
