/** Scrolls vertical text sideways. */

import type { Extent } from "../../dom/reading-position.ts";
import type { Flow } from "../../views/reader/flow.ts";
import { type Axes, toAxisBox } from "../axes.ts";

/** Px before the target of a move. */
const marginBeforeTarget = 24;

export class SidewaysScrollFlow implements Flow {
  readonly #scroller: HTMLElement;
  readonly #axes: Axes;

  constructor(scroller: HTMLElement, axes: Axes) {
    this.#scroller = scroller;
    this.#axes = axes;
  }

  get position(): number {
    return Math.abs(this.#scroller.scrollLeft);
  }

  get visibleLength(): number {
    return this.#scroller.getBoundingClientRect().width;
  }

  extent(target: Element | Range): Extent {
    const { block, blockSize } = toAxisBox(
      this.#scroller.getBoundingClientRect(),
      target.getBoundingClientRect(),
      this.#axes,
    );
    return { top: block, height: blockSize };
  }

  move(distance: number): number {
    const before = this.position;
    const zoom = this.#scroller.currentCSSZoom || 1;
    const sign = this.#axes.writing === "vertical-rl" ? -1 : 1;
    this.#scroller.scrollTo({ left: sign * (before + distance / zoom), behavior: "instant" });
    return (this.position - before) * zoom;
  }

  scrollTo(target: Element | Range, before = 0): void {
    this.move(this.extent(target).top - marginBeforeTarget - before * this.visibleLength);
  }
}
