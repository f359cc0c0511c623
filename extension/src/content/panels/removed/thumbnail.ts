/** Draws thumbnails of the page that show where a part is: the outline of the page, the article, and the part. */

import { vector } from "../../../ui/build.ts";
import type { Block } from "../../../shared/core.ts";
import type { FoundDetection } from "../../session/finding.ts";

/** Width and height of a drawing, in its own units. */
const [across, down] = [24, 32];

/** The page as it was read, be it folded or changed since. */
export class PageDrawing {
  /** The boxes of the blocks by their first leaves: left, top, right and bottom edge in CSS px. */
  readonly #boxes = new Map<number, ThumbnailBox>();
  readonly #page: ThumbnailBox;
  readonly #article: string;

  constructor({ detection, blocks }: FoundDetection) {
    const numbers = detection.boxes();
    for (const [i, { leaves }] of blocks.all.entries()) {
      const [left, top, width, height] = [0, 1, 2, 3].map((side) => numbers[4 * i + side] ?? 0) as ThumbnailBox;
      if (width > 0 && height > 0) {
        this.#boxes.set(leaves[0] ?? 0, [left, top, left + width, top + height]);
      }
    }
    const [, , right, bottom] = around([...this.#boxes.values()]) ?? [0, 0, 1, 1];
    this.#page = [0, 0, Math.max(right, 1), Math.max(bottom, 1)];
    this.#article = this.#path(blocks.content);
  }

  /** Returns a drawing for the eye only, which shows where some blocks stand. */
  of(blocks: readonly Block[]): SVGElement {
    const svg = vector("svg", {
      class: "pith-sketch",
      viewBox: `-1 -1 ${across + 2} ${down + 2}`,
      "aria-hidden": "true",
      focusable: "false",
    });
    // Without a prefix of ours: the reset of article.css would take the path away, which is a property too.
    svg.append(
      vector("path", { class: "page", d: `M0 0h${across}v${down}h${-across}z` }),
      vector("path", { class: "column", d: this.#article }),
      vector("path", { class: "there", d: this.#path(blocks) }),
    );
    return svg;
  }

  /** Returns the box around blocks as a path, at least so large that it is seen; nothing where none is known. */
  #path(blocks: readonly Block[]): string {
    const boxes = blocks.map(({ leaves }) => this.#boxes.get(leaves[0] ?? 0)).filter((box) => box !== undefined);
    const box = around(boxes);
    if (!box) {
      return "";
    }
    const [, , width, height] = this.#page;
    const [left, top, right, bottom] = box;
    const within = (value: number, size: number, units: number): number =>
      Math.min(units - 2, Math.max(0, (value / size) * units));
    const [x, y] = [within(left, width, across), within(top, height, down)];
    const w = Math.min(across - x, Math.max(2, ((right - left) / width) * across));
    const h = Math.min(down - y, Math.max(2, ((bottom - top) / height) * down));
    const [a, b, c, d] = [x, y, w, h].map((value) => Math.round(value * 10) / 10);
    return `M${a} ${b}h${c}v${d}h${-(c ?? 0)}z`;
  }
}

type ThumbnailBox = [number, number, number, number];

/** Returns the box around boxes; null where there is none. */
function around(boxes: readonly ThumbnailBox[]): ThumbnailBox | null {
  const sides = (side: number): number[] => boxes.map((box) => box[side] ?? 0);
  const least = (side: number): number => sides(side).reduce((a, b) => Math.min(a, b), Infinity);
  const most = (side: number): number => sides(side).reduce((a, b) => Math.max(a, b), -Infinity);
  return boxes.length > 0 ? [least(0), least(1), most(2), most(3)] : null;
}
