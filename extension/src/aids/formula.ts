/** A formula as LaTeX, to be copied: a panel beside the formula that was pressed. */

import { element, style } from "../build.ts";
import { copy } from "../export/clipboard.ts";
import { ask, locale, messageDirection, t } from "../ext.ts";
import type { Answer, TexRequest } from "../messages.ts";
import { place } from "../popup.ts";
import type { Aid, AidHost } from "../session.ts";
import { shareAid } from "../state.ts";
import styles from "./formula.css";

class Formula implements Aid {
  readonly #host: AidHost;
  readonly #source = element("code", { dir: "ltr", translate: "no" });
  readonly #said = element("p", { class: "said", role: "status" });
  readonly #panel: HTMLElement;

  constructor(host: AidHost) {
    this.#host = host;
    const copies = element("button", { type: "button", class: "word" }, t("copyTex"));
    copies.addEventListener("click", async () => {
      this.#said.textContent = t((await copy(this.#source.textContent, null)) ? "copied" : "notCopied");
    });
    this.#panel = element(
      "div",
      {
        class: "panel formula",
        popover: "auto",
        role: "dialog",
        "aria-label": t("copyTex"),
        lang: locale(),
        dir: messageDirection(),
        tabindex: -1,
        autofocus: true,
      },
      this.#source,
      copies,
      this.#said,
    );
    host.dialog.append(style(styles), this.#panel);
  }

  use(): void {
    const { pressed } = this.#host;
    if (pressed) {
      void this.#show(pressed);
    }
  }

  async #show(formula: Element): Promise<void> {
    const tex = formula.getAttribute("alttext") ?? (await written(formula));
    if (tex !== null && !this.#host.session.signal.aborted) {
      this.#source.textContent = tex;
      this.#said.textContent = "";
      this.#panel.showPopover();
      place(this.#panel, formula.getBoundingClientRect());
    }
  }
}

/** Returns LaTeX of a formula of which the page states none; null where it cannot be had. */
async function written(formula: Element): Promise<string | null> {
  const request: TexRequest = { kind: "tex-of", html: `<p>${formula.outerHTML}</p>` };
  const answer = await ask<Answer<{ tex: string | null }>>(request).catch(() => null);
  return answer && !("failure" in answer) ? answer.tex : null;
}

shareAid("formula", (host) => new Formula(host));
