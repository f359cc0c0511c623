/**
 * The contents panel: sections and progress. Beside the text, it stays open, also on later pages, until it is closed.
 * Escape closes it only on this page.
 */

import { element, styleElement } from "../../ui/build.ts";
import { button, addStyles, sheet } from "../../ui/components.ts";
import { ChevronDown, ChevronUp } from "../../ui/icons.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { t } from "../../shared/ext.ts";
import { formatPercent } from "../../shared/i18n/numbers.ts";
import { hideTypingFromPage } from "../session/guard.ts";
import type { Tool, ToolHost, Step } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { formatDuration } from "../../shared/i18n/times.ts";
import styles from "./contents.css";

/** Maximum px between the reading edge and a heading that counts as reached. */
const reachedDistance = 80;

/** Minimum number of sections from which deeper ones are collapsed and can be filtered. */
const manySections = 30;

interface ContentsSection {
  heading: HTMLElement;
  entry: HTMLButtonElement;
  /** Level below the highest one. */
  depth: number;
}

class ContentsPanel implements Tool {
  readonly #host: ToolHost;
  readonly #share = element("progress", { max: 1, value: 0 });
  readonly #timeLeft = element("p", { class: "time-left" });
  readonly #filter = element("input", { type: "search", class: "filter" });
  readonly #list = element("ol");
  readonly #nav: HTMLElement;
  readonly #panel: HTMLElement;
  /** The panel's toolbar button. */
  readonly #button: HTMLButtonElement | null;
  #sections: ContentsSection[] = [];
  /** Index of the section being read. */
  #currentIndex = -1;
  #isUpdatePending = false;
  /** True if Escape closed the panel beside the text, although the setting is on. */
  #isClosedHere = false;

  constructor(host: ToolHost) {
    this.#host = host;
    const { dialog, scroller, session } = host;
    const { signal } = session;
    this.#button = dialog.querySelector("button.contents");
    this.#share.ariaLabel = t("contentsProgress");
    this.#filter.ariaLabel = t("contentsFilter");
    this.#filter.placeholder = t("contentsFilter");
    this.#filter.addEventListener("input", () => this.#filterEntries());
    this.#nav = element("nav", { "aria-label": t("contentsLabel") }, this.#list);
    const step = (step: Step, icon: string, label: string): HTMLElement =>
      button({ variant: "quiet", icon, text: label }, () => this.use(step));
    this.#panel = sheet({
      title: t("contentsLabel"),
      placement: "start",
      name: "contents",
      body: [element("div", { class: "reading-progress" }, this.#share, this.#timeLeft), this.#filter, this.#nav],
      footer: [step(-1, ChevronUp, t("contentsPrevious")), step(1, ChevronDown, t("contentsNext"))],
      close: () => this.#close(),
    }).node;
    addStyles(session.shadow, signal);
    this.#panel.addEventListener("beforetoggle", ({ newState }) => {
      // By `toggle`, which is queued, Escape may have closed the view behind the panel.
      session.layers.remove(this);
      if (newState === "open") {
        session.layers.add(this, () => this.#closeHere());
        this.#readHeadings();
      }
    });
    this.#panel.addEventListener("toggle", ({ newState }) => {
      const isOpen = newState === "open";
      if (isOpen && !this.#isWide) {
        this.#panel.focus({ preventScroll: true });
      }
      if (this.#button) {
        this.#button.ariaExpanded = String(isOpen);
      }
    });
    hideTypingFromPage(session);
    dialog.append(styleElement(styles), this.#panel);
    const update = (): void => this.#scheduleUpdate();
    scroller.addEventListener("scroll", update, { passive: true, signal });
    const resized = new ResizeObserver(() => {
      this.#updatePlacement(host.settings().contents);
      this.#scheduleUpdate();
    });
    resized.observe(host.article);
    resized.observe(dialog);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#updatePlacement(host.settings().contents);
  }

  use(step: Step): void {
    if (step !== 0) {
      this.#step(step);
    } else if (this.#isWide && this.#isClosedHere) {
      this.#isClosedHere = false;
      this.#updatePlacement(this.#host.settings().contents);
    } else if (this.#isWide) {
      this.#host.change({ contents: !this.#host.settings().contents });
    } else {
      this.#panel.togglePopover();
    }
  }

  settingsChanged({ contents }: Settings): void {
    this.#isClosedHere &&= contents;
    this.#updatePlacement(contents);
  }

  /** Returns whether the panel is beside the text. */
  get #isWide(): boolean {
    return this.#host.dialog.dataset.room === "wide";
  }

  #close(): void {
    if (this.#isWide) {
      this.#host.change({ contents: false });
    } else {
      this.#panel.hidePopover();
    }
  }

  /** Closes the panel, but leaves the setting as it is. */
  #closeHere(): void {
    this.#isClosedHere = this.#isWide;
    if (this.#isWide) {
      this.#updatePlacement(this.#host.settings().contents);
    } else {
      this.#panel.hidePopover();
    }
  }

  /**
   * Places the panel beside the text if there's room and the setting is on, unless it was closed on this page. Otherwise
   * it is a popup that a click outside closes.
   */
  #updatePlacement(isOn: boolean): void {
    const panel = this.#panel;
    const isShown = isOn && !this.#isClosedHere;
    const kind = this.#isWide ? "manual" : "auto";
    if (panel.popover !== kind) {
      panel.popover = kind;
      if (this.#button) {
        // The browser itself toggles a popup that a click outside closes.
        this.#button.popoverTargetElement = kind === "auto" ? panel : null;
      }
    }
    const isOpen = panel.matches(":popover-open");
    if (this.#isWide && isOpen !== isShown) {
      // The browser returns the focus only from a popup.
      if (isOpen && panel.contains(this.#host.session.shadow.activeElement)) {
        (this.#button ?? this.#host.scroller).focus({ preventScroll: true });
      }
      panel.togglePopover(isShown);
    }
    // The text makes room for the panel.
    this.#host.dialog.classList.toggle("with-contents", this.#isWide && isShown);
    panel.role = this.#isWide ? "complementary" : "dialog";
  }

  /** Moves to the next heading, or to the start of the section, and from there to the previous one. */
  #step(step: -1 | 1): void {
    this.#readHeadings();
    const { flow } = this.#host.reader;
    const index = this.#current(step > 0 ? this.#reached : -1);
    const { heading } = this.#sections[step > 0 ? index + 1 : index] ?? {};
    if (heading) {
      flow.scrollTo(heading);
      this.#host.announce(headingText(heading).text);
    } else if (step < 0) {
      flow.move(-Number.MAX_SAFE_INTEGER);
    }
  }

  /** Px after the reading edge up to which a heading counts as reached; in paged view, the whole page. */
  get #reached(): number {
    const { columns, visibleLength } = this.#host.reader.flow;
    return columns ? visibleLength - 1 : reachedDistance;
  }

  #closeIfPopup(): void {
    if (!this.#isWide) {
      this.#panel.hidePopover();
    }
  }

  /** Reads the headings again if they have changed: parts are removed, and next pages added. */
  #readHeadings(): void {
    const headings = [...this.#host.article.querySelectorAll<HTMLElement>(".pith-body :is(h1, h2, h3, h4, h5, h6)")];
    const isUnchanged =
      headings.length === this.#sections.length &&
      headings.every((h, i) => {
        const { heading, entry } = this.#sections[i] ?? {};
        return h === heading && headingText(h).text === entry?.textContent;
      });
    if (!isUnchanged || headings.length === 0) {
      const level = (heading: HTMLElement): number => Number(heading.localName.slice(1));
      const topLevel = Math.min(...headings.map(level));
      this.#sections = headings.map((heading) => {
        const depth = level(heading) - topLevel;
        return { heading, entry: this.#entry(heading, depth), depth };
      });
      this.#list.replaceChildren(...this.#sections.map(({ entry }) => element("li", {}, entry)));
      this.#nav.hidden = headings.length === 0;
      this.#filter.hidden = headings.length < manySections;
      this.#currentIndex = -1;
      this.#filterEntries();
    }
    this.#show();
  }

  #entry(heading: HTMLElement, depth: number): HTMLButtonElement {
    const { text, lang, dir } = headingText(heading);
    const article = this.#host.article;
    const created = element(
      "button",
      { type: "button", class: "section", lang: lang || article.lang || undefined, dir: dir || article.dir || "auto" },
      text,
    );
    created.style.setProperty("--pith-depth", String(Math.min(depth, 3)));
    created.addEventListener("click", () => {
      this.#closeIfPopup();
      this.#host.reader.flow.scrollTo(heading);
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return created;
  }

  /** Updates the progress with the next frame. */
  #scheduleUpdate(): void {
    if (!this.#isUpdatePending) {
      this.#isUpdatePending = true;
      requestAnimationFrame(() => {
        this.#isUpdatePending = false;
        if (!this.#host.session.signal.aborted && this.#panel.checkVisibility()) {
          this.#show();
        }
      });
    }
  }

  #show(): void {
    const { finding, article, reader } = this.#host;
    const { visibleLength } = reader.flow;
    const { top, height } = reader.flow.extent(article.querySelector(".pith-body") ?? article);
    const progress = Math.max(0, Math.min(1, -top / Math.max(1, height - visibleLength)));
    const minutes = Math.ceil(finding.summary.readingMinutes * (1 - progress));
    this.#share.value = progress;
    const share = formatPercent(progress);
    // At the end no time is left, however much the last screen contains.
    const isFinished = Math.round(100 * progress) === 100;
    this.#timeLeft.textContent =
      minutes > 0 && !isFinished ? t("contentsTimeLeft", share, formatDuration(minutes)) : t("contentsShare", share);
    // The last sections may be too short to scroll to the top.
    const current = progress < 1 ? this.#current(this.#reached) : this.#sections.length - 1;
    if (current !== this.#currentIndex) {
      this.#currentIndex = current;
      this.#filterEntries();
      for (const [i, { entry }] of this.#sections.entries()) {
        entry.ariaCurrent = i === current ? "true" : null;
      }
      this.#sections[current]?.entry.scrollIntoView({ block: "nearest" });
    }
  }

  /**
   * Hides entries that don't match the filter. In a long list without a filter, hides sections below other top-level
   * entries than the current one.
   */
  #filterEntries(): void {
    const query = this.#filter.value.trim().toLocaleLowerCase();
    const top = (index: number): number => {
      let ancestor = index;
      while (ancestor > 0 && this.#sections[ancestor]?.depth !== 0) {
        ancestor -= 1;
      }
      return ancestor;
    };
    const open = this.#currentIndex < 0 ? -1 : top(this.#currentIndex);
    let branch = -1;
    for (const [i, { entry, depth }] of this.#sections.entries()) {
      branch = depth === 0 ? i : branch;
      const isListed = query
        ? entry.textContent.toLocaleLowerCase().includes(query)
        : this.#sections.length < manySections || depth === 0 || branch === open;
      if (entry.parentElement) {
        entry.parentElement.hidden = !isListed;
      }
    }
  }

  /**
   * Returns the index of the last heading before an edge; -1 if there is none. Uses a binary search, because each step
   * forces a layout.
   */
  #current(edge: number): number {
    let [low, high] = [-1, this.#sections.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      const { heading } = this.#sections[middle] ?? {};
      if (heading && this.#host.reader.flow.extent(heading).top <= edge) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return low;
  }
}

/** Returns a heading's text, or its translation if it has one; see pair.ts. */
function headingText(heading: HTMLElement): { text: string; lang: string; dir: string } {
  const { textContent, lang, dir } = heading.querySelector<HTMLElement>(".pith-translation") ?? heading;
  return { text: textContent.trim(), lang, dir };
}

provide("contents", (host) => new ContentsPanel(host));
