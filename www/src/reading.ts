/** A page that has been read: the detection, and the way from its live nodes back to their numbers. */

import { type Account, core, type Detection, type Method } from "./core.ts";

/** The way of the product, beside the methods that it is made of. */
const whole: Method = {
  name: "",
  title: "Pith (one click)",
  source: "full pipeline, as in the extension",
  meaning:
    "How likely the text is part of the article, by the decision trees and all their evidence; 0 or 1 if a rule decided.",
};

export interface Answer {
  method: Method;
  /** Null if the method finds nothing on this page; `silence` is the sentence that says why. */
  account: Account | null;
  silence: string;
}

export class Reading {
  readonly detection: Detection;
  readonly answers: Answer[];
  /** The number of nodes. */
  readonly length: number;
  /** The number of the body; nodes before it are the head's. */
  readonly body: number;
  readonly #digest: Uint8Array | undefined;
  readonly #numbers = new Map<Node, number>();
  readonly #nodes: Node[] = [];
  readonly #excerpts: string[] = [];

  /** Reads the document of `window`; `digest` is of other pages of its site. */
  constructor(window: Window, url: string, digest: Uint8Array | undefined) {
    this.detection = core().detectIn(window, url);
    this.#digest = digest;
    for (let node = this.detection.node(0); node !== null; node = this.detection.node(this.#nodes.length)) {
      this.#numbers.set(node, this.#nodes.length);
      this.#nodes.push(node);
    }
    this.length = this.#nodes.length;
    this.body = this.#numbers.get(window.document.body) ?? 0;
    const own = { method: whole, account: this.detection.ownAccount(), silence: "" };
    this.answers = [
      own,
      ...core()
        .methods()
        .map((method) => this.#ask(method)),
    ];
  }

  #ask(method: Method): Answer {
    try {
      return { method, account: this.detection.account(method.name, this.#digest), silence: "" };
    } catch (error) {
      return { method, account: null, silence: sentence(error) };
    }
  }

  /** Hands the detection of a method to `use`, or that of the whole way. */
  by(method: Method, use: (detection: Detection, isWhole: boolean) => void): void {
    if (method === whole) {
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

  /** Returns the number of a node; of one that the page does not keep, that of the nearest around it. */
  number(node: Node | null): number | null {
    for (let at = node; at; at = at.parentNode) {
      const number = this.#numbers.get(at);
      if (number !== undefined) {
        return number;
      }
    }
    return null;
  }

  /** Returns the part of the document that a node, or the run from it to `last`, takes. */
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

  /** Returns a node's name for people: `p`, `div.story`, `text`. */
  name(number: number): string {
    const node = this.#nodes[number];
    if (!node) {
      return "";
    }
    if (node.nodeType === Node.TEXT_NODE) {
      return "text";
    }
    const element = node as Element;
    const own = element.id ? `#${element.id}` : element.classList[0] ? `.${element.classList[0]}` : "";
    return element.localName + own;
  }

  /** Returns the beginning of a node's text on one line, or of the run from it to `last`. */
  excerpt(number: number, last = number): string {
    if (last !== number) {
      return line(this.range(number, last)?.toString());
    }
    const known = this.#excerpts[number];
    if (known !== undefined) {
      return known;
    }
    const made = line(this.#nodes[number]?.textContent);
    this.#excerpts[number] = made;
    return made;
  }

  free(): void {
    this.detection.free();
  }
}

function line(text: string | null | undefined): string {
  const found = (text ?? "").slice(0, 2000).replace(/\s+/g, " ").trim();
  return found.length > 90 ? `${found.slice(0, 89)}…` : found;
}

export function sentence(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
