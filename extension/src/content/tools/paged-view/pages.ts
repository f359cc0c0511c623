/**
 * The article in pages: columns of one height side by side, one or two per page. The current page is the scroll
 * position in inline direction. Positions are counted as if the columns were stacked.
 */

import type { Extent } from "../../dom/reading-position.ts";
import type { Flow } from "../../views/reader/flow.ts";
import { type Axes, type AxisBox, toAxisBox } from "../axes.ts";

/** Px by which an element at the start of a page may precede it, because sums of fractions are inexact. */
const tolerance = 2;

export class PagedFlow implements Flow {
  readonly #scroller: HTMLElement;
  readonly #article: HTMLElement;
  /** Spacer that makes the scroller as wide as all pages. */
  readonly #spacer: HTMLElement;
  readonly #axes: Axes;
  readonly #columnsOfPage: number;

  /** Expects a scroller as wide as a page of `columnsOfPage` columns, with the article laid out in such columns. */
  constructor(scroller: HTMLElement, article: HTMLElement, spacer: HTMLElement, axes: Axes, columnsOfPage: number) {
    this.#scroller = scroller;
    this.#article = article;
    this.#spacer = spacer;
    this.#axes = axes;
    this.#columnsOfPage = columnsOfPage;
  }

  /** Scroll position in pages; not a whole number if something else has scrolled. */
  get scrolledPages(): number {
    const { scrollLeft, scrollTop } = this.#scroller;
    return (Math.abs(this.#isSideBySide ? scrollLeft : scrollTop) * this.#zoom) / this.#pageLength;
  }

  /** The current page, from 0. */
  get page(): number {
    return Math.round(this.scrolledPages);
  }

  /** The number of pages. */
  get pages(): number {
    const last = [...this.#article.children].findLast((child) => child.getClientRects().length > 0);
    const boxes = last ? this.#boxes(last) : [];
    const end = Math.max(0, ...boxes.map((box) => this.#columnOf(box)));
    return Math.floor(end / this.#columnsOfPage) + 1;
  }

  get position(): number {
    return 2 * this.page;
  }

  get visibleLength(): number {
    return this.#columnsOfPage * this.#boxOf(this.#article.getBoundingClientRect()).blockSize;
  }

  extent(target: Element | Range): Extent {
    const { block: articleStart, blockSize: height } = this.#boxOf(this.#article.getBoundingClientRect());
    let [start, end] = [Infinity, -Infinity];
    for (const box of this.#boxes(target)) {
      const boxStart = this.#columnOf(box) * height + box.block - articleStart;
      start = Math.min(start, boxStart);
      end = Math.max(end, boxStart + box.blockSize);
    }
    return start > end ? { top: 0, height: 0 } : { top: start - this.page * this.visibleLength, height: end - start };
  }

  move(distance: number): number {
    const before = this.page;
    this.goTo(before + Math.floor((distance + tolerance) / this.visibleLength));
    return (this.page - before) * this.visibleLength;
  }

  scrollTo(target: Element | Range): void {
    this.move(this.extent(target).top);
  }

  /** Shows a page, clamped to the first and last one. Returns whether it has changed. */
  goTo(page: number): boolean {
    const { pages } = this;
    this.#spacer.style.inlineSize = `${100 * pages}%`;
    const before = this.scrolledPages;
    const target = Math.max(0, Math.min(pages - 1, page));
    const offset = (target * this.#pageLength) / this.#zoom;
    this.#scroller.scrollTo({
      [this.#isSideBySide ? "left" : "top"]: this.#axes.isRtl ? -offset : offset,
      behavior: "instant",
    });
    return Math.abs(target - before) > 0.01;
  }

  get columns(): DOMRect[] {
    const { left, top, right, bottom } = this.#scroller.getBoundingClientRect();
    const share = 1 / this.#columnsOfPage;
    return Array.from({ length: this.#columnsOfPage }, (_, i) => {
      const index = this.#axes.isRtl ? this.#columnsOfPage - 1 - i : i;
      return this.#isSideBySide
        ? new DOMRect(left + index * share * (right - left), top, share * (right - left), bottom - top)
        : new DOMRect(left, top + index * share * (bottom - top), right - left, share * (bottom - top));
    });
  }

  /** Returns the boxes of a node or range, one for each of its columns. */
  #boxes(target: Element | Range): AxisBox[] {
    const boundingBox = this.#boxOf(target.getBoundingClientRect());
    const isInOneColumn = boundingBox.inlineSize <= this.#pageLength / this.#columnsOfPage;
    const boxes = isInOneColumn ? [boundingBox] : [...target.getClientRects()].map((rect) => this.#boxOf(rect));
    return boxes.filter(({ blockSize, inlineSize }) => blockSize > 0 || inlineSize > 0);
  }

  #boxOf(rect: DOMRect): AxisBox {
    return toAxisBox(this.#scroller.getBoundingClientRect(), rect, this.#axes);
  }

  /** Returns the index of a box's column. */
  #columnOf({ inline }: AxisBox): number {
    return Math.max(0, Math.floor((this.scrolledPages + inline / this.#pageLength) * this.#columnsOfPage));
  }

  /** Factor from px of the scroller to px of the window. */
  get #zoom(): number {
    return this.#scroller.currentCSSZoom || 1;
  }

  /** True if pages are side by side. */
  get #isSideBySide(): boolean {
    return this.#axes.writing === "horizontal-tb";
  }

  /** Size of a page in inline direction. */
  get #pageLength(): number {
    const { width, height } = this.#scroller.getBoundingClientRect();
    return this.#isSideBySide ? width : height;
  }
}
