/** Content of a page that is laid out as one column. */

import type { Block } from "../../../shared/core.ts";
import type { Blocks } from "../../dom/reading-position.ts";

/**
 * Returns the content at most `distance` px above or below the visible part of the page, in reading order. Uses a
 * binary search, because measuring each block takes long, so it only works in one column.
 */
export function near(blocks: Blocks, distance: number): readonly Block[] {
  const { column } = blocks;
  let [first, end] = [0, column.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    let painted = middle;
    let rect: DOMRect | null = null;
    for (; painted < end && !rect; painted++) {
      rect = blocks.rect(column[painted] as Block);
    }
    if (rect && rect.bottom < -distance) {
      first = painted;
    } else {
      end = middle;
    }
  }
  const beyond = column.findIndex(
    (block, index) => index >= first && (blocks.rect(block)?.top ?? 0) > window.innerHeight + distance,
  );
  return column.slice(first, beyond < 0 ? column.length : beyond);
}

/**
 * Runs `change`, which lays out a page with one column again, and keeps the content at the top edge in place, except at
 * the beginning of the page.
 */
export function changeInPlace(blocks: Blocks, change: () => void): void {
  const held = window.scrollY > 0 ? near(blocks, 0)[0] : undefined;
  const before = held && blocks.rect(held);
  change();
  const after = before && blocks.rect(held);
  if (before && after) {
    const share = Math.max(0, -before.top / before.height);
    const distance = after.top - before.top + share * (after.height - before.height);
    if (Math.abs(distance) >= 1) {
      window.scrollBy({ top: distance, behavior: "instant" });
    }
  }
}
