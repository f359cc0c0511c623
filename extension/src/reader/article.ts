/** The article's nodes: head, body, and what was left out; or the sentence that there is none. */

import type { Summary } from "../core.ts";
import { locale, messageDirection, t } from "../ext.ts";
import { isArticle, message } from "../message.ts";
import { date, duration } from "../times.ts";
import { sanitize } from "../sanitize.ts";
import type { FoundDetection, Session } from "../session.ts";
import { element, whenPressed } from "../build.ts";
import { removedList } from "../removed.ts";
import { prepareEmbeds } from "./embeds.ts";
import { divide } from "./parts.ts";
import { loadLate, preparePictures } from "./pictures.ts";

export interface Built {
  node: HTMLElement;
  /** The reader's name for those who do not see it. */
  label: string;
  /** Text by which the width of the column is measured. */
  text: string;
  /** Returns the element of each content block, by its number; null where none begins with it. */
  blocks(): (HTMLElement | null)[];
}

export function build(session: Session): Built {
  const { finding } = session;
  if (!isArticle(finding)) {
    return messageArticle(session);
  }
  const { detection, summary } = finding;
  const body = sanitize(detection.html());
  loadLate(body);
  const text = body.textContent;
  // Before anything of ours stands among them.
  const elements = [...body.querySelectorAll<HTMLElement>("*")];
  divide(body, text.length);
  const main = element("div", { class: "pith-body" }, body);
  prepare(main);
  const node = element("article", { lang: summary.lang ?? undefined, dir: summary.dir }, head(summary), main);
  node.classList.toggle("pith-justified", summary.justified);
  if (summary.confidence === "weak") {
    node.prepend(ours("p", "pith-weak", t("weak")));
  }
  const removed = removedList(detection.removed(), false);
  if (removed) {
    node.append(element("footer", ourLanguage, removed));
  }
  listen(node);
  let blocks: (HTMLElement | null)[] | undefined;
  return {
    node,
    label: summary.title ?? t("untitled"),
    text,
    blocks: () => {
      blocks ??= pair(elements, finding);
      return blocks;
    },
  };
}

/** Pairs every content block with the innermost of the article's block-level `elements` that begins in it. */
function pair(elements: readonly HTMLElement[], { detection, blocks }: FoundDetection): (HTMLElement | null)[] {
  const origins = detection.origins();
  const starts = new Map<number, HTMLElement>();
  // If one were missing, all after it would be paired wrongly.
  if (elements.length === origins.length) {
    for (const [i, element] of elements.entries()) {
      const origin = origins[i];
      if (origin !== undefined && !(starts.has(origin) && isInline(element))) {
        starts.set(origin, element);
      }
    }
  }
  return blocks.content.map(({ leaves }) => {
    const first = leaves.find((leaf) => starts.has(leaf));
    return (first !== undefined && starts.get(first)) || null;
  });
}

const inline = new Set(
  "a abbr b bdi bdo br cite code del dfn em i img ins kbd mark q rb rp rt rtc ruby s samp small source span strong sub sup time u var wbr".split(
    " ",
  ),
);

/** Returns whether an element of the article stands in a line of another. */
export function isInline({ localName, namespaceURI }: Element): boolean {
  return inline.has(localName) || namespaceURI !== "http://www.w3.org/1999/xhtml";
}

/** Marks our words among the page's, in our language and direction. */
const ourLanguage = { lang: locale(), dir: messageDirection() };

function ours(name: "p" | "span", className: string, text: string): HTMLElement {
  return element(name, { ...ourLanguage, class: className }, text);
}

function head(summary: Summary): HTMLElement {
  const header = element("header");
  if (summary.site) {
    // It keeps its own direction, and begins where the article's lines begin.
    header.append(element("p", { class: "pith-site" }, element("bdi", {}, summary.site)));
  }
  if (summary.title) {
    header.append(element("h1", { dir: summary.titleDir }, summary.title));
  }
  const facts = element("p", { class: "pith-facts" });
  if (summary.byline) {
    facts.append(element("span", { class: "pith-fact", dir: "auto" }, summary.byline));
  }
  const published = summary.published && date(summary.published);
  const modified = summary.modified && date(summary.modified);
  if (summary.published && published) {
    facts.append(element("time", { ...ourLanguage, datetime: summary.published }, published));
  }
  if (summary.modified && modified && modified !== published) {
    facts.append(element("time", { ...ourLanguage, datetime: summary.modified }, t("updated", modified)));
  }
  if (summary.readingMinutes >= 1) {
    facts.append(ours("span", "pith-fact", t("readingTime", duration(summary.readingMinutes))));
  }
  if (facts.hasChildNodes()) {
    header.append(facts);
  }
  return header;
}

/** Types of lists: under `all: revert` in article.css, `ol type` has no effect by itself, like `width` and others. */
const markers: Record<string, string> = { a: "lower-alpha", A: "upper-alpha", i: "lower-roman", I: "upper-roman" };

/** Sets what the markup cannot express: pictures, markers of lists, scrolling for wide tables. */
function prepare(body: HTMLElement): void {
  preparePictures(body);
  prepareEmbeds(body);
  for (const list of body.querySelectorAll<HTMLOListElement>("ol[type]")) {
    const marker = markers[list.type];
    if (marker) {
      list.style.setProperty("--pith-marker", marker);
    }
  }
  for (const table of body.querySelectorAll("table")) {
    if (table.parentElement?.closest("table")) {
      continue;
    }
    const frame = element("div", { class: "pith-table" });
    table.replaceWith(frame);
    frame.append(table);
  }
  // An element that scrolls inside itself must be reachable by keyboard; one that does not is no tab stop.
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth) {
        target.setAttribute("tabindex", "0");
      } else {
        target.removeAttribute("tabindex");
      }
    }
  });
  for (const scroller of body.querySelectorAll(".pith-table, pre")) {
    resized.observe(scroller);
  }
}

function listen(article: HTMLElement): void {
  // Links inside the article move the reader, not the address.
  article.addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest("a[href^='#']") : null;
    if (!link || event.defaultPrevented) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const id = decodeURIComponent(link.getAttribute("href")?.slice(1) ?? "");
    const target = [...article.querySelectorAll<HTMLElement>("[id]")].find((element) => element.id === id);
    if (target) {
      target.scrollIntoView({ block: "center" });
      target.tabIndex = -1;
      target.focus({ preventScroll: true });
    }
  });
}

/** Returns the message that there is no article, with the two ways on and what there is on the page instead. */
function messageArticle({ finding, leave, renew }: Session): Built {
  const { title, text } = message(finding);
  const removed = finding.kind === "found" ? removedList(finding.detection.removed(), true) : null;
  const next = removed ? `${text} ${t("noneListed")}` : text;
  const back = element("button", { type: "button" }, t("back"));
  const again = element("button", { type: "button" }, t("again"));
  whenPressed(back, leave);
  whenPressed(again, renew);
  const node = element(
    "article",
    { ...ourLanguage, class: "pith-message" },
    element("h1", {}, title),
    element("p", {}, next),
    element("p", { class: "pith-next" }, back, again),
  );
  if (removed) {
    node.append(element("footer", {}, removed));
  }
  return { node, label: title, text: next, blocks: () => [] };
}
