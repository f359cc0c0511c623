/** The content of an export. */

import type { ExportedArticle } from "../../../ui/export/exporter.ts";
import type { FoundDetection } from "../../session/finding.ts";

/**
 * Returns the article and its loaded next pages, separated by rules with page numbers. Unfolded comments are included.
 * A discussion page is exported as a discussion.
 */
export function exportContent(finding: FoundDetection): ExportedArticle {
  const { detection, summary, thread, commentsHtml, furtherPages = [], translated = (html) => html } = finding;
  const furtherHtml = furtherPages.map(
    ({ number, html }) => `<hr role="doc-pagebreak" title="${number}">\n${translated(html)}`,
  );
  const html = [
    translated(thread?.html ?? detection.html()),
    ...furtherHtml,
    commentsHtml ? `<hr>\n${translated(commentsHtml)}` : "",
  ].join("");
  return { html, summary, words: furtherPages.reduce((sum, { words }) => sum + words, summary.wordCount) };
}
