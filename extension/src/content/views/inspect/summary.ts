/** The summary: how much was kept, how much was removed and why; and the switch to densities. */

import { element } from "../../../ui/build.ts";
import type { Block, Reason } from "../../../shared/core.ts";
import { t } from "../../../shared/ext.ts";
import { isArticle } from "../../session/no-article.ts";
import { number, percent } from "../../../shared/i18n/numbers.ts";
import { reasonName } from "../../../shared/removal-reasons.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { RemovedSummary } from "../../panels/removed/summary-line.ts";
import type { Overlay } from "./overlay.ts";

/** One line that opens on demand. Without an article it does not say what was kept. */
export class Summary {
  readonly node: HTMLElement;
  readonly #finding: FoundDetection;
  readonly #overlay: Overlay;
  readonly #kept = element("span");
  readonly #reasons = element("ul", { class: "reasons" });

  /** Makes the summary in the summary line. */
  constructor(finding: FoundDetection, overlay: Overlay, { node: details }: RemovedSummary) {
    this.#finding = finding;
    this.#overlay = overlay;
    if (isArticle(finding)) {
      details.querySelector("summary")?.prepend(this.#kept);
    }
    details.append(this.#reasons, densitySwitch(overlay));
    this.show();
    this.node = element("div", { class: "summary" }, details);
  }

  /** Says what was decided. */
  show(): void {
    const { all } = this.#finding.blocks;
    const chars = (some: readonly Block[]): number => some.reduce((sum, block) => sum + block.chars, 0);
    const share = chars(all.filter(({ content }) => content)) / Math.max(chars(all), 1);
    this.#kept.textContent = t("kept", percent(share));
    this.#reasons.replaceChildren(...this.#reasonButtons());
  }

  /** Returns a button per reason, the most frequent first; each press goes to the next part of that reason. */
  #reasonButtons(): HTMLElement[] {
    const removed = this.#finding.detection.removed();
    const parts = new Map<Reason, number[]>();
    for (const index of this.#overlay.removed) {
      const reason = removed[index]?.reason;
      if (reason) {
        parts.set(reason, [...(parts.get(reason) ?? []), index]);
      }
    }
    const sorted = [...parts].sort(([, a], [, b]) => b.length - a.length);
    return sorted.map(([reason, indices]) => {
      let next = 0;
      const button = element(
        "button",
        { type: "button", class: "reason" },
        element("span", {}, reasonName(reason)),
        element("span", { class: "count" }, number(indices.length)),
      );
      button.addEventListener("click", () => {
        const index = indices[next % indices.length];
        next += 1;
        if (index !== undefined) {
          this.#overlay.reach(index);
        }
      });
      return element("li", {}, button);
    });
  }
}

function densitySwitch(overlay: Overlay): HTMLElement {
  const scale = element("span", { class: "scale", "aria-hidden": "true" });
  for (const shade of [0, 1, 2, 3, 4, 5]) {
    scale.append(element("i", { class: `shade-${shade}` }));
  }
  const button = element(
    "button",
    { type: "button", class: "densities", "aria-pressed": "false" },
    t("densities"),
    scale,
  );
  button.addEventListener("click", () => {
    const on = button.ariaPressed !== "true";
    button.ariaPressed = String(on);
    overlay.densities = on;
  });
  return button;
}
