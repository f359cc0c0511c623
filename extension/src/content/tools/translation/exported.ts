/** Exports a translated article as pairs, as on screen. */

import { element } from "../../../ui/build.ts";
import type { SpokenElement } from "../../../shared/messages.ts";
import { createInert } from "../../../ui/nodes.ts";
import { sanitize } from "../../dom/sanitize.ts";
import { directionOf } from "./pair.ts";
import { kindsOf, nodesOf, type TranslationUnit, unitsIn } from "./units.ts";

/** An article's translations. */
interface ArticleTranslations {
  /** The languages, as BCP 47 tags. */
  from: string;
  to: string;
  /** Returns the translation of a text; null if it stays as it is, undefined if it isn't translated yet. */
  translationOf(unit: TranslationUnit): string | null | undefined;
}

/** Returns HTML of the core with each translation before its original. `spoken`: kinds of its elements. */
export function withTranslations(
  html: string,
  roles: readonly SpokenElement[],
  { from, to, translationOf }: ArticleTranslations,
): string {
  const copy = createInert();
  copy.append(sanitize(html));
  // In the core's order.
  const kinds = new Map(kindsOf([...copy.querySelectorAll("*")], roles));
  for (const unit of [...unitsIn(copy, kinds, from)]) {
    const translation = translationOf(unit);
    if (typeof translation === "string") {
      insertTranslation(unit, nodesOf(translation, unit.kept) ?? [translation], { lang: to, dir: directionOf(to) });
    }
  }
  return copy.innerHTML;
}

function insertTranslation(
  { holder, nodes }: TranslationUnit,
  content: readonly (Node | string)[],
  attributes: { lang: string; dir: string },
): void {
  if (holder.localName === "p") {
    holder.before(element("p", attributes, ...content), "\n");
  } else {
    nodes[0]?.before(element("span", attributes, ...content), element("br"));
  }
}
