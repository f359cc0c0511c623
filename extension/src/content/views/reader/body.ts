/** Builds the article's body. */

import { element } from "../../../ui/build.ts";
import { sanitize } from "../../dom/sanitize.ts";
import type { ArticleBody, ArticleChild } from "./article-body.ts";
import { prepareEmbeds } from "./embeds.ts";
import { prepareCodeBlocks } from "./code-blocks.ts";
import { divide } from "./chunks.ts";
import { loadLate, prepareImages, watchImages } from "./images.ts";
import { loaded } from "../../session/parts.ts";
import { painted } from "../../dom/yield-to-page.ts";

export class Body implements ArticleBody {
  readonly node: HTMLElement;
  /** The text as it was at first. */
  readonly text: string;
  html = "";
  children: ArticleChild[] = [];
  readonly #signal: AbortSignal;

  /** Makes the body of its HTML, for a view that ends when `signal` is aborted. */
  constructor(html: string, signal: AbortSignal) {
    this.#signal = signal;
    this.node = element("div", { class: "pith-body" });
    watchImages(this.node);
    this.show(html);
    this.text = this.node.textContent;
  }

  /** Shows other HTML in place of what is there. */
  show(html: string): void {
    const body = sanitize(html);
    loadLate(body);
    this.html = html;
    this.children = [...body.childNodes].map(child);
    divide(body, body.textContent.length);
    this.node.replaceChildren(body);
    prepare(this.node);
  }

  /** Shows the formulas in an element, which are there as LaTeX, once it is painted. Resolves once that is done. */
  async readFormulas(within = this.node): Promise<void> {
    const sources = [...within.querySelectorAll("code.pith-tex, code.pith-display")];
    if (sources.length === 0) {
      return;
    }
    within.ariaBusy = "true";
    await painted();
    const read = (await (await loaded("formulas"))?.(sources, this.#signal)) ?? new Map<Node, Node>();
    within.ariaBusy = null;
    const standing = <Part extends Node>(part: Part): Part => (read.get(part) ?? part) as Part;
    if (read.size > 0) {
      this.children = this.children.map(({ node, elements }) => ({
        node: standing(node),
        elements: elements.map(standing),
      }));
    }
  }

  add(markup: DocumentFragment, nodes: readonly ChildNode[]): { children: ArticleChild[]; room: HTMLElement } {
    loadLate(markup);
    const children = nodes.map(child);
    const room = element("div", {}, ...nodes);
    prepare(room);
    void this.readFormulas(room);
    return { children, room };
  }

  /** The elements that the core wrote, in order. */
  get elements(): HTMLElement[] {
    return this.children.flatMap(({ elements }) => elements);
  }
}

function child(node: ChildNode): ArticleChild {
  return { node, elements: node instanceof HTMLElement ? [node, ...node.querySelectorAll<HTMLElement>("*")] : [] };
}

/** Types of lists: under `all: revert` in article.css, `ol type` has no effect of its own, like `width` and others. */
const markers: Record<string, string> = { a: "lower-alpha", A: "upper-alpha", i: "lower-roman", I: "upper-roman" };

/** Sets what the markup cannot express: images, markers of lists, scrolling for wide tables. */
function prepare(body: HTMLElement): void {
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
  // An element that scrolls inside itself must be reachable by keyboard; one that doesn't isn't a tab stop.
  const resized = new ResizeObserver((entries) => {
    for (const { target } of entries) {
      if (target.scrollWidth > target.clientWidth || target.scrollHeight > target.clientHeight + 1) {
        target.setAttribute("tabindex", "0");
      } else {
        target.removeAttribute("tabindex");
      }
    }
  });
  for (const scroller of body.querySelectorAll(".pith-table, pre")) {
    resized.observe(scroller);
  }
}
