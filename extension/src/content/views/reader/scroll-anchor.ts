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

export class ScrollAnchor {
  readonly #frame: { flow: Flow; scroller: HTMLElement };
  readonly #article: HTMLElement;
  #anchor: AnchoredElement | null = null;
  /** Position when the anchor was last saved or restored. */
  #savedAt = 0;
  /** True while a restore is pending. */
  #isRestorePending = false;
  /** Sizes of scroller and article at that time, if paged. */
  #sizes: string | null = null;

  /** Follows the scroller of a frame until `signal` is aborted. */
  constructor(frame: { flow: Flow; scroller: HTMLElement }, article: HTMLElement, signal: AbortSignal) {
    this.#frame = frame;
    this.#article = article;
    const { scroller } = frame;
    scroller.addEventListener("scroll", () => this.save(), { passive: true, signal });
    const resized = new ResizeObserver(() => this.restore());
    for (const observed of [scroller, article]) {
      resized.observe(observed, { box: "border-box" });
    }
    signal.addEventListener("abort", () => resized.disconnect());
  }

  /** Keeps the current anchor until the next restore. */
  pin(): void {
    this.save();
    this.#isRestorePending = true;
  }

  /** Saves a new anchor after the user has moved on. */
  userMoved(): void {
    this.#isRestorePending = false;
    this.#sizes = null;
    this.save();
  }

  /** Saves the element at the edge, unless the position hasn't changed since the last restore. */
  save(): void {
    const { position } = this.#frame.flow;
    if (this.#isRestorePending || Math.abs(position - this.#savedAt) < 1) {
      return;
    }
    const sizes = this.#currentSizes();
    // Pages of another size show up here before the observer reports them. The element now at the edge isn't the one
    // being read.
    if (this.#sizes !== null && sizes !== this.#sizes) {
      return;
    }
    this.#sizes = sizes;
    this.#savedAt = position;
    this.#anchor = position < 1 ? null : this.#elementAtEdge();
  }

  /** Moves the saved element back to the edge. */
  restore(): void {
    const anchor = this.#anchor;
    const { flow } = this.#frame;
    this.#isRestorePending = false;
    if (anchor?.element.isConnected) {
      const { top, height } = flow.extent(anchor.element);
      const distance = top + anchor.above * height - anchor.below;
      if (Math.abs(distance) >= 1) {
        flow.move(distance);
      }
    }
    this.#savedAt = flow.position;
    this.#sizes = this.#currentSizes();
  }

  /**
   * Returns the sizes that determine the visible page; empty if the article is scrolled, because they don't move text
   * then.
   */
  #currentSizes(): string {
    const { flow, scroller } = this.#frame;
    const boxes = "columns" in flow ? [scroller, this.#article] : [];
    return boxes.map(({ offsetWidth, offsetHeight }) => `${offsetWidth} ${offsetHeight}`).join(" ");
  }

  /** Returns the innermost block-level element at the edge, or the first after it. */
  #elementAtEdge(): AnchoredElement | null {
    const { flow } = this.#frame;
    let innermost: Element | null = null;
    let child: Element | undefined = this.#article;
    while (child) {
      child = [...child.children].find((child) => {
        const { top, height } = flow.extent(child);
        return height > 0 && top + height > 1 && !isInline(child);
      });
      innermost = child ?? innermost;
    }
    if (!innermost) {
      return null;
    }
    const { top, height } = flow.extent(innermost);
    return { element: innermost, above: Math.max(0, -top) / height, below: Math.max(0, top) };
  }
}
