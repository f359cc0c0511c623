/** Alternatives to scrolling down: turning pages, and scrolling vertical text sideways. */

import { element, style } from "../../../ui/build.ts";
import type { Settings } from "../../../shared/settings/settings.ts";
import { drawnButton } from "../../../ui/controls.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import type { Tool, ToolHost } from "../tool.ts";
import type { Flow } from "../../views/reader/flow.ts";
import { provide } from "../../session/parts.ts";
import type { Axes } from "../axes.ts";
import styles from "./frame.css";
import { Paged } from "./pages.ts";
import { SidewaysScrollFlow } from "./sideways.ts";
import { PageTurner } from "./turning.ts";

/** Minimum width of each of two columns, as a share of the chosen width. */
const minColumnShare = 0.62;

/** Maximum width in px of a page with vertical lines. */
const maxVerticalPageWidth = 1000;

/** Ms for which a new page fades in. */
const coming = 160;

class PagedView implements Tool {
  readonly #host: ToolHost;
  readonly #scrolled: Flow;
  readonly #room = element("div", { class: "sheets", "aria-hidden": "true" });
  readonly #status = element("output");
  readonly #leaf: HTMLElement;
  #paged: Paged | null = null;
  /** The shape of the last layout. */
  #shape = "horizontal-tb false";
  /** The page shown last. */
  #page = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#scrolled = host.reader.flow;
    const { dialog, scroller, session, article } = host;
    const { signal } = session;
    // The next page is on the left if lines start at the right or are stacked leftward.
    const isRtl = article.matches(":dir(rtl)") || this.#axes.writing === "vertical-rl";
    const [before, after] = isRtl ? ["M9 6l6 6l-6 6", "M15 6l-6 6l6 6"] : ["M15 6l-6 6l6 6", "M9 6l6 6l-6 6"];
    this.#leaf = element(
      "div",
      { class: "leaf", role: "group", "aria-label": t("paged"), lang: locale(), dir: messageDirection() },
      drawnButton("previous", t("pagePrevious"), before, () => this.turn(-1)),
      this.#status,
      drawnButton("next", t("pageNext"), after, () => this.turn(1)),
    );
    // Puts the button for the next page on the side of that page.
    this.#leaf.style.direction = isRtl ? "rtl" : "ltr";
    this.#leaf.hidden = true;
    dialog.append(style(styles), this.#leaf);
    scroller.append(this.#room);
    new PageTurner(host, {
      axes: () => this.#axes,
      arePaged: () => this.#paged !== null,
      turn: (step) => this.turn(step),
      to: (page) => this.#show(page),
    });
    scroller.addEventListener("scroll", () => this.#align(), { passive: true, signal });
    const resized = new ResizeObserver((entries) => {
      if (entries.some(({ target }) => target === dialog)) {
        this.#arrange();
      }
      this.#settle();
    });
    for (const observed of [dialog, scroller, article, ...article.children]) {
      resized.observe(observed);
    }
    let aside = this.#aside;
    const opened = new MutationObserver(() => {
      const now = this.#aside;
      if (now !== aside) {
        aside = now;
        this.#arrange();
        this.#later();
      }
    });
    opened.observe(dialog, { attributes: true, attributeFilter: ["class"] });
    signal.addEventListener("abort", () => {
      resized.disconnect();
      opened.disconnect();
    });
    // Late images and wrapped code blocks don't resize any observed box.
    article.addEventListener("load", () => this.#later(), { capture: true, signal });
    article.addEventListener("toggle", () => this.#later(), { capture: true, signal });
    document.fonts.addEventListener("loadingdone", () => this.#later(), { signal });
    window.addEventListener("afterprint", () => this.#later(), { signal });
  }

  use(): void {
    const paged = !this.#host.settings().paged;
    this.#host.change({ paged });
    this.#host.say(t(paged ? "pagedOn" : "pagedOff"), () => this.#host.change({ paged: !paged }));
  }

  follow(_settings: Settings): void {
    this.#arrange();
    this.#later();
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
    if (paged.go(page) && paged.page !== before && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
      // Fades only: if the page moved as well, the browser would paint pages far beside it, which takes 0.3 s in a long
      // article.
      this.#host.scroller.animate([{ opacity: 0.3 }, {}], { duration: coming, easing: "ease-out" });
    }
    this.#page = paged.page;
    this.#host.reader.moved();
    this.#setStatus();
  }

  /** Width in px of a panel beside the text. */
  get #aside(): number {
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
    const isDown = axes.writing !== "horizontal-tb";
    const gap = Math.round(Math.max(36, Math.min(96, width * 0.09)));
    const room = width - this.#aside;
    const isDouble = !isDown && width > height && room / 2 - gap >= measure * minColumnShare;
    const columns = isDouble ? 2 : 1;
    const column = isDown
      ? Math.min(room - gap, maxVerticalPageWidth)
      : Math.floor(Math.min(measure, room / columns - gap));
    const shape = `${axes.writing} ${paged && `${axes.isRtl} ${columns}`}`;
    if (shape !== this.#shape) {
      this.#shape = shape;
      this.#paged = paged ? new Paged(scroller, article, this.#room, axes, columns) : null;
      // Comes first, so that the reading position is found in the old layout.
      reader.flow = this.#paged ?? (isDown ? new SidewaysScrollFlow(scroller, axes) : this.#scrolled);
      this.#room.style.inlineSize = "";
      scroller.scrollTo({ left: 0, top: isDown || paged ? 0 : scroller.scrollTop, behavior: "instant" });
    }
    for (const [name, value] of [
      // Columns of vertical lines are stacked vertically, so the gap between them isn't part of the width.
      ["page", `${isDown ? column : columns * (column + gap)}px`],
      ["columns", `${columns}`],
      ["gap", `${gap}px`],
      ["writing", axes.writing],
    ] as const) {
      dialog.style.setProperty(`--pith-${name}`, value);
    }
    dialog.classList.toggle("paged", paged);
    dialog.classList.toggle("down", isDown);
    article.classList.toggle("pith-paged", paged);
    article.classList.toggle("pith-vertical", isDown);
    this.#leaf.hidden = !paged;
    scroller.style.direction = paged && axes.isRtl ? "rtl" : "";
  }

  /** Restores the current paragraph's page, and shows its number. */
  #settle(): void {
    this.#host.reader.settle();
    const paged = this.#paged;
    if (paged) {
      this.#put(paged, paged.page);
    }
  }

  /** Settles once the browser has laid out the changes. */
  #later(): void {
    requestAnimationFrame(() => requestAnimationFrame(() => this.#host.session.signal.aborted || this.#settle()));
  }

  /** Aligns to a page after other scrolling, such as the browser's find or a focus change. */
  #align(): void {
    const paged = this.#paged;
    if (paged) {
      this.#put(paged, this.#target(paged));
    }
  }

  #put(paged: Paged, page: number): void {
    paged.go(page);
    this.#page = paged.page;
    this.#setStatus();
  }

  /** Returns the target page while the scroll position may be between two. */
  #target(paged: Paged): number {
    const { scrolled, page } = paged;
    if (Math.abs(scrolled - page) < 0.002) {
      return page;
    }
    const [before, after] = [Math.floor(scrolled), Math.ceil(scrolled)];
    const selected = getSelection();
    const range = selected?.isCollapsed === false ? selected.getRangeAt(0) : null;
    if (range && this.#host.article.contains(range.startContainer)) {
      const at = page + Math.floor(paged.extent(range).top / paged.seen);
      if (at === before || at === after) {
        return at;
      }
    }
    // Browsers scroll only as far as needed.
    return scrolled > this.#page ? after : before;
  }

  get #words(): string {
    const { page, pages } = this.#paged ?? { page: 0, pages: 1 };
    return t("pageOf", number(page + 1), number(pages));
  }

  #setStatus(): void {
    const words = this.#words;
    if (this.#paged && this.#status.textContent !== words) {
      this.#status.textContent = words;
    }
  }
}

provide("paged-view", (host) => new PagedView(host));
