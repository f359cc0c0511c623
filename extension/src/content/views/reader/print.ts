/**
 * Additions to a printed article: URLs of links as numbered notes at its end, title and site above each page, and page
 * numbers below.
 */

import { element } from "../../../ui/build.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { adoptedSheets, adoptSheets, viewOf } from "../../../ui/nodes.ts";
import type { Session } from "../../session/session.ts";

/** Prepares the article whenever the page is printed, and restores it. `printsUrls`: whether to print URLs. */
export function preparePrinting(article: HTMLElement, { finding, signal }: Session, printsUrls: () => boolean): void {
  let undo = (): void => {};
  const print = (): void => {
    undo();
    const added = printsUrls() ? addLinkNotes(article) : [];
    const sheet = new (viewOf(document).CSSStyleSheet)();
    const { title = null, site = null, dir = "ltr" } = finding.kind === "found" ? finding.summary : {};
    sheet.replaceSync(pageRules(title ?? "", site ?? "", dir === "rtl"));
    adoptSheets(document, [...adoptedSheets(document), sheet]);
    undo = () => {
      adoptSheets(
        document,
        adoptedSheets(document).filter((other) => other !== sheet),
      );
      for (const node of added) {
        node.remove();
      }
      undo = () => {};
    };
  };
  window.addEventListener("beforeprint", print, { signal });
  window.addEventListener("afterprint", () => undo(), { signal });
  signal.addEventListener("abort", () => undo());
}

/** Adds the number of its note after every link, and the list of notes. Returns the added elements. */
function addLinkNotes(article: HTMLElement): Element[] {
  const numbers = new Map<string, number>();
  const noteNumbers: Element[] = [];
  for (const link of article.querySelectorAll<HTMLAnchorElement>(".pith-body a[href^='http']")) {
    // The link's text contains the host already.
    if (link.textContent.trim() === "" || link.textContent.includes(link.host)) {
      continue;
    }
    const number = numbers.get(link.href) ?? numbers.size + 1;
    numbers.set(link.href, number);
    const noteNumber = element("sup", { class: "pith-address" }, `[${number}]`);
    link.after(noteNumber);
    noteNumbers.push(noteNumber);
  }
  if (numbers.size === 0) {
    return noteNumbers;
  }
  const notes = [...numbers.keys()].map((url) => element("li", {}, element("bdi", { dir: "ltr" }, url)));
  const attributes = { lang: locale(), dir: messageDirection() };
  const list = element(
    "section",
    { class: "pith-addresses" },
    element("h2", attributes, t("printedLinks")),
    element("ol", {}, ...notes),
  );
  article.append(list);
  return [...noteNumbers, list];
}

/** Title and site are at the outer ends of the top margin. Browsers without margin boxes omit them. */
function pageRules(title: string, site: string, isRtl: boolean): string {
  const marginBox = (position: string, content: string): string =>
    `@${position} { content: ${content} !important; color: #444; font: 8pt/1.3 system-ui, sans-serif; }`;
  const [start, end] = isRtl ? ["right", "left"] : ["left", "right"];
  return `@page { margin: 20mm 18mm !important;
    ${marginBox(`top-${start}`, cssString(shortened(title)))}
    ${marginBox(`top-${end}`, cssString(shortened(site)))}
    ${marginBox("bottom-center", 'counter(page) " / " counter(pages)')} }`;
}

/** Maximum characters of a running head, so that two fit on one line. */
const maxHeadChars = 70;

function shortened(text: string): string {
  return text.length > maxHeadChars ? `${text.slice(0, maxHeadChars - 1).trimEnd()}…` : text;
}

/** Returns a text as a CSS string. */
function cssString(text: string): string {
  return `"${text.replace(/["\\\p{Cc}]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}
