/** Progress through the article in reading direction: scrolled, or paged. */

import type { Extent } from "../../dom/reading-position.ts";
import { scrollBox } from "../../dom/viewport.ts";

/** Progress through the article in reading direction. Lengths are in px of the window. */
export interface Flow {
  /** Distance from the beginning to the reading edge. Only meaningful in comparisons. */
  readonly position: number;
  /** Length of the visible part of the article. */
  readonly visibleLength: number;
  /**
   * Returns the distance from the reading edge to the start of a target, and its length, which is 0 if it isn't laid
   * out.
   */
  extent(target: Element | Range): Extent;
  /** Moves by a distance, backward if negative. Returns the distance moved, since pages only turn as a whole. */
  move(distance: number): number;
  /** Moves to the start of a target, with a share of the visible part before it if possible. */
  scrollTo(target: Element | Range, shareBefore?: number): void;
  /** The columns of lines in order, if the article is paged. */
  readonly columns?: DOMRect[];
}

/** Px before the target of a move. */
const marginBeforeTarget = 24;

export class ScrollFlow implements Flow {
  readonly #scroller: HTMLElement;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  get position(): number {
    return this.#scroller.scrollTop;
  }

  get visibleLength(): number {
    return this.#scroller.getBoundingClientRect().height;
  }

  extent(target: Element | Range): Extent {
    const { top, height } = target.getBoundingClientRect();
    return { top: top - this.#scroller.getBoundingClientRect().top, height };
  }

  move(distance: number): number {
    return scrollBox(this.#scroller, distance);
  }

  scrollTo(target: Element | Range, shareBefore = 0): void {
    this.move(this.extent(target).top - marginBeforeTarget - shareBefore * this.visibleLength);
  }
}
