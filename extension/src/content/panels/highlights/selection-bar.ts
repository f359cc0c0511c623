/** The bar at the selection, with five colors and other actions. */

import { element } from "../../../ui/build.ts";
import { button, addTooltip } from "../../../ui/components.ts";
import { Copy, Headphones, Link, StickyNote } from "../../../ui/icons.ts";
import { t } from "../../../shared/ext.ts";
import { body, focusedElement } from "../../../ui/nodes.ts";
import { isNarrow, moveTo, visualViewportBox } from "../../../ui/popover.ts";
import { type HighlightColor, colors } from "../../../shared/highlights/highlight.ts";
import type { Layers } from "../../session/layers.ts";

interface SelectionActions {
  highlight(color: HighlightColor): void;
  /** Highlights the selection and opens its note. */
  note(): void;
  copy(): void;
  copyLink(): void;
  /** Reads aloud from the selection; null if there is no article. */
  listen: (() => void) | null;
  unselect(): void;
}

/** The key for Note. The colors have the keys 1 to 5. */
export const noteKey = "n";

/** Px between the selection and the bar. */
const gap = 10;

export class SelectionBar {
  readonly node: HTMLElement;
  readonly #layers: Layers;
  readonly #actions: SelectionActions;
  /** The element that had the focus before the bar. */
  #previousFocus: Element | null = null;

  /** `hasKeys`: single-key shortcuts are on. */
  constructor(layers: Layers, actions: SelectionActions, hasKeys: boolean) {
    this.#layers = layers;
    this.#actions = actions;
    const dots = colors.map((color, i) => {
      const dot = element("button", { type: "button", class: "dot", "data-color": color });
      addTooltip(dot, t(`color_${color}`), hasKeys ? String(i + 1) : undefined);
      dot.addEventListener("click", () => actions.highlight(color));
      return dot;
    });
    const buttons = (
      [
        ["write", StickyNote, t("note"), () => actions.note()],
        ["copy", Copy, t("copyNow"), () => actions.copy()],
        ["copy-link", Link, t("link"), () => actions.copyLink()],
        ["listen", Headphones, t("listenFromHere"), actions.listen],
      ] as const
    ).flatMap(([name, icon, text, act]) => (act ? [button({ name, icon, text, small: true }, act)] : []));
    const [noteButton, , linkButton] = buttons;
    if (noteButton && linkButton) {
      addTooltip(noteButton, t("note"), hasKeys ? noteKey.toUpperCase() : undefined);
      addTooltip(linkButton, t("copyLink"));
    }
    this.node = element(
      "div",
      { class: "selection-bar", popover: "manual", role: "group", "aria-label": t("selection") },
      element("div", { class: "dots", role: "group", "aria-label": t("highlightSelection") }, ...dots),
      element("div", { class: "actions" }, ...buttons),
    );
    // Prevents the click from clearing the selection.
    this.node.addEventListener("mousedown", (event) => event.preventDefault());
  }

  get #root(): ShadowRoot {
    return this.node.getRootNode() as ShadowRoot;
  }

  get isOpen(): boolean {
    return this.node.matches(":popover-open");
  }

  /** Shows the bar at a selection's box in the window. Hides it if there is none. */
  show(selectionBox: DOMRect | null, isTouch: boolean): void {
    if (!selectionBox) {
      this.hide();
      return;
    }
    if (!this.isOpen) {
      this.node.showPopover();
      this.#layers.add(this, () => this.#actions.unselect());
    }
    const viewport = visualViewportBox();
    const zoom = this.node.currentCSSZoom || 1;
    const { style } = this.node;
    this.node.classList.toggle("at-bottom", isTouch || isNarrow(zoom));
    if (this.node.classList.contains("at-bottom")) {
      style.left = `${viewport.left / zoom}px`;
      style.width = `${(viewport.right - viewport.left) / zoom}px`;
      style.top = `${(viewport.bottom - this.node.getBoundingClientRect().height) / zoom}px`;
      return;
    }
    style.width = "";
    const { width, height } = this.node.getBoundingClientRect();
    const above = selectionBox.top - height - gap;
    const below = selectionBox.bottom + gap;
    const maxTop = viewport.bottom - height - gap;
    // If the selection fills the viewport, the bar covers the first line.
    const top = above < viewport.top && below <= maxTop ? below : above;
    moveTo(this.node, selectionBox.left + (selectionBox.width - width) / 2, top, gap);
  }

  hide(): void {
    if (this.isOpen) {
      const hadFocus = this.node.contains(this.#root.activeElement);
      this.#layers.remove(this);
      this.node.hidePopover();
      if (hadFocus && this.#previousFocus instanceof HTMLElement) {
        this.#previousFocus.focus({ preventScroll: true });
      }
    }
  }

  /** Moves the focus to the bar. It returns once the bar is hidden: in Reader at least to what the arrow keys scroll. */
  focus(): void {
    const focused = this.#root.activeElement ?? focusedElement();
    const hasFocus = focused !== null && focused !== body();
    this.#previousFocus = hasFocus ? focused : this.#root.querySelector(".scroll");
    this.node.querySelector("button")?.focus({ preventScroll: true });
  }
}
