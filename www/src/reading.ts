/** An analyzed page: the detection, and the mapping between live nodes and their numbers. */

import { type Account, core, type Detection, type Method } from "./core.ts";

/** The full pipeline of the extension, listed beside the methods it combines. */
const fullPipeline: Method = {
  name: "",
  title: "Pith (one click)",
  source: "full pipeline, as in the extension",
  meaning:
    "How likely the text is part of the article, by the decision trees and all their evidence; 0 or 1 if a rule decided.",
};

export interface MethodOutcome {
  method: Method;
  /** Null if the method has no result for this page; `failure` then contains the reason. */
  result: Account | null;
  failure: string;
}

export class Reading {
  readonly detection: Detection;
  readonly outcomes: MethodOutcome[];
  /** Number of nodes. */
  readonly length: number;
  /** Node number of the body; lower numbers belong to the head. */
  readonly body: number;
  readonly #digest: Uint8Array | undefined;
  readonly #indices = new Map<Node, number>();
  readonly #nodes: Node[] = [];
  readonly #excerpts: string[] = [];

  /** Analyzes the document of `window`; `digest` summarizes other pages of its site for TSReC. */
  constructor(window: Window, url: string, digest: Uint8Array | undefined) {
    this.detection = core().detectIn(window, url);
    this.#digest = digest;
    for (let node = this.detection.node(0); node !== null; node = this.detection.node(this.#nodes.length)) {
      this.#indices.set(node, this.#nodes.length);
      this.#nodes.push(node);
    }
    this.length = this.#nodes.length;
    this.body = this.#indices.get(window.document.body) ?? 0;
    const pipelineOutcome = { method: fullPipeline, result: this.detection.ownAccount(), failure: "" };
    this.outcomes = [
      pipelineOutcome,
      ...core()
        .methods()
        .map((method) => this.#run(method)),
    ];
  }

  #run(method: Method): MethodOutcome {
    try {
      return { method, result: this.detection.account(method.name, this.#digest), failure: "" };
    } catch (error) {
      return { method, result: null, failure: errorText(error) };
    }
  }

  /** Calls `use` with the detection of a method or of the full pipeline. A method's is freed afterwards. */
  withDetection(method: Method, use: (detection: Detection, isWhole: boolean) => void): void {
    if (method === fullPipeline) {
      use(this.detection, true);
      return;
    }
    const detection = this.detection.by(method.name, this.#digest);
    try {
      use(detection, false);
    } finally {
      detection.free();
    }
  }

  node(number: number): Node | undefined {
    return this.#nodes[number];
  }

  /** Returns the number of a node or of its nearest numbered ancestor; null if there is none. */
  number(node: Node | null): number | null {
    for (let ancestor = node; ancestor; ancestor = ancestor.parentNode) {
      const number = this.#indices.get(ancestor);
      if (number !== undefined) {
        return number;
      }
    }
    return null;
  }

  /** Returns the range of a node or of the run from it to `last`; null for unknown numbers. */
  range(number: number, last = number): Range | null {
    const first = this.#nodes[number];
    const end = this.#nodes[last];
    const document = first?.ownerDocument;
    if (!first || !end || !document) {
      return null;
    }
    const range = document.createRange();
    try {
      range.setStartBefore(first);
      range.setEndAfter(end);
    } catch {
      range.selectNodeContents(first);
    }
    return range;
  }

  /** Returns a readable name of a node: `p`, `div.story`, `text`. */
  name(number: number): string {
    const node = this.#nodes[number];
    if (!node) {
      return "";
    }
    if (node.nodeType === Node.TEXT_NODE) {
      return "text";
    }
    const element = node as Element;
    const suffix = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
    return element.localName + suffix;
  }

  /** Returns the start of the text of a node, or of the run from it to `last`: one line of up to 90 characters. */
  excerpt(number: number, last = number): string {
    if (last !== number) {
      return oneLine(this.range(number, last)?.toString());
    }
    const cached = this.#excerpts[number];
    if (cached !== undefined) {
      return cached;
    }
    const excerpt = oneLine(this.#nodes[number]?.textContent);
    this.#excerpts[number] = excerpt;
    return excerpt;
  }

  free(): void {
    this.detection.free();
  }
}

function oneLine(text: string | null | undefined): string {
  const line = (text ?? "").slice(0, 2000).replace(/\s+/g, " ").trim();
  return line.length > 90 ? `${line.slice(0, 89)}…` : line;
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
