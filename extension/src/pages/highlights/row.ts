/** A row in the list of highlights: the quote, a note that is edited in place, the color, and buttons. */

import { element } from "../../ui/build.ts";
import { button, icon } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { t } from "../../shared/ext.ts";
import { formatDate } from "../../shared/i18n/times.ts";
import { noteDebounce } from "../../shared/timeouts.ts";
import { type HighlightedPage, maxNoteLength, type StoredHighlight } from "../../shared/highlights/highlight.ts";
import { colorRadios } from "./colors.ts";

export interface RowActions {
  /** Saves a changed highlight. */
  change(page: HighlightedPage, highlight: StoredHighlight): Promise<void>;
  remove(page: HighlightedPage, highlight: StoredHighlight): void;
  copy(page: HighlightedPage, highlight: StoredHighlight): void;
  choose(highlight: StoredHighlight, isChosen: boolean): void;
  /** Returns the URL of the passage; undefined if the browser can't open such a page. */
  link(page: HighlightedPage, highlight: StoredHighlight): string | undefined;
  /** Opens a page in Reader. */
  open(href: string): void;
  /** Called after the page was opened without Pith. */
  explain(): void;
}

let rowCount = 0;

export class HighlightRow {
  readonly #actions: RowActions;
  #page: HighlightedPage | null = null;
  #highlight: StoredHighlight | null = null;
  #isReadable = false;
  #timer = 0;
  readonly #checkbox = element("input", { type: "checkbox", "aria-label": t("allHighlightsSelect") });
  readonly #quote = element("blockquote", { dir: "auto" });
  readonly #note = element("button", { type: "button", class: "quiet note", dir: "auto" });
  readonly #field = element("textarea", { rows: 2, maxlength: maxNoteLength, "aria-label": t("note"), dir: "auto" });
  readonly #editor: HTMLElement;
  readonly #facts = element("p", { class: "facts" });
  readonly #addNoteButton = element("button", { type: "button", class: "quiet add" }, t("allHighlightsAddNote"));
  readonly #missingChip = element("span", { class: "chip missing" }, t("highlightMissing"));
  readonly #dateElement = element("span");
  readonly #pageLink = element("a", { class: "btn quiet small square", target: "_blank", rel: "noreferrer" });
  readonly #colors: ReturnType<typeof colorRadios>;
  readonly node: HTMLElement;

  constructor(actions: RowActions) {
    this.#actions = actions;
    rowCount += 1;
    this.#colors = colorRadios(`color-${rowCount}`, (color) => this.#save({ color }));
    this.#editor = element(
      "div",
      { class: "editor", hidden: true },
      this.#field,
      element("button", { type: "button" }, t("pickDone")),
    );
    this.#pageLink.append(icon(icons.BookOpenText, "small"));
    this.#facts.append(this.#missingChip, this.#dateElement, this.#addNoteButton);
    this.node = element(
      "li",
      {},
      element("label", { class: "row-select" }, this.#checkbox),
      element("div", { class: "passage" }, this.#quote, this.#note, this.#editor, this.#facts),
      element(
        "div",
        { class: "actions" },
        this.#colors.node,
        button({ variant: "quiet", small: true, icon: icons.Copy, tip: t("copyNow") }, () =>
          this.#callWith(this.#actions.copy),
        ),
        this.#pageLink,
        button({ variant: "quiet", small: true, name: "remove", icon: icons.Trash2, tip: t("highlightDelete") }, () =>
          this.#callWith(this.#actions.remove),
        ),
      ),
    );
    for (const control of this.node.querySelectorAll<HTMLElement>("[data-tip]")) {
      control.title = control.dataset.tip ?? "";
    }
    this.#checkbox.addEventListener(
      "change",
      () => this.#highlight && actions.choose(this.#highlight, this.#checkbox.checked),
    );
    for (const opener of [this.#note, this.#addNoteButton]) {
      opener.addEventListener("click", () => this.#edit());
    }
    this.#editor.querySelector("button")?.addEventListener("click", () => this.#finishEditing());
    this.#field.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#saveNote(), noteDebounce);
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.#finishEditing();
      }
    });
    this.#field.addEventListener("blur", () => this.#saveNote());
    addEventListener("pagehide", () => this.#saveNote());
    this.#pageLink.addEventListener("click", (event) => {
      if (this.#isReadable && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        actions.open(this.#pageLink.href);
      } else if (!this.#isReadable) {
        actions.explain();
      }
    });
  }

  show(page: HighlightedPage, highlight: StoredHighlight, isReadable: boolean, isChosen: boolean): void {
    this.#page = page;
    this.#highlight = highlight;
    this.#isReadable = isReadable;
    this.#checkbox.checked = isChosen;
    this.node.dataset.color = highlight.color;
    this.node.classList.toggle("is-chosen", isChosen);
    this.#quote.textContent = highlight.exact;
    this.#missingChip.hidden = !highlight.isLost;
    this.#dateElement.textContent = highlight.created > "1971" ? formatDate(highlight.created) : "";
    this.#colors.show(highlight.color);
    const href = this.#actions.link(page, highlight);
    this.#pageLink.hidden = href === undefined;
    this.#pageLink.href = href ?? "";
    const label = t(isReadable ? "allHighlightsOpen" : "allHighlightsOpenPage");
    this.#pageLink.title = isReadable ? label : `${label}. ${t("allHighlightsPress")}`;
    this.#pageLink.ariaLabel = label;
    this.#showNote();
  }

  #showNote(): void {
    const isEditing = !this.#editor.hidden;
    this.#note.textContent = this.#highlight?.note ?? "";
    this.#note.hidden = isEditing || this.#note.textContent === "";
    this.#addNoteButton.hidden = isEditing || !this.#note.hidden;
  }

  #callWith(action: (page: HighlightedPage, highlight: StoredHighlight) => void): void {
    if (this.#page && this.#highlight) {
      action(this.#page, this.#highlight);
    }
  }

  #save(change: Partial<StoredHighlight>): void {
    this.#callWith((page, highlight) => {
      this.#highlight = { ...highlight, ...change };
      void this.#actions.change(page, this.#highlight);
    });
  }

  #edit(): void {
    this.#field.value = this.#highlight?.note ?? "";
    this.#editor.hidden = false;
    this.#showNote();
    this.#field.focus();
  }

  /** Saves the text if it has changed. */
  #saveNote(): void {
    clearTimeout(this.#timer);
    if (!this.#editor.hidden && this.#field.value !== this.#highlight?.note) {
      this.#save({ note: this.#field.value });
    }
  }

  #finishEditing(): void {
    this.#saveNote();
    this.#editor.hidden = true;
    this.#showNote();
    (this.#note.hidden ? this.#addNoteButton : this.#note).focus();
  }
}
