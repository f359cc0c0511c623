/**
 * Pop-ups of the page that were removed from the article: hidden while Inspect is open, because they would cover the
 * page. They keep their boxes, and the page doesn't notice.
 */

import type { Blocks } from "../../dom/reading-position.ts";
import { StyleRoots } from "../../dom/style-roots.ts";
import {
  childrenOf,
  contains,
  documentOf,
  frameOf,
  flatTreeParent,
  isConnected,
  parentElement,
} from "../../../ui/nodes.ts";
import type { Session } from "../../session/session.ts";

const hiddenStyle = "visibility: hidden; opacity: 0; transition: none";

export class PopUps {
  readonly #styleRoots = new StyleRoots();
  /** Includes those found before: hidden pop-ups aren't painted, so a new detection doesn't find them. */
  #elements: Element[] = [];
  #isHidden = true;
  readonly #host: Element;

  constructor({ host, signal }: Session) {
    this.#host = host;
    signal.addEventListener("abort", () => StyleRoots.remove([this.#styleRoots], true));
  }

  get isHidden(): boolean {
    return this.#isHidden;
  }

  set isHidden(isHidden: boolean) {
    this.#isHidden = isHidden;
    this.updateRules();
  }

  get hasAny(): boolean {
    return this.#elements.length > 0;
  }

  /**
   * Collects the outermost boxes over the page around removed parts, and the shades beside them, unless they contain
   * content; `contentAncestors` are the ancestors of the content.
   */
  collect(parts: Iterable<Element>, blocks: Blocks, contentAncestors: ReadonlySet<Element>): void {
    const popUps = new Set(this.#elements.filter((element) => isConnected(element) && !contentAncestors.has(element)));
    for (const part of parts) {
      const box = fixedBoxAround(part, contentAncestors);
      if (box) {
        popUps.add(box);
        for (const backdrop of backdropsOf(box, blocks)) {
          if (backdrop !== this.#host) {
            popUps.add(backdrop);
          }
        }
      }
    }
    this.#elements = [...popUps];
    this.updateRules();
  }

  /** Updates the selectors, because the page may have added or removed elements. */
  updateRules(): void {
    this.#styleRoots.invalidatePaths();
    this.#styleRoots.clearRules();
    for (const element of this.#isHidden ? this.#elements.filter(isConnected) : []) {
      this.#styleRoots.add(element, hiddenStyle);
      this.#styleRoots.add(element, "visibility: hidden", " *");
    }
    this.#styleRoots.apply();
  }
}

/**
 * Returns the outermost element around a part that is fixed to the screen; the part itself if only the part is
 * positioned.
 */
function fixedBoxAround(part: Element, contentAncestors: ReadonlySet<Element>): Element | null {
  let box = !contentAncestors.has(part) && /absolute|sticky/.test(getComputedStyle(part).position) ? part : null;
  for (
    let ancestor: Element | null = part;
    ancestor && !contentAncestors.has(ancestor);
    ancestor = flatTreeParent(ancestor) ?? frameOf(documentOf(ancestor))
  ) {
    if (getComputedStyle(ancestor).position === "fixed") {
      box = ancestor;
    }
  }
  return box;
}

/** Returns the empty boxes beside a pop-up that are fixed to the screen: they shade the page behind it. */
function backdropsOf(box: Element, blocks: Blocks): Element[] {
  const parent = parentElement(box);
  return [...(parent ? childrenOf(parent) : [])].filter(
    (child) =>
      child !== box &&
      getComputedStyle(child).position === "fixed" &&
      !blocks.all.some((block) => contains(child, blocks.container(block))),
  );
}
