/**
 * Formulas that the page has as LaTeX alone. The core of the one click leaves them as they are, for reading them would
 * make it larger by a tenth; the one that writes files makes elements of them once the article is shown.
 */

import { ask } from "../../../shared/requests.ts";
import { sanitize } from "../../dom/sanitize.ts";
import { inSlices, type Work } from "../../dom/time-slicing.ts";
import { turn } from "../../dom/yield-to-page.ts";
import { paintTimeout } from "../../../shared/timeouts.ts";

/**
 * Shows the formulas that stand in an element as LaTeX now, once it is painted. Resolves with what took the place of
 * each; one that cannot be read stays.
 */
export async function readFormulas(body: HTMLElement, signal: AbortSignal): Promise<Map<Node, Node>> {
  const sources = [...body.querySelectorAll("code.pith-tex, code.pith-display")];
  const read = new Map<Node, Node>();
  if (sources.length === 0) {
    return read;
  }
  body.ariaBusy = "true";
  await painted();
  const html = sources.map(({ className, textContent }) => `<code class="${className}">${escaped(textContent)}</code>`);
  const answer = await ask("formulas", { html: html.join("") }).catch(() => null);
  if (answer && !("failure" in answer) && !signal.aborted) {
    await inSlices(put(sources, [...sanitize(answer.html).children], read), signal);
  }
  body.ariaBusy = null;
  return read;
}

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

async function painted(): Promise<void> {
  const frame = new Promise((resolve) => requestAnimationFrame(resolve));
  // A tab in the background paints nothing.
  await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, paintTimeout))]);
  await turn();
}
