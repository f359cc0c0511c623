import type { RemovedBlock, Rendered, Summary } from "./html/core.js";

export type { Confidence, Direction, Grounds, Reason, RuleId, Writing } from "./html/core.js";

/** A part of the page that is not part of the article. */
export type Removed = Omit<RemovedBlock, "node">;

/**
 * The article of a page, with what is known of it: a plain object of texts, numbers and lists. Where nothing was found,
 * `confidence` is `none` and the texts are empty.
 */
export interface Article extends Summary {
  /** The body as clean HTML, the title apart, with absolute addresses and without scripts. */
  html: string;
  /** The body as plain text. */
  text: string;
  /** The body as Markdown: CommonMark, with the tables and strikethrough of GFM. */
  markdown: string;
  /** What is not part of it, in document order, with reasons. */
  removed: Removed[];
}

/** Makes the article of what the core answers; `finish` makes a removed part of what is said of it and its node's number. */
export function article<Part extends Removed>(
  { summary, html, text, markdown, removed }: Rendered,
  finish: (block: Removed, node: number) => Part,
): Article & { removed: Part[] } {
  return { ...summary, html, text, markdown, removed: removed.map(({ node, ...block }) => finish(block, node)) };
}
