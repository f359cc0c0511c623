/** Updates the article's body, and rebuilds only what differs. */

import { sanitize } from "../../dom/sanitize.ts";
import type { ArticleBody, ArticleChild } from "../../views/reader/article-body.ts";

/** Shows new HTML of the same page. */
export function updateBody(body: ArticleBody, html: string): void {
  const before = [...sanitize(body.html).childNodes];
  const markup = sanitize(html);
  const after = [...markup.childNodes];
  const isSame = (i: number, j: number): boolean => before[i]?.isEqualNode(after[j] ?? null) === true;
  let start = 0;
  while (isSame(start, start)) {
    start += 1;
  }
  const maxEnd = Math.min(before.length, after.length) - start;
  let end = 0;
  while (end < maxEnd && isSame(before.length - 1 - end, after.length - 1 - end)) {
    end += 1;
  }
  const { children, container } = body.add(markup, after.slice(start, after.length - end));
  const removed = body.children.splice(start, before.length - end - start, ...children).map(bodyChildOf);
  const kept = (articleChildren: readonly ArticleChild[]): ChildNode[] =>
    articleChildren.map(bodyChildOf).filter((node) => node.isConnected);
  const last = kept(body.children.slice(0, start)).at(-1);
  const next = kept(body.children.slice(start + children.length))[0];
  if (last) {
    last.after(...container.childNodes);
  } else if (next) {
    next.before(...container.childNodes);
  } else {
    body.node.append(...container.childNodes);
  }
  for (const node of removed) {
    node.remove();
  }
  body.html = html;
}

/** Returns the body's element for a child. A table is in a frame. */
function bodyChildOf({ node }: ArticleChild): ChildNode {
  const { parentElement } = node;
  return parentElement?.className === "pith-table" ? parentElement : node;
}
