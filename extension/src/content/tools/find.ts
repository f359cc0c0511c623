/** Finds text in the article: a field, the number of matches, next and previous. */

import { element, styleElement } from "../../ui/build.ts";
import { iconButton } from "../../ui/controls.ts";
import { ChevronDown, ChevronUp, X } from "../../ui/icons.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { isInline } from "../views/reader/inline.ts";
import { selection } from "../../ui/nodes.ts";
import { formatNumber } from "../../shared/i18n/numbers.ts";
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
  #searchText: SearchText | undefined;
  #matches: Range[] = [];
  #currentIndex = -1;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#bar = element(
      "form",
      { class: "tool-bar find-bar", role: "search", lang: locale(), dir: messageDirection() },
      this.#field,
      this.#count,
      iconButton("previous", t("findPrevious"), ChevronUp, () => this.#go(-1)),
      iconButton("next", t("findNext"), ChevronDown, () => this.#go(1)),
      iconButton("close", t("close"), X, () => this.#close()),
    );
    this.#bar.hidden = true;
    this.#field.addEventListener("input", () => this.#find());
    this.#bar.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(1);
    });
    host.dialog.append(styleElement(bar + styles), this.#bar);
    addStyle(host.session, css);
    const { signal } = host.session;
    // On the window, because Reader keeps keys from the page and from the article there.
    window.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal });
    signal.addEventListener("abort", () => {
      this.#matches = [];
      this.#updateHighlights();
    });
  }

  use(step: Step, typedText?: string): void {
    if (step !== 0) {
      this.#go(step);
      return;
    }
    this.#searchText = new SearchText(this.#host.article.querySelectorAll("header, .pith-body"), isInline);
    if (this.#bar.hidden) {
      this.#bar.hidden = false;
      this.#host.session.layers.add(this, () => this.#close());
    }
    this.#field.focus();
    this.#field.select();
    if (typedText) {
      this.#field.value = typedText;
    }
    this.#find();
  }

  #close(): void {
    this.#host.session.layers.remove(this);
    this.#bar.hidden = true;
    this.#searchText = undefined;
    const range = this.#matches[this.#currentIndex];
    this.#matches = [];
    this.#updateHighlights();
    // Reading continues there, also by keyboard.
    if (range) {
      const selected = selection();
      selected?.removeAllRanges();
      selected?.addRange(range);
    }
    this.#host.scroller.focus({ preventScroll: true });
  }

  #onKey(event: KeyboardEvent): void {
    const isInBar = !this.#bar.hidden && this.#bar.contains(this.#host.session.shadow.activeElement);
    if (event.isTrusted && isInBar && event.key === "Enter" && event.shiftKey) {
      event.preventDefault();
      this.#go(-1);
    }
  }

  #find(): void {
    const query = this.#field.value;
    const previous = this.#matches[this.#currentIndex];
    this.#matches = this.#searchText?.find(query) ?? [];
    // While the user types, the search starts at the previous match, or at the reading position if there is none.
    const { flow } = this.#host.reader;
    const isAtOrAfter = (range: Range): boolean =>
      previous
        ? previous.compareBoundaryPoints(Range.START_TO_START, range) <= 0
        : flow.extent(range).top + flow.extent(range).height > 0;
    this.#currentIndex = this.#matches.length > 0 ? Math.max(0, this.#matches.findIndex(isAtOrAfter)) : -1;
    this.#show();
  }

  #go(step: 1 | -1): void {
    const { length } = this.#matches;
    if (length > 0) {
      this.#currentIndex = (this.#currentIndex + step + length) % length;
      this.#show();
    }
  }

  #show(): void {
    this.#updateHighlights();
    const { length } = this.#matches;
    const range = this.#matches[this.#currentIndex];
    const isEmpty = this.#field.value.trim() === "";
    this.#count.textContent = range
      ? t("findCount", formatNumber(this.#currentIndex + 1), formatNumber(length))
      : isEmpty
        ? ""
        : t("findNone");
    this.#bar.classList.toggle("no-match", !range && !isEmpty);
    if (range) {
      this.#scrollToMatch(range);
    }
  }

  /** Scrolls to a match that isn't visible: a quarter below the edge, clear of the bar and controls. */
  #scrollToMatch(range: Range): void {
    const { flow } = this.#host.reader;
    const { top, height } = flow.extent(range);
    const [marginBefore, after] = flow.columns ? [0, 0] : [72, 88];
    if (top < marginBefore || top + height > flow.visibleLength - after) {
      flow.scrollTo(range, 0.25);
    }
  }

  #updateHighlights(): void {
    const { highlights } = CSS;
    const [allName, currentName] = searchHighlightNames;
    const current = this.#matches[this.#currentIndex];
    highlights.delete(allName);
    highlights.delete(currentName);
    if (current) {
      const allMatches = new Highlight(...this.#matches);
      allMatches.priority = 2;
      highlights.set(allName, allMatches);
      const currentMatch = new Highlight(current);
      currentMatch.priority = 3;
      highlights.set(currentName, currentMatch);
    }
  }
}

provide("find", (host) => new Find(host));
