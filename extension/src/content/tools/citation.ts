/** Shows the article's URL and references to it, for copying. The core writes them. */

import { element, style } from "../../ui/build.ts";
import { dialogPanel, textButton } from "../../ui/controls.ts";
import { copy } from "../../ui/export/clipboard.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import styles from "./citation.css";

class Cite implements Tool {
  readonly #host: ToolHost;
  readonly #panel: HTMLElement;

  constructor(host: ToolHost) {
    this.#host = host;
    this.#panel = dialogPanel({ class: "panel cite", "aria-label": t("cite") });
    host.dialog.append(style(styles), this.#panel);
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
    const said = element("p", { class: "done", role: "status" });
    const heading = element("h2", {}, t("cite"));
    const lasting = summary.doi && `https://doi.org/${encodeURI(summary.doi)}`;
    const addresses = [url, ...(lasting ? [lasting] : [])];
    const address = element(
      "div",
      {},
      ...addresses.map((one) => element("p", {}, element("a", { href: one, dir: "ltr" }, one))),
    );
    if (!answer || "failure" in answer) {
      this.#panel.replaceChildren(heading, address, element("p", {}, t("citeFailed")));
    } else {
      const [bibtex, ris, line] = answer.references;
      const button = (label: string, text: string): HTMLButtonElement => {
        const copies = async (): Promise<void> => {
          said.textContent = t((await copy(text, null)) ? "copied" : "notCopied");
        };
        return textButton(label, () => void copies(), "word");
      };
      this.#panel.replaceChildren(
        heading,
        address,
        element("p", { class: "line", dir: "auto" }, line.trim()),
        element("div", { class: "acts" }, button(t("citeLine"), line), button("BibTeX", bibtex), button("RIS", ris)),
        said,
      );
    }
    this.#panel.showPopover();
  }
}

provide("citation", (host) => new Cite(host));
