/** The axes of the article's text: blocks follow each other along one, characters of a line along the other. */

/** A box in reading direction: its start along each axis, and its size, in px of the window. */
export interface AxisBox {
  block: number;
  blockSize: number;
  inline: number;
  inlineSize: number;
}

/** Direction of lines, as in CSS Writing Modes. */
export interface Axes {
  writing: "horizontal-tb" | "vertical-rl" | "vertical-lr";
  isRtl: boolean;
}

/** Converts a box to the axes of a box around it. */
export function toAxisBox(around: DOMRect, { left, top, right, bottom, width, height }: DOMRect, axes: Axes): AxisBox {
  const across = axes.isRtl && axes.writing === "horizontal-tb" ? around.right - right : left - around.left;
  const down = axes.isRtl && axes.writing !== "horizontal-tb" ? around.bottom - bottom : top - around.top;
  if (axes.writing === "horizontal-tb") {
    return { block: down, blockSize: height, inline: across, inlineSize: width };
  }
  const block = axes.writing === "vertical-rl" ? around.right - right : across;
  return { block, blockSize: width, inline: down, inlineSize: height };
}
