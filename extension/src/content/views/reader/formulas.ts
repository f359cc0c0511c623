/**
 * Formulas the page only has as LaTeX. The core in the page keeps them as they are, because the parser would make it a
 * tenth larger. The background's core, which also writes files, converts them once the article is shown.
 */

import { ask } from "../../../shared/requests.ts";
import { sanitize } from "../../dom/sanitize.ts";
import { runInSlices, type Work } from "../../dom/time-slicing.ts";
import { provide } from "../../session/parts.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    formulas: (sources: readonly Element[], signal: AbortSignal) => Promise<Map<Node, Node>>;
  }
}

/**
 * Converts formulas that are LaTeX in the article. Resolves with the replacement of each; formulas that can't be parsed
 * stay.
 */
provide("formulas", async (sources, signal) => {
  const replacements = new Map<Node, Node>();
  const html = sources.map(
    ({ className, textContent }) => `<code class="${className}">${escapeHtml(textContent)}</code>`,
  );
  const response = await ask("formulas", { html: html.join("") }).catch(() => null);
  if (response && !("failure" in response) && !signal.aborted) {
    await runInSlices(replaceFormulas(sources, [...sanitize(response.html).children], replacements), signal);
  }
  return replacements;
});

function* replaceFormulas(
  sources: readonly Element[],
  formulas: readonly Element[],
  replacements: Map<Node, Node>,
): Work {
  for (const [index, source] of sources.entries()) {
    const formula = formulas[index];
    if (formula?.localName === "math") {
      source.replaceWith(formula);
      replacements.set(source, formula);
    }
    yield;
  }
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
