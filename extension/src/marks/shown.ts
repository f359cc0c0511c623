/** The text that a view shows, and where in it nodes and quotes are. */

import {
  childrenOf,
  documentOf,
  isConnected,
  isText,
  localName,
  matches,
  nodeValue,
  parentElement,
  textsIn,
} from "../nodes.ts";
import type { Blocks } from "../place.ts";
import { isInline } from "../reader/inline.ts";
import type { Work } from "../slices.ts";
import type { Stretch } from "./anchoring.ts";
import { NodeText, type Position } from "./text.ts";

export class ShownText {
  readonly text: NodeText;
  readonly #nodes: readonly Node[];
  readonly #numbers = new Map<Node, number>();
  readonly #containers: ReadonlyMap<Node, Element | null>;

  /** `containers` says of each node that a line begins with in which block it stands. */
  constructor(nodes: readonly Node[], containers: ReadonlyMap<Node, Element | null>) {
    this.#nodes = nodes;
    this.#containers = containers;
    for (const [number, node] of nodes.entries()) {
      this.#numbers.set(node, number);
    }
    const values = nodes.map((node) => nodeValue(node) ?? "");
    this.text = new NodeText(values, (number) => containers.has(nodes[number] as Node));
  }

  /** Returns the nodes of a stretch as a span to be kept. */
  spanOf({ start, end }: Stretch): StaticRange | null {
    const [from, to] = [this.text.at(start), this.text.at(end - 1)];
    const [first, last] = [this.#nodes[from.node], this.#nodes[to.node]];
    return first && last
      ? new StaticRange({
          startContainer: first,
          startOffset: from.offset,
          endContainer: last,
          endOffset: to.offset + 1,
        })
      : null;
  }

  /** Returns the stretch of the text that lies in a range; null where none does. */
  stretchOf(range: Range): Stretch | null {
    const inside = this.#nodes.filter((node) => range.intersectsNode(node));
    const [first, last] = [inside[0], inside.at(-1)];
    if (!first || !last) {
      return null;
    }
    const { startContainer, startOffset, endContainer, endOffset } = range;
    const start = this.#indexOf(first, first === startContainer ? startOffset : 0);
    const end = this.#indexOf(last, last === endContainer ? endOffset : Number.POSITIVE_INFINITY);
    return end > start ? { start, end } : null;
  }

  /** Returns the block that a character stands in, as an XPath; null where it is not known. */
  blockAt(index: number): string | null {
    let { node } = this.text.at(index);
    while (node > 0 && !this.#containers.has(this.#nodes[node] as Node)) {
      node -= 1;
    }
    const container = this.#containers.get(this.#nodes[node] as Node);
    return container ? pathOf(container) : null;
  }

  #indexOf(node: Node, offset: number): number {
    const position: Position = { node: this.#numbers.get(node) ?? 0, offset };
    return this.text.indexOf(position);
  }
}

/** Returns the text of all blocks of the page. */
export function* pageText(blocks: Blocks): Work<ShownText> {
  const nodes: Node[] = [];
  const containers = new Map<Node, Element | null>();
  for (const block of blocks.all) {
    yield;
    let isFirst = true;
    for (const leaf of blocks.leaves(block)) {
      if (isText(leaf) && isConnected(leaf)) {
        if (isFirst) {
          containers.set(leaf, blocks.container(block));
          isFirst = false;
        }
        nodes.push(leaf);
      }
    }
  }
  return new ShownText(nodes, containers);
}

/** Returns the text of the title and of the body of an article in the reader. */
export function articleText(host: HTMLElement): ShownText {
  const nodes: Node[] = [];
  const containers = new Map<Node, Element | null>();
  let before: Element | null = null;
  for (const part of textParts(host)) {
    for (const node of textsIn(part)) {
      const block = blockAround(node, part);
      if (block !== before) {
        containers.set(node, null);
        before = block;
      }
      nodes.push(node);
    }
  }
  return new ShownText(nodes, containers);
}

/** Returns the parts of the reader that are text of the page: title and body. */
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

/** Returns the innermost element of the article that begins a line, around a node. */
function blockAround(node: Node, part: Element): Element {
  let at = parentElement(node);
  while (at && at !== part && isInline(at)) {
    at = parentElement(at);
  }
  return at ?? part;
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
