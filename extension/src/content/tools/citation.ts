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
    void this.#show();
  }

  async #show(): Promise<void> {
    const { summary } = this.#host.finding;
    const url = summary.canonical ?? location.href;
    const facts = { ...summary, url, saved: new Date().toISOString() };
    const response = await ask("references", { facts }).catch(() => null);
    if (this.#host.session.signal.aborted) {
      return;
    }
    const status = element("p", { class: "done", role: "status" });
    const doiUrl = summary.doi && `https://doi.org/${encodeURI(summary.doi)}`;
    const urls = [url, ...(doiUrl ? [doiUrl] : [])];
    const links = element(
      "div",
      {},
      ...urls.map((link) => element("p", {}, element("a", { href: link, dir: "ltr" }, link))),
    );
    if (!response || "failure" in response) {
      this.#sheet.body.replaceChildren(links, element("p", {}, t("citeFailed")));
    } else {
      const [bibtex, ris, citation] = response.references;
      const copyButton = (label: string, text: string): HTMLButtonElement => {
        const copyText = async (): Promise<void> => {
          status.textContent = t((await copy(text, null)) ? "copied" : "copyFailed");
        };
        return button({ variant: "plain", icon: Copy, text: label }, () => void copyText());
      };
      this.#sheet.body.replaceChildren(
        links,
        element("p", { class: "line", dir: "auto" }, citation.trim()),
        element(
          "div",
          { class: "acts" },
          copyButton(t("citeLine"), citation),
          copyButton(t("citeCopy", "BibTeX"), bibtex),
          copyButton(t("citeCopy", "RIS"), ris),
        ),
        status,
      );
    }
    this.#sheet.node.showPopover();
  }
}

provide("citation", (host) => new CitationTool(host));
