/**
 * Parts of a long article, which browsers style and lay out when they come near the visible part (`content-visibility:
 * auto` in text.css). Text in them can be found, selected, printed, and read aloud like any other. Only scripts that
 * read the `innerText` of the whole article get just what is laid out.
 */

import { element } from "../../../ui/build.ts";

/** Characters from which an article is divided. Shorter articles are laid out as a whole. */
const minArticleChars = 30_000;

/** Minimum characters of a part, one to two screens of text. */
const minPartChars = 4_000;

/** Divides a long article of `totalChars` characters before it is added to the page. */
export function divideArticle(body: DocumentFragment, totalChars: number): void {
  if (totalChars < minArticleChars) {
    return;
  }
  const parts: { nodes: Node[]; chars: number }[] = [];
  for (const node of body.childNodes) {
    const chars = node.textContent?.length ?? 0;
    const last = parts.at(-1);
    if (last && !(last.chars >= minPartChars && canStartPart(node))) {
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

/** Returns the part around an element of the article; null if the article isn't divided. */
export function enclosingPart(element: Element | null): Element | null {
  return element?.closest(".pith-part") ?? null;
}

/**
 * Returns whether a part may start with a node. Between two paragraphs, a box around them doesn't change their margins.
 */
function canStartPart(node: Node): boolean {
  return node instanceof Element && node.localName === "p" && node.previousElementSibling?.localName === "p";
}
