/** Makes comments collapsible, with dates in the language of the interface. */

import { element } from "../../../ui/build.ts";
import { languageAttributes, t } from "../../../shared/ext.ts";
import { counted, formatNumber } from "../../../shared/i18n/numbers.ts";
import { formatDate } from "../../../shared/i18n/times.ts";

/** Makes the comments in an element collapsible, and formats their dates. */
export function enhanceComments(within: HTMLElement): void {
  localize(within);
  for (const summary of within.querySelectorAll<HTMLElement>(".pith-remarks > summary")) {
    const count = summary.parentElement?.querySelectorAll(":scope > .pith-thread > li").length ?? 0;
    summary.replaceChildren(element("span", languageAttributes(), counted("discussionReplies", count)));
  }
  for (const item of within.querySelectorAll<HTMLElement>(".pith-thread > li")) {
    makeCollapsible(item);
  }
}

/** Shows who started a discussion, when, and the number of replies in the article's header, instead of a byline. */
export function showThreadHeader(thread: HTMLElement): void {
  const header = thread.parentElement?.querySelector(":scope > header");
  const first = thread.querySelector(":scope > .pith-says");
  if (!header || !first) {
    return;
  }
  const name = first.querySelector("b")?.textContent.trim();
  const time = first.querySelector("time")?.getAttribute("datetime");
  const text = time && formatDate(time);
  // Isolated, because a name may have a different direction.
  const facts = [
    ...(name ? [element("span", languageAttributes(), t("discussionBy", `\u2068${name}\u2069`))] : []),
    ...(text ? [element("time", { ...languageAttributes(), datetime: time }, text)] : []),
    element(
      "span",
      languageAttributes(),
      counted("discussionReplies", thread.querySelectorAll(".pith-thread > li").length),
    ),
  ];
  header.querySelector(".pith-facts")?.remove();
  header.append(
    element("p", { class: "pith-facts" }, ...facts.flatMap((fact, i) => (i === 0 ? [fact] : [" · ", fact]))),
  );
}

/** Formats the dates in the comments' header lines in the language of the interface. */
function localize(within: HTMLElement): void {
  for (const time of within.querySelectorAll(".pith-says time")) {
    time.setAttribute("title", time.textContent);
    time.replaceChildren(element("span", languageAttributes(), formatDate(time.getAttribute("datetime") ?? "")));
  }
}

/** Makes a comment collapsible, with all its replies. */
function makeCollapsible(item: HTMLElement): void {
  const replyCount = item.querySelectorAll(".pith-thread > li").length;
  const position = [...(item.parentElement?.children ?? [])].indexOf(item) + 1;
  // Without a name, another element has to be clickable.
  const nameElement = item.querySelector(":scope > .pith-says > b") ?? element("b", {}, formatNumber(position));
  const summary = element("summary", { class: "pith-who" }, nameElement);
  if (nameElement.classList.contains("pith-by-author")) {
    summary.append(element("span", { ...languageAttributes(), class: "pith-badge" }, t("discussionAuthor")));
  }
  if (replyCount > 0) {
    summary.append(
      element("span", { ...languageAttributes(), class: "pith-answers" }, counted("discussionReplies", replyCount)),
    );
  }
  item.replaceChildren(element("details", { open: "" }, summary, ...item.childNodes));
}
