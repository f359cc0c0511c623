/** Style of the content in the page's original layout. */

import { rectOf } from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";
import { type ComputedColor, colorOf, toCss, blend, white } from "./color.ts";
import { inheritedValue } from "../../dom/inherited.ts";

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
  const cache = new Map<Element, ComputedColor | null>();
  const step = Math.ceil(blocks.content.length / maxBackgrounds);
  for (const block of blocks.content.filter((_, index) => index % step === 0)) {
    yield;
    const container = blocks.container(block);
    const color = container ? backgroundBehind(container, cache) : "Canvas";
    chars.set(color, (chars.get(color) ?? 0) + block.chars);
  }
  return { color: [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "Canvas" };
}

/** Returns the colors of an element and of those behind it as one; `Canvas` if there is none. `cache` caches them. */
function backgroundBehind(element: Element, cache: Map<Element, ComputedColor | null> = new Map()): string {
  const color = inheritedValue<ComputedColor | null>(element, cache, null, (ancestor, colorBehind) => {
    const ownColor = colorOf(getComputedStyle(ancestor).backgroundColor);
    return ownColor[3] > 0 ? blend(ownColor, colorBehind ?? white) : colorBehind;
  });
  return color ? toCss(color) : "Canvas";
}

/** Returns whether a background color or border sets a box apart from its surroundings. */
export function isDecorated(box: Element, { color }: Background): boolean {
  const style = getComputedStyle(box);
  const ownColor = colorOf(style.backgroundColor);
  if (ownColor[3] > 0 && backgroundBehind(box) !== color) {
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
  let previous: DOMRect | null = null;
  for (const [index, rect] of rects.entries()) {
    if (rect && previous && rect.top >= previous.bottom && rect.left < previous.right && rect.right > previous.left) {
      gaps.set(index, Math.min(rect.top - previous.bottom, maxGap));
    }
    previous = rect ?? previous;
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
