/** The panel of one highlight: its note, its color, and Delete. */

import { element } from "../../../ui/build.ts";
import { button, keepFocusInside } from "../../../ui/components.ts";
import { Trash2 } from "../../../ui/icons.ts";
import { t } from "../../../shared/ext.ts";
import { isNarrow, moveTo, positionPopup, visualViewportBox } from "../../../ui/popover.ts";
import {
  type HighlightColor,
  colors,
  maxNoteLength,
  type StoredHighlight,
} from "../../../shared/highlights/highlight.ts";
import { noteDebounce } from "../../../shared/timeouts.ts";

interface NoteActions {
  change(id: string, change: Partial<Pick<StoredHighlight, "color" | "note">>): void;
  remove(id: string): void;
}

/**
 * A highlight's place in the window: its lines, and the column of text around it. If `isRtl`, the panel goes to its
 * left.
 */
export interface NotePlace {
  lines: DOMRect;
  column: DOMRect;
  isRtl: boolean;
}

/** Px between the column and the panel, and minimum width of a margin for the panel. */
const gap = 24;
const marginWidth = 312;

export class NotePanel {
  readonly node: HTMLElement;
  readonly #actions: NoteActions;
  readonly #radios: HTMLInputElement[];
  readonly #note = element("textarea", { rows: 3, maxlength: maxNoteLength, dir: "auto" });
  #highlightId: string | null = null;
  #timer = 0;

  constructor(actions: NoteActions) {
    this.#actions = actions;
    this.#note.placeholder = t("note");
    this.#note.ariaLabel = t("note");
    this.#radios = colors.map((value) => element("input", { type: "radio", name: "color", value }));
    const choices = this.#radios.map((radio) => {
      const color = radio.value as HighlightColor;
      radio.ariaLabel = t(`color_${color}`);
      radio.addEventListener("change", () => this.#change({ color }));
      return element("label", { "data-color": color, title: radio.ariaLabel }, radio, element("i"));
    });
    this.#note.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.saveNote(), noteDebounce);
    });
    this.#note.addEventListener("change", () => this.saveNote());
    const remove = button(
      { variant: "danger", name: "remove", icon: Trash2, tip: t("highlightDelete"), small: true },
      () => {
        const id = this.#highlightId;
        this.node.hidePopover();
        if (id) {
          this.#actions.remove(id);
        }
      },
    );
    const done = button({ variant: "primary", name: "done", text: t("pickDone"), small: true }, () =>
      this.node.hidePopover(),
    );
    this.node = element(
      "div",
      { class: "panel note-panel", popover: "auto", role: "dialog", "aria-label": t("highlightLabel"), tabindex: -1 },
      this.#note,
      element(
        "div",
        { class: "foot" },
        remove,
        element("div", { class: "colors", role: "radiogroup", "aria-label": t("color") }, ...choices),
        done,
      ),
    );
    keepFocusInside(this.node);
    // The note is saved regardless of how the panel is closed.
    this.node.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "closed") {
        this.saveNote();
      }
    });
  }

  get isOpen(): boolean {
    return this.node.matches(":popover-open");
  }

  /** Opens the panel for a highlight, and appends `typed` to its note. */
  open({ id, color, note }: StoredHighlight, notePlace: NotePlace, typed = ""): void {
    // It may be open for another highlight.
    this.node.hidePopover();
    this.#highlightId = id;
    for (const radio of this.#radios) {
      radio.checked = radio.value === color;
    }
    this.#note.value = note + typed;
    this.#note.autofocus = true;
    this.node.showPopover();
    this.#note.setSelectionRange(this.#note.value.length, this.#note.value.length);
    this.#position(notePlace);
    if (typed) {
      this.saveNote();
    }
  }

  /** Saves the current text of the note. */
  saveNote(): void {
    clearTimeout(this.#timer);
    if (this.#highlightId && this.isOpen) {
      this.#change({ note: this.#note.value });
    }
  }

  /** Places the panel in the margin level with the highlight if there is room, else below or above it. */
  #position({ lines, column, isRtl }: NotePlace): void {
    const viewport = visualViewportBox();
    const zoom = this.node.currentCSSZoom || 1;
    const { style, classList } = this.node;
    style.cssText = "";
    classList.toggle("sheet", isNarrow(zoom));
    if (isNarrow(zoom)) {
      return;
    }
    const [start, end] = isRtl ? [viewport.left, column.left] : [column.right, viewport.right];
    if (end - start < marginWidth * zoom) {
      positionPopup(this.node, lines);
      return;
    }
    const left = isRtl ? end - gap - this.node.getBoundingClientRect().width : start + gap;
    moveTo(this.node, left, lines.top);
  }

  #change(change: Partial<Pick<StoredHighlight, "color" | "note">>): void {
    if (this.#highlightId) {
      this.#actions.change(this.#highlightId, change);
    }
  }
}
