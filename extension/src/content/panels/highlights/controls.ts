/**
 * The controls of highlights: a button beside the selection, a panel with colors and a note, and a status line. They
 * are in the dialog of the view and have its colors.
 */

import { keyName } from "../../../shared/settings/shortcuts.ts";
import { drawing, element, style } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { place } from "../../../ui/popover.ts";
import {
  type HighlightColor,
  colours,
  longestNote,
  type StoredHighlight,
} from "../../../shared/highlights/highlight.ts";
import type { Session } from "../../session/session.ts";
import type { Layers } from "../../session/layers.ts";
import { noteDebounce } from "../../../shared/timeouts.ts";
import { say } from "./status.ts";
import note from "../../../ui/note.css";
import styles from "./controls.css";

interface HighlightActions {
  /** Marks what was selected when the button was offered. */
  mark(): void;
  /** Drops what is selected. */
  unselect(): void;
  change(id: string, change: Partial<Pick<StoredHighlight, "colour" | "note">>): void;
  remove(id: string): void;
  undo(): void;
  /** Copies the address of a mark, or of what is selected. */
  copyLink(id: string | null): void;
  /** Shows the list of all marks. */
  list(): void;
}

/** Px between the selection and the button; below the handles of a selection on a touch screen. */
const gap = 6;
const touchGap = 28;

export class HighlightControls {
  readonly #actions: HighlightActions;
  readonly #button: HTMLButtonElement;
  readonly #offer: HTMLElement;
  readonly #radios: HTMLInputElement[];
  readonly #note = element("textarea", { rows: 3, maxlength: longestNote, dir: "auto" });
  readonly #panel: HTMLElement;
  readonly #shadow: ShadowRoot;
  readonly #layers: Layers;
  #edited: string | null = null;
  #timer = 0;

  /** `key`: the one that marks, where there is one. */
  constructor(
    { shadow, layers }: Pick<Session, "shadow" | "layers">,
    actions: HighlightActions,
    key: string | undefined,
  ) {
    this.#shadow = shadow;
    this.#layers = layers;
    this.#actions = actions;
    const label = t("mark");
    const pen = drawing("M4 20h6M14 4l6 6l-9 9H7l-3-3zM10 8l6 6");
    this.#button = element(
      "button",
      { type: "button", class: "make", "aria-label": label, title: key ? `${label} (${keyName(key)})` : label },
      pen,
    );
    // The selection stays.
    this.#button.addEventListener("mousedown", (event) => event.preventDefault());
    this.#button.addEventListener("click", () => actions.mark());
    const toLink = t("copyLink");
    const chain = drawing("M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1");
    const link = element("button", { type: "button", class: "link", "aria-label": toLink, title: toLink }, chain);
    link.addEventListener("mousedown", (event) => event.preventDefault());
    link.addEventListener("click", () => actions.copyLink(null));
    this.#offer = element("div", { class: "offer", popover: "manual" }, this.#button, link);
    this.#radios = colours.map((value) => element("input", { type: "radio", name: "colour", value }));
    this.#panel = this.#makePanel();
    const controls = element(
      "div",
      { class: "marks", lang: locale(), dir: messageDirection() },
      this.#offer,
      this.#panel,
    );
    shadow.append(style(note + styles));
    shadow.querySelector("dialog")?.append(controls);
  }

  get isOffered(): boolean {
    return this.#offer.matches(":popover-open");
  }

  get isEditing(): boolean {
    return this.#panel.matches(":popover-open");
  }

  /** Shows the button below the end of what is selected, or takes it away. */
  offer(end: DOMRect | null, isTouch: boolean): void {
    if (!end) {
      this.#takeOffer();
      return;
    }
    if (!this.isOffered) {
      this.#offer.showPopover();
      this.#layers.opened(this, () => this.#actions.unselect());
    }
    const zoom = this.#offer.currentCSSZoom || 1;
    const { width, height } = this.#offer.getBoundingClientRect();
    const distance = isTouch ? touchGap : gap;
    const below = end.bottom + distance;
    const top = below + height < innerHeight ? below : Math.max(0, end.top - distance - height);
    const left = Math.max(gap, Math.min(end.right - width / 2, innerWidth - width - gap));
    this.#offer.style.left = `${left / zoom}px`;
    this.#offer.style.top = `${top / zoom}px`;
  }

  #takeOffer(): void {
    this.#layers.closed(this);
    this.#offer.hidePopover();
  }

  focusOffer(): void {
    this.#button.focus({ preventScroll: true });
  }

  /** Opens the panel for a mark, beside where it is shown. */
  edit({ id, colour, note }: StoredHighlight, at: DOMRect, isTouch: boolean): void {
    this.#takeOffer();
    // It may be open for another one.
    this.#panel.hidePopover();
    this.#edited = id;
    for (const radio of this.#radios) {
      radio.checked = radio.value === colour;
      // A note would bring the keyboard of a touch screen over the text.
      radio.autofocus = radio.checked && isTouch;
    }
    this.#note.autofocus = !isTouch;
    this.#note.value = note;
    this.#panel.showPopover();
    place(this.#panel, at);
  }

  /** Says something for a while; `canUndo` with a button that takes back what was done last. */
  say(sentence: string, canUndo: boolean): void {
    say(this.#shadow, sentence, canUndo ? { text: t("undo"), act: () => this.#actions.undo() } : null);
  }

  #makePanel(): HTMLElement {
    const choices = this.#radios.map((radio) => {
      const colour = radio.value as HighlightColor;
      radio.addEventListener("change", () => this.#change({ colour }));
      return element(
        "label",
        { "data-colour": colour, title: t(`colour_${colour}`) },
        radio,
        element("i", { "aria-hidden": "true" }),
      );
    });
    for (const radio of this.#radios) {
      radio.ariaLabel = t(`colour_${radio.value as HighlightColor}`);
    }
    this.#note.addEventListener("input", () => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => this.keep(), noteDebounce);
    });
    this.#note.addEventListener("change", () => this.keep());
    const panel = element(
      "div",
      { class: "panel marked", popover: "auto", role: "dialog", "aria-label": t("marked") },
      element("div", { class: "colours", role: "radiogroup", "aria-label": t("colour") }, ...choices),
      element("label", { class: "note" }, t("note"), this.#note),
      element(
        "div",
        { class: "acts" },
        this.#word("remove", t("unmark"), () => {
          const id = this.#edited;
          this.#panel.hidePopover();
          if (id) {
            this.#actions.remove(id);
          }
        }),
        this.#word("link", t("copyLink"), () => this.#actions.copyLink(this.#edited)),
        this.#word("all", t("marks"), () => this.#actions.list()),
      ),
    );
    // What is written when the panel is closed counts, however that happens.
    panel.addEventListener("beforetoggle", ({ newState }) => {
      if (newState === "closed") {
        this.keep();
      }
    });
    return panel;
  }

  /** Keeps the note as it is written so far. */
  keep(): void {
    clearTimeout(this.#timer);
    if (this.#edited && this.isEditing) {
      this.#change({ note: this.#note.value });
    }
  }

  #change(change: Partial<Pick<StoredHighlight, "colour" | "note">>): void {
    if (this.#edited) {
      this.#actions.change(this.#edited, change);
    }
  }

  #word(name: string, text: string, act: () => void): HTMLButtonElement {
    const button = element("button", { type: "button", class: `word ${name}` }, text);
    button.addEventListener("click", act);
    return button;
  }
}
