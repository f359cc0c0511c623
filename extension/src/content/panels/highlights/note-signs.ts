/** Icons in the margin for highlights with notes. An icon shows the note on hover and focus, and opens it on click. */

import { element } from "../../../ui/build.ts";
import { icon } from "../../../ui/components.ts";
import { StickyNote } from "../../../ui/icons.ts";
import { t } from "../../../shared/ext.ts";
import { body, clientWidth, documentOf, onDocument, rootElement } from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { positionPopup } from "../../../ui/popover.ts";
import type { StoredHighlight } from "../../../shared/highlights/highlight.ts";
import type { Session } from "../../session/session.ts";
import type { NotePlace } from "./note-panel.ts";

interface NoteIconActions {
  /** Returns where a highlight is in the window; null if it isn't shown. */
  placeOf(id: string): NotePlace | null;
  /** Returns the boxes of a highlight's lines in the window. */
  rects(id: string): DOMRect[];
  open(highlight: StoredHighlight): void;
}

/** Width and height of an icon, in px. */
const size = 24;

/** Maximum characters of the note in the icon's accessible name. */
const nameLength = 60;

export class NoteIcons {
  readonly #tip = element("div", { class: "note-tip", popover: "manual", role: "tooltip" });
  readonly #actions: NoteIconActions;
  /** An empty box. Its children are positioned on the page, or in Reader in the article's scroll container. */
  readonly #layer = element("div", { class: "note-icons" });
  readonly #scroller: Element | null;
  readonly #buttons = new Map<string, HTMLButtonElement>();
  #highlights: StoredHighlight[] = [];
  #frameRequest = 0;
  /** The highlight whose note is shown. */
  #shownId: string | null = null;

  /** The box that shows the note of an icon. */
  get tip(): HTMLElement {
    return this.#tip;
  }

  constructor({ shadow, host, signal }: Session, trees: readonly Document[], actions: NoteIconActions) {
    this.#actions = actions;
    this.#scroller = shadow.querySelector(".scroll");
    if (this.#scroller) {
      this.#scroller.append(this.#layer);
    } else {
      this.#layer.popover = "manual";
      shadow.querySelector("dialog")?.append(this.#layer);
    }
    const queue = (): void => this.#queue();
    const resized = new ResizeObserver(queue);
    resized.observe(host.querySelector("article") ?? body() ?? rootElement());
    const options = { capture: true, passive: true, signal };
    window.addEventListener("resize", queue, options);
    for (const tree of trees) {
      onDocument("scroll", queue, signal, true, tree);
      onDocument<PointerEvent>("pointermove", (event) => this.#hover(event), signal, true, tree);
    }
    signal.addEventListener("abort", () => {
      resized.disconnect();
      cancelAnimationFrame(this.#frameRequest);
      this.#frameRequest = -1;
    });
  }

  /** Shows icons for highlights with notes. */
  show(highlights: readonly StoredHighlight[]): void {
    this.#highlights = highlights.filter(({ note }) => note !== "");
    for (const [id, button] of this.#buttons) {
      if (!this.#highlights.some((highlight) => highlight.id === id)) {
        button.remove();
        this.#buttons.delete(id);
      }
    }
    for (const highlight of this.#highlights) {
      const button = this.#buttons.get(highlight.id) ?? this.#createButton(highlight.id);
      button.dataset.color = highlight.color;
      button.ariaLabel = t("noteOn", highlight.note.slice(0, nameLength));
    }
    this.#showNote(null);
    this.#queue();
  }

  #createButton(id: string): HTMLButtonElement {
    const button = element("button", { type: "button", class: "note-icon" }, icon(StickyNote));
    const findHighlight = (): StoredHighlight | undefined => this.#highlights.find((highlight) => highlight.id === id);
    for (const type of ["pointerenter", "focus"]) {
      button.addEventListener(type, () => this.#showNote(id));
    }
    for (const type of ["pointerleave", "blur"]) {
      button.addEventListener(type, () => this.#showNote(null));
    }
    button.addEventListener("click", () => {
      this.#showNote(null);
      const highlight = findHighlight();
      if (highlight) {
        this.#actions.open(highlight);
      }
    });
    this.#buttons.set(id, button);
    this.#layer.append(button);
    return button;
  }

  #queue(): void {
    if (this.#frameRequest === 0) {
      this.#frameRequest = requestAnimationFrame(() => {
        this.#frameRequest = 0;
        this.#place();
      });
    }
  }

  /** Places each icon level with the last line of its highlight, below any icon already there. */
  #place(): void {
    if (!this.#scroller) {
      const isShown = this.#highlights.length > 0;
      if (isShown !== this.#layer.matches(":popover-open")) {
        this.#layer.togglePopover(isShown);
      }
    }
    const origin = this.#layer.getBoundingClientRect();
    const zoom = this.#layer.currentCSSZoom || 1;
    const occupied: [left: number, top: number][] = [];
    for (const { id } of this.#highlights) {
      const button = this.#buttons.get(id);
      const notePlace = this.#actions.placeOf(id);
      const last = this.#actions.rects(id).at(-1);
      button?.toggleAttribute("hidden", !notePlace || !last);
      if (!button || !notePlace || !last) {
        continue;
      }
      const side = size * zoom;
      const { left: start, right: end } = notePlace.column;
      const viewportWidth = clientWidth(rootElement());
      const left = notePlace.isRtl ? Math.max(0, start - side - 2) : Math.min(end + 2, viewportWidth - side);
      let top = last.top + (last.height - side) / 2;
      while (occupied.some(([x, y]) => Math.abs(x - left) < side && Math.abs(y - top) < side)) {
        top += side;
      }
      occupied.push([left, top]);
      button.style.left = `${(left - origin.left) / zoom}px`;
      button.style.top = `${(top - origin.top) / zoom}px`;
    }
  }

  /** Shows the note of the highlight under the pointer. */
  #hover({ clientX, clientY, pointerType, buttons, target }: PointerEvent): void {
    if (this.#highlights.length === 0 || pointerType === "touch" || buttons !== 0 || this.#isOnIcon) {
      return;
    }
    const [left0, top0] = frameOffset(documentOf(target as Node));
    const [x, y] = [clientX + left0, clientY + top0];
    const isAt = ({ left, right, top, bottom }: DOMRect): boolean => x >= left && x <= right && y >= top && y <= bottom;
    const hovered = this.#highlights.findLast(({ id }) => this.#actions.rects(id).some(isAt));
    if (hovered?.id !== (this.#shownId ?? undefined)) {
      this.#showNote(hovered?.id ?? null);
    }
  }

  get #isOnIcon(): boolean {
    return this.#layer.querySelector(":hover, :focus-visible") !== null;
  }

  #showNote(id: string | null): void {
    const note = this.#highlights.find((highlight) => highlight.id === id)?.note;
    const notePlace = id === null ? null : this.#actions.placeOf(id);
    this.#shownId = note && notePlace ? id : null;
    if (note && notePlace) {
      this.#tip.textContent = note;
      this.#tip.showPopover();
      positionPopup(this.#tip, notePlace.lines);
    } else if (this.#tip.matches(":popover-open")) {
      this.#tip.hidePopover();
    }
  }
}
