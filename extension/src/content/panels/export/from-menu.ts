/**
 * Shows the status of an export without a view. The notice is one element below the root, and is removed automatically.
 */

import { element, styleElement } from "../../../ui/build.ts";
import { loadSettings } from "../../../shared/settings/settings.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { showOverPage } from "../over-page.ts";
import type { ExportAction } from "../../../shared/messages.ts";
import { matches, showPopover } from "../../../ui/nodes.ts";
import { type StatusAction, ExportStatus } from "../../../ui/export/status.ts";
import { type ExportedArticle, Exporter } from "../../../ui/export/exporter.ts";
import panels from "../../../ui/panels.css";
import styles from "./from-menu.css";
import { announcementDelay, messageTimeout } from "../../../shared/timeouts.ts";

export class Notice {
  static #current: Notice | null = null;
  readonly #status = new ExportStatus();
  readonly #box: HTMLElement;
  #exporter: Exporter | null = null;
  #timer = 0;
  /** Aborted once the notice is closed. */
  readonly #closing = new AbortController();

  /**
   * Opens a notice, and replaces any earlier one. `within`: the tree of an open view; outside it, nothing is clickable.
   */
  static async open(within: ShadowRoot | null): Promise<Notice> {
    const settings = await loadSettings();
    Notice.#current?.close();
    const notice = new Notice();
    Notice.#current = notice;
    if (within) {
      within.append(styleElement(styles));
      within.querySelector("dialog")?.append(notice.#box);
      showPopover(notice.#box);
    } else {
      const { signal } = notice.#closing;
      showOverPage({
        kind: "taking",
        box: notice.#box,
        styles: panels + styles,
        settings,
        onEscape: () => notice.close(),
        signal,
      });
    }
    // Screen readers announce text only if its live region existed before.
    setTimeout(() => notice.#status.isEmpty && notice.#status.show(t("preparing")), announcementDelay);
    return notice;
  }

  constructor() {
    const close = element("button", { type: "button", class: "text-button" }, t("close"));
    close.addEventListener("click", () => this.close());
    const attributes = { class: "export-status", popover: "manual", lang: locale(), dir: messageDirection() };
    this.#box = element("div", attributes, this.#status.node, close);
  }

  run(article: () => ExportedArticle | Promise<ExportedArticle>, action: ExportAction): void {
    this.#exporter = new Exporter(article, (status, ...actions) => this.showStatus(status, ...actions));
    void this.#exporter.run(action);
  }

  showStatus(status: string, ...actions: StatusAction[]): void {
    clearTimeout(this.#timer);
    if (status !== "") {
      this.#status.show(status, ...actions);
      this.#timer = setTimeout(() => this.#closeIfIdle(), messageTimeout);
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#exporter?.stop();
    this.#closing.abort();
    this.#box.remove();
  }

  /** Hides the notice if nothing is pending and the user isn't pointing at it or focusing it. */
  #closeIfIdle(): void {
    if (matches(this.#box, ":hover, :focus-within") || this.#status.hasActions || this.#exporter?.isBusy) {
      this.#timer = setTimeout(() => this.#closeIfIdle(), messageTimeout);
    } else {
      this.close();
    }
  }
}
