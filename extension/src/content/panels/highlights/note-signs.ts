/** Icons in the margin for highlights with notes. An icon shows the note on hover and focus, and opens it on click. */

import { element } from "../../../ui/build.ts";
import { icon } from "../../../ui/components.ts";
import { StickyNote } from "../../../ui/icons.ts";
import { t } from "../../../shared/ext.ts";
import { body, clientWidth, documentOf, onDocument, rootElement } from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { place } from "../../../ui/popover.ts";
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
  readonly #layer = element("div", { class: "note-signs" });
  readonly #scroller: Element | null;
  readonly #signs = new Map<string, HTMLButtonElement>();
  #noted: StoredHighlight[] = [];
  #queued = 0;
  /** The highlight whose note is shown. */
  #shown: string | null = null;

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
      cancelAnimationFrame(this.#queued);
      this.#queued = -1;
    });
  }

  /** Shows icons for highlights with notes. */
  show(highlights: readonly StoredHighlight[]): void {
    this.#noted = highlights.filter(({ note }) => note !== "");
    for (const [id, sign] of this.#signs) {
      if (!this.#noted.some((one) => one.id === id)) {
        sign.remove();
        this.#signs.delete(id);
      }
    }
    for (const highlight of this.#noted) {
      const sign = this.#signs.get(highlight.id) ?? this.#make(highlight.id);
      sign.dataset.color = highlight.color;
      sign.ariaLabel = t("noteOn", highlight.note.slice(0, nameLength));
    }
    this.#showNote(null);
    this.#queue();
  }

  #make(id: string): HTMLButtonElement {
    const sign = element("button", { type: "button", class: "note-sign" }, icon(StickyNote));
    const find = (): StoredHighlight | undefined => this.#noted.find((one) => one.id === id);
    for (const type of ["pointerenter", "focus"]) {
      sign.addEventListener(type, () => this.#showNote(id));
    }
    for (const type of ["pointerleave", "blur"]) {
      sign.addEventListener(type, () => this.#showNote(null));
    }
    sign.addEventListener("click", () => {
      this.#showNote(null);
      const highlight = find();
      if (highlight) {
        this.#actions.open(highlight);
      }
    });
    this.#signs.set(id, sign);
    this.#layer.append(sign);
    return sign;
  }

  #queue(): void {
    if (this.#queued === 0) {
      this.#queued = requestAnimationFrame(() => {
        this.#queued = 0;
        this.#place();
      });
    }
  }

  /** Places each icon level with the last line of its highlight, below any icon already there. */
  #place(): void {
    if (!this.#scroller) {
      const isShown = this.#noted.length > 0;
      if (isShown !== this.#layer.matches(":popover-open")) {
        this.#layer.togglePopover(isShown);
      }
    }
    const origin = this.#layer.getBoundingClientRect();
    const zoom = this.#layer.currentCSSZoom || 1;
    const taken: [left: number, top: number][] = [];
    for (const { id } of this.#noted) {
      const sign = this.#signs.get(id);
      const at = this.#actions.placeOf(id);
      const last = this.#actions.rects(id).at(-1);
      sign?.toggleAttribute("hidden", !at || !last);
      if (!sign || !at || !last) {
        continue;
      }
      const side = size * zoom;
      const { left: start, right: end } = at.column;
      const seen = clientWidth(rootElement());
      const left = at.isRtl ? Math.max(0, start - side - 2) : Math.min(end + 2, seen - side);
      let top = last.top + (last.height - side) / 2;
      while (taken.some(([x, y]) => Math.abs(x - left) < side && Math.abs(y - top) < side)) {
        top += side;
      }
      taken.push([left, top]);
      sign.style.left = `${(left - origin.left) / zoom}px`;
      sign.style.top = `${(top - origin.top) / zoom}px`;
    }
  }

  /** Shows the note of the highlight under the pointer. */
  #hover({ clientX, clientY, pointerType, buttons, target }: PointerEvent): void {
    if (this.#noted.length === 0 || pointerType === "touch" || buttons !== 0 || this.#isOnSign) {
      return;
    }
    const [left0, top0] = frameOffset(documentOf(target as Node));
    const [x, y] = [clientX + left0, clientY + top0];
    const isAt = ({ left, right, top, bottom }: DOMRect): boolean => x >= left && x <= right && y >= top && y <= bottom;
    const under = this.#noted.findLast(({ id }) => this.#actions.rects(id).some(isAt));
    if (under?.id !== (this.#shown ?? undefined)) {
      this.#showNote(under?.id ?? null);
    }
  }

  get #isOnSign(): boolean {
    return this.#layer.querySelector(":hover, :focus-visible") !== null;
  }

  #showNote(id: string | null): void {
    const note = this.#noted.find((one) => one.id === id)?.note;
    const at = id === null ? null : this.#actions.placeOf(id);
    this.#shown = note && at ? id : null;
    if (note && at) {
      this.#tip.textContent = note;
      this.#tip.showPopover();
      place(this.#tip, at.lines);
    } else if (this.#tip.matches(":popover-open")) {
      this.#tip.hidePopover();
    }
  }
}
