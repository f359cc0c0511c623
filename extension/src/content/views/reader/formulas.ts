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
  const read = new Map<Node, Node>();
  const html = sources.map(({ className, textContent }) => `<code class="${className}">${escaped(textContent)}</code>`);
  const answer = await ask("formulas", { html: html.join("") }).catch(() => null);
  if (answer && !("failure" in answer) && !signal.aborted) {
    await runInSlices(put(sources, [...sanitize(answer.html).children], read), signal);
  }
  return read;
});

function* put(sources: readonly Element[], formulas: readonly Element[], read: Map<Node, Node>): Work {
  for (const [number, source] of sources.entries()) {
    const formula = formulas[number];
    if (formula?.localName === "math") {
      source.replaceWith(formula);
      read.set(source, formula);
    }
    yield;
  }
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
