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
  toRange,
  rootOf,
  textContent,
} from "../../../ui/nodes.ts";
import type { Blocks } from "../../dom/reading-position.ts";
import type { Work } from "../../dom/time-slicing.ts";
import type { TextRange } from "./anchoring.ts";
import { NodeText } from "./text.ts";

/** Nodes per time slice. */
const chunk = 1_000;

export class ShownText {
  readonly nodeText: NodeText;
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
    this.nodeText = new NodeText(texts, isBreak);
  }

  /** Returns a range of the text as spans of nodes, one for each tree. */
  spansOf({ start, end }: TextRange): StaticRange[] {
    const [from, to] = [this.nodeText.positionAt(start), this.nodeText.positionAt(end - 1)];
    const spans: StaticRange[] = [];
    let first = from.node;
    for (let node = from.node; node <= to.node; node++) {
      const [firstNode, currentNode, nextNode] = [this.#nodes[first], this.#nodes[node], this.#nodes[node + 1]];
      const isLast = node === to.node;
      if (firstNode && currentNode && (isLast || !nextNode || rootOf(nextNode) !== rootOf(currentNode))) {
        spans.push(
          new StaticRange({
            startContainer: firstNode,
            startOffset: first === from.node ? from.offset : 0,
            endContainer: currentNode,
            endOffset: isLast ? to.offset + 1 : (nodeValue(currentNode) ?? "").length,
          }),
        );
        first = node + 1;
      }
    }
    return spans;
  }

  /** Returns the part of the text in a DOM range, which may span several trees; null if there is none. */
  textRangeOf(range: AbstractRange): TextRange | null {
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
    const domRange = toRange(range);
    const intersecting = this.#nodes.filter((node) => domRange.intersectsNode(node));
    return [intersecting[0], intersecting.at(-1)];
  }

  /** Returns the range of consecutive nodes; null if the text doesn't contain them, or if they are empty. */
  textRangeOfNodes(nodes: readonly Node[]): TextRange | null {
    const contained = nodes.filter((node) => this.#nodes.includes(node));
    const [first, last] = [contained[0], contained.at(-1)];
    if (!first || !last) {
      return null;
    }
    const [start, end] = [this.#indexOf(first, 0), this.#indexOf(last, Number.POSITIVE_INFINITY)];
    return end > start ? { start, end } : null;
  }

  /** Returns the XPath of the page's block that contains a character; null if it isn't known. */
  blockAt(index: number): string | null {
    const node = this.#nodes[this.nodeText.positionAt(index).node];
    const block = node && this.#blockOf(node);
    return block ? pathOf(block) : null;
  }

  #indexOf(node: Node, offset: number): number {
    return this.nodeText.indexOf({ node: this.#nodes.indexOf(node), offset });
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
  const blockNumber = (node: Node | undefined): number => (node && blockOf.get(node)) ?? -1;
  return new ShownText(
    nodes,
    nodes.map((node) => nodeValue(node) ?? ""),
    (number) => blockNumber(nodes[number]) !== blockNumber(nodes[number - 1]),
    (node) => {
      const block = blocks.all[blockNumber(node)];
      return block ? blocks.container(block) : null;
    },
  );
}

/** Elements whose text isn't rendered. */
const unrendered = new Set(["script", "style", "noscript", "template", "textarea", "select", "option", "iframe"]);

/** Returns the text of a page whose blocks aren't known: its whole body, visible or not. */
export function* bodyText(): Work<ShownText> {
  const bodyElement = body();
  const textNodes = bodyElement ? textsIn(bodyElement) : [];
  const nodes: Node[] = [];
  for (const [number, node] of textNodes.entries()) {
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
  const parts = textParts(host).map((part) => ({ text: textContent(part), nodes: textsIn(part) }));
  const nodeTexts = parts.flatMap((part) => {
    const texts = splitText(part.text ?? "", part.nodes);
    return part.nodes.map((node, i) => ({ node, text: texts[i] ?? "" })).filter(({ node }) => !isAddedText(node));
  });
  const nodes = nodeTexts.map(({ node }) => node);
  const texts = nodeTexts.map(({ text }) => text);
  const isBreak = (number: number): boolean => blockAround(nodes[number]) !== blockAround(nodes[number - 1]);
  return new ShownText(nodes, texts, isBreak, () => null);
}

/**
 * Returns whether a text was added to the article: a transcript below its video, or a translation beside the original.
 */
function isAddedText(node: Node): boolean {
  const parent = parentElement(node);
  return parent !== null && closest(parent, ".pith-transcript, .pith-translation") !== null;
}

/** Splits the text of all nodes by node, which is faster than reading the text of each node. */
function splitText(text: string, nodes: readonly Node[]): string[] {
  let end = 0;
  return nodes.map((node) => {
    const start = end;
    end += lengthOf(node);
    return text.slice(start, end);
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
  let element = node ? parentElement(node) : null;
  while (element && /^(?:inline$|ruby|contents)/.test(getComputedStyle(element).display)) {
    element = parentElement(element);
  }
  return element;
}

/** Returns the XPath of an element; null in a shadow tree or a frame. */
function pathOf(element: Element): string | null {
  if (documentOf(element) !== document) {
    return null;
  }
  const steps: string[] = [];
  let current: Element = element;
  for (;;) {
    const parent = parentElement(current);
    const name = localName(current);
    const siblings = parent ? [...childrenOf(parent)].filter((child) => localName(child) === name) : [current];
    steps.unshift(`/${name}[${siblings.indexOf(current) + 1}]`);
    if (!parent) {
      return name === "html" ? steps.join("") : null;
    }
    current = parent;
  }
}
