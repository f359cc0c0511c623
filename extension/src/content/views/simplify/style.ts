/** Style of the content in the page's original layout. */

import { rectOf } from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";
import { type ComputedColor, colorOf, cssOf, over, white } from "./color.ts";
import { inherited } from "../../dom/inherited.ts";

/** The background of most of the content. */
export interface Background {
  color: string;
}

/**
 * Maximum number of blocks whose background is read. On a long page they are spread evenly, which is enough to find the
 * most common one.
 */
const maxBackgrounds = 500;

/** Maximum gap in px between a block and the block before that is preserved. */
const maxGap = 24;

/** Returns the background color of most of the content, which then fills the screen. */
export function* backgroundOf(blocks: Blocks): Work<Background> {
  const chars = new Map<string, number>();
  const known = new Map<Element, ComputedColor | null>();
  const every = Math.ceil(blocks.content.length / maxBackgrounds);
  for (const block of blocks.content.filter((_, index) => index % every === 0)) {
    yield;
    const container = blocks.container(block);
    const color = container ? behind(container, known) : "Canvas";
    chars.set(color, (chars.get(color) ?? 0) + block.chars);
  }
  return { color: [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "Canvas" };
}

/** Returns the colors of an element and of those behind it as one; `Canvas` if there is none. `known` caches them. */
function behind(element: Element, known: Map<Element, ComputedColor | null> = new Map()): string {
  const color = inherited<ComputedColor | null>(element, known, null, (holder, under) => {
    const own = colorOf(getComputedStyle(holder).backgroundColor);
    return own[3] > 0 ? over(own, under ?? white) : under;
  });
  return color ? cssOf(color) : "Canvas";
}

/** Returns whether a background color or border sets a box apart from its surroundings. */
export function hasStyle(box: Element, { color }: Background): boolean {
  const style = getComputedStyle(box);
  const own = colorOf(style.backgroundColor);
  if (own[3] > 0 && behind(box) !== color) {
    return true;
  }
  return ["Top", "Right", "Bottom", "Left"].some((edge) => {
    const side = edge as "Top" | "Right" | "Bottom" | "Left";
    return (
      Number.parseFloat(style[`border${side}Width`]) > 0 &&
      style[`border${side}Style`] !== "none" &&
      colorOf(style[`border${side}Color`])[3] > 0
    );
  });
}

/** Returns the boxes of the content's blocks in viewport coordinates, by index. */
export function* rectsOf(blocks: Blocks): Work<(DOMRect | null)[]> {
  const rects: (DOMRect | null)[] = [];
  for (const block of blocks.content) {
    yield;
    rects.push(blocks.rect(block));
  }
  return rects;
}

/** Returns the gaps above blocks in px, by index, for blocks below the block before. */
export function gapsOf(rects: readonly (DOMRect | null)[]): Map<number, number> {
  const gaps = new Map<number, number>();
  let before: DOMRect | null = null;
  for (const [index, rect] of rects.entries()) {
    if (rect && before && rect.top >= before.bottom && rect.left < before.right && rect.right > before.left) {
      gaps.set(index, Math.min(rect.top - before.bottom, maxGap));
    }
    before = rect ?? before;
  }
  return gaps;
}

/** Returns the sizes of images, videos, and frames, whose aspect ratio may depend on the boxes around them. */
export function* sizesOf(blocks: Blocks): Work<Map<Element, { width: number; height: number }>> {
  const sizes = new Map<Element, { width: number; height: number }>();
  for (const block of blocks.content) {
    yield;
    for (const leaf of blocks.leaves(block)) {
      if (leaf instanceof Element) {
        const { width, height } = rectOf(leaf);
        sizes.set(leaf, { width, height });
      }
    }
  }
  return sizes;
}
