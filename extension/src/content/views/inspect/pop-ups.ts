/**
 * Pop-ups of the page that were removed from the article: hidden while Inspect is open, because they would cover the
 * page. They keep their boxes, and the page doesn't notice.
 */

import type { Blocks } from "../../dom/reading-position.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import { childrenOf, contains, documentOf, frameOf, holderOf, isConnected, parentElement } from "../../../ui/nodes.ts";
import type { Session } from "../../session/session.ts";

const folded = "visibility: hidden; opacity: 0; transition: none";

export class PopUps {
  readonly #styleRoots = new StyleRoots();
  /** Includes those found before: hidden pop-ups aren't painted, so a new detection doesn't find them. */
  #elements: Element[] = [];
  #isFolded = true;
  readonly #host: Element;

  constructor({ host, signal }: Session) {
    this.#host = host;
    signal.addEventListener("abort", () => StyleRoots.remove([this.#styleRoots], true));
  }

  get isFolded(): boolean {
    return this.#isFolded;
  }

  set isFolded(is: boolean) {
    this.#isFolded = is;
    this.renew();
  }

  get some(): boolean {
    return this.#elements.length > 0;
  }

  /**
   * Collects the outermost boxes over the page around removed parts, and the shades beside them, unless they contain
   * content; `around` are the ancestors of the content.
   */
  take(parts: Iterable<Element>, blocks: Blocks, around: ReadonlySet<Element>): void {
    const found = new Set(this.#elements.filter((element) => isConnected(element) && !around.has(element)));
    for (const part of parts) {
      const box = boxOver(part, around);
      if (box) {
        found.add(box);
        for (const shade of shadesOf(box, blocks)) {
          if (shade !== this.#host) {
            found.add(shade);
          }
        }
      }
    }
    this.#elements = [...found];
    this.renew();
  }

  /** Updates the selectors, because the page may have added or removed elements. */
  renew(): void {
    this.#styleRoots.moved();
    this.#styleRoots.begin();
    for (const element of this.#isFolded ? this.#elements.filter(isConnected) : []) {
      this.#styleRoots.add(element, folded);
      this.#styleRoots.add(element, "visibility: hidden", " *");
    }
    this.#styleRoots.apply();
  }
}

/**
 * Returns the outermost element around a part that is fixed to the screen; the part itself if only the part is
 * positioned.
 */
function boxOver(part: Element, around: ReadonlySet<Element>): Element | null {
  let box = !around.has(part) && /absolute|sticky/.test(getComputedStyle(part).position) ? part : null;
  for (let at: Element | null = part; at && !around.has(at); at = holderOf(at) ?? frameOf(documentOf(at))) {
    if (getComputedStyle(at).position === "fixed") {
      box = at;
    }
  }
  return box;
}

/** Returns the empty boxes beside a pop-up that are fixed to the screen: they shade the page behind it. */
function shadesOf(box: Element, blocks: Blocks): Element[] {
  const parent = parentElement(box);
  return [...(parent ? childrenOf(parent) : [])].filter(
    (child) =>
      child !== box &&
      getComputedStyle(child).position === "fixed" &&
      !blocks.all.some((block) => contains(child, blocks.container(block))),
  );
}
