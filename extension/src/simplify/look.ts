/** The look of the content on the page, before anything is laid out anew. */

import { holderOf, rectOf } from "../nodes.ts";
import type { Blocks } from "../place.ts";
import { type Colour, colourOf, cssOf, over, white } from "./colour.ts";

/** The ground that most of the content stands on. */
export interface Ground {
  colour: string;
}

/** Px between a block and the one before it that are kept at most. */
const mostGap = 24;

/** Returns the colour that most of the content stands on: it goes to the edges of the screen. */
export function groundOf(blocks: Blocks): Ground {
  const chars = new Map<string, number>();
  for (const block of blocks.content) {
    const container = blocks.container(block);
    const colour = container ? behind(container) : "Canvas";
    chars.set(colour, (chars.get(colour) ?? 0) + block.chars);
  }
  return { colour: [...chars].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? "Canvas" };
}

/** Returns the colours behind an element, itself included, as one; `Canvas` where there is none. */
function behind(element: Element): string {
  const layers: Colour[] = [];
  for (let at: Element | null = element; at && (layers.at(-1)?.[3] ?? 0) < 1; at = holderOf(at)) {
    const colour = colourOf(getComputedStyle(at).backgroundColor);
    if (colour[3] > 0) {
      layers.push(colour);
    }
  }
  const last = layers.at(-1);
  if (!last) {
    return "Canvas";
  }
  return cssOf(layers.reduceRight((ground, layer) => over(layer, ground), white));
}

/** Returns whether a box is set off from what is around it: by a colour or a frame. */
export function hasLook(box: Element, { colour }: Ground): boolean {
  const style = getComputedStyle(box);
  const own = colourOf(style.backgroundColor);
  if (own[3] > 0 && behind(box) !== colour) {
    return true;
  }
  return ["Top", "Right", "Bottom", "Left"].some((edge) => {
    const side = edge as "Top" | "Right" | "Bottom" | "Left";
    return (
      Number.parseFloat(style[`border${side}Width`]) > 0 &&
      style[`border${side}Style`] !== "none" &&
      colourOf(style[`border${side}Color`])[3] > 0
    );
  });
}

/** Returns the gaps above blocks, by their number in the content, in px; of blocks that stand below the one before. */
export function gapsOf(blocks: Blocks): Map<number, number> {
  const gaps = new Map<number, number>();
  let before: DOMRect | null = null;
  for (const [index, block] of blocks.content.entries()) {
    const rect = blocks.rect(block);
    if (rect && before && rect.top >= before.bottom && rect.left < before.right && rect.right > before.left) {
      gaps.set(index, Math.min(rect.top - before.bottom, mostGap));
    }
    before = rect ?? before;
  }
  return gaps;
}

/** Returns the sizes of pictures, films and frames, whose shape may come from the boxes around them. */
export function sizesOf(blocks: Blocks): Map<Element, { width: number; height: number }> {
  const sizes = new Map<Element, { width: number; height: number }>();
  for (const leaf of blocks.content.flatMap((block) => blocks.leaves(block))) {
    if (leaf instanceof Element) {
      const { width, height } = rectOf(leaf);
      sizes.set(leaf, { width, height });
    }
  }
  return sizes;
}
