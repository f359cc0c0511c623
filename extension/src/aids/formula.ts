/** A formula as LaTeX, to be copied: a panel beside the formula that was pressed. */

import { element, style } from "../build.ts";
import { dialogPanel } from "../controls.ts";
import { copy } from "../export/clipboard.ts";
import { ask, t } from "../ext.ts";
import type { Answer, FormulasRequest } from "../messages.ts";
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
    this.#panel = dialogPanel({ class: "panel formula", "aria-label": t("copyTex") }, this.#source, copies, this.#said);
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
  const request: FormulasRequest = { kind: "formulas", html: formula.outerHTML };
  const answer = await ask<Answer<{ html: string }>>(request).catch(() => null);
  if (!answer || "failure" in answer) {
    return null;
  }
  // Nothing in such a document runs or loads.
  const inert = new DOMParser().parseFromString(answer.html, "text/html");
  return inert.querySelector("math")?.getAttribute("alttext") ?? null;
}

shareAid("formula", (host) => new Formula(host));
