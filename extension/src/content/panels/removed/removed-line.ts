/** The line with the number of removed parts, so nothing is removed silently. */

import { element } from "../../../ui/build.ts";
import { t } from "../../../shared/ext.ts";
import { counted } from "../../../shared/i18n/numbers.ts";
import type { RemovedBlock } from "../../../shared/core.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { isArticle } from "../../session/no-article.ts";

/** The line with its button, which opens the panel. */
export interface RemovedLine {
  node: HTMLElement;
  showButton: HTMLButtonElement;
}

export function createRemovedLine(finding: FoundDetection): RemovedLine {
  const showButton = element("button", { type: "button", class: "pith-show" }, t("show"));
  const node = element("p", { class: "pith-removed" }, element("span", { class: "pith-left" }), " ", showButton);
  showRemovedCount(node, finding);
  return { node, showButton };
}

/** Returns whether a removed part counts. Title, author, and date don't, because they are above the text. */
export function isCountedPart({ text, reason }: Pick<RemovedBlock, "text" | "reason">): boolean {
  return text.trim() !== "" && reason !== "title" && reason !== "byline";
}

/** Shows the number of removed parts. Without an article, says what the panel is for. */
export function showRemovedCount(line: Element, finding: FoundDetection): void {
  const count = finding.detection.removed().filter(isCountedPart).length;
  line
    .querySelector(".pith-left")
    ?.replaceChildren(isArticle(finding) ? counted("removed", count) : t("candidatesTitle"));
}
