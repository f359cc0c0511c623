/**
 * Keeps the reading position while the article is laid out again: after a change of size, font, or width, after a
 * device is rotated, and when images and fonts load late.
 *
 * Whenever Reader scrolls, it saves the element at the reading edge. As soon as the article or the window is resized,
 * it moves that element back, before the next paint. The browser's own scroll anchoring is off in frame.css, because it
 * gives up when a font size changes.
 */

import type { Flow } from "./flow.ts";
import { isInline } from "./inline.ts";

/** The element at the edge, and the share of its length before the edge. */
interface AnchoredElement {
  element: Element;
  above: number;
  /** Px between the edge and an element that starts after it. */
  below: number;
}

export class Anchor {
  readonly #frame: { flow: Flow; scroller: HTMLElement };
  readonly #article: HTMLElement;
  #held: AnchoredElement | null = null;
  /** Position when the anchor was last saved or restored. */
  #settled = 0;
  /** True while a restore is pending. */
  #isDue = false;
  /** Sizes of scroller and article at that time, if paged. */
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

  /** Keeps the current anchor until the next restore. */
  pin(): void {
    this.take();
    this.#isDue = true;
  }

  /** Saves a new anchor after the user has moved on. */
  moved(): void {
    this.#isDue = false;
    this.#sizes = null;
    this.take();
  }

  /** Saves the element at the edge, unless the position hasn't changed since the last restore. */
  take(): void {
    const { at } = this.#frame.flow;
    if (this.#isDue || Math.abs(at - this.#settled) < 1) {
      return;
    }
    const sizes = this.#measured();
    // Pages of another size show up here before the observer reports them. The element now at the edge isn't the one
    // being read.
    if (this.#sizes !== null && sizes !== this.#sizes) {
      return;
    }
    this.#sizes = sizes;
    this.#settled = at;
    this.#held = at < 1 ? null : this.#atEdge();
  }

  /** Moves the saved element back to the edge. */
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

  /**
   * Returns the sizes that determine the visible page; empty if the article is scrolled, because they don't move text
   * then.
   */
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
