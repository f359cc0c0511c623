/**
 * The picker, with which the user decides what parts of the page are. While it is open, a layer covers the page, so
 * clicks don't reach it. The picker's bar replaces the view's controls. Its last button closes the picker, like Escape.
 *
 * The part under the mouse is framed. A click or tap removes that part, or restores a removed one. The wheel makes the
 * part larger or smaller, like the arrow keys and two buttons. At the largest or smallest part, it scrolls the page. A
 * part chosen that way stays framed until Enter, a click, or Escape. Over the page itself, the user chooses a fact
 * first, and then its part.
 *
 * The frame shows what a click affects. A second frame in it shows the element from which facts are read.
 */

import { element, styleElement } from "../../../ui/build.ts";
import { type ButtonParts, button, addStyles, toast } from "../../../ui/components.ts";
import { Minus, Plus, Redo2, Undo2 } from "../../../ui/icons.ts";
import type { Block } from "../../../shared/core.ts";
import { locale, type MessageKey, messageDirection, t } from "../../../shared/ext.ts";
import { focusInRoot, isText, nodeValue, rectOf, rootElement } from "../../../ui/nodes.ts";
import type { OpenPicker, PickerHost } from "./host.ts";
import type { OverrideKind } from "../removed/overrides.ts";
import { type PickTarget, PageTarget } from "./page-target.ts";
import { ArticleTarget } from "./article-target.ts";
import styles from "./picker.css";
import { provide } from "../../session/parts.ts";

/** The order of the buttons. */
const buttonKinds: readonly OverrideKind[] = ["keep", "drop", "title", "byline", "published"];

/** Messages for parts that can't be overridden that way. */
const refusals: Record<OverrideKind, MessageKey> = {
  keep: "notOverridden_text",
  drop: "notOverridden_text",
  title: "notOverridden_title",
  byline: "notOverridden_byline",
  published: "notOverridden_published",
};

/** Maximum characters of the part that are shown. If it has several blocks, some of them are from its end. */
const maxChars = 60;
const maxEndChars = 24;

/** Devices with touch as the main input. */
const touchDevice = "(hover: none) and (pointer: coarse)";

/** Px of wheel movement per step to a larger or smaller part. */
const wheelStep = 60;

class Picker {
  readonly #host: PickerHost;
  readonly #pickTarget: PickTarget;
  readonly #ended = new AbortController();
  readonly #layer: HTMLElement;
  readonly #pane: HTMLElement;
  readonly #frame = element("div", { class: "picker-target", hidden: true });
  readonly #innerFrame = element("div", { class: "picker-target-inner", hidden: true });
  readonly #removedLines = element("div", { class: "removed-places" });
  /** The numbers of the article's blocks that precede removed parts. */
  #removedAfter: number[] = [];
  readonly #hint: string;
  readonly #status = element("p", { class: "picker-status", role: "status" });
  readonly #choices = new Map<OverrideKind, HTMLButtonElement>();
  readonly #undoButton = button(
    { variant: "quiet", small: true, name: "undo", icon: Undo2, flip: true, text: t("undo") },
    () => this.#undoOrRedo("undo"),
  );
  readonly #redoButton = button(
    { variant: "quiet", small: true, name: "redo", icon: Redo2, flip: true, tip: t("redo") },
    () => this.#undoOrRedo("redo"),
  );
  readonly #style = styleElement(styles);
  /** True if the framed part stays when the mouse moves. */
  #isPinned = false;
  #wheelDistance = 0;
  /** True while a decision is pending. */
  #isDeciding = false;
  /** The fact that the next click sets. */
  #fact: OverrideKind | null = null;
  #hasChanged = false;
  /** The element that had the focus before the picker. */
  #previousFocus: HTMLElement | null = null;

  constructor(host: PickerHost) {
    this.#host = host;
    const { finding, article } = host;
    this.#pickTarget = article ? new ArticleTarget(finding, article) : new PageTarget(finding);
    this.#hint = t(matchMedia(touchDevice).matches ? "pickTap" : "pickClick");
    this.#status.textContent = this.#hint;
    this.#pane = element("div", {
      class: "picker-overlay",
      role: "application",
      tabindex: 0,
      "aria-label": this.#hint,
      "aria-describedby": "picker-shortcuts",
    });
    const label = t(article ? "pickToRemove" : "pick");
    const bar = element("div", { class: "picker-bar", role: "group", "aria-label": label });
    bar.append(this.#status, this.#keyHint(), this.#kindButtons(), this.#actionButtons());
    this.#layer = element(
      "div",
      { class: "picker", popover: "manual" },
      this.#pane,
      this.#removedLines,
      this.#frame,
      this.#innerFrame,
      bar,
    );
    this.#layer.classList.toggle("over-article", article !== null);
    this.#open();
  }

  #open(): void {
    const { session } = this.#host;
    const dialog = session.shadow.querySelector("dialog");
    this.#layer.lang = locale();
    this.#layer.dir = messageDirection();
    addStyles(session.shadow, session.signal);
    session.shadow.append(this.#style);
    dialog?.append(this.#layer);
    dialog?.classList.add("picking");
    this.#previousFocus = focusInRoot(session.shadow) as HTMLElement | null;
    this.#layer.showPopover();
    session.layers.add(this, () => this.#escape());
    this.#listen();
    this.#pane.focus({ preventScroll: true });
    this.#updateSteps();
    this.#redraw();
  }

  /** Closes the picker and restores the view's controls. */
  end(): void {
    const { session, onEnd } = this.#host;
    if (this.#ended.signal.aborted) {
      return;
    }
    this.#ended.abort();
    session.layers.remove(this);
    session.shadow.querySelector("dialog")?.classList.remove("picking");
    this.#layer.remove();
    this.#style.remove();
    if (!session.signal.aborted) {
      this.#previousFocus?.focus({ preventScroll: true });
      onEnd();
      if (!this.#hasChanged) {
        toast(session.shadow, t("nothingRemoved"));
      }
    }
  }

  /** Clears the choice and stays the newest layer, or closes the picker if there is no choice. */
  #escape(): void {
    if (this.#isPinned || this.#fact) {
      this.#host.session.layers.add(this, () => this.#escape());
      this.#pin(false);
      this.#setFact(null);
      this.#pickTarget.pickAt(-1, -1);
      this.#update();
    } else {
      this.end();
    }
  }

  #listen(): void {
    const signal = AbortSignal.any([this.#ended.signal, this.#host.session.signal]);
    // The article is ours: it needs no layer, and must scroll by touch.
    const surface = this.#host.article?.container ?? this.#pane;
    const options = { capture: true, signal };
    surface.addEventListener(
      "pointermove",
      (event) => {
        if (event.isTrusted && event.pointerType !== "touch" && !this.#isPinned) {
          this.#pointAt(event);
        }
      },
      options,
    );
    surface.addEventListener(
      "click",
      (event) => {
        event.preventDefault();
        event.stopPropagation();
        if (event.isTrusted) {
          // A click in an enlarged part applies to that part.
          if (!(this.#isPinned && this.#isInFrame(event))) {
            this.#pointAt(event);
          }
          void this.#override(this.#fact ?? this.#likelyKind);
        }
      },
      options,
    );
    surface.addEventListener("wheel", (event) => this.#onWheel(event), { ...options, passive: false });
    window.addEventListener("keydown", (event) => event.isTrusted && this.#onKey(event), { capture: true, signal });
    this.#host.session.signal.addEventListener("abort", () => this.end());
  }

  /** Frames the part at a point. Returns whether it is another part than before. */
  #pointAt({ clientX, clientY }: MouseEvent): boolean {
    this.#pane.style.pointerEvents = "none";
    const isOther = this.#pickTarget.pickAt(clientX, clientY);
    this.#pane.style.pointerEvents = "";
    if (isOther) {
      this.#update();
    }
    return isOther;
  }

  /** Returns whether a point is in the framed part. */
  #isInFrame({ clientX: x, clientY: y }: MouseEvent): boolean {
    const { box } = this.#pickTarget;
    return box !== null && x >= box.left && x <= box.right && y >= box.top && y <= box.bottom;
  }

  /** Sets the fact that the next click sets; null clears it. */
  #setFact(fact: OverrideKind | null): void {
    this.#fact = fact;
    for (const [kind, choice] of this.#choices) {
      choice.ariaPressed = String(kind === fact);
    }
  }

  #pin(isPinned: boolean): void {
    this.#isPinned = isPinned;
    this.#frame.classList.toggle("pinned", isPinned);
  }

  #onWheel(event: WheelEvent): void {
    const by = event.deltaY < 0 ? 1 : -1;
    if (!event.isTrusted || event.ctrlKey || event.deltaY === 0 || !this.#pickTarget.canWiden(by)) {
      this.#wheelDistance = 0;
      return;
    }
    event.preventDefault();
    // A change of direction starts the count again.
    const distance = Math.sign(this.#wheelDistance) === -by ? this.#wheelDistance : 0;
    this.#wheelDistance =
      distance + (event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * wheelStep);
    if (Math.abs(this.#wheelDistance) >= wheelStep) {
      this.#wheelDistance = 0;
      this.#widen(by);
    }
  }

  #onKey(event: KeyboardEvent): void {
    const { key, ctrlKey, altKey, metaKey, isComposing } = event;
    const isOnButton = focusInRoot(this.#host.session.shadow) instanceof HTMLButtonElement;
    if (ctrlKey || altKey || metaKey || isComposing) {
      return;
    }
    const isRtl = getComputedStyle(rootElement()).direction === "rtl";
    const actions: Record<string, () => void> = {
      ArrowUp: () => this.#widen(1),
      ArrowDown: () => this.#widen(-1),
      ArrowLeft: () => this.#move(isRtl ? 1 : -1),
      ArrowRight: () => this.#move(isRtl ? -1 : 1),
      ...(!isOnButton && { Enter: () => void this.#override(this.#fact ?? this.#likelyKind) }),
    };
    const action = actions[key];
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  }

  #widen(by: 1 | -1): void {
    if (!this.#pickTarget.element) {
      this.#move(1);
    } else if (this.#pickTarget.widen(by)) {
      this.#pin(true);
      this.#update();
    }
  }

  #move(by: 1 | -1): void {
    if (this.#pickTarget.move(by)) {
      this.#pin(true);
      this.#scrollToFrame();
      this.#update();
    }
  }

  /** Scrolls the framed part into view above the bar. */
  #scrollToFrame(): void {
    const { box } = this.#pickTarget;
    const visibleHeight = innerHeight * 0.6;
    if (box && (box.top < 0 || box.bottom > visibleHeight)) {
      const targetTop = box.height > visibleHeight ? 16 : (visibleHeight - box.height) / 2;
      const scroller = this.#host.session.shadow.querySelector(".scroll") ?? window;
      scroller.scrollBy({ top: box.top - targetTop, behavior: "instant" });
    }
  }

  /** The most likely choice for the framed part, which is what it isn't yet. */
  get #likelyKind(): OverrideKind {
    const { blocks } = this.#pickTarget;
    const chars = (counted: typeof blocks): number => counted.reduce((sum, block) => sum + block.chars, 0);
    const kept = chars(blocks.filter(({ content }) => content));
    return kept > 0 && kept * 2 >= chars(blocks) ? "drop" : "keep";
  }

  async #override(kind: OverrideKind): Promise<void> {
    const { nodes, element: picked } = this.#pickTarget;
    if (this.#isDeciding) {
      return;
    }
    if (nodes.length === 0) {
      this.#showStatus(picked ? t("notOverridden_text") : this.#hint);
      return;
    }
    this.#isDeciding = true;
    const blockBefore = this.#blockBefore(nodes);
    const isDone = await this.#host.override(nodes, kind);
    this.#isDeciding = false;
    this.#hasChanged ||= isDone;
    if (!this.#ended.signal.aborted) {
      if (isDone && kind === "drop") {
        this.#removedAfter.push(blockBefore);
      }
      this.#pin(false);
      this.#setFact(null);
      this.#updateSteps();
      this.#showChoice();
      this.#showStatus(t(isDone ? `overridden_${kind}` : refusals[kind]));
    }
  }

  /** Returns the first leaf of the last block before some nodes; -1 if there is none. */
  #blockBefore(nodes: readonly number[]): number {
    const first = Math.min(...nodes);
    return this.#host.finding.blocks.content.findLast(({ leaves }) => (leaves[0] ?? 0) < first)?.leaves[0] ?? -1;
  }

  /** Shows dashed lines in place of an article's removed parts. */
  #showRemoved(zoom: number): void {
    const { article, finding, overrides } = this.#host;
    if (!article || this.#removedAfter.length === 0) {
      return;
    }
    const isEmpty = !overrides.canUndo;
    const elements = article.blocks();
    const { left, width, top } = rectOf(article.container);
    const lines = [...new Set(isEmpty ? [] : this.#removedAfter)].map((leaf) => {
      const index = finding.blocks.content.findIndex(({ leaves }) => leaves[0] === leaf);
      const block = elements[index];
      const lineTop = block ? rectOf(block).bottom : top;
      return { left: left / zoom, width: width / zoom, top: lineTop / zoom + 4 };
    });
    const state = JSON.stringify(lines);
    if (this.#removedLines.dataset.drawn !== state) {
      this.#removedLines.dataset.drawn = state;
      const lineElements = lines.map((lengths) => {
        const line = element("div", { class: "removed-place" }, t("removedHere"));
        for (const [name, length] of Object.entries(lengths)) {
          line.style.setProperty(name, `${length}px`);
        }
        return line;
      });
      this.#removedLines.replaceChildren(...lineElements);
    }
  }

  #undoOrRedo(direction: "undo" | "redo"): void {
    if (this.#host[direction]()) {
      this.#showStatus(t(direction === "undo" ? "undone" : "redone"));
    }
  }

  /** Follows the part, which the page may move, and updates Undo and Redo. */
  #redraw(): void {
    if (this.#ended.signal.aborted) {
      return;
    }
    // If the page removes the view, the layer closes too.
    if (!this.#layer.matches(":popover-open")) {
      this.end();
      return;
    }
    const zoom = this.#layer.currentCSSZoom || 1;
    drawFrame(this.#frame, this.#pickTarget.box, zoom);
    drawFrame(this.#innerFrame, this.#pickTarget.inner, zoom);
    this.#showRemoved(zoom);
    this.#updateSteps();
    requestAnimationFrame(() => this.#redraw());
  }

  #updateSteps(): void {
    const { canUndo, canRedo } = this.#host.overrides;
    for (const [stepButton, isPossible] of [
      [this.#undoButton, canUndo],
      [this.#redoButton, canRedo],
    ] as const) {
      const disabled = String(!isPossible);
      if (stepButton.ariaDisabled !== disabled) {
        stepButton.ariaDisabled = disabled;
      }
    }
  }

  /** Shows the framed part, and the choice that Enter makes. */
  #update(): void {
    this.#showStatus(this.#excerpt());
    this.#showChoice();
  }

  /** Shows the choice that Enter makes. */
  #showChoice(): void {
    const likely = this.#pickTarget.element ? this.#likelyKind : null;
    for (const [kind, choice] of this.#choices) {
      choice.classList.toggle("likely", kind === likely);
    }
  }

  #showStatus(message: string): void {
    if (this.#status.textContent !== message) {
      this.#status.textContent = message;
    }
  }

  /** Returns the start of the framed text, and its end if it has several blocks. */
  #excerpt(): string {
    const { blocks } = this.#host.finding;
    const leafText = (leaf: Node): string => (isText(leaf) && nodeValue(leaf)) || "";
    const blockText = (block: Block): string => blocks.leaves(block).map(leafText).join("").replace(/\s+/g, " ").trim();
    const nonEmptyBlocks = this.#pickTarget.blocks.filter((block) => blockText(block) !== "");
    const [first, last] = [nonEmptyBlocks[0], nonEmptyBlocks.at(-1)];
    if (!first || !last) {
      return this.#hint;
    }
    const text = blockText(first);
    if (first === last) {
      return truncate(text, maxChars);
    }
    const end = blockText(last);
    // Starts at a whole word.
    const ending = end.length > maxEndChars ? end.slice(-maxEndChars).replace(/^\S* /, "") : end;
    return `${truncate(text, maxChars - maxEndChars)} … ${ending}`;
  }

  #keyHint(): HTMLElement {
    return element("p", { id: "picker-shortcuts", class: "picker-shortcuts" }, t("pickKeys"));
  }

  /** Returns the buttons for what a part of the page can be. */
  #kindButtons(): HTMLElement {
    for (const kind of this.#host.article ? [] : buttonKinds) {
      const choice = button({ variant: "plain", small: true, name: kind, text: t(`override_${kind}`) }, () => {
        if (this.#isPinned) {
          void this.#override(kind);
        } else {
          this.#setFact(this.#fact === kind ? null : kind);
        }
      });
      choice.ariaPressed = "false";
      this.#choices.set(kind, choice);
    }
    return element("div", { class: "picker-choices" }, ...this.#choices.values());
  }

  #actionButtons(): HTMLElement {
    const wider: ButtonParts = { variant: "quiet", small: true, name: "wider", icon: Plus, text: t("pickWider") };
    const narrower: ButtonParts = {
      variant: "quiet",
      small: true,
      name: "narrower",
      icon: Minus,
      text: t("pickNarrower"),
    };
    return element(
      "div",
      { class: "picker-actions" },
      button(wider, () => this.#widen(1)),
      button(narrower, () => this.#widen(-1)),
      this.#undoButton,
      this.#redoButton,
      button({ variant: "primary", small: true, name: "picker-done", text: t("pickDone") }, () => this.end()),
    );
  }
}

function truncate(text: string, maxLength: number): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}

/** Places a frame around a box in the window's viewport, or hides it. */
function drawFrame(frame: HTMLElement, box: DOMRect | null, zoom: number): void {
  frame.hidden = box === null;
  if (!box) {
    return;
  }
  for (const side of ["left", "top", "width", "height"] as const) {
    const length = `${box[side] / zoom}px`;
    if (frame.style[side] !== length) {
      frame.style[side] = length;
    }
  }
}

declare module "../../session/parts.ts" {
  interface Provided {
    picker: OpenPicker;
  }
}

provide("picker", (host) => void new Picker(host));
