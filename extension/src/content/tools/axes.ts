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
export function toAxisBox(
  container: DOMRect,
  { left, top, right, bottom, width, height }: DOMRect,
  axes: Axes,
): AxisBox {
  const inlineStart = axes.isRtl && axes.writing === "horizontal-tb" ? container.right - right : left - container.left;
  const blockStart = axes.isRtl && axes.writing !== "horizontal-tb" ? container.bottom - bottom : top - container.top;
  if (axes.writing === "horizontal-tb") {
    return { block: blockStart, blockSize: height, inline: inlineStart, inlineSize: width };
  }
  const block = axes.writing === "vertical-rl" ? container.right - right : inlineStart;
  return { block, blockSize: width, inline: blockStart, inlineSize: height };
}
