/** The choice of a method, each with a strip of the whole page: the darker, the higher the score. */

import { element } from "../../extension/src/ui/build.ts";
import type { Answer, Reading } from "./reading.ts";
import { SHADES, shades } from "./stage.ts";

const WIDTH = 480;
const HEIGHT = 14;

export class Methods {
  readonly #host: HTMLElement;
  readonly #onChoice: (name: string) => void;
  /** The name of a method; empty for the way of the product. */
  #chosen = "";

  constructor(host: HTMLElement, onChoice: (name: string) => void) {
    this.#host = host;
    this.#onChoice = onChoice;
    host.addEventListener("change", (event) => {
      this.#chosen = (event.target as HTMLInputElement).value;
      this.#onChoice(this.#chosen);
    });
  }

  /** Shows the way of the product and all methods, and keeps the choice. */
  show(reading: Reading): void {
    const rows = reading.answers.map((answer) => this.#row(reading, answer));
    const legend = this.#host.querySelector("legend");
    this.#host.replaceChildren(...(legend ? [legend] : []), ...rows);
  }

  #row(reading: Reading, answer: Answer): HTMLElement {
    const { name, title, source } = answer.method;
    const input = element("input", { type: "radio", name: "method", value: name, checked: name === this.#chosen });
    const strip = answer.account
      ? canvas(reading, answer.account.scores)
      : element("span", { class: "silent" }, "no result for this page");
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

/** Returns the text nodes from left to right; where several share a pixel, the highest shows. */
function canvas(reading: Reading, scores: Float32Array): HTMLCanvasElement {
  const strip = element("canvas", { width: WIDTH, height: HEIGHT, "aria-hidden": "true" });
  const context = strip.getContext("2d");
  const shade = shades(scores, reading.body);
  const words = Array.from({ length: reading.length - reading.body }, (_, i) => i + reading.body).filter(
    (i) => reading.node(i)?.nodeType === Node.TEXT_NODE && reading.excerpt(i) !== "",
  );
  // Each node is as wide as its text is long: the strip shows the page's words, not its tags.
  const lengths = words.map((node) => reading.node(node)?.nodeValue?.trim().length ?? 0);
  const all = lengths.reduce((sum, length) => sum + length, 0) || 1;
  let at = 0;
  for (const [i, node] of words.entries()) {
    const length = lengths[i] ?? 0;
    if (context) {
      context.fillStyle = `rgb(224 122 20 / ${shade(node) / SHADES})`;
      const left = Math.floor((at / all) * WIDTH);
      context.clearRect(left, 0, WIDTH, HEIGHT);
      context.fillRect(left, 0, Math.ceil(((at + length) / all) * WIDTH) - left, HEIGHT);
    }
    at += length;
  }
  return strip;
}
