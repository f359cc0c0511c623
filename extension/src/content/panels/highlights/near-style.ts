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
  toRange,
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
const manyContainers = 40;

type Container = Element | ShadowRoot;

export class NearStyle {
  readonly #session: Session;
  readonly #styleRoots = new StyleRoots();
  /** The innermost elements around the highlights. */
  #containers: ReadonlySet<Container> = new Set();
  /** The observed boxes, with the elements that each represents. */
  readonly #boxes = new Map<Element, Set<Container>>();
  readonly #nearContainers = new Set<Container>();
  readonly #intersections: IntersectionObserver;
  readonly #mutations = new MutationObserver(() => {
    this.#styleRoots.invalidatePaths();
    this.#addStyles();
  });
  readonly #observedRoots = new Set<StyleRoot>();
  /** True while printing. */
  #isPrinting = false;

  /** Follows the viewport until the view is closed. */
  constructor(session: Session) {
    this.#session = session;
    const { signal } = session;
    this.#intersections = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      rootMargin: `${100 * margin}%`,
    });
    // An element may have lost its box.
    onDocument("scrollend", () => this.#update(), signal, true);
    window.addEventListener("resize", () => this.#update(), { signal });
    for (const type of ["beforeprint", "afterprint"]) {
      const print = (): void => {
        this.#isPrinting = type === "beforeprint";
        this.#addStyles();
      };
      window.addEventListener(type, print, { signal });
    }
  }

  /** Styles these spans once they are near the viewport. */
  show(spans: readonly StaticRange[]): void {
    const containers = new Set<Container>();
    const distance = margin * innerHeight;
    for (const span of spans) {
      const { container, top, bottom } = placeOf(span);
      containers.add(container);
      // Immediately, for the first frame that shows them. Later, the observer reports which come near.
      if (top < innerHeight + distance && bottom > -distance) {
        this.#nearContainers.add(container);
      }
    }
    this.#containers = containers;
    for (const styleRoot of new Set([...containers].map(styleRootOf))) {
      if (!this.#observedRoots.has(styleRoot)) {
        this.#observedRoots.add(styleRoot);
        this.#mutations.observe(styleRoot, { subtree: true, childList: true });
      }
    }
    this.#update();
    this.#addStyles();
  }

  remove(): void {
    this.#intersections.disconnect();
    this.#mutations.disconnect();
    StyleRoots.remove([this.#styleRoots], false);
  }

  /** Checks again which elements are near. */
  #update(): void {
    this.#intersections.disconnect();
    this.#boxes.clear();
    for (const container of this.#containers) {
      this.#observe(container, isShadowRoot(container) ? hostOf(container) : container);
    }
  }

  #observe(container: Container, box: Element): void {
    const containers = this.#boxes.get(box);
    if (containers) {
      containers.add(container);
    } else {
      this.#boxes.set(box, new Set([container]));
      this.#intersections.observe(box);
    }
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, boundingClientRect } of entries) {
      const containers = this.#boxes.get(target) ?? [];
      const parent = parentElement(target);
      const isEmpty = boundingClientRect.width === 0 && boundingClientRect.height === 0;
      const hasNoBox = isEmpty && parent && getComputedStyle(target).display === "contents";
      for (const container of containers) {
        if (hasNoBox) {
          this.#observe(container, parent);
        } else if (isIntersecting) {
          this.#nearContainers.add(container);
        } else {
          this.#nearContainers.delete(container);
        }
      }
    }
    this.#addStyles();
  }

  #addStyles(): void {
    const near = [...this.#nearContainers].filter(
      (container) => this.#containers.has(container) && isConnected(container),
    );
    const isWholeTree = this.#isPrinting || near.length >= manyContainers;
    this.#styleRoots.clearRules();
    if (isWholeTree) {
      for (const styleRoot of new Set([...this.#containers].map(styleRootOf))) {
        addStyle(this.#styleRoots, styleRoot, this.#session);
      }
    }
    for (const container of isWholeTree ? [] : near) {
      if (isShadowRoot(container)) {
        addStyle(this.#styleRoots, container, this.#session);
        continue;
      }
      this.#styleRoots.add(container, styles);
      if (!inheritsHighlights(this.#session.shadow)) {
        this.#styleRoots.add(container, styles, " *");
      }
    }
    this.#styleRoots.apply();
  }
}

/**
 * Returns the innermost element around a span, or the shadow root if it contains the span directly, and where the span
 * is in the window's viewport.
 */
function placeOf(span: StaticRange): { container: Container; top: number; bottom: number } {
  const range = toRange(span);
  const { commonAncestorContainer: node } = range;
  const parent = parentNode(node);
  const container = isElement(node)
    ? node
    : (parentElement(node) ?? (isShadowRoot(parent) ? parent : (node as ShadowRoot)));
  const { top, bottom } = range.getBoundingClientRect();
  const y = frameOffset(documentOf(node))[1];
  return { container, top: top + y, bottom: bottom + y };
}
