/** The contents panel: sections and progress. Beside the text, it stays open until it is closed. */

import { element, style } from "../../ui/build.ts";
import { button, addStyles, sheet } from "../../ui/components.ts";
import { ChevronDown, ChevronUp } from "../../ui/icons.ts";
import type { Settings } from "../../shared/settings/settings.ts";
import { t } from "../../shared/ext.ts";
import { percent } from "../../shared/i18n/numbers.ts";
import { keepTyping } from "../session/guard.ts";
import type { Tool, ToolHost, Step } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { duration } from "../../shared/i18n/times.ts";
import styles from "./contents.css";

/** Maximum px between the reading edge and a heading that counts as reached. */
const reached = 80;

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
  readonly #timeLeft = element("p", { class: "share" });
  readonly #filter = element("input", { type: "search", class: "filter" });
  readonly #list = element("ol");
  readonly #nav: HTMLElement;
  readonly #panel: HTMLElement;
  /** The panel's toolbar button. */
  readonly #button: HTMLButtonElement | null;
  #sections: ContentsSection[] = [];
  /** Index of the section being read. */
  #at = -1;
  #isDue = false;

  constructor(host: ToolHost) {
    this.#host = host;
    const { dialog, scroller, session } = host;
    const { signal } = session;
    this.#button = dialog.querySelector("button.contents");
    this.#share.ariaLabel = t("contentsProgress");
    this.#filter.ariaLabel = t("contentsFilter");
    this.#filter.placeholder = t("contentsFilter");
    this.#filter.addEventListener("input", () => this.#fold());
    this.#nav = element("nav", { "aria-label": t("contentsLabel") }, this.#list);
    const step = (by: Step, icon: string, label: string): HTMLElement =>
      button({ look: "quiet", icon, text: label }, () => this.use(by));
    this.#panel = sheet({
      title: t("contentsLabel"),
      at: "start",
      name: "contents",
      body: [element("div", { class: "way" }, this.#share, this.#timeLeft), this.#filter, this.#nav],
      foot: [step(-1, ChevronUp, t("contentsPrevious")), step(1, ChevronDown, t("contentsNext"))],
      close: () => this.#close(),
    }).node;
    addStyles(session.shadow, signal);
    this.#panel.addEventListener("beforetoggle", ({ newState }) => {
      // By `toggle`, which is queued, Escape may have closed the view behind the panel.
      session.layers.closed(this);
      if (newState === "open") {
        session.layers.opened(this, () => this.#close());
        this.#read();
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
    keepTyping(session);
    dialog.append(style(styles), this.#panel);
    const due = (): void => this.#later();
    scroller.addEventListener("scroll", due, { passive: true, signal });
    const resized = new ResizeObserver(() => {
      this.#arrange(host.settings().contents);
      this.#later();
    });
    resized.observe(host.article);
    resized.observe(dialog);
    signal.addEventListener("abort", () => resized.disconnect());
    this.#arrange(host.settings().contents);
  }

  use(step: Step): void {
    if (step !== 0) {
      this.#step(step);
    } else if (this.#isWide) {
      this.#host.change({ contents: !this.#host.settings().contents });
    } else {
      this.#panel.togglePopover();
    }
  }

  follow({ contents }: Settings): void {
    this.#arrange(contents);
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

  /**
   * Places the panel beside the text if there's room and the setting is on. Otherwise it is a popup that a click
   * outside closes.
   */
  #arrange(isShown: boolean): void {
    const panel = this.#panel;
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
      panel.togglePopover(isShown);
    }
    // The text makes room for the panel.
    this.#host.dialog.classList.toggle("with-contents", this.#isWide && isShown);
    panel.role = this.#isWide ? "complementary" : "dialog";
  }

  /** Moves to the next heading, or to the start of the section, and from there to the previous one. */
  #step(step: -1 | 1): void {
    this.#read();
    const { flow } = this.#host.reader;
    const above = this.#current(step > 0 ? this.#reached : -1);
    const { heading } = this.#sections[step > 0 ? above + 1 : above] ?? {};
    if (heading) {
      flow.reach(heading);
      this.#host.say(wordsOf(heading).text);
    } else if (step < 0) {
      flow.move(-Number.MAX_SAFE_INTEGER);
    }
  }

  /** Px after the reading edge up to which a heading counts as reached; in paged view, the whole page. */
  get #reached(): number {
    const { columns, seen } = this.#host.reader.flow;
    return columns ? seen - 1 : reached;
  }

  #hide(): void {
    if (!this.#isWide) {
      this.#panel.hidePopover();
    }
  }

  /** Reads the headings again if they have changed: parts are removed, and next pages added. */
  #read(): void {
    const headings = [...this.#host.article.querySelectorAll<HTMLElement>(".pith-body :is(h1, h2, h3, h4, h5, h6)")];
    const isKnown =
      headings.length === this.#sections.length &&
      headings.every((h, i) => {
        const { heading, entry } = this.#sections[i] ?? {};
        return h === heading && wordsOf(h).text === entry?.textContent;
      });
    if (!isKnown || headings.length === 0) {
      const level = (heading: HTMLElement): number => Number(heading.localName.slice(1));
      const top = Math.min(...headings.map(level));
      this.#sections = headings.map((heading) => {
        const depth = level(heading) - top;
        return { heading, entry: this.#entry(heading, depth), depth };
      });
      this.#list.replaceChildren(...this.#sections.map(({ entry }) => element("li", {}, entry)));
      this.#nav.hidden = headings.length === 0;
      this.#filter.hidden = headings.length < manySections;
      this.#at = -1;
      this.#fold();
    }
    this.#show();
  }

  #entry(heading: HTMLElement, depth: number): HTMLButtonElement {
    const { text, lang, dir } = wordsOf(heading);
    const article = this.#host.article;
    const made = element(
      "button",
      { type: "button", class: "section", lang: lang || article.lang || undefined, dir: dir || article.dir || "auto" },
      text,
    );
    made.style.setProperty("--pith-depth", String(Math.min(depth, 3)));
    made.addEventListener("click", () => {
      this.#hide();
      this.#host.reader.flow.reach(heading);
      heading.tabIndex = -1;
      heading.focus({ preventScroll: true });
    });
    return made;
  }

  /** Updates the progress with the next frame. */
  #later(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      requestAnimationFrame(() => {
        this.#isDue = false;
        if (!this.#host.session.signal.aborted && this.#panel.checkVisibility()) {
          this.#show();
        }
      });
    }
  }

  #show(): void {
    const { finding, article, reader } = this.#host;
    const { seen } = reader.flow;
    const { top, height } = reader.flow.extent(article.querySelector(".pith-body") ?? article);
    const read = Math.max(0, Math.min(1, -top / Math.max(1, height - seen)));
    const minutes = Math.ceil(finding.summary.readingMinutes * (1 - read));
    this.#share.value = read;
    const share = percent(read);
    // At the end no time is left, however much the last screen contains.
    const isRead = Math.round(100 * read) === 100;
    this.#timeLeft.textContent =
      minutes > 0 && !isRead ? t("contentsTimeLeft", share, duration(minutes)) : t("contentsShare", share);
    // The last sections may be too short to scroll to the top.
    const current = read < 1 ? this.#current(this.#reached) : this.#sections.length - 1;
    if (current !== this.#at) {
      this.#at = current;
      this.#fold();
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
  #fold(): void {
    const query = this.#filter.value.trim().toLocaleLowerCase();
    const top = (index: number): number => {
      let at = index;
      while (at > 0 && this.#sections[at]?.depth !== 0) {
        at -= 1;
      }
      return at;
    };
    const open = this.#at < 0 ? -1 : top(this.#at);
    let branch = -1;
    for (const [i, { entry, depth }] of this.#sections.entries()) {
      branch = depth === 0 ? i : branch;
      const isIn = query
        ? entry.textContent.toLocaleLowerCase().includes(query)
        : this.#sections.length < manySections || depth === 0 || branch === open;
      if (entry.parentElement) {
        entry.parentElement.hidden = !isIn;
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
function wordsOf(heading: HTMLElement): { text: string; lang: string; dir: string } {
  const { textContent, lang, dir } = heading.querySelector<HTMLElement>(".pith-translation") ?? heading;
  return { text: textContent.trim(), lang, dir };
}

provide("contents", (host) => new ContentsPanel(host));
