/** The panel of the page's highlights: each with its note and buttons to show, copy, edit, and delete it. */

import { element } from "../../../ui/build.ts";
import { type ButtonParts, button, icon, sheet } from "../../../ui/components.ts";
import { ChevronRight, Copy, Pencil, StickyNote, Trash2 } from "../../../ui/icons.ts";
import { focusedElement } from "../../../ui/nodes.ts";
import { t } from "../../../shared/ext.ts";
import { formatNumber } from "../../../shared/i18n/numbers.ts";
import type { StoredHighlight } from "../../../shared/highlights/highlight.ts";
import type { Layers } from "../../session/layers.ts";

interface ListActions {
  /** Scrolls a visible highlight into view. */
  scrollTo(id: string): void;
  /** Opens the note of a highlight. */
  edit(id: string): void;
  copy(text: string): void;
  remove(id: string): void;
  /** Opens the page with all highlights. */
  showAll(): void;
}

/** A highlight of the page, and whether it was found in the view. */
interface ListedHighlight {
  highlight: StoredHighlight;
  isShown: boolean;
}

export class HighlightList {
  readonly node: HTMLElement;
  readonly #actions: ListActions;
  readonly #layers: Layers;
  readonly #list = element("ul", { class: "highlight-items" });
  readonly #emptyMessage = element("p", { class: "empty" }, t("highlightsNone"));
  readonly #copyAll: HTMLButtonElement;
  #highlights: readonly ListedHighlight[] = [];
  /** The element that had the focus before the panel. */
  #previousFocus: Element | null = null;

  constructor(layers: Layers, actions: ListActions) {
    this.#layers = layers;
    this.#actions = actions;
    this.#copyAll = button({ variant: "quiet", small: true, name: "copy-all", icon: Copy, text: t("copyAll") }, () =>
      actions.copy(this.#highlights.map(({ highlight }) => textOf(highlight)).join("\n\n")),
    );
    const allButton = button({ variant: "link", small: true, name: "all", text: t("highlightsOfAllPages") }, () =>
      actions.showAll(),
    );
    allButton.append(icon(ChevronRight, "small flip"));
    this.node = sheet({
      title: t("highlightsHeading"),
      placement: "side",
      name: "highlight-list",
      close: () => this.hide(),
      body: [this.#emptyMessage, this.#list],
      footer: [this.#copyAll, allButton],
    }).node;
  }

  get isOpen(): boolean {
    return this.node.matches(":popover-open");
  }

  toggle(): void {
    if (this.isOpen) {
      this.hide();
    } else {
      this.#previousFocus = (this.node.getRootNode() as ShadowRoot).activeElement ?? focusedElement();
      this.node.showPopover();
      this.#layers.add(this, () => this.hide());
      this.node.focus({ preventScroll: true });
    }
  }

  hide(): void {
    if (this.isOpen) {
      this.#layers.remove(this);
      this.node.hidePopover();
      if (this.#previousFocus instanceof HTMLElement && this.#previousFocus.isConnected) {
        this.#previousFocus.focus({ preventScroll: true });
      }
    }
  }

  /** Shows these highlights, in the order of the text. */
  show(listed: readonly ListedHighlight[]): void {
    this.#highlights = listed;
    const { activeElement } = this.node.getRootNode() as ShadowRoot;
    const focusedIndex = [...this.#list.children].findIndex((item) => item.contains(activeElement));
    this.#list.replaceChildren(...listed.map((highlight) => this.#item(highlight)));
    this.#emptyMessage.hidden = listed.length > 0;
    this.#copyAll.hidden = listed.length === 0;
    this.node.dataset.count = formatNumber(listed.length);
    if (focusedIndex >= 0) {
      // The deleted item had the focus.
      const next = this.#list.children[Math.min(focusedIndex, listed.length - 1)];
      (next?.querySelector<HTMLElement>("button") ?? this.node).focus({ preventScroll: true });
    }
  }

  #item({ highlight, isShown }: ListedHighlight): HTMLElement {
    const { id, color, exact, note } = highlight;
    const { scrollTo, edit, copy, remove } = this.#actions;
    const quote = element("button", { type: "button", class: "quote", dir: "auto" }, exact);
    quote.addEventListener("click", () => scrollTo(id));
    quote.disabled = !isShown;
    const item = element("li", { class: "highlight-item", "data-color": color }, quote);
    if (!isShown) {
      item.append(element("p", { class: "item-note" }, t("highlightMissing")));
    }
    if (note) {
      item.append(
        element("p", { class: "item-note", dir: "auto" }, icon(StickyNote, "small"), element("span", {}, note)),
      );
    }
    const small = { variant: "quiet", small: true } as const satisfies Partial<ButtonParts>;
    item.append(
      element(
        "div",
        { class: "row-actions" },
        button({ ...small, name: "edit", icon: Pencil, tip: t("editNote") }, () => edit(id)),
        button({ ...small, name: "copy", icon: Copy, tip: t("copyNow") }, () => copy(textOf(highlight))),
        button({ variant: "danger", small: true, name: "delete", icon: Trash2, tip: t("highlightDelete") }, () =>
          remove(id),
        ),
      ),
    );
    return item;
  }
}

/** Returns a highlight as text to copy: the quote, and its note below it. */
function textOf({ exact, note }: StoredHighlight): string {
  return note ? `${exact}\n${note}` : exact;
}
