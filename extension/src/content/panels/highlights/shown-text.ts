/** The text that a view shows, with the positions of its nodes. */

import {
  body,
  childrenOf,
  closest,
  documentOf,
  isConnected,
  isText,
  lengthOf,
  localName,
  matches,
  nodeValue,
  parentElement,
  ranging,
  rootOf,
  textContent,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";
import type { Stretch } from "./anchoring.ts";
import { NodeText } from "./text.ts";

/** Nodes per time slice. */
const chunk = 1_000;

export class ShownText {
  readonly text: NodeText;
  readonly #nodes: readonly Node[];
  readonly #blockOf: (node: Node) => Element | null;

  /**
   * Creates the text from nodes and their texts. `isBreak` returns whether the node with a number begins a line, and
   * `blockOf` its block.
   */
  constructor(
    nodes: readonly Node[],
    texts: readonly string[],
    isBreak: (number: number) => boolean,
    blockOf: (node: Node) => Element | null,
  ) {
    this.#nodes = nodes;
    this.#blockOf = blockOf;
    this.text = new NodeText(texts, isBreak);
  }

  /** Returns a range of the text as spans of nodes, one for each tree. */
  spansOf({ start, end }: Stretch): StaticRange[] {
    const [from, to] = [this.text.at(start), this.text.at(end - 1)];
    const spans: StaticRange[] = [];
    let first = from.node;
    for (let node = from.node; node <= to.node; node++) {
      const [begun, here, next] = [this.#nodes[first], this.#nodes[node], this.#nodes[node + 1]];
      const isLast = node === to.node;
      if (begun && here && (isLast || !next || rootOf(next) !== rootOf(here))) {
        spans.push(
          new StaticRange({
            startContainer: begun,
            startOffset: first === from.node ? from.offset : 0,
            endContainer: here,
            endOffset: isLast ? to.offset + 1 : (nodeValue(here) ?? "").length,
          }),
        );
        first = node + 1;
      }
    }
    return spans;
  }

  /** Returns the part of the text in a DOM range, which may span several trees; null if there is none. */
  stretchOf(range: AbstractRange): Stretch | null {
    const { startContainer, startOffset, endContainer, endOffset } = range;
    const [first, last] = this.#endsOf(range);
    if (!first || !last) {
      return null;
    }
    const start = this.#indexOf(first, first === startContainer ? startOffset : 0);
    const end = this.#indexOf(last, last === endContainer ? endOffset : Number.POSITIVE_INFINITY);
    return end > start ? { start, end } : null;
  }

  /** Returns the first and the last node in a DOM range. */
  #endsOf(range: AbstractRange): (Node | undefined)[] {
    const { startContainer, endContainer } = range;
    if (rootOf(startContainer) !== rootOf(endContainer)) {
      return [startContainer, endContainer].map((node) => (this.#nodes.includes(node) ? node : undefined));
    }
    const live = ranging(range);
    const inside = this.#nodes.filter((node) => live.intersectsNode(node));
    return [inside[0], inside.at(-1)];
  }

  /** Returns the range of consecutive nodes; null if the text doesn't contain them, or if they are empty. */
  stretchOfNodes(nodes: readonly Node[]): Stretch | null {
    const known = nodes.filter((node) => this.#nodes.includes(node));
    const [first, last] = [known[0], known.at(-1)];
    if (!first || !last) {
      return null;
    }
    const [start, end] = [this.#indexOf(first, 0), this.#indexOf(last, Number.POSITIVE_INFINITY)];
    return end > start ? { start, end } : null;
  }

  /** Returns the XPath of the page's block that contains a character; null if it isn't known. */
  blockAt(index: number): string | null {
    const node = this.#nodes[this.text.at(index).node];
    const block = node && this.#blockOf(node);
    return block ? pathOf(block) : null;
  }

  #indexOf(node: Node, offset: number): number {
    return this.text.indexOf({ node: this.#nodes.indexOf(node), offset });
  }
}

/** Returns the text of all blocks of the page. */
export function* pageText(blocks: Blocks): Work<ShownText> {
  const nodes: Node[] = [];
  const blockOf = new Map<Node, number>();
  for (const [number, block] of blocks.all.entries()) {
    yield;
    for (const leaf of blocks.leaves(block)) {
      if (isText(leaf) && isConnected(leaf)) {
        nodes.push(leaf);
        blockOf.set(leaf, number);
      }
    }
  }
  const numberOf = (node: Node | undefined): number => (node && blockOf.get(node)) ?? -1;
  return new ShownText(
    nodes,
    nodes.map((node) => nodeValue(node) ?? ""),
    (number) => numberOf(nodes[number]) !== numberOf(nodes[number - 1]),
    (node) => {
      const block = blocks.all[numberOf(node)];
      return block ? blocks.container(block) : null;
    },
  );
}

/** Elements whose text isn't rendered. */
const unrendered = new Set(["script", "style", "noscript", "template", "textarea", "select", "option", "iframe"]);

/** Returns the text of a page whose blocks aren't known: its whole body, visible or not. */
export function* bodyText(): Work<ShownText> {
  const whole = body();
  const all = whole ? textsIn(whole) : [];
  const nodes: Node[] = [];
  for (const [number, node] of all.entries()) {
    if (number % chunk === 0) {
      yield;
    }
    const parent = parentElement(node);
    if (parent && !unrendered.has(localName(parent))) {
      nodes.push(node);
    }
  }
  const texts = nodes.map((node) => nodeValue(node) ?? "");
  return new ShownText(
    nodes,
    texts,
    () => false,
    () => null,
  );
}

/** Returns the text of the article's title and body in Reader. */
export function articleText(host: HTMLElement): ShownText {
  const parts = textParts(host).map((part) => ({ whole: textContent(part), nodes: textsIn(part) }));
  const own = parts.flatMap((part) => {
    const texts = pieces(part.whole ?? "", part.nodes);
    return part.nodes.map((node, i) => ({ node, text: texts[i] ?? "" })).filter(({ node }) => !isAddedText(node));
  });
  const nodes = own.map(({ node }) => node);
  const texts = own.map(({ text }) => text);
  const isBreak = (number: number): boolean => blockAround(nodes[number]) !== blockAround(nodes[number - 1]);
  return new ShownText(nodes, texts, isBreak, () => null);
}

/**
 * Returns whether a text was added to the article: a transcript below its video, or a translation beside the original.
 */
function isAddedText(node: Node): boolean {
  const holder = parentElement(node);
  return holder !== null && closest(holder, ".pith-transcript, .pith-translation") !== null;
}

/** Splits the text of all nodes by node, which is faster than reading the text of each node. */
function pieces(whole: string, nodes: readonly Node[]): string[] {
  let end = 0;
  return nodes.map((node) => {
    const start = end;
    end += lengthOf(node);
    return whole.slice(start, end);
  });
}

/** Returns the parts of Reader that contain text of the page: title and body. */
function textParts(host: Element): Element[] {
  const article = [...childrenOf(host)].find((child) => localName(child) === "article");
  const parts = article ? [...childrenOf(article)] : [];
  return parts.flatMap((part) =>
    localName(part) === "header"
      ? [...childrenOf(part)].filter((child) => localName(child) === "h1")
      : matches(part, ".pith-body")
        ? [part]
        : [],
  );
}

/** Returns the text nodes in an element, in document order. */
function textsIn(element: Element): Node[] {
  // From the prototype: the page may have an image with this name.
  const create = Document.prototype.createTreeWalker;
  const walker = Reflect.apply(create, documentOf(element), [element, NodeFilter.SHOW_TEXT]);
  const nodes: Node[] = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    nodes.push(node);
  }
  return nodes;
}

/** Returns the innermost element around a node that isn't inline. */
function blockAround(node: Node | undefined): Element | null {
  let at = node ? parentElement(node) : null;
  while (at && /^(?:inline$|ruby|contents)/.test(getComputedStyle(at).display)) {
    at = parentElement(at);
  }
  return at;
}

/** Returns the XPath of an element; null in a shadow tree or a frame. */
function pathOf(element: Element): string | null {
  if (documentOf(element) !== document) {
    return null;
  }
  const steps: string[] = [];
  let at: Element = element;
  for (;;) {
    const parent = parentElement(at);
    const name = localName(at);
    const siblings = parent ? [...childrenOf(parent)].filter((child) => localName(child) === name) : [at];
    steps.unshift(`/${name}[${siblings.indexOf(at) + 1}]`);
    if (!parent) {
      return name === "html" ? steps.join("") : null;
    }
    at = parent;
  }
}
