/** The article scrolled down, as it is at first. */

import type { Extent } from "../../dom/reading-position.ts";
import { scrollBox } from "../../dom/viewport.ts";
import type { Flow } from "../../session/session.ts";

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
