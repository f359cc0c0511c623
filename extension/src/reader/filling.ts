/**
 * A long article, put into the page part by part so that it can be read at once: first what stands
 * around the paragraph that is being read, then what follows, then what comes before. Laying it out
 * takes a browser as long as reading the page did.
 */

import type { Work } from "../slices.ts";

/** Elements of an article that is put in whole. */
const mostAtOnce = 3_000;

/** Elements put in first, after the paragraph that is being read and before it: some screens. */
const after = 300;
const before = 60;

/** Ms that a browser is to take for a part; with fewer elements than this it takes no less. */
const longest = 20;
const least = 600;

export class Filling {
  readonly #body: HTMLElement;
  readonly #above: ChildNode[] = [];
  readonly #below: ChildNode[] = [];

  /** Takes out of the article's body what is not put in first; `start` is what is being read, null at the beginning. */
  constructor(body: HTMLElement, start: Element | null) {
    this.#body = body;
    if (body.querySelectorAll("*").length <= mostAtOnce) {
      return;
    }
    const children = [...body.childNodes];
    const at = Math.max(
      0,
      children.findIndex((child) => child.contains(start)),
    );
    this.#above = children.slice(0, at);
    this.#below = children.slice(at);
    body.replaceChildren(...taken(this.#above, before, true), ...taken(this.#below, after, false));
  }

  get isWhole(): boolean {
    return this.#above.length === 0 && this.#below.length === 0;
  }

  /** Puts in the rest; what is seen in `scroller` stays where it is. */
  *fill(scroller: HTMLElement): Work {
    let size = least;
    while (!this.isWhole) {
      const from = performance.now();
      if (this.#below.length > 0) {
        this.#body.append(...taken(this.#below, size, false));
        this.#body.getBoundingClientRect();
      } else {
        const { firstElementChild: seen } = this.#body;
        const top = seen?.getBoundingClientRect().top ?? 0;
        this.#body.prepend(...taken(this.#above, size, true));
        scroller.scrollBy({ top: (seen?.getBoundingClientRect().top ?? 0) - top, behavior: "instant" });
      }
      size = Math.max(least, size * (performance.now() - from < longest ? 1.5 : 0.7));
      yield;
    }
  }
}

/** Takes nodes of so many elements off a list, at its end or at its beginning. */
function taken(nodes: ChildNode[], elements: number, atEnd: boolean): ChildNode[] {
  let [count, weight] = [0, 0];
  while (count < nodes.length && weight < elements) {
    const node = nodes[atEnd ? nodes.length - 1 - count : count];
    weight += node instanceof Element ? 1 + node.querySelectorAll("*").length : 0;
    count += 1;
  }
  return atEnd ? nodes.splice(nodes.length - count) : nodes.splice(0, count);
}
