/** Lists of removed parts by reason, FSP's labels, and the article of a method. */

import { element } from "../../extension/src/ui/build.ts";
import { sanitize } from "../../extension/src/content/dom/sanitize.ts";
import messages from "../../extension/_locales/en/messages.json";
import type { Detection } from "./core.ts";
import { type HoveredNode, setHovered, onHover } from "./mark.ts";
import type { Reading } from "./reading.ts";
import { NO_URL } from "./source.ts";

const CONFIDENCE: { [confidence: string]: string } = {
  strong: "Article found.",
  weak: "This might not be an article: it's short or barely stands out.",
  none: "No article found.",
};

/** Maximum number of blocks listed per reason. */
const MAX_LISTED = 200;

/** Returns the extension's label of a reason, or the reason itself if there's none. */
function reasonName(reason: string): string {
  const texts: { [key: string]: { message: string } } = messages;
  return texts[`reason_${reason.replaceAll("-", "_")}`]?.message ?? reason.replaceAll("-", " ");
}

/** Returns a button that marks a node when it's hovered, focused, or clicked. */
function nodeButton(node: number, text: string): HTMLButtonElement {
  const button = element("button", { type: "button", class: "block", "data-node": node, dir: "auto" }, text);
  const hover = (): void => setHovered({ node, from: button });
  for (const kind of ["pointerenter", "focus", "click"]) {
    button.addEventListener(kind, hover);
  }
  return button;
}

export class Selection {
  readonly #host: HTMLElement;
  readonly #body = element("div");

  constructor(host: HTMLElement) {
    this.#host = host;
    this.#host.append(this.#body);
    onHover((hovered) => this.#showHovered(hovered));
  }

  show(detection: Detection): void {
    const { confidence, wordCount, readingMinutes } = detection.summary();
    const removed = detection.removed();
    const groups = Map.groupBy(
      removed.filter(({ text }) => text.trim() !== ""),
      ({ reason }) => reason,
    );
    const sorted = [...groups].sort(([, a], [, b]) => b.length - a.length);
    const summary = element(
      "p",
      { class: "note" },
      `${CONFIDENCE[confidence] ?? ""} ${wordCount} words kept, about ${readingMinutes} min to read. ${removed.length} blocks removed.`,
    );
    const lists = sorted.map(([reason, blocks]) => {
      const rows = blocks
        .slice(0, MAX_LISTED)
        .map(({ node, text }) => element("li", {}, nodeButton(node, text.trim().slice(0, 160))));
      return element(
        "details",
        { open: sorted.length === 1 },
        element("summary", {}, `${reasonName(reason)} `, element("span", { class: "count" }, String(blocks.length))),
        element("ul", {}, ...rows),
      );
    });
    this.#body.replaceChildren(summary, ...lists);
  }

  showMessage(message: string): void {
    this.#body.replaceChildren(element("p", { class: "empty" }, message));
  }

  #showHovered(hovered: HoveredNode | null): void {
    for (const button of this.#host.querySelectorAll<HTMLElement>("button.block")) {
      button.classList.toggle("marked", hovered !== null && button.dataset.node === String(hovered.node));
    }
  }
}

/** Shows FSP's title and recommendations in `host`. */
export function showFspLabels(host: HTMLElement, reading: Reading): void {
  const { title, recommendations } = reading.detection.labels();
  const labels = element("div", { class: "labels" });
  labels.append(element("p", {}, element("strong", {}, "Title: "), title ?? "none found"));
  if (recommendations.length > 0) {
    labels.append(element("p", {}, element("strong", {}, "Recommended: ")));
    labels.append(
      element("ul", {}, ...recommendations.map(({ node, text }) => element("li", {}, nodeButton(node, text)))),
    );
  } else {
    labels.append(element("p", {}, element("strong", {}, "Recommended: "), "none found"));
  }
  host.querySelector(".labels")?.remove();
  host.append(labels);
}

/** Shows the article as in the extension's Reader, or as a single method would find it. */
export function showArticle(host: HTMLElement, note: HTMLElement, detection: Detection, isFullPipeline: boolean): void {
  const { title, byline, published, site, lang, dir } = detection.summary();
  const html = detection.html();
  const details = [byline, published?.slice(0, 10), site].filter((fact) => fact);
  const parts: (Node | string)[] = [];
  if (title) {
    parts.push(element("h3", { class: "article-title" }, title));
  }
  if (details.length > 0) {
    parts.push(element("p", { class: "facts" }, details.join(" · ")));
  }
  host.replaceChildren(...parts, sanitize(html));
  for (const link of host.querySelectorAll<HTMLAnchorElement>("a[href]")) {
    if (link.href.startsWith(NO_URL)) {
      link.removeAttribute("href");
    }
    link.rel = "noreferrer";
    link.target = "_blank";
  }
  host.setAttribute("dir", dir);
  host.setAttribute("lang", lang ?? "");
  note.textContent =
    html === ""
      ? "No text kept."
      : isFullPipeline
        ? "The kept text, cleaned up, as the extension shows it in Reader."
        : "The text that this method keeps on its own, cleaned up.";
}
