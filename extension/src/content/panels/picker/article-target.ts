/** The picked part of Reader's article: an element that contains the start of a block, or one of its ancestors. */

import type { Block } from "../../../shared/core.ts";
import { contains, elementAt, parentElement, rectOf } from "../../../ui/nodes.ts";
import type { PickableArticle } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { type PickTarget, isInViewport, AncestorSelection } from "./page-target.ts";

export class ArticleTarget extends AncestorSelection implements PickTarget {
  readonly #finding: FoundDetection;
  readonly #article: PickableArticle;
  readonly inner = null;

  constructor(finding: FoundDetection, article: PickableArticle) {
    super();
    this.#finding = finding;
    this.#article = article;
  }

  get nodes(): number[] {
    return this.blocks.flatMap(({ leaves }) => leaves.slice(0, 1));
  }

  get box(): DOMRect | null {
    return this.element && rectOf(this.element);
  }

  get blocks(): Block[] {
    return this.element ? this.#blocksIn(this.element) : [];
  }

  pickAt(x: number, y: number): boolean {
    return this.#set(elementAt(x, y, document));
  }

  move(by: 1 | -1): boolean {
    const { element } = this;
    const elements = this.#article.blocks().filter((blockElement) => blockElement !== null);
    const isContained = elements.map((blockElement) => element !== null && contains(element, blockElement));
    const currentIndex = by > 0 ? isContained.lastIndexOf(true) : isContained.indexOf(true);
    const next =
      currentIndex < 0
        ? (elements.find((blockElement) => isInViewport(rectOf(blockElement))) ?? elements[0])
        : elements[currentIndex + by];
    return next !== undefined && this.#set(next);
  }

  /** Starts at an element. Each listed ancestor contains more blocks than the one before it. */
  #set(from: Element | null): boolean {
    const path: Element[] = [];
    let maxBlocks = 0;
    for (let current = from; current && current !== this.#article.container; current = parentElement(current)) {
      const blockCount = contains(this.#article.container, current) ? this.#blocksIn(current).length : 0;
      if (blockCount > maxBlocks) {
        path.push(current);
        maxBlocks = blockCount;
      }
    }
    return this.setPath(path);
  }

  #blocksIn(element: Element): Block[] {
    const blockElements = this.#article.blocks();
    return this.#finding.blocks.content.filter((_, index) => {
      const blockElement = blockElements[index];
      return blockElement && contains(element, blockElement);
    });
  }
}
