/** Builds the article's body. */

import { element } from "../../../ui/build.ts";
import { sanitize } from "../../dom/sanitize.ts";
import type { ArticleBody, ArticleChild } from "./article-body.ts";
import { prepareEmbeds } from "./embeds.ts";
import { prepareCodeBlocks } from "./code-blocks.ts";
import { divideArticle } from "./chunks.ts";
import { loadLazily, prepareImages, watchImages } from "./images.ts";
import { loadPart } from "../../session/parts.ts";
import { waitForPaint } from "../../dom/yield-to-page.ts";

export class Body implements ArticleBody {
  readonly node: HTMLElement;
  /** The original text. */
  readonly text: string;
  html = "";
  children: ArticleChild[] = [];
  readonly #signal: AbortSignal;

  /** Builds the body from HTML, for a view that ends when `signal` is aborted. */
  constructor(html: string, signal: AbortSignal) {
    this.#signal = signal;
    this.node = element("div", { class: "pith-body" });
    watchImages(this.node);
    this.show(html);
    this.text = this.node.textContent;
  }

  /** Replaces the content by other HTML. */
  show(html: string): void {
    const body = sanitize(html);
    loadLazily(body);
    this.html = html;
    this.children = [...body.childNodes].map(child);
    divideArticle(body, body.textContent.length);
    this.node.replaceChildren(body);
    prepareElements(this.node);
  }

  /** Renders formulas in an element that are still LaTeX, once the element is painted. Resolves when done. */
  async readFormulas(within = this.node): Promise<void> {
    const sources = [...within.querySelectorAll("code.pith-tex, code.pith-display")];
    if (sources.length === 0) {
      return;
    }
    within.ariaBusy = "true";
    await waitForPaint();
    const replacements = (await (await loadPart("formulas"))?.(sources, this.#signal)) ?? new Map<Node, Node>();
    within.ariaBusy = null;
    const replaced = <Part extends Node>(part: Part): Part => (replacements.get(part) ?? part) as Part;
    if (replacements.size > 0) {
      this.children = this.children.map(({ node, elements }) => ({
        node: replaced(node),
        elements: elements.map(replaced),
      }));
    }
  }

  add(markup: DocumentFragment, nodes: readonly ChildNode[]): { children: ArticleChild[]; container: HTMLElement } {
    loadLazily(markup);
    const children = nodes.map(child);
    const container = element("div", {}, ...nodes);
    prepareElements(container);
    void this.readFormulas(container);
    return { children, container };
  }

  /** Elements written by the core, in order. */
  get elements(): HTMLElement[] {
    return this.children.flatMap(({ elements }) => elements);
  }
}

function child(node: ChildNode): ArticleChild {
  return { node, elements: node instanceof HTMLElement ? [node, ...node.querySelectorAll<HTMLElement>("*")] : [] };
}

/** Types of lists: under `all: revert` in reset.css, `ol type` has no effect, like `width` and others. */
const markers: Record<string, string> = { a: "lower-alpha", A: "upper-alpha", i: "lower-roman", I: "upper-roman" };

/** Sets properties that markup can't express: images, list markers, scrolling for wide tables. */
function prepareElements(body: HTMLElement): void {
  prepareImages(body);
  prepareEmbeds(body);
  prepareCodeBlocks(body);
  for (const list of body.querySelectorAll<HTMLOListElement>("ol[type]")) {
    const marker = markers[list.type];
    if (marker) {
      list.style.setProperty("--pith-marker", marker);
    }
  }
  for (const table of body.querySelectorAll("table")) {
    if (table.parentElement?.closest("table")) {
      continue;
    }
    const frame = element("div", { class: "pith-table" });
    table.replaceWith(frame);
    frame.append(table);
  }
  // An element with a scroll bar must be reachable by keyboard; one without isn't a tab stop.
  const observer = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1) {
        target.setAttribute("tabindex", "0");
      } else {
        target.removeAttribute("tabindex");
      }
    }
  });
  for (const scroller of body.querySelectorAll(".pith-table, pre")) {
    observer.observe(scroller);
  }
}
