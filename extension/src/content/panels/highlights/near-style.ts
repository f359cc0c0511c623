/**
 * Styles only the highlights near the viewport, for views over the page itself. On a long page, styling takes longer
 * than all other work on highlights. The registry always contains all highlights.
 */

import {
  documentOf,
  hostOf,
  isConnected,
  isElement,
  isShadowRoot,
  onDocument,
  parentElement,
  parentNode,
  ranging,
  type StyleRoot,
  styleRootOf,
} from "../../../ui/nodes.ts";
import { frameOffset } from "../../dom/reading-position.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import { addStyle } from "./style.ts";
import styles from "./style.css";

/** Distance from the viewport in which highlights are styled, in window heights. */
const margin = 1;

/**
 * Number of nearby elements above which the whole tree is styled, because each rule is matched against all elements.
 */
const manyHolders = 40;

type Holder = Element | ShadowRoot;

export class NearStyle {
  readonly #session: Session;
  readonly #styleRoots = new StyleRoots();
  /** The innermost elements around the highlights. */
  #holders: ReadonlySet<Holder> = new Set();
  /** The observed boxes, with the elements that each represents. */
  readonly #boxes = new Map<Element, Set<Holder>>();
  readonly #near = new Set<Holder>();
  readonly #seen: IntersectionObserver;
  readonly #moved = new MutationObserver(() => {
    this.#styleRoots.moved();
    this.#addStyles();
  });
  readonly #watched = new Set<StyleRoot>();
  /** True while printing. */
  #isPrinted = false;

  /** Follows the viewport until the view is closed. */
  constructor(session: Session) {
    this.#session = session;
    const { signal } = session;
    this.#seen = new IntersectionObserver((entries) => this.#hear(entries), {
      rootMargin: `${100 * margin}%`,
    });
    // An element may have lost its box.
    onDocument("scrollend", () => this.#update(), signal, true);
    window.addEventListener("resize", () => this.#update(), { signal });
    for (const type of ["beforeprint", "afterprint"]) {
      const print = (): void => {
        this.#isPrinted = type === "beforeprint";
        this.#addStyles();
      };
      window.addEventListener(type, print, { signal });
    }
  }

  /** Styles these spans once they are near the viewport. */
  show(spans: readonly StaticRange[]): void {
    const holders = new Set<Holder>();
    const distance = margin * innerHeight;
    for (const span of spans) {
      const { holder, top, bottom } = placeOf(span);
      holders.add(holder);
      // Immediately, for the first frame that shows them. Later, the observer reports which come near.
      if (top < innerHeight + distance && bottom > -distance) {
        this.#near.add(holder);
      }
    }
    this.#holders = holders;
    for (const styleRoot of new Set([...holders].map(styleRootOf))) {
      if (!this.#watched.has(styleRoot)) {
        this.#watched.add(styleRoot);
        this.#moved.observe(styleRoot, { subtree: true, childList: true });
      }
    }
    this.#update();
    this.#addStyles();
  }

  remove(): void {
    this.#seen.disconnect();
    this.#moved.disconnect();
    StyleRoots.remove([this.#styleRoots], false);
  }

  /** Checks again which elements are near. */
  #update(): void {
    this.#seen.disconnect();
    this.#boxes.clear();
    for (const holder of this.#holders) {
      this.#follow(holder, isShadowRoot(holder) ? hostOf(holder) : holder);
    }
  }

  #follow(holder: Holder, box: Element): void {
    const held = this.#boxes.get(box);
    if (held) {
      held.add(holder);
    } else {
      this.#boxes.set(box, new Set([holder]));
      this.#seen.observe(box);
    }
  }

  #hear(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const held = this.#boxes.get(target) ?? [];
      const above = parentElement(target);
      const isEmpty = boundingClientRect.width === 0 && boundingClientRect.height === 0;
      const hasNone = isEmpty && above && getComputedStyle(target).display === "contents";
      for (const holder of held) {
        if (hasNone) {
          this.#follow(holder, above);
        } else if (isIntersecting) {
          this.#near.add(holder);
        } else {
          this.#near.delete(holder);
        }
      }
    }
    this.#addStyles();
  }

  #addStyles(): void {
    const near = [...this.#near].filter((holder) => this.#holders.has(holder) && isConnected(holder));
    const isWhole = this.#isPrinted || near.length >= manyHolders;
    this.#styleRoots.begin();
    if (isWhole) {
      for (const styleRoot of new Set([...this.#holders].map(styleRootOf))) {
        addStyle(this.#styleRoots, styleRoot, this.#session);
      }
    }
    for (const holder of isWhole ? [] : near) {
      if (isShadowRoot(holder)) {
        addStyle(this.#styleRoots, holder, this.#session);
        continue;
      }
      this.#styleRoots.add(holder, styles);
      if (!inheritsHighlights(this.#session.shadow)) {
        this.#styleRoots.add(holder, styles, " *");
      }
    }
    this.#styleRoots.apply();
  }
}

/**
 * Returns the innermost element around a span, or the shadow root if it contains the span directly, and where the span
 * is in the window's viewport.
 */
function placeOf(span: StaticRange): { holder: Holder; top: number; bottom: number } {
  const range = ranging(span);
  const { commonAncestorContainer: node } = range;
  const parent = parentNode(node);
  const holder = isElement(node)
    ? node
    : (parentElement(node) ?? (isShadowRoot(parent) ? parent : (node as ShadowRoot)));
  const { top, bottom } = range.getBoundingClientRect();
  const y = frameOffset(documentOf(node))[1];
  return { holder, top: top + y, bottom: bottom + y };
}
