/** The way through the article along its blocks; by default it is scrolled down. */

import type { Extent } from "../../dom/reading-position.ts";
import { scrollBox } from "../../dom/viewport.ts";

/** The way on which one goes through the article, along its blocks. Lengths are in px of the window. */
export interface Flow {
  /** How far the edge at which one reads is from the beginning; of no other use than to be compared. */
  readonly at: number;
  /** How much of the article is seen at once. */
  readonly seen: number;
  /** Returns where something begins, from that edge, and how long it is; of no length where it is not laid out. */
  extent(target: Element | Range): Extent;
  /** Goes on, back where the distance is negative. Returns how far it went: pages are turned as wholes. */
  move(distance: number): number;
  /** Goes to where something begins, with a share of what is seen before it where that can be. */
  reach(target: Element | Range, before?: number): void;
  /** The boxes in which lines stand, in their order, where the text is not scrolled but its pages are turned. */
  readonly columns?: DOMRect[];
}

/** Px before what is gone to. */
const readAt = 24;

export class ScrollFlow implements Flow {
  readonly #scroller: HTMLElement;

  constructor(scroller: HTMLElement) {
    this.#scroller = scroller;
  }

  get at(): number {
    return this.#scroller.scrollTop;
  }

  get seen(): number {
    return this.#scroller.getBoundingClientRect().height;
  }

  extent(target: Element | Range): Extent {
    const { top, height } = target.getBoundingClientRect();
    return { top: top - this.#scroller.getBoundingClientRect().top, height };
  }

  move(distance: number): number {
    return scrollBox(this.#scroller, distance);
  }

  reach(target: Element | Range, before = 0): void {
    this.move(this.extent(target).top - readAt - before * this.seen);
  }
}
