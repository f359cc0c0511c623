/**
 * The article in pages: columns of one height side by side, one or two per page. The current page is the scroll
 * position in inline direction. Positions are counted as if the columns were stacked.
 */

import type { Extent } from "../../dom/reading-position.ts";
import type { Flow } from "../../views/reader/flow.ts";
import { type Axes, type AxisBox, toAxisBox } from "../axes.ts";

/** Px by which an element at the start of a page may precede it, because sums of fractions are inexact. */
const tolerance = 2;

export class Paged implements Flow {
  readonly #scroller: HTMLElement;
  readonly #article: HTMLElement;
  /** Spacer that makes the scroller as wide as all pages. */
  readonly #room: HTMLElement;
  readonly #axes: Axes;
  readonly #columnsOfPage: number;

  /** Expects a scroller as wide as a page of `columnsOfPage` columns, with the article laid out in such columns. */
  constructor(scroller: HTMLElement, article: HTMLElement, room: HTMLElement, axes: Axes, columnsOfPage: number) {
    this.#scroller = scroller;
    this.#article = article;
    this.#room = room;
    this.#axes = axes;
    this.#columnsOfPage = columnsOfPage;
  }

  /** Scroll position in pages; not a whole number if something else has scrolled. */
  get scrolled(): number {
    const { scrollLeft, scrollTop } = this.#scroller;
    return (Math.abs(this.#isAcross ? scrollLeft : scrollTop) * this.#zoom) / this.#length;
  }

  /** The current page, from 0. */
  get page(): number {
    return Math.round(this.scrolled);
  }

  /** The number of pages. */
  get pages(): number {
    const last = [...this.#article.children].findLast((child) => child.getClientRects().length > 0);
    const boxes = last ? this.#boxes(last) : [];
    const end = Math.max(0, ...boxes.map((box) => this.#columnOf(box)));
    return Math.floor(end / this.#columnsOfPage) + 1;
  }

  get at(): number {
    return 2 * this.page;
  }

  get seen(): number {
    return this.#columnsOfPage * this.#boxOf(this.#article.getBoundingClientRect()).blockSize;
  }

  extent(target: Element | Range): Extent {
    const { block: first, blockSize: height } = this.#boxOf(this.#article.getBoundingClientRect());
    let [start, end] = [Infinity, -Infinity];
    for (const box of this.#boxes(target)) {
      const from = this.#columnOf(box) * height + box.block - first;
      start = Math.min(start, from);
      end = Math.max(end, from + box.blockSize);
    }
    return start > end ? { top: 0, height: 0 } : { top: start - this.page * this.seen, height: end - start };
  }

  move(distance: number): number {
    const before = this.page;
    this.go(before + Math.floor((distance + tolerance) / this.seen));
    return (this.page - before) * this.seen;
  }

  reach(target: Element | Range): void {
    this.move(this.extent(target).top);
  }

  /** Shows a page, clamped to the first and last one. Returns whether it has changed. */
  go(page: number): boolean {
    const { pages } = this;
    this.#room.style.inlineSize = `${100 * pages}%`;
    const before = this.scrolled;
    const target = Math.max(0, Math.min(pages - 1, page));
    const at = (target * this.#length) / this.#zoom;
    this.#scroller.scrollTo({
      [this.#isAcross ? "left" : "top"]: this.#axes.isRtl ? -at : at,
      behavior: "instant",
    });
    return Math.abs(target - before) > 0.01;
  }

  get columns(): DOMRect[] {
    const { left, top, right, bottom } = this.#scroller.getBoundingClientRect();
    const share = 1 / this.#columnsOfPage;
    return Array.from({ length: this.#columnsOfPage }, (_, i) => {
      const from = this.#axes.isRtl ? this.#columnsOfPage - 1 - i : i;
      return this.#isAcross
        ? new DOMRect(left + from * share * (right - left), top, share * (right - left), bottom - top)
        : new DOMRect(left, top + from * share * (bottom - top), right - left, share * (bottom - top));
    });
  }

  /** Returns the boxes of a node or range, one for each of its columns. */
  #boxes(target: Element | Range): AxisBox[] {
    const whole = this.#boxOf(target.getBoundingClientRect());
    const isInOne = whole.inlineSize <= this.#length / this.#columnsOfPage;
    const pieces = isInOne ? [whole] : [...target.getClientRects()].map((rect) => this.#boxOf(rect));
    return pieces.filter(({ blockSize, inlineSize }) => blockSize > 0 || inlineSize > 0);
  }

  #boxOf(rect: DOMRect): AxisBox {
    return toAxisBox(this.#scroller.getBoundingClientRect(), rect, this.#axes);
  }

  /** Returns the index of a box's column. */
  #columnOf({ inline }: AxisBox): number {
    return Math.max(0, Math.floor((this.scrolled + inline / this.#length) * this.#columnsOfPage));
  }

  /** Factor from px of the scroller to px of the window. */
  get #zoom(): number {
    return this.#scroller.currentCSSZoom || 1;
  }

  /** True if pages are side by side. */
  get #isAcross(): boolean {
    return this.#axes.writing === "horizontal-tb";
  }

  /** Size of a page in inline direction. */
  get #length(): number {
    const { width, height } = this.#scroller.getBoundingClientRect();
    return this.#isAcross ? width : height;
  }
}
