import type { RemovedBlock, Rendered, Summary } from "./html/core.js";

export type { Confidence, Direction, Grounds, Reason, RuleId, Writing } from "./html/core.js";

/** A removed part of the page. */
export type Removed = Omit<RemovedBlock, "node">;

/**
 * The article of a page, with its metadata: a plain object with strings, numbers, and lists. If no article was found,
 * `confidence` is `none` and the texts are empty.
 */
export interface Article extends Summary {
  /** The body as clean HTML, without the title and scripts, with absolute URLs. */
  html: string;
  /** The body as plain text. */
  text: string;
  /** The body as Markdown: CommonMark with GFM tables and strikethrough. */
  markdown: string;
  /** Removed parts in document order, with reasons. */
  removed: Removed[];
}

/** Converts the core's result to an article. `finish` converts a removed part, given its node's number. */
export function article<Part extends Removed>(
  { summary, html, text, markdown, removed }: Rendered,
  finish: (block: Removed, node: number) => Part,
): Article & { removed: Part[] } {
  return { ...summary, html, text, markdown, removed: removed.map(({ node, ...block }) => finish(block, node)) };
}
