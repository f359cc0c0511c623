/** Small drawings of the page that show where a part stands: its outline, the article, and the part. */

import { vector } from "../build.ts";
import type { Block } from "../core.ts";
import { rootElement, scrollHeight, scrollWidth } from "../nodes.ts";
import type { Blocks } from "../place.ts";

/** Width and height of a drawing, in its own units. */
const [across, down] = [24, 32];

/** The most blocks whose places are asked for to draw one box. */
const most = 40;

export class PageDrawing {
  readonly #blocks: Blocks;
  readonly #width = Math.max(scrollWidth(rootElement()), 1);
  readonly #height = Math.max(scrollHeight(rootElement()), 1);
  readonly #article: string;

  constructor(blocks: Blocks) {
    this.#blocks = blocks;
    this.#article = this.#box(blocks.content);
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
      vector("path", { class: "there", d: this.#box(blocks) }),
    );
    return svg;
  }

  /** Returns the box around blocks as a path, at least so large that it is seen; nothing where none is painted. */
  #box(blocks: readonly Block[]): string {
    const step = Math.ceil(blocks.length / most);
    let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
    for (const block of blocks.filter((_, i) => i % step === 0 || i === blocks.length - 1)) {
      const rect = this.#blocks.rect(block);
      if (rect) {
        left = Math.min(left, rect.left + scrollX);
        top = Math.min(top, rect.top + scrollY);
        right = Math.max(right, rect.right + scrollX);
        bottom = Math.max(bottom, rect.bottom + scrollY);
      }
    }
    if (left > right) {
      return "";
    }
    const within = (value: number, size: number, units: number): number =>
      Math.min(units - 2, Math.max(0, (value / size) * units));
    const [x, y] = [within(left, this.#width, across), within(top, this.#height, down)];
    const width = Math.min(across - x, Math.max(2, ((right - left) / this.#width) * across));
    const height = Math.min(down - y, Math.max(2, ((bottom - top) / this.#height) * down));
    const [a, b, w, h] = [x, y, width, height].map((value) => Math.round(value * 10) / 10);
    return `M${a} ${b}h${w}v${h}h${-(w ?? 0)}z`;
  }
}
