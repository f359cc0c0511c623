/** A row in the list of highlights: the quote, a note that is edited in place, the color, and buttons. */

import { element } from "../../ui/build.ts";
import { button, icon } from "../../ui/components.ts";
import * as icons from "../../ui/icons.ts";
import { t } from "../../shared/ext.ts";
import { date } from "../../shared/i18n/times.ts";
import { noteDebounce } from "../../shared/timeouts.ts";
import { type HighlightedPage, maxNoteLength, type StoredHighlight } from "../../shared/highlights/highlight.ts";
import { colorRadios } from "./colors.ts";

export interface RowActions {
  /** Saves a changed highlight. */
  change(page: HighlightedPage, mark: StoredHighlight): Promise<void>;
  remove(page: HighlightedPage, mark: StoredHighlight): void;
  copy(page: HighlightedPage, mark: StoredHighlight): void;
  choose(mark: StoredHighlight, isChosen: boolean): void;
  /** Returns the URL of the passage; undefined if the browser can't open such a page. */
  link(page: HighlightedPage, mark: StoredHighlight): string | undefined;
  /** Opens a page in Reader. */
  open(href: string): void;
  /** Called after the page was opened without Pith. */
  explain(): void;
}

let made = 0;

export class HighlightRow {
  readonly #actions: RowActions;
  #page: HighlightedPage | null = null;
  #mark: StoredHighlight | null = null;
  #isReadable = false;
  #timer = 0;
  readonly #box = element("input", { type: "checkbox", "aria-label": t("allHighlightsSelect") });
  readonly #quote = element("blockquote", { dir: "auto" });
  readonly #note = element("button", { type: "button", class: "quiet note", dir: "auto" });
  readonly #field = element("textarea", { rows: 2, maxlength: maxNoteLength, "aria-label": t("note"), dir: "auto" });
  readonly #editor: HTMLElement;
  readonly #facts = element("p", { class: "facts" });
  readonly #add = element("button", { type: "button", class: "quiet add" }, t("allHighlightsAddNote"));
  readonly #lost = element("span", { class: "chip lost" }, t("highlightMissing"));
  readonly #date = element("span");
  readonly #link = element("a", { class: "btn quiet small square", target: "_blank", rel: "noreferrer" });
  readonly #colors: ReturnType<typeof colorRadios>;
  readonly node: HTMLElement;

  constructor(actions: RowActions) {
    this.#actions = actions;
    made += 1;
    this.#colors = colorRadios(`color-${made}`, (color) => this.#store({ color }));
    this.#editor = element(
      "div",
      { class: "editor", hidden: true },
      this.#field,
      element("button", { type: "button" }, t("pickDone")),
    );
    this.#link.append(icon(icons.BookOpenText, "small"));
    this.#facts.append(this.#lost, this.#date, this.#add);
    this.node = element(
      "li",
      {},
      element("label", { class: "pick" }, this.#box),
      element("div", { class: "passage" }, this.#quote, this.#note, this.#editor, this.#facts),
      element(
        "div",
        { class: "acts" },
        this.#colors.node,
        button({ look: "quiet", small: true, icon: icons.Copy, tip: t("copyNow") }, () =>
          this.#with(this.#actions.copy),
        ),
        this.#link,
        button({ look: "quiet", small: true, name: "remove", icon: icons.Trash2, tip: t("highlightDelete") }, () =>
          this.#with(this.#actions.remove),
        ),
      ),
    );
    for (const control of this.node.querySelectorAll<HTMLElement>("[data-tip]")) {
      control.title = control.dataset.tip ?? "";
    }
    this.#box.addEventListener("change", () => this.#mark && actions.choose(this.#mark, this.#box.checked));
    for (const opener of [this.#note, this.#add]) {
      opener.addEventListener("click", () => this.#edit());
    }
    this.#editor.querySelector("button")?.addEventListener("click", () => this.#done());
    this.#field.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.#keep(), noteDebounce);
    });
    this.#field.addEventListener("keydown", (event) => {
      if (event.key === "Escape") {
        event.stopPropagation();
        this.#done();
      }
    });
    this.#field.addEventListener("blur", () => this.#keep());
    addEventListener("pagehide", () => this.#keep());
    this.#link.addEventListener("click", (event) => {
      if (this.#isReadable && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
        event.preventDefault();
        actions.open(this.#link.href);
      } else if (!this.#isReadable) {
        actions.explain();
      }
    });
  }

  show(page: HighlightedPage, mark: StoredHighlight, isReadable: boolean, isChosen: boolean): void {
    this.#page = page;
    this.#mark = mark;
    this.#isReadable = isReadable;
    this.#box.checked = isChosen;
    this.node.dataset.color = mark.color;
    this.node.classList.toggle("is-chosen", isChosen);
    this.#quote.textContent = mark.exact;
    this.#lost.hidden = !mark.isLost;
    this.#date.textContent = mark.created > "1971" ? date(mark.created) : "";
    this.#colors.show(mark.color);
    const href = this.#actions.link(page, mark);
    this.#link.hidden = href === undefined;
    this.#link.href = href ?? "";
    const label = t(isReadable ? "allHighlightsOpen" : "allHighlightsOpenPage");
    this.#link.title = isReadable ? label : `${label}. ${t("allHighlightsPress")}`;
    this.#link.ariaLabel = label;
    this.#showNote();
  }

  #showNote(): void {
    const isEditing = !this.#editor.hidden;
    this.#note.textContent = this.#mark?.note ?? "";
    this.#note.hidden = isEditing || this.#note.textContent === "";
    this.#add.hidden = isEditing || !this.#note.hidden;
  }

  #with(act: (page: HighlightedPage, mark: StoredHighlight) => void): void {
    if (this.#page && this.#mark) {
      act(this.#page, this.#mark);
    }
  }

  #store(change: Partial<StoredHighlight>): void {
    this.#with((page, mark) => {
      this.#mark = { ...mark, ...change };
      void this.#actions.change(page, this.#mark);
    });
  }

  #edit(): void {
    this.#field.value = this.#mark?.note ?? "";
    this.#editor.hidden = false;
    this.#showNote();
    this.#field.focus();
  }

  /** Saves the text if it has changed. */
  #keep(): void {
    clearTimeout(this.#timer);
    if (!this.#editor.hidden && this.#field.value !== this.#mark?.note) {
      this.#store({ note: this.#field.value });
    }
  }

  #done(): void {
    this.#keep();
    this.#editor.hidden = true;
    this.#showNote();
    (this.#note.hidden ? this.#add : this.#note).focus();
  }
}
