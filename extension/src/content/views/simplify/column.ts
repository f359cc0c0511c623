/** Content of a page that is laid out as one column. */

import type { Block } from "../../../shared/core.ts";
import type { Blocks } from "../../dom/reading-position.ts";

/**
 * Returns the content at most `distance` px above or below the visible part of the page, in reading order. Uses a
 * binary search, because measuring each block takes long, so it only works in one column.
 */
export function blocksNear(blocks: Blocks, distance: number): readonly Block[] {
  const { inReadingOrder: orderedBlocks } = blocks;
  let [first, end] = [0, orderedBlocks.length];
  while (first < end) {
    const middle = (first + end) >> 1;
    let painted = middle;
    let rect: DOMRect | null = null;
    for (; painted < end && !rect; painted++) {
      rect = blocks.rect(orderedBlocks[painted] as Block);
    }
    if (rect && rect.bottom < -distance) {
      first = painted;
    } else {
      end = middle;
    }
  }
  const beyond = orderedBlocks.findIndex(
    (block, index) => index >= first && (blocks.rect(block)?.top ?? 0) > window.innerHeight + distance,
  );
  return orderedBlocks.slice(first, beyond < 0 ? orderedBlocks.length : beyond);
}

/**
 * Runs `change`, which lays out a page with one column again, and keeps the content at the top edge in place, except at
 * the beginning of the page.
 */
export function changeInPlace(blocks: Blocks, change: () => void): void {
  const anchor = window.scrollY > 0 ? blocksNear(blocks, 0)[0] : undefined;
  const rectBefore = anchor && blocks.rect(anchor);
  change();
  const rectAfter = rectBefore && blocks.rect(anchor);
  if (rectBefore && rectAfter) {
    const share = Math.max(0, -rectBefore.top / rectBefore.height);
    const distance = rectAfter.top - rectBefore.top + share * (rectAfter.height - rectBefore.height);
    if (Math.abs(distance) >= 1) {
      window.scrollBy({ top: distance, behavior: "instant" });
    }
  }
}
