/**
 * Keeps what is read in place while the article is laid out again: after another size, face or width, after
 * a device is turned, and when images and fonts come late.
 *
 * Whenever the reader scrolls, it remembers what stands at the edge at which one reads. As soon as the article or the
 * window has another size, it puts that back, before anything is painted. The browser's own anchoring
 * is switched off in frame.css, because it gives up when a font size changes.
 */

import type { Flow } from "./flow.ts";
import { isInline } from "./inline.ts";

/** The element at the edge, and the share of its length that is before it. */
interface AnchoredElement {
  element: Element;
  above: number;
  /** Px between the edge and an element that begins after it. */
  below: number;
}

export class Anchor {
  readonly #frame: { flow: Flow; scroller: HTMLElement };
  readonly #article: HTMLElement;
  #held: AnchoredElement | null = null;
  /** Where one was when the anchor was taken or put back. */
  #settled = 0;
  /** True from when it is certain that what is held is put back until it is. */
  #isDue = false;
  /** The sizes that scroller and article had then, in pages. */
  #sizes: string | null = null;

  /** Follows the scroller of a frame until `signal` is aborted. */
  constructor(frame: { flow: Flow; scroller: HTMLElement }, article: HTMLElement, signal: AbortSignal) {
    this.#frame = frame;
    this.#article = article;
    const { scroller } = frame;
    scroller.addEventListener("scroll", () => this.take(), { passive: true, signal });
    const resized = new ResizeObserver(() => this.restore());
    for (const observed of [scroller, article]) {
      resized.observe(observed, { box: "border-box" });
    }
    signal.addEventListener("abort", () => resized.disconnect());
  }

  /** Holds what is at the edge now until it is put there again. */
  hold(): void {
    this.take();
    this.#isDue = true;
  }

  /** Remembers what is at the edge now that the user has gone on. */
  moved(): void {
    this.#isDue = false;
    this.#sizes = null;
    this.take();
  }

  /** Remembers what is at the edge, unless one is where one was last put. */
  take(): void {
    const { at } = this.#frame.flow;
    if (this.#isDue || Math.abs(at - this.#settled) < 1) {
      return;
    }
    const sizes = this.#measured();
    // Pages of another size are seen here before the observer hears of them: what is at the edge now is not what was read.
    if (this.#sizes !== null && sizes !== this.#sizes) {
      return;
    }
    this.#sizes = sizes;
    this.#settled = at;
    this.#held = at < 1 ? null : this.#atEdge();
  }

  /** Puts what was at the edge there again. */
  restore(): void {
    const held = this.#held;
    const { flow } = this.#frame;
    this.#isDue = false;
    if (held?.element.isConnected) {
      const { top, height } = flow.extent(held.element);
      const distance = top + held.above * height - held.below;
      if (Math.abs(distance) >= 1) {
        flow.move(distance);
      }
    }
    this.#settled = flow.at;
    this.#sizes = this.#measured();
  }

  /** Returns the sizes that say which page is seen; none if the article is scrolled, as they don't move the text there. */
  #measured(): string {
    const { flow, scroller } = this.#frame;
    const boxes = "columns" in flow ? [scroller, this.#article] : [];
    return boxes.map(({ offsetWidth, offsetHeight }) => `${offsetWidth} ${offsetHeight}`).join(" ");
  }

  /** Returns the innermost block-level element at the edge, or the first after it. */
  #atEdge(): AnchoredElement | null {
    const { flow } = this.#frame;
    let found: Element | null = null;
    let inside: Element | undefined = this.#article;
    while (inside) {
      inside = [...inside.children].find((child) => {
        const { top, height } = flow.extent(child);
        return height > 0 && top + height > 1 && !isInline(child);
      });
      found = inside ?? found;
    }
    if (!found) {
      return null;
    }
    const { top, height } = flow.extent(found);
    return { element: found, above: Math.max(0, -top) / height, below: Math.max(0, top) };
  }
}
