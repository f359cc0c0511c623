/** Finds text in the article: a field, the number of matches, next and previous. */

import { element, style } from "../../ui/build.ts";
import { drawnButton } from "../../ui/controls.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { isInline } from "../views/reader/inline.ts";
import { selection } from "../../ui/nodes.ts";
import { number } from "../../shared/i18n/numbers.ts";
import type { Tool, ToolHost, Step } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { searchHighlightNames } from "../dom/own-markers.ts";
import { addStyle } from "./article-style.ts";
import bar from "./bar.css";
import styles from "./find.css";
import css from "./found.css";
import { SearchText } from "./search-text.ts";

class Find implements Tool {
  readonly #host: ToolHost;
  readonly #field = element("input", {
    type: "search",
    "aria-label": t("find"),
    enterkeyhint: "search",
    autocomplete: "off",
  });
  readonly #count = element("output");
  readonly #bar: HTMLFormElement;
  /** The article's text when the field was opened. */
  #words: SearchText | undefined;
  #found: Range[] = [];
  #at = -1;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#bar = element(
      "form",
      { class: "tool-bar find", role: "search", lang: locale(), dir: messageDirection() },
      this.#field,
      this.#count,
      drawnButton("previous", t("findPrevious"), "M6 15l6-6l6 6", () => this.#go(-1)),
      drawnButton("next", t("findNext"), "M6 9l6 6l6-6", () => this.#go(1)),
      drawnButton("close", t("close"), "M6 6l12 12M18 6L6 18", () => this.#close()),
    );
    this.#bar.hidden = true;
    this.#field.addEventListener("input", () => this.#find());
    this.#bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(1);
    });
    host.dialog.append(style(bar + styles), this.#bar);
    addStyle(host.session, css);
    const { signal } = host.session;
    // On the window, because Reader keeps keys from the page and from the article there.
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
    signal.addEventListener("abort", () => {
      this.#found = [];
      this.#mark();
    });
  }

  use(step: Step, typed?: string): void {
    if (step !== 0) {
      this.#go(step);
      return;
    }
    this.#words = new SearchText(this.#host.article.querySelectorAll("header, .pith-body"), isInline);
    if (this.#bar.hidden) {
      this.#bar.hidden = false;
      this.#host.session.layers.opened(this, () => this.#close());
    }
    this.#field.focus();
    this.#field.select();
    if (typed) {
      this.#field.value = typed;
    }
    this.#find();
  }

  #close(): void {
    this.#host.session.layers.closed(this);
    this.#bar.hidden = true;
    this.#words = undefined;
    const range = this.#found[this.#at];
    this.#found = [];
    this.#mark();
    // Reading continues there, also by keyboard.
    if (range) {
      const selected = selection();
      selected?.removeAllRanges();
      selected?.addRange(range);
    }
    this.#host.scroller.focus({ preventScroll: true });
  }

  #press(event: KeyboardEvent): void {
    const isInBar = !this.#bar.hidden && this.#bar.contains(this.#host.session.shadow.activeElement);
    if (event.isTrusted && isInBar && event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      this.#go(-1);
    }
  }

  #find(): void {
    const query = this.#field.value;
    const before = this.#found[this.#at];
    this.#found = this.#words?.find(query) ?? [];
    // While the user types, the search starts at the previous match, or at the reading position if there is none.
    const { flow } = this.#host.reader;
    const isFrom = (range: Range): boolean =>
      before
        ? before.compareBoundaryPoints(Range.START_TO_START, range) <= 0
        : flow.extent(range).top + flow.extent(range).height > 0;
    this.#at = this.#found.length > 0 ? Math.max(0, this.#found.findIndex(isFrom)) : -1;
    this.#show();
  }

  #go(step: 1 | -1): void {
    const { length } = this.#found;
    if (length > 0) {
      this.#at = (this.#at + step + length) % length;
      this.#show();
    }
  }

  #show(): void {
    this.#mark();
    const { length } = this.#found;
    const range = this.#found[this.#at];
    const isEmpty = this.#field.value.trim() === "";
    this.#count.textContent = range
      ? t("findCount", number(this.#at + 1), number(length))
      : isEmpty
        ? ""
        : t("findNone");
    this.#bar.classList.toggle("none", !range && !isEmpty);
    if (range) {
      this.#reach(range);
    }
  }

  /** Scrolls to a match that isn't visible: a quarter below the edge, clear of the bar and controls. */
  #reach(range: Range): void {
    const { flow } = this.#host.reader;
    const { top, height } = flow.extent(range);
    const [before, after] = flow.columns ? [0, 0] : [72, 88];
    if (top < before || top + height > flow.seen - after) {
      flow.reach(range, 0.25);
    }
  }

  #mark(): void {
    const { highlights } = CSS;
    const [all, one] = searchHighlightNames;
    const current = this.#found[this.#at];
    highlights.delete(all);
    highlights.delete(one);
    if (current) {
      const others = new Highlight(...this.#found);
      others.priority = 2;
      highlights.set(all, others);
      const now = new Highlight(current);
      now.priority = 3;
      highlights.set(one, now);
    }
  }
}

provide("find", (host) => new Find(host));
