/** Shows comments below or instead of the article, as collapsible threads in the chosen order. */

import { svgIcon, element, styleElement, onActivate } from "../../../ui/build.ts";
import { MessageSquare } from "../../../ui/icons.ts";
import { languageAttributes, t } from "../../../shared/ext.ts";
import type { Branch, Threads } from "../../../shared/messages.ts";
import { counted, formatNumber } from "../../../shared/i18n/numbers.ts";
import type { DiscussionHost, OpenDiscussion } from "./host.ts";
import { whenVisible } from "../../dom/in-view.ts";
import { CommentLoader } from "./lazy-list.ts";
import { enhanceComments, showThreadHeader } from "./comments.ts";
import { loadPreferences, type Order, sortThreads, availableOrders, savePreferences } from "./order.ts";
import styles from "./discussion.css";
import { provide } from "../../session/parts.ts";

/** Characters of markup inserted at once: a few screens. At least one thread is inserted. */
const batchLength = 40_000;

class DiscussionSection {
  readonly #host: DiscussionHost;
  readonly #signal: AbortSignal;
  readonly #summary = element("summary", languageAttributes());
  readonly #list = element("ol", { class: "pith-thread" });
  /** The next threads are inserted when this element comes near the viewport. */
  readonly #endMarker = element("div");
  readonly #order = element("select", {});
  readonly #sort = element(
    "label",
    { ...languageAttributes(), class: "pith-sort", hidden: "" },
    element("span", {}, t("discussionSort")),
    this.#order,
  );
  readonly #section = element("details", {}, this.#summary, this.#sort, this.#list, this.#endMarker);
  /** In the page's order. */
  #original: readonly Branch[];
  /** In the chosen order. */
  #threads: readonly Branch[];
  /** The number of inserted threads. */
  #shownCount = 0;
  /** Aborted when the section is folded or rebuilt. */
  #unfolding: AbortController | undefined;

  constructor(host: DiscussionHost, signal: AbortSignal) {
    this.#host = host;
    this.#signal = signal;
    const { line, threads, thread, view } = host;
    this.#original = threads.threads;
    this.#threads = this.#original;
    if (thread) {
      showThreadHeader(thread);
      enhanceComments(thread);
    }
    if (view !== null) {
      line.append(styleElement(styles));
    }
    // Built only when the user unfolds the section.
    this.#section.addEventListener("toggle", () => this.#onToggle());
    this.#order.addEventListener("change", ({ isTrusted }) => {
      if (isTrusted) {
        this.#savePreferences();
        this.#applyOrder();
      }
    });
    this.#summary.addEventListener("click", ({ isTrusted }) => {
      if (isTrusted) {
        // The browser toggles the section afterwards.
        this.#savePreferences(!this.#section.open);
      }
    });
    this.#showCount(threads.count);
    if (threads.count > 0 || view !== null) {
      line.append(this.#section);
    }
    if (threads.known) {
      (line.contains(this.#section) ? this.#section : line).append(...this.#partialNote());
    }
    void this.#resume().catch(console.error);
  }

  /** Shows the comments in the saved order, folded or unfolded as saved. */
  async #resume(): Promise<void> {
    const { isOpen, order } = await loadPreferences();
    if (this.#signal.aborted) {
      return;
    }
    this.#showOrders(order);
    this.#applyOrder();
    this.#section.open ||= isOpen;
  }

  #savePreferences(isOpen = this.#section.open): void {
    void savePreferences({ isOpen, order: this.#order.value as Order }).catch(console.error);
  }

  /** Lists the available orders, and selects the chosen one if it is available. */
  #showOrders(chosen = this.#order.value as Order): void {
    const available = availableOrders(this.#original);
    this.#order.replaceChildren(
      ...available.map((order) => element("option", { value: order }, t(`discussion_${order}`))),
    );
    this.#order.value = available.includes(chosen) ? chosen : "page";
    this.#sort.hidden = available.length < 2;
  }

  /** Puts the threads into the chosen order. */
  #applyOrder(): void {
    this.#showThreads(sortThreads(this.#original, this.#order.value as Order));
  }

  #showCount(count: number): void {
    const label = element("span", {}, counted("discussionCount", count));
    this.#summary.replaceChildren(...(this.#host.view === null ? [] : [svgIcon(MessageSquare)]), label);
    this.#summary.dataset.count = formatNumber(count);
  }

  #onToggle(): void {
    const { finding } = this.#host;
    this.#unfolding?.abort();
    // Comments are exported only if they are unfolded.
    if (this.#section.open) {
      this.#unfolding = new AbortController();
      this.#insertWhenVisible(AbortSignal.any([this.#unfolding.signal, this.#signal]));
      finding.commentsHtml = `<ol class="pith-thread">${this.#threads.map(({ html }) => html).join("")}</ol>\n`;
    } else {
      delete finding.commentsHtml;
    }
  }

  /** Inserts the next threads when the end comes near the viewport, until `signal` is aborted. */
  #insertWhenVisible(signal: AbortSignal): void {
    const insert = (): void => {
      this.#insertMore();
      if (this.#shownCount < this.#threads.length) {
        this.#insertWhenVisible(signal);
      }
    };
    whenVisible(this.#endMarker, signal, insert, 800);
  }

  /** Inserts the next threads. */
  #insertMore(): void {
    let html = "";
    do {
      html += this.#threads[this.#shownCount]?.html ?? "";
      this.#shownCount += 1;
    } while (html.length < batchLength && this.#shownCount < this.#threads.length);
    this.#list.append(...this.#createItems(html));
  }

  #createItems(html: string): Element[] {
    const body = this.#host.bodyOf(`<ol class="pith-thread">${html}</ol>`);
    enhanceComments(body);
    return [...(body.querySelector(".pith-thread")?.children ?? [])];
  }

  /** Shows the comments of a later detection. Unchanged threads stay in place. */
  #update({ count, threads }: Threads): void {
    this.#original = threads;
    this.#showCount(count);
    if (count > 0 && !this.#section.isConnected) {
      this.#section.open = true;
      this.#host.line.prepend(this.#section);
    }
    this.#showOrders();
    this.#applyOrder();
  }

  /** Shows threads in this order. Inserted threads stay, up to the first that differs. */
  #showThreads(threads: readonly Branch[]): void {
    const previous = this.#threads;
    this.#threads = threads;
    // A reply changes its thread, and a new first thread moves the others.
    const firstChanged = previous.findIndex(({ html }, index) => html !== threads[index]?.html);
    const keptCount = firstChanged < 0 ? previous.length : firstChanged;
    for (const item of [...this.#list.children].slice(keptCount)) {
      item.remove();
    }
    this.#shownCount = Math.min(this.#shownCount, keptCount);
    if (this.#section.open) {
      this.#onToggle();
    }
  }

  /**
   * Returns the end of the list, and the message below it that the list is incomplete, with the button that loads the
   * rest. The message stays in view while the list grows.
   */
  #partialNote(): [end: HTMLElement, note: HTMLElement] {
    const below = element("div");
    const message = element("p", {}, t("discussionPartial"));
    const button = element(
      "button",
      { type: "button", class: "text-button", "aria-pressed": "false" },
      t("discussionLoadMore"),
    );
    const note = element("div", { ...languageAttributes(), class: "pith-partial", role: "status" }, message);
    if (this.#host.view !== "simplify") {
      note.append(button);
    }
    let loading: AbortController | undefined;
    const stopLoading = (text: string): void => {
      loading?.abort();
      loading = undefined;
      message.textContent = text;
      button.ariaPressed = "false";
      note.classList.remove("pith-busy");
    };
    const startLoading = async (): Promise<void> => {
      const controller = new AbortController();
      loading = controller;
      message.textContent = t("discussionLoading");
      button.ariaPressed = "true";
      note.classList.add("pith-busy");
      const signal = AbortSignal.any([controller.signal, this.#signal]);
      await new CommentLoader(this.#host, below, (threads) => this.#update(threads), signal).run();
      if (loading === controller) {
        stopLoading(t("discussionEnd"));
      }
    };
    onActivate(button, () => {
      if (loading) {
        stopLoading(t("discussionPartial"));
      } else {
        void startLoading().catch((error: unknown) => {
          console.error(error);
          stopLoading(t("discussionPartial"));
        });
      }
    });
    return [below, note];
  }
}

declare module "../../session/parts.ts" {
  interface Provided {
    discussion: OpenDiscussion;
  }
}

provide("discussion", (host, signal) => void new DiscussionSection(host, signal));
