/** What is taken along of an article that is translated: pairs, as they are shown. */

import { element } from "../../build.ts";
import { createInert } from "../../nodes.ts";
import { sanitize } from "../../sanitize.ts";
import type { ArticleBody } from "../../session.ts";

/** Returns the HTML of a body with each translation before its original. */
export function withTranslations({ node, html, elements }: ArticleBody): string {
  const copy = createInert();
  copy.append(sanitize(html));
  // In the order in which the body counts its own.
  const copies = [...copy.querySelectorAll("*")];
  const copyOf = (shown: Element | null): Element | undefined =>
    copies[elements.findIndex((one) => one === shown || (shown?.contains(one) ?? false))];
  for (const pair of node.querySelectorAll(".pith-pair")) {
    const translation = pair.querySelector<HTMLElement>(":scope > .pith-translation");
    const holder = copyOf(pair.parentElement);
    if (!translation || !holder) {
      continue;
    }
    const { lang, dir } = translation;
    const words = [...translation.childNodes].filter((child) => !(child instanceof HTMLButtonElement));
    const said = words.map((child) => child.cloneNode(true));
    if (holder.localName === "p") {
      holder.before(element("p", { lang, dir }, ...said), "\n");
      continue;
    }
    const before = pair.previousElementSibling;
    const place = element("span", { lang, dir }, ...said);
    if (before) {
      copyOf(before)?.after(place, element("br"));
    } else {
      holder.prepend(place, element("br"));
    }
  }
  return copy.innerHTML;
}
