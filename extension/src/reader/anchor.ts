/**
 * Keeps what is read in place while the article is laid out anew: after another size, face or width, after
 * a device is turned, and when pictures and fonts come late.
 *
 * Whenever the reader scrolls, it remembers what stands at the top edge. As soon as the article or the
 * window has another size, it puts that back, before anything is painted. The browser's own anchoring
 * is switched off in frame.css, because it gives up when a font size changes.
 */

import { scrollBox } from "../screen.ts";
import { isInline } from "./inline.ts";

/** The element at the top edge, and the share of its height that is above. */
interface Held {
  element: Element;
  above: number;
  /** Px between the top edge and an element that begins below it. */
  below: number;
}

export class Anchor {
  readonly #scroller: HTMLElement;
  readonly #article: HTMLElement;
  #held: Held | null = null;
  /** Position of the scroller when the anchor was taken or put back. */
  #settled = 0;

  /** Follows the scroller until `signal` is aborted. */
  constructor(scroller: HTMLElement, article: HTMLElement, signal: AbortSignal) {
    this.#scroller = scroller;
    this.#article = article;
    scroller.addEventListener("scroll", () => this.take(), { passive: true, signal });
    const resized = new ResizeObserver(() => this.restore());
    resized.observe(scroller);
    resized.observe(article);
    signal.addEventListener("abort", () => resized.disconnect());
  }

  /** Remembers what is at the top edge, unless the scroller stands where it was last put. */
  take(): void {
    const { scrollTop } = this.#scroller;
    if (Math.abs(scrollTop - this.#settled) < 1) {
      return;
    }
    this.#settled = scrollTop;
    this.#held = scrollTop < 1 ? null : this.#atTop();
  }

  /** Puts what was at the top edge there again. */
  restore(): void {
    const held = this.#held;
    if (held?.element.isConnected) {
      const { top, height } = held.element.getBoundingClientRect();
      const distance = top - this.#edge + held.above * height - held.below;
      if (Math.abs(distance) >= 1) {
        scrollBox(this.#scroller, distance);
      }
    }
    this.#settled = this.#scroller.scrollTop;
  }

  get #edge(): number {
    return this.#scroller.getBoundingClientRect().top;
  }

  /** Returns the innermost block-level element at the top edge, or the first below it. */
  #atTop(): Held | null {
    const edge = this.#edge;
    let found: Element | null = null;
    let inside: Element | undefined = this.#article;
    while (inside) {
      inside = [...inside.children].find((child) => {
        const { height, bottom } = child.getBoundingClientRect();
        return height > 0 && bottom > edge + 1 && !isInline(child);
      });
      found = inside ?? found;
    }
    if (!found) {
      return null;
    }
    const { top, height } = found.getBoundingClientRect();
    return { element: found, above: Math.max(0, edge - top) / height, below: Math.max(0, top - edge) };
  }
}
