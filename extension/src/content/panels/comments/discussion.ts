/** Shows comments below or instead of the article, as collapsible threads in the chosen order. */

import { drawing, element, style, onActivate } from "../../../ui/build.ts";
import { ourLanguage, t } from "../../../shared/ext.ts";
import type { Branch, Threads } from "../../../shared/messages.ts";
import { counted, number } from "../../../shared/i18n/numbers.ts";
import type { DiscussionHost, OpenDiscussion } from "./host.ts";
import { whenVisible } from "../../dom/in-view.ts";
import { CommentLoader } from "./lazy-list.ts";
import { enhanceComments, showThreadHeader } from "./comments.ts";
import { loadPreferences, type Order, ordered, ordersOf, savePreferences } from "./order.ts";
import styles from "./discussion.css";
import { provide } from "../../session/parts.ts";

/** Characters of markup inserted at once: a few screens. At least one thread is inserted. */
const batch = 40_000;

const bubble = "M4 5h16v11H11l-4 4v-4H4z";

class DiscussionSection {
  readonly #host: DiscussionHost;
  readonly #signal: AbortSignal;
  readonly #summary = element("summary", ourLanguage());
  readonly #list = element("ol", { class: "pith-thread" });
  /** The next threads are inserted when this element comes near the viewport. */
  readonly #end = element("div");
  readonly #order = element("select", {});
  readonly #sort = element(
    "label",
    { ...ourLanguage(), class: "pith-sort", hidden: "" },
    element("span", {}, t("discussionSort")),
    this.#order,
  );
  readonly #section = element("details", {}, this.#summary, this.#sort, this.#list, this.#end);
  /** In the page's order. */
  #original: readonly Branch[];
  /** In the chosen order. */
  #threads: readonly Branch[];
  /** The number of inserted threads. */
  #shown = 0;
  /** Aborted when the section is folded or rebuilt. */
  #unfolded: AbortController | undefined;

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
      line.append(style(styles));
    }
    // Built only when the user unfolds the section.
    this.#section.addEventListener("toggle", () => this.#toggled());
    this.#order.addEventListener("change", ({ isTrusted }) => {
      if (isTrusted) {
        this.#keep();
        this.#arrange();
      }
    });
    this.#summary.addEventListener("click", ({ isTrusted }) => {
      if (isTrusted) {
        // The browser toggles the section afterwards.
        this.#keep(!this.#section.open);
      }
    });
    this.#say(threads.count);
    if (threads.count > 0 || view !== null) {
      line.append(this.#section);
    }
    if (threads.known) {
      (line.contains(this.#section) ? this.#section : line).append(...this.#partial());
    }
    void this.#resume().catch(console.error);
  }

  /** Shows the comments in the saved order, folded or unfolded as saved. */
  async #resume(): Promise<void> {
    const { isOpen, order } = await loadPreferences();
    if (this.#signal.aborted) {
      return;
    }
    this.#offer(order);
    this.#arrange();
    this.#section.open ||= isOpen;
  }

  #keep(isOpen = this.#section.open): void {
    void savePreferences({ isOpen, order: this.#order.value as Order }).catch(console.error);
  }

  /** Lists the available orders, and selects the chosen one if it is available. */
  #offer(chosen = this.#order.value as Order): void {
    const known = ordersOf(this.#original);
    this.#order.replaceChildren(...known.map((order) => element("option", { value: order }, t(`discussion_${order}`))));
    this.#order.value = known.includes(chosen) ? chosen : "page";
    this.#sort.hidden = known.length < 2;
  }

  /** Puts the threads into the chosen order. */
  #arrange(): void {
    this.#set(ordered(this.#original, this.#order.value as Order));
  }

  #say(count: number): void {
    const said = element("span", {}, counted("discussionCount", count));
    this.#summary.replaceChildren(...(this.#host.view === null ? [] : [drawing(bubble)]), said);
    this.#summary.dataset.count = number(count);
  }

  #toggled(): void {
    const { finding } = this.#host;
    this.#unfolded?.abort();
    // Comments are exported only if they are unfolded.
    if (this.#section.open) {
      this.#unfolded = new AbortController();
      this.#follow(AbortSignal.any([this.#unfolded.signal, this.#signal]));
      finding.beside = `<ol class="pith-thread">${this.#threads.map(({ html }) => html).join("")}</ol>\n`;
    } else {
      delete finding.beside;
    }
  }

  /** Inserts the next threads when the end comes near the viewport, until `signal` is aborted. */
  #follow(signal: AbortSignal): void {
    const more = (): void => {
      this.#more();
      if (this.#shown < this.#threads.length) {
        this.#follow(signal);
      }
    };
    whenVisible(this.#end, signal, more, 800);
  }

  /** Inserts the next threads. */
  #more(): void {
    let html = "";
    do {
      html += this.#threads[this.#shown]?.html ?? "";
      this.#shown += 1;
    } while (html.length < batch && this.#shown < this.#threads.length);
    this.#list.append(...this.#items(html));
  }

  #items(html: string): Element[] {
    const made = this.#host.bodyOf(`<ol class="pith-thread">${html}</ol>`);
    enhanceComments(made);
    return [...(made.querySelector(".pith-thread")?.children ?? [])];
  }

  /** Shows the comments of a later detection. Unchanged threads stay in place. */
  #update({ count, threads }: Threads): void {
    this.#original = threads;
    this.#say(count);
    if (count > 0 && !this.#section.isConnected) {
      this.#section.open = true;
      this.#host.line.prepend(this.#section);
    }
    this.#offer();
    this.#arrange();
  }

  /** Shows threads in this order. Inserted threads stay, up to the first that differs. */
  #set(threads: readonly Branch[]): void {
    const before = this.#threads;
    this.#threads = threads;
    // A reply changes its thread, and a new first thread moves the others.
    const same = before.findIndex(({ html }, place) => html !== threads[place]?.html);
    const kept = same < 0 ? before.length : same;
    for (const item of [...this.#list.children].slice(kept)) {
      item.remove();
    }
    this.#shown = Math.min(this.#shown, kept);
    if (this.#section.open) {
      this.#toggled();
    }
  }

  /**
   * Returns the end of the list, and the message below it that the list is incomplete, with the button that loads the
   * rest. The message stays in view while the list grows.
   */
  #partial(): [end: HTMLElement, note: HTMLElement] {
    const below = element("div");
    const said = element("p", {}, t("discussionPartial"));
    const button = element(
      "button",
      { type: "button", class: "word", "aria-pressed": "false" },
      t("discussionLoadMore"),
    );
    const note = element("div", { ...ourLanguage(), class: "pith-partial", role: "status" }, said);
    if (this.#host.view !== "simplify") {
      note.append(button);
    }
    let collecting: AbortController | undefined;
    const end = (text: string): void => {
      collecting?.abort();
      collecting = undefined;
      said.textContent = text;
      button.ariaPressed = "false";
      note.classList.remove("pith-busy");
    };
    const begin = async (): Promise<void> => {
      const own = new AbortController();
      collecting = own;
      said.textContent = t("discussionLoading");
      button.ariaPressed = "true";
      note.classList.add("pith-busy");
      const signal = AbortSignal.any([own.signal, this.#signal]);
      await new CommentLoader(this.#host, below, (threads) => this.#update(threads), signal).run();
      if (collecting === own) {
        end(t("discussionEnd"));
      }
    };
    onActivate(button, () => {
      if (collecting) {
        end(t("discussionPartial"));
      } else {
        void begin().catch((error: unknown) => {
          console.error(error);
          end(t("discussionPartial"));
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
