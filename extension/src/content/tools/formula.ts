/** Shows the LaTeX of a formula beside it, for copying. */

import { element, style } from "../../ui/build.ts";
import { dialogPanel } from "../../ui/controls.ts";
import { copy } from "../../ui/export/clipboard.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { place } from "../../ui/popover.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import styles from "./formula.css";

/** Formulas with an action of their own: a click on one in a link follows the link. */
const formulas = "math:not(a math)";

class Formula implements Tool {
  readonly #host: ToolHost;
  readonly #source = element("code", { dir: "ltr", translate: "no" });
  readonly #status = element("p", { class: "said", role: "status" });
  readonly #panel: HTMLElement;

  constructor(host: ToolHost) {
    this.#host = host;
    const copies = element("button", { type: "button", class: "word" }, t("copyTex"));
    copies.addEventListener("click", () => void this.#copy());
    this.#panel = dialogPanel(
      { class: "panel formula", "aria-label": t("formula") },
      this.#source,
      copies,
      this.#status,
    );
    host.dialog.append(style(styles), this.#panel);
    this.#panel.addEventListener("toggle", () => {
      if (!this.#panel.matches(":popover-open")) {
        this.#back?.focus({ preventScroll: true });
        this.#back = null;
      }
    });
    this.#reachByKeys();
  }

  /**
   * Makes all formulas a single tab stop, because articles may have hundreds. Arrow keys move between them, and Enter
   * copies. Includes formulas added later, converted from LaTeX or with next pages.
   */
  #reachByKeys(): void {
    const { article, session } = this.#host;
    const all = (): MathMLElement[] => [...article.querySelectorAll<MathMLElement>(formulas)];
    const stop = (at: MathMLElement | undefined): void => {
      for (const formula of all()) {
        formula.tabIndex = formula === at ? 0 : -1;
      }
    };
    const renew = (): void => stop(all().find(({ tabIndex }) => tabIndex === 0) ?? all()[0]);
    renew();
    const observer = new MutationObserver(renew);
    observer.observe(article, { childList: true, subtree: true });
    session.signal.addEventListener("abort", () => observer.disconnect());
    article.addEventListener("focusin", ({ target }) => {
      if (target instanceof MathMLElement && target.matches(formulas)) {
        stop(target);
      }
    });
    window.addEventListener(
      "keydown",
      (event) => {
        const { target, key, isTrusted } = event;
        const isOurs = target instanceof MathMLElement && target.matches(formulas) && article.contains(target);
        if (!isTrusted || !isOurs || event.ctrlKey || event.altKey || event.metaKey) {
          return;
        }
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
        if (key === "Enter") {
          this.#back = target;
          void this.#show(target).then(() => this.#copy());
        } else if (step) {
          const list = all();
          list[list.indexOf(target) + step]?.focus();
        } else {
          return;
        }
        event.preventDefault();
        event.stopPropagation();
      },
      { capture: true, signal: session.signal },
    );
  }

  /** The formula whose panel was opened by keyboard. It gets the focus back, which browsers only do within a tree. */
  #back: MathMLElement | null = null;

  async #copy(): Promise<void> {
    this.#status.textContent = t((await copy(this.#source.textContent, null)) ? "copied" : "copyFailed");
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
      this.#status.textContent = "";
      this.#panel.showPopover();
      place(this.#panel, formula.getBoundingClientRect());
    }
  }
}

/** Returns the LaTeX of a formula for which the page declares none; null if it can't be converted. */
async function written(formula: Element): Promise<string | null> {
  const bare = formula.cloneNode(true) as Element;
  bare.removeAttribute("tabindex");
  const answer = await ask("formulas", { html: bare.outerHTML }).catch(() => null);
  if (!answer || "failure" in answer) {
    return null;
  }
  // Documents of a DOMParser don't run or load anything.
  const inert = new DOMParser().parseFromString(answer.html, "text/html");
  return inert.querySelector("math")?.getAttribute("alttext") ?? null;
}

provide("formula", (host) => new Formula(host));
