/**
 * Colors code: highlight.js finds tokens such as keywords and strings, and CSS highlights show them without changing
 * the text.
 */

import { common, createLowlight } from "lowlight";
import { runInSlices, type Work } from "../dom/time-slicing.ts";
import type { Tool, ToolHost } from "./tool.ts";
import { provide } from "../session/parts.ts";
import { codeHighlightNames } from "../dom/own-markers.ts";
import { addStyle } from "./article-style.ts";
import css from "./code.css";
import { createWalker } from "./document-methods.ts";

type CodeName = (typeof codeHighlightNames)[number];

/** Maps token classes of highlight.js to Pith's colors. Other tokens have the color of the text. */
const colorNames: Readonly<Record<string, CodeName>> = {
  keyword: "pith-code-word",
  built_in: "pith-code-name",
  type: "pith-code-name",
  literal: "pith-code-number",
  number: "pith-code-number",
  operator: "pith-code-word",
  regexp: "pith-code-string",
  string: "pith-code-string",
  subst: "pith-code-name",
  symbol: "pith-code-number",
  variable: "pith-code-name",
  title: "pith-code-title",
  comment: "pith-code-comment",
  quote: "pith-code-comment",
  doctag: "pith-code-comment",
  meta: "pith-code-comment",
  tag: "pith-code-word",
  name: "pith-code-word",
  attr: "pith-code-name",
  attribute: "pith-code-name",
  property: "pith-code-name",
  "selector-tag": "pith-code-word",
  "selector-id": "pith-code-title",
  "selector-class": "pith-code-title",
  section: "pith-code-title",
  bullet: "pith-code-word",
  code: "pith-code-string",
  link: "pith-code-string",
  addition: "pith-code-string",
  deletion: "pith-code-number",
};

/** A node in lowlight's result. */
interface CodePiece {
  type: string;
  value?: string;
  properties?: { className?: unknown };
  children?: readonly CodePiece[];
}

class Code implements Tool {
  readonly #host: ToolHost;
  readonly #lowlight = createLowlight(common);
  readonly #colored = new WeakSet<Element>();
  readonly #ranges = new Map<CodeName, StaticRange[]>();

  constructor(host: ToolHost) {
    this.#host = host;
    addStyle(host.session, css);
    host.session.signal.addEventListener("abort", () => {
      for (const name of codeHighlightNames) {
        CSS.highlights.delete(name);
      }
    });
  }

  /** Colors code blocks added since the last call. */
  use(): void {
    void runInSlices(this.#color(), this.#host.session.signal);
  }

  *#color(): Work {
    for (const code of this.#host.article.querySelectorAll(".pith-listing pre code")) {
      const language = /(?:^| )language-(\S+)/.exec(code.className)?.[1]?.toLowerCase() ?? "";
      if (!this.#colored.has(code) && this.#lowlight.registered(language)) {
        this.#colored.add(code);
        this.#collectRanges(code, language);
        this.#show();
      }
      yield;
    }
  }

  #collectRanges(code: Element, language: string): void {
    const walker = createWalker(code, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    let nodeStart = 0;
    let position = 0;
    /** Returns the node and offset of a position in the whole text; the end of a node if `ends`. */
    const pointAt = (position: number, ends: boolean): [Node, number] => {
      const length = (): number => node?.nodeValue?.length ?? 0;
      while (node && (ends ? position > nodeStart + length() : position >= nodeStart + length())) {
        nodeStart += length();
        node = walker.nextNode();
      }
      return [node ?? code, node ? position - nodeStart : code.childNodes.length];
    };
    const readPiece = ({ value, children, properties }: CodePiece, name: CodeName | undefined): void => {
      const [first] = Array.isArray(properties?.className) ? properties.className : [];
      const pieceName = colorNames[String(first).replace(/^hljs-/, "")] ?? name;
      if (value !== undefined) {
        if (pieceName && value.trim() !== "") {
          const [startContainer, startOffset] = pointAt(position, false);
          const [endContainer, endOffset] = pointAt(position + value.length, true);
          const range = new StaticRange({ startContainer, startOffset, endContainer, endOffset });
          const ranges = this.#ranges.get(pieceName) ?? [];
          ranges.push(range);
          this.#ranges.set(pieceName, ranges);
        }
        position += value.length;
      }
      for (const child of children ?? []) {
        readPiece(child, pieceName);
      }
    };
    readPiece(this.#lowlight.highlight(language, code.textContent), undefined);
  }

  #show(): void {
    for (const [name, ranges] of this.#ranges) {
      CSS.highlights.set(name, new Highlight(...ranges));
    }
  }
}

provide("code", (host) => new Code(host));
