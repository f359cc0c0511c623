/** The panel of the page's highlights: each with its note and buttons to show, copy, edit, and delete it. */

import { element } from "../../../ui/build.ts";
import { button, icon, sheet } from "../../../ui/components.ts";
import { ChevronRight, Copy, Pencil, StickyNote, Trash2 } from "../../../ui/icons.ts";
import { focused } from "../../../ui/nodes.ts";
import { t } from "../../../shared/ext.ts";
import { number } from "../../../shared/i18n/numbers.ts";
import type { StoredHighlight } from "../../../shared/highlights/highlight.ts";
import type { Layers } from "../../session/layers.ts";

interface ListActions {
  /** Scrolls a visible highlight into view. */
  reach(id: string): void;
  /** Opens the note of a highlight. */
  edit(id: string): void;
  copy(text: string): void;
  remove(id: string): void;
  /** Opens the page with all highlights. */
  all(): void;
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
  readonly #list = element("ul", { class: "hlist" });
  readonly #none = element("p", { class: "none" }, t("highlightsNone"));
  readonly #copyAll: HTMLButtonElement;
  #listed: readonly ListedHighlight[] = [];
  /** The element that had the focus before the panel. */
  #before: Element | null = null;

  constructor(layers: Layers, actions: ListActions) {
    this.#layers = layers;
    this.#actions = actions;
    this.#copyAll = button({ look: "quiet", small: true, name: "copy-all", icon: Copy, text: t("copyAll") }, () =>
      actions.copy(this.#listed.map(({ highlight }) => textOf(highlight)).join("\n\n")),
    );
    const all = button({ look: "link", small: true, name: "all", text: t("highlightsOfAllPages") }, () =>
      actions.all(),
    );
    all.append(icon(ChevronRight, "small flip"));
    this.node = sheet({
      title: t("highlightsHeading"),
      at: "side",
      name: "highlight-list",
      close: () => this.hide(),
      body: [this.#none, this.#list],
      foot: [this.#copyAll, all],
    }).node;
  }

  get isOpen(): boolean {
    return this.node.matches(":popover-open");
  }

  toggle(): void {
    if (this.isOpen) {
      this.hide();
    } else {
      this.#before = (this.node.getRootNode() as ShadowRoot).activeElement ?? focused();
      this.node.showPopover();
      this.#layers.opened(this, () => this.hide());
      this.node.focus({ preventScroll: true });
    }
  }

  hide(): void {
    if (this.isOpen) {
      this.#layers.closed(this);
      this.node.hidePopover();
      if (this.#before instanceof HTMLElement && this.#before.isConnected) {
        this.#before.focus({ preventScroll: true });
      }
    }
  }

  /** Shows these highlights, in the order of the text. */
  show(listed: readonly ListedHighlight[]): void {
    this.#listed = listed;
    const { activeElement } = this.node.getRootNode() as ShadowRoot;
    const at = [...this.#list.children].findIndex((item) => item.contains(activeElement));
    this.#list.replaceChildren(...listed.map((one) => this.#item(one)));
    this.#none.hidden = listed.length > 0;
    this.#copyAll.hidden = listed.length === 0;
    this.node.dataset.count = number(listed.length);
    if (at >= 0) {
      // The deleted item had the focus.
      const next = this.#list.children[Math.min(at, listed.length - 1)];
      (next?.querySelector<HTMLElement>("button") ?? this.node).focus({ preventScroll: true });
    }
  }

  #item({ highlight, isShown }: ListedHighlight): HTMLElement {
    const { id, color, exact, note } = highlight;
    const { reach, edit, copy, remove } = this.#actions;
    const quote = element("button", { type: "button", class: "quote", dir: "auto" }, exact);
    quote.addEventListener("click", () => reach(id));
    quote.disabled = !isShown;
    const item = element("li", { class: "hrow", "data-color": color }, quote);
    if (!isShown) {
      item.append(element("p", { class: "hnote" }, t("highlightMissing")));
    }
    if (note) {
      item.append(element("p", { class: "hnote", dir: "auto" }, icon(StickyNote, "small"), element("span", {}, note)));
    }
    const small = { look: "quiet", small: true } as const;
    item.append(
      element(
        "div",
        { class: "row-actions" },
        button({ ...small, name: "edit", icon: Pencil, tip: t("editNote") }, () => edit(id)),
        button({ ...small, name: "copy", icon: Copy, tip: t("copyNow") }, () => copy(textOf(highlight))),
        button({ look: "danger", small: true, name: "delete", icon: Trash2, tip: t("highlightDelete") }, () =>
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
