/** Shows the article's URL and citations of it, for copying. The core formats them. */

import { element, styleElement } from "../../ui/build.ts";
import { button, addStyles, sheet } from "../../ui/components.ts";
import { Copy } from "../../ui/icons.ts";
import { copy } from "../../ui/export/clipboard.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import styles from "./citation.css";

class CitationTool implements Tool {
  readonly #host: ToolHost;
  readonly #sheet = sheet({
    title: t("cite"),
    placement: "middle",
    name: "cite",
    body: [],
    attributes: { autofocus: true },
  });

  constructor(host: ToolHost) {
    this.#host = host;
    addStyles(host.session.shadow, host.session.signal);
    host.dialog.append(styleElement(styles), this.#sheet.node);
  }

  use(): void {
    const { summary } = this.#host.finding;
    const url = summary.canonical ?? location.href;
    const doiUrl = summary.doi && `https://doi.org/${encodeURI(summary.doi)}`;
    const urls = [url, ...(doiUrl ? [doiUrl] : [])];
    const links = element(
      "div",
      {},
      ...urls.map((link) => element("p", {}, element("a", { href: link, dir: "ltr" }, link))),
    );
    // Before the core responds, so that Escape closes the panel and not the view.
    this.#sheet.body.replaceChildren(links);
    this.#sheet.node.showPopover();
    void this.#addCitations(url, links);
  }

  /** Adds the citations below the links, unless the panel has been filled again. */
  async #addCitations(url: string, links: HTMLElement): Promise<void> {
    const facts = { ...this.#host.finding.summary, url, saved: new Date().toISOString() };
    const response = await ask("references", { facts }).catch(() => null);
    if (!links.isConnected) {
      return;
    }
    if (!response || "failure" in response) {
      this.#sheet.body.append(element("p", {}, t("citeFailed")));
      return;
    }
    const [bibtex, ris, citation] = response.references;
    const status = element("p", { class: "tool-status", role: "status" });
    const copyButton = (label: string, text: string): HTMLButtonElement => {
      const copyText = async (): Promise<void> => {
        status.textContent = t((await copy(text, null)) ? "copied" : "copyFailed");
      };
      return button({ variant: "plain", icon: Copy, text: label }, () => void copyText());
    };
    this.#sheet.body.append(
      element("h3", { class: "citation-style" }, t("citationStyle")),
      element("p", { class: "citation-text", dir: "auto" }, citation.trim()),
      element(
        "div",
        { class: "actions" },
        copyButton(t("citeLine"), citation),
        copyButton(t("citeCopy", "BibTeX"), bibtex),
        copyButton(t("citeCopy", "RIS"), ris),
      ),
      status,
    );
  }
}

provide("citation", (host) => new CitationTool(host));
