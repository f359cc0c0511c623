/** Alternatives to scrolling down: turning pages, and scrolling vertical text sideways. */

import { element, styleElement } from "../../../ui/build.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { iconButton } from "../../../ui/controls.ts";
import { ChevronLeft, ChevronRight } from "../../../ui/icons.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import type { Tool, ToolHost } from "../tool.ts";
import type { Flow } from "../../views/reader/flow.ts";
import { provide } from "../../session/parts.ts";
import type { Axes } from "../axes.ts";
import styles from "./frame.css";
import { PagedFlow } from "./pages.ts";
import { SidewaysScrollFlow } from "./sideways-scroll.ts";
import { PageTurner } from "./page-turner.ts";

/** Minimum width of each of two columns, as a share of the chosen width. */
const minColumnShare = 0.62;

/** Maximum width in px of a page with vertical lines. */
const maxVerticalPageWidth = 1000;

/** Ms for which a new page fades in. */
const fadeMs = 160;

class PagedView implements Tool {
  readonly #host: ToolHost;
  readonly #scrollFlow: Flow;
  readonly #spacer = element("div", { class: "page-spacer", "aria-hidden": "true" });
  readonly #status = element("output");
  readonly #pageBar: HTMLElement;
  #paged: PagedFlow | null = null;
  /** The shape of the last layout. */
  #layoutKey = "horizontal-tb false";
  /** The page shown last. */
  #lastPage = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#scrollFlow = host.reader.flow;
    const { dialog, scroller, session, article } = host;
    const { signal } = session;
    // The next page is on the left if lines start at the right or are stacked leftward.
    const isRtl = article.matches(":dir(rtl)") || this.#axes.writing === "vertical-rl";
    const [previousIcon, nextIcon] = isRtl ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight];
    this.#pageBar = element(
      "div",
      { class: "paged-bar", role: "group", "aria-label": t("paged"), lang: locale(), dir: messageDirection() },
      iconButton("previous", t("pagePrevious"), previousIcon, () => this.turn(-1)),
      this.#status,
      iconButton("next", t("pageNext"), nextIcon, () => this.turn(1)),
    );
    // Puts the button for the next page on the side of that page.
    this.#pageBar.style.direction = isRtl ? "rtl" : "ltr";
    this.#pageBar.hidden = true;
    dialog.append(styleElement(styles), this.#pageBar);
    scroller.append(this.#spacer);
    new PageTurner(host, {
      axes: () => this.#axes,
      arePaged: () => this.#paged !== null,
      turn: (step) => this.turn(step),
      goTo: (page) => this.#show(page),
    });
    scroller.addEventListener("scroll", () => this.#alignToPage(), { passive: true, signal });
    const resizeObserver = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === dialog)) {
        this.#arrange();
      }
      this.#restorePage();
    });
    for (const observed of [dialog, scroller, article, ...article.children]) {
      resizeObserver.observe(observed);
    }
    let panelWidth = this.#panelWidth;
    const classObserver = new MutationObserver(() => {
      const now = this.#panelWidth;
      if (now !== panelWidth) {
        panelWidth = now;
        this.#arrange();
        this.#scheduleSettle();
      }
    });
    classObserver.observe(dialog, { attributes: true, attributeFilter: ["class"] });
    signal.addEventListener("abort", () => {
      resizeObserver.disconnect();
      classObserver.disconnect();
    });
    // Late images and wrapped code blocks don't resize any observed box.
    article.addEventListener("load", () => this.#scheduleSettle(), { capture: true, signal });
    article.addEventListener("toggle", () => this.#scheduleSettle(), { capture: true, signal });
    document.fonts.addEventListener("loadingdone", () => this.#scheduleSettle(), { signal });
    window.addEventListener("afterprint", () => this.#scheduleSettle(), { signal });
  }

  use(): void {
    const paged = !this.#host.settings().paged;
    this.#host.change({ paged });
    this.#host.announce(t(paged ? "pagedOn" : "pagedOff"), () => this.#host.change({ paged: !paged }));
  }

  settingsChanged(_settings: Settings): void {
    this.#arrange();
    this.#scheduleSettle();
  }

  /** Turns pages, backward if `step` is negative. */
  turn(step: number): void {
    this.#show((this.#paged?.page ?? 0) + step);
  }

  #show(page: number): void {
    const paged = this.#paged;
    if (!paged) {
      return;
    }
    const before = paged.page;
    if (paged.goTo(page) && paged.page !== before && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      // Fades only: if the page moved as well, the browser would paint pages far beside it, which takes 0.3 s in a long
      // article.
      this.#host.scroller.animate([{ opacity: 0.3 }, {}], { duration: fadeMs, easing: "ease-out" });
    }
    this.#lastPage = paged.page;
    this.#host.reader.userMoved();
    this.#setStatus();
  }

  /** Width in px of a panel beside the text. */
  get #panelWidth(): number {
    return Number.parseFloat(getComputedStyle(this.#host.dialog).getPropertyValue("--pith-aside")) || 0;
  }

  get #axes(): Axes {
    const { article, finding, settings } = this.#host;
    const writing = settings().vertical ? finding.summary.writing : "horizontal-tb";
    return { writing, isRtl: article.matches(":dir(rtl)") };
  }

  /** Lays out the article for the settings and the window. */
  #arrange(): void {
    const { dialog, scroller, article, reader, settings } = this.#host;
    const { paged } = settings();
    const axes = this.#axes;
    const size = Number.parseFloat(getComputedStyle(article).fontSize);
    const measure = Number.parseFloat(dialog.style.getPropertyValue("--pith-measure")) * size;
    const { clientWidth: width, clientHeight: height } = dialog;
    const isVertical = axes.writing !== "horizontal-tb";
    const gap = Math.round(Math.max(36, Math.min(96, width * 0.09)));
    const availableWidth = width - this.#panelWidth;
    const isTwoColumn = !isVertical && width > height && availableWidth / 2 - gap >= measure * minColumnShare;
    const columns = isTwoColumn ? 2 : 1;
    const column = isVertical
      ? Math.min(availableWidth - gap, maxVerticalPageWidth)
      : Math.floor(Math.min(measure, availableWidth / columns - gap));
    const layoutKey = `${axes.writing} ${paged && `${axes.isRtl} ${columns}`}`;
    if (layoutKey !== this.#layoutKey) {
      this.#layoutKey = layoutKey;
      this.#paged = paged ? new PagedFlow(scroller, article, this.#spacer, axes, columns) : null;
      // Comes first, so that the reading position is found in the old layout.
      reader.flow = this.#paged ?? (isVertical ? new SidewaysScrollFlow(scroller, axes) : this.#scrollFlow);
      this.#spacer.style.inlineSize = "";
      scroller.scrollTo({ left: 0, top: isVertical || paged ? 0 : scroller.scrollTop, behavior: "instant" });
    }
    for (const [name, value] of [
      // Columns of vertical lines are stacked vertically, so the gap between them isn't part of the width.
      ["page", `${isVertical ? column : columns * (column + gap)}px`],
      ["columns", `${columns}`],
      ["gap", `${gap}px`],
      ["writing", axes.writing],
    ] as const) {
      dialog.style.setProperty(`--pith-${name}`, value);
    }
    dialog.classList.toggle("paged", paged);
    dialog.classList.toggle("vertical", isVertical);
    article.classList.toggle("pith-paged", paged);
    article.classList.toggle("pith-vertical", isVertical);
    this.#pageBar.hidden = !paged;
    scroller.style.direction = paged && axes.isRtl ? "rtl" : "";
  }

  /** Restores the current paragraph's page, and shows its number. */
  #restorePage(): void {
    this.#host.reader.restorePosition();
    const paged = this.#paged;
    if (paged) {
      this.#goToPage(paged, paged.page);
    }
  }

  /** Settles once the browser has laid out the changes. */
  #scheduleSettle(): void {
    requestAnimationFrame(() => requestAnimationFrame(() => this.#host.session.signal.aborted || this.#restorePage()));
  }

  /** Aligns to a page after other scrolling, such as the browser's find or a focus change. */
  #alignToPage(): void {
    const paged = this.#paged;
    if (paged) {
      this.#goToPage(paged, this.#targetPage(paged));
    }
  }

  #goToPage(paged: PagedFlow, page: number): void {
    paged.goTo(page);
    this.#lastPage = paged.page;
    this.#setStatus();
  }

  /** Returns the target page while the scroll position may be between two. */
  #targetPage(paged: PagedFlow): number {
    const { scrolledPages, page } = paged;
    if (Math.abs(scrolledPages - page) < 0.002) {
      return page;
    }
    const [before, after] = [Math.floor(scrolledPages), Math.ceil(scrolledPages)];
    const selected = getSelection();
    const range = selected?.isCollapsed === false ? selected.getRangeAt(0) : null;
    if (range && this.#host.article.contains(range.startContainer)) {
      const selectedPage = page + Math.floor(paged.extent(range).top / paged.visibleLength);
      if (selectedPage === before || selectedPage === after) {
        return selectedPage;
      }
    }
    // Browsers scroll only as far as needed.
    return scrolledPages > this.#lastPage ? after : before;
  }

  get #statusText(): string {
    const { page, pages } = this.#paged ?? { page: 0, pages: 1 };
    return t("pageOf", formatNumber(page + 1), formatNumber(pages));
  }

  #setStatus(): void {
    const text = this.#statusText;
    if (this.#paged && this.#status.textContent !== text) {
      this.#status.textContent = text;
    }
  }
}

provide("paged-view", (host) => new PagedView(host));
