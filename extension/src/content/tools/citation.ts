/** Shows the article's URL and citations of it, for copying. The core formats them. */

import { element, style } from "../../ui/build.ts";
import { button, addStyles, sheet } from "../../ui/components.ts";
import { Copy } from "../../ui/icons.ts";
import { copy } from "../../ui/export/clipboard.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import styles from "./citation.css";

class Cite implements Tool {
  readonly #host: ToolHost;
  readonly #sheet = sheet({ title: t("cite"), at: "middle", name: "cite", body: [], attributes: { autofocus: true } });

  constructor(host: ToolHost) {
    this.#host = host;
    addStyles(host.session.shadow, host.session.signal);
    host.dialog.append(style(styles), this.#sheet.node);
  }

  use(): void {
    void this.#show();
  }

  async #show(): Promise<void> {
    const { summary } = this.#host.finding;
    const url = summary.canonical ?? location.href;
    const facts = { ...summary, url, saved: new Date().toISOString() };
    const answer = await ask("references", { facts }).catch(() => null);
    if (this.#host.session.signal.aborted) {
      return;
    }
    const status = element("p", { class: "done", role: "status" });
    const lasting = summary.doi && `https://doi.org/${encodeURI(summary.doi)}`;
    const addresses = [url, ...(lasting ? [lasting] : [])];
    const address = element(
      "div",
      {},
      ...addresses.map((one) => element("p", {}, element("a", { href: one, dir: "ltr" }, one))),
    );
    if (!answer || "failure" in answer) {
      this.#sheet.body.replaceChildren(address, element("p", {}, t("citeFailed")));
    } else {
      const [bibtex, ris, line] = answer.references;
      const copier = (label: string, text: string): HTMLButtonElement => {
        const copies = async (): Promise<void> => {
          status.textContent = t((await copy(text, null)) ? "copied" : "copyFailed");
        };
        return button({ look: "plain", icon: Copy, text: label }, () => void copies());
      };
      this.#sheet.body.replaceChildren(
        address,
        element("p", { class: "line", dir: "auto" }, line.trim()),
        element(
          "div",
          { class: "acts" },
          copier(t("citeLine"), line),
          copier(t("citeCopy", "BibTeX"), bibtex),
          copier(t("citeCopy", "RIS"), ris),
        ),
        status,
      );
    }
    this.#sheet.node.showPopover();
  }
}

provide("citation", (host) => new Cite(host));
