/** The picked part of Reader's article: an element that contains the start of a block, or one of its ancestors. */

import type { Block } from "../../../shared/core.ts";
import { contains, elementAt, parentElement, rectOf } from "../../../ui/nodes.ts";
import type { PickableArticle } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { type PickTarget, inSight, AncestorSelection } from "./page-target.ts";

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

  to(x: number, y: number): boolean {
    return this.#set(elementAt(x, y, document));
  }

  move(by: 1 | -1): boolean {
    const { element } = this;
    const all = this.#article.blocks().filter((begun) => begun !== null);
    const held = all.map((begun) => element !== null && contains(element, begun));
    const from = by > 0 ? held.lastIndexOf(true) : held.indexOf(true);
    const next = from < 0 ? (all.find((begun) => inSight(rectOf(begun))) ?? all[0]) : all[from + by];
    return next !== undefined && this.#set(next);
  }

  /** Starts at an element. Each listed ancestor contains more blocks than the one before it. */
  #set(from: Element | null): boolean {
    const around: Element[] = [];
    let most = 0;
    for (let at = from; at && at !== this.#article.whole; at = parentElement(at)) {
      const held = contains(this.#article.whole, at) ? this.#blocksIn(at).length : 0;
      if (held > most) {
        around.push(at);
        most = held;
      }
    }
    return this.begin(around);
  }

  #blocksIn(element: Element): Block[] {
    const begun = this.#article.blocks();
    return this.#finding.blocks.content.filter((_, index) => {
      const at = begun[index];
      return at && contains(element, at);
    });
  }
}
