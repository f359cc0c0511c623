/** The legend of Inspect: the article's share of the page, the number of removed parts, and switches. */

import { element } from "../../../ui/build.ts";
import type { Block } from "../../../shared/core.ts";
import { t } from "../../../shared/ext.ts";
import { isArticle } from "../../session/no-article.ts";
import { formatPercent } from "../../../shared/i18n/numbers.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { RemovedSummary } from "../../panels/removed/summary-line.ts";
import type { Overlay } from "./overlay.ts";

/** Without an article, the share is omitted. */
export class Legend {
  readonly node: HTMLElement;
  readonly #finding: FoundDetection;
  readonly #share = element("span", { class: "muted" });
  readonly #popUps: HTMLElement;
  readonly #overlay: Overlay;

  constructor(finding: FoundDetection, overlay: Overlay, { node: line }: RemovedSummary) {
    this.#finding = finding;
    this.#overlay = overlay;
    this.#popUps = popUpSwitch(overlay);
    const article = element(
      "div",
      {},
      element("span", { class: "key-in", "aria-hidden": "true" }),
      element("b", {}, t("inspectArticle")),
      this.#share,
    );
    line.prepend(element("span", { class: "key-out", "aria-hidden": "true" }));
    this.node = element(
      "div",
      { class: "legend" },
      ...(isArticle(finding) ? [article] : []),
      line,
      element("div", { class: "switches" }, this.#popUps, densitySwitch(overlay)),
    );
    this.show();
  }

  /** Shows the current numbers. */
  show(): void {
    const { all } = this.#finding.blocks;
    const chars = (subset: readonly Block[]): number => subset.reduce((sum, block) => sum + block.chars, 0);
    const share = chars(all.filter(({ content }) => content)) / Math.max(chars(all), 1);
    this.#share.textContent = t("textInArticle", formatPercent(share));
    this.#popUps.hidden = !this.#overlay.hasPopUps;
  }
}

/** Returns the switch for the page's pop-ups, which are hidden at first. */
function popUpSwitch(overlay: Overlay): HTMLElement {
  const button = element("button", { type: "button", class: "pop-ups", "aria-pressed": "false" }, t("reason_overlay"));
  overlay.onPopUps = (on) => {
    button.ariaPressed = String(on);
  };
  button.addEventListener("click", () => void overlay.showPopUps(button.ariaPressed !== "true"));
  return button;
}

/** Returns the switch for densities. Its scale is visible while it is on. */
function densitySwitch(overlay: Overlay): HTMLElement {
  const scale = element("span", { class: "scale", "aria-hidden": "true", hidden: true });
  for (const shade of [0, 1, 2, 3, 4, 5]) {
    scale.append(element("i", { class: `shade-${shade}` }));
  }
  const button = element("button", { type: "button", class: "densities", "aria-pressed": "false" }, t("densities"));
  button.append(scale);
  button.addEventListener("click", () => {
    const on = button.ariaPressed !== "true";
    button.ariaPressed = String(on);
    scale.hidden = !on;
    overlay.densities = on;
  });
  return button;
}
