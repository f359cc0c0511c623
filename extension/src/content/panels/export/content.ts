/** The article of a finding as it is exported. */

import type { ExportedArticle } from "../../../ui/export/exporter.ts";
import type { FoundDetection } from "../../session/finding.ts";

/**
 * Returns the article with the further pages that were put below it, with a rule between pages that says which follows;
 * below them what is said about it, while that is unfolded. A page that is a discussion is taken as one.
 */
export function exportContent(finding: FoundDetection): ExportedArticle {
  const { detection, summary, thread, beside, further = [], translated = (html) => html } = finding;
  const below = further.map(({ number, html }) => `<hr role="doc-pagebreak" title="${number}">\n${translated(html)}`);
  const html = [
    translated(thread?.html ?? detection.html()),
    ...below,
    beside ? `<hr>\n${translated(beside)}` : "",
  ].join("");
  return { html, summary, words: further.reduce((sum, { words }) => sum + words, summary.wordCount) };
}
