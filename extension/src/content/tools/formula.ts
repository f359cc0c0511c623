/** Shows the LaTeX of a formula beside it, for copying. */

import { element, styleElement } from "../../ui/build.ts";
import { dialogPanel } from "../../ui/controls.ts";
import { copy } from "../../ui/export/clipboard.ts";
import { t } from "../../shared/ext.ts";
import { ask } from "../../shared/requests.ts";
import { positionPopup } from "../../ui/popover.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import styles from "./formula.css";

/** Formulas with an action of their own: a click on one in a link follows the link. */
const formulas = "math:not(a math)";

class Formula implements Tool {
  readonly #host: ToolHost;
  readonly #source = element("code", { dir: "ltr", translate: "no" });
  readonly #status = element("p", { class: "tool-status", role: "status" });
  readonly #panel: HTMLElement;

  constructor(host: ToolHost) {
    this.#host = host;
    const copyButton = element("button", { type: "button", class: "text-button" }, t("copyTex"));
    copyButton.addEventListener("click", () => void this.#copy());
    this.#panel = dialogPanel(
      { class: "panel formula", "aria-label": t("formula") },
      this.#source,
      copyButton,
      this.#status,
    );
    host.dialog.append(styleElement(styles), this.#panel);
    this.#panel.addEventListener("toggle", () => {
      if (!this.#panel.matches(":popover-open")) {
        this.#focusTarget?.focus({ preventScroll: true });
        this.#focusTarget = null;
      }
    });
    this.#makeFocusable();
  }

  /**
   * Makes all formulas a single tab stop, because articles may have hundreds. Arrow keys move between them, and Enter
   * copies. Includes formulas added later, converted from LaTeX or with next pages.
   */
  #makeFocusable(): void {
    const { article, session } = this.#host;
    const allFormulas = (): MathMLElement[] => [...article.querySelectorAll<MathMLElement>(formulas)];
    const setTabStop = (current: MathMLElement | undefined): void => {
      for (const formula of allFormulas()) {
        formula.tabIndex = formula === current ? 0 : -1;
      }
    };
    const updateTabStop = (): void =>
      setTabStop(allFormulas().find(({ tabIndex }) => tabIndex === 0) ?? allFormulas()[0]);
    updateTabStop();
    const observer = new MutationObserver(updateTabStop);
    observer.observe(article, { childList: true, subtree: true });
    session.signal.addEventListener("abort", () => observer.disconnect());
    article.addEventListener("focusin", ({ target }) => {
      if (target instanceof MathMLElement && target.matches(formulas)) {
        setTabStop(target);
      }
    });
    window.addEventListener(
      "keydown",
      (event) => {
        const { target, key, isTrusted } = event;
        const isFormula = target instanceof MathMLElement && target.matches(formulas) && article.contains(target);
        if (!isTrusted || !isFormula || event.ctrlKey || event.altKey || event.metaKey) {
          return;
        }
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[key];
        if (key === "Enter") {
          this.#focusTarget = target;
          void this.#show(target).then(() => this.#copy());
        } else if (step) {
          const list = allFormulas();
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
  #focusTarget: MathMLElement | null = null;

  async #copy(): Promise<void> {
    this.#status.textContent = t((await copy(this.#source.textContent, null)) ? "copied" : "copyFailed");
  }

  use(): void {
    const { clickedElement } = this.#host;
    if (clickedElement) {
      void this.#show(clickedElement);
    }
  }

  async #show(formula: Element): Promise<void> {
    const tex = formula.getAttribute("alttext") ?? (await convertToTex(formula));
    if (tex !== null && !this.#host.session.signal.aborted) {
      this.#source.textContent = tex;
      this.#status.textContent = "";
      this.#panel.showPopover();
      positionPopup(this.#panel, formula.getBoundingClientRect());
    }
  }
}

/** Returns the LaTeX of a formula for which the page declares none; null if it can't be converted. */
async function convertToTex(formula: Element): Promise<string | null> {
  const copy = formula.cloneNode(true) as Element;
  copy.removeAttribute("tabindex");
  const response = await ask("formulas", { html: copy.outerHTML }).catch(() => null);
  if (!response || "failure" in response) {
    return null;
  }
  // Documents of a DOMParser don't run or load anything.
  const inert = new DOMParser().parseFromString(response.html, "text/html");
  return inert.querySelector("math")?.getAttribute("alttext") ?? null;
}

provide("formula", (host) => new Formula(host));
