/** List of methods to choose from, each with a strip of the page: the stronger the color, the higher the score. */

import { element } from "../../extension/src/ui/build.ts";
import type { MethodOutcome, Reading } from "./reading.ts";
import { SHADES, shadeSteps } from "./stage.ts";

const WIDTH = 480;
const HEIGHT = 14;

export class Methods {
  readonly #host: HTMLElement;
  readonly #onChoice: (name: string) => void;
  /** Name of the chosen method; empty for the full pipeline. */
  #chosen = "";

  constructor(host: HTMLElement, onChoice: (name: string) => void) {
    this.#host = host;
    this.#onChoice = onChoice;
    host.addEventListener("change", (event) => {
      this.#chosen = (event.target as HTMLInputElement).value;
      this.#onChoice(this.#chosen);
    });
  }

  /** Lists the full pipeline and all methods, and keeps the choice. */
  show(reading: Reading): void {
    const rows = reading.outcomes.map((outcome) => this.#row(reading, outcome));
    const legend = this.#host.querySelector("legend");
    this.#host.replaceChildren(...(legend ? [legend] : []), ...rows);
  }

  #row(reading: Reading, outcome: MethodOutcome): HTMLElement {
    const { name, title, source } = outcome.method;
    const input = element("input", { type: "radio", name: "method", value: name, checked: name === this.#chosen });
    const strip = outcome.result
      ? drawStrip(reading, outcome.result.scores)
      : element("span", { class: "no-result" }, "no result for this page");
    return element(
      "label",
      { "data-method": name },
      input,
      element("span", { class: "method-name" }, title),
      element("span", { class: "method-source" }, source),
      strip,
    );
  }
}

/** Draws the text nodes from left to right; if several share a pixel, the last one shows. */
function drawStrip(reading: Reading, scores: Float32Array): HTMLCanvasElement {
  const strip = element("canvas", { width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  const context = strip.getContext("2d");
  const shade = shadeSteps(scores, reading.body);
  const texts = Array.from({ length: reading.length - reading.body }, (_, i) => i + reading.body).filter(
    (i) => reading.node(i)?.nodeType === Node.TEXT_NODE && reading.excerpt(i) !== "",
  );
  // Widths are proportional to text lengths: the strip shows the page's words, not its tags.
  const lengths = texts.map((node) => reading.node(node)?.nodeValue?.trim().length ?? 0);
  const total = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let textOffset = 0;
  for (const [i, node] of texts.entries()) {
    const length = lengths[i] ?? 0;
    if (context) {
      context.fillStyle = `rgb(224 122 20 / ${shade(node) / SHADES})`;
      const left = Math.floor((textOffset / total) * WIDTH);
      context.clearRect(left, 0, WIDTH, HEIGHT);
      context.fillRect(left, 0, Math.ceil(((textOffset + length) / total) * WIDTH) - left, HEIGHT);
    }
    textOffset += length;
  }
  return strip;
}
