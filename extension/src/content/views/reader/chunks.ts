/**
 * Parts of a long article, which browsers style and lay out when they come near what is seen
 * (`content-visibility: auto` in article.css). Text in them is found, selected, printed and read aloud like any other. Only
 * scripts that read the `innerText` of the whole article get just what is laid out.
 */

import { element } from "../../../ui/build.ts";

/** Characters from which an article is divided; shorter articles are laid out at once. */
const longArticle = 30_000;

/** The fewest characters of a part, one to two screens of text. */
const longPart = 4_000;

/** Divides the nodes of an article of `all` characters, if it is long, before they come into the page. */
export function divide(body: DocumentFragment, all: number): void {
  if (all < longArticle) {
    return;
  }
  const parts: { nodes: Node[]; chars: number }[] = [];
  for (const node of body.childNodes) {
    const chars = node.textContent?.length ?? 0;
    const last = parts.at(-1);
    if (last && !(last.chars >= longPart && mayBegin(node))) {
      last.nodes.push(node);
      last.chars += chars;
    } else {
      parts.push({ nodes: [node], chars });
    }
  }
  for (const { nodes, chars } of parts) {
    const part = element("div", { class: "pith-part" }, ...nodes);
    part.style.setProperty("--pith-chars", String(chars));
    body.append(part);
  }
}

/** Returns the part that an element of the article stands in; null where the article is not divided. */
export function partOf(element: Element | null): Element | null {
  return element?.closest(".pith-part") ?? null;
}

/** Returns whether a part may begin with a node: between two paragraphs, a box around them does not change their margins. */
function mayBegin(node: Node): boolean {
  return node instanceof Element && node.localName === "p" && node.previousElementSibling?.localName === "p";
}
