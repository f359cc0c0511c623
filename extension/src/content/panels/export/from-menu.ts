/** Shows the status of an export without a view, in one element below the root that goes automatically. */

import { element, style } from "../../../ui/build.ts";
import { load, type Settings } from "../../../shared/settings/settings.ts";
import { applyTo } from "../../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { isEscape, keepFromDocument } from "../../session/guard.ts";
import type { ExportAction } from "../../../shared/messages.ts";
import { appendToRoot, matches, showPopover } from "../../../ui/nodes.ts";
import { keepClicks } from "../../session/clicks.ts";
import { ownScale } from "../../dom/viewport.ts";
import theme from "../../../ui/theme.css";
import { type Next, Sentence } from "../../../ui/export/status.ts";
import { type ExportedArticle, Exporter } from "../../../ui/export/exporter.ts";
import styles from "./from-menu.css";
import { announcementDelay, messageTimeout } from "../../../shared/timeouts.ts";

export class Notice {
  static #current: Notice | null = null;
  readonly #host = element("div", { "data-pith": "taking" });
  readonly #sentence = new Sentence();
  readonly #box: HTMLElement;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  #exporter: Exporter | null = null;
  #timer = 0;
  /** Aborted once it is gone. */
  readonly #over = new AbortController();

  /** Opens one in place of the last; `within`: the tree of an open view, beside which nothing can be pressed. */
  static async open(within: ShadowRoot | null): Promise<Notice> {
    const settings = await load();
    Notice.#current?.close();
    const notice = new Notice();
    Notice.#current = notice;
    if (within) {
      within.append(style(styles));
      within.querySelector("dialog")?.append(notice.#box);
    } else {
      const dialog = element("dialog", {}, notice.#box);
      notice.#dress(dialog, settings);
      const shadow = notice.#host.attachShadow({ mode: "closed" });
      shadow.append(style(theme + styles), dialog);
      notice.#host.style.setProperty("--pith-zoom", String(ownScale()));
      appendToRoot(notice.#host);
      const { signal } = notice.#over;
      keepClicks(shadow, signal);
      keepFromDocument(notice.#host, signal);
      const leave = (event: KeyboardEvent): void => {
        if (isEscape(event)) {
          event.stopPropagation();
          notice.close();
        }
      };
      window.addEventListener("keydown", leave, { capture: true, signal });
    }
    showPopover(notice.#box);
    // What is said is heard where it comes into a region that is there already.
    setTimeout(() => notice.#sentence.isEmpty && notice.#sentence.say(t("taking")), announcementDelay);
    return notice;
  }

  constructor() {
    const close = element("button", { type: "button", class: "word" }, t("reportClose"));
    close.addEventListener("click", () => this.close());
    const said = { class: "straight", popover: "manual", lang: locale(), dir: messageDirection() };
    this.#box = element("div", said, this.#sentence.node, close);
  }

  #dress(dialog: HTMLElement, settings: Settings): void {
    applyTo(dialog, settings, this.#dark.matches);
  }

  take(article: () => ExportedArticle | Promise<ExportedArticle>, action: ExportAction): void {
    this.#exporter = new Exporter(article, (sentence, ...nexts) => this.say(sentence, ...nexts));
    void this.#exporter.take(action);
  }

  say(sentence: string, ...nexts: Next[]): void {
    clearTimeout(this.#timer);
    if (sentence !== "") {
      this.#sentence.say(sentence, ...nexts);
      this.#timer = setTimeout(() => this.#end(), messageTimeout);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#exporter?.stop();
    this.#over.abort();
    this.#box.remove();
    this.#host.remove();
  }

  /** Goes where nothing is waited for, and nobody is at it. */
  #end(): void {
    if (matches(this.#box, ":hover, :focus-within") || this.#sentence.isOpen || this.#exporter?.isBusy) {
      this.#timer = setTimeout(() => this.#end(), messageTimeout);
    } else {
      this.close();
    }
  }
}
