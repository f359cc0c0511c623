/** Hides everything but the content, and neutralizes elements that only lay out the page. */

import type { Detection, Fold } from "../../../shared/core.ts";
import {
  assignedSlot,
  body,
  childrenOf,
  frameDocument,
  flatTreeParent,
  isConnected,
  localName,
  parentElement,
  rootElement,
  scrollHeight,
  shadowRoot,
} from "../../../ui/nodes.ts";
import { messageDirection } from "../../../shared/ext.ts";
import { layoutScale } from "../../dom/viewport.ts";
import type { StyleRoots } from "../../dom/style-roots.ts";
import { controlsHeight } from "./checks.ts";
import { isDecorated, type Background } from "./style.ts";
import pageStyles from "./page.css";
import wordStyles from "./words.css";
import { type KeptDisplay, findKeptBoxes } from "./wrappers.ts";

/**
 * Style of hidden elements. Each property beside `display` also hides, in case a `style` attribute overrides the
 * others.
 */
const hiddenStyle = [
  "display: none; content-visibility: hidden; contain: strict; visibility: hidden; opacity: 0;",
  "clip-path: inset(50%); pointer-events: none; position: absolute; inset: 0 auto auto 0;",
  "box-sizing: border-box; inline-size: 0; min-inline-size: 0; block-size: 0; min-block-size: 0;",
  "padding: 0; border: 0; margin: 0; overflow: clip;",
].join(" ");

/** Style of a box in the column: as wide as there is room, as high as its content, in the normal flow. */
const columnBoxStyle = [
  "float: none; clear: none; position: relative; inset: auto; transform: none; translate: none;",
  "rotate: none; scale: none; inline-size: auto; min-inline-size: 0; max-inline-size: none;",
  "block-size: auto; min-block-size: 0; max-block-size: none; aspect-ratio: auto; columns: auto; overflow: visible;",
  "opacity: 1; visibility: visible; clip: auto; clip-path: none; mask: none; filter: none;",
  "mix-blend-mode: normal; contain: none; content-visibility: visible; container-type: normal;",
  "margin-inline: 0; box-sizing: border-box; order: 0; align-self: auto; justify-self: auto; flex: none;",
].join(" ");

/** Style that removes an element's own decoration. */
const undecoratedStyle = "padding: 0; border: 0; outline: 0; border-radius: 0; box-shadow: none; background: none;";

/** Style of an invisible box: its content is laid out as if the box didn't exist. */
const invisibleBoxStyle = [
  `${columnBoxStyle} ${undecoratedStyle} position: static; grid-area: auto; zoom: 1; perspective: none; backdrop-filter: none; will-change: auto;`,
  "flex-flow: column nowrap; grid-template: none / minmax(0, 1fr); grid-auto-flow: row; grid-auto-rows: auto;",
  "gap: 0; align-items: normal; align-content: normal; justify-items: normal; justify-content: normal;",
].join(" ");

/** Style of an element without a box, which only passes on inherited text properties. */
const noBoxStyle = "display: contents; visibility: visible; content-visibility: visible; zoom: 1;";

const blockStyle = `display: block; ${columnBoxStyle}`;

/** Style of a row: parts side by side, as many as fit. */
const rowStyle = `display: flex; flex-flow: row wrap; gap: 0 0.6em; align-items: baseline; justify-content: normal; ${columnBoxStyle} ${undecoratedStyle}`;

/** Style of a box whose children get an explicit order. */
const stackStyle = `display: flex; flex-flow: column nowrap; gap: 0; align-items: stretch; justify-content: normal; ${columnBoxStyle} ${undecoratedStyle}`;

/** Running text: no titles, code blocks, formulas, or controls, whose lines belong together. */
const runningText =
  ":not(:is(h1, h2, h3, h4, h5, h6, pre, svg, math, button, sup, sub, rt), :is(h1, h2, h3, h4, h5, h6, pre, svg, math, button) *)";

/** Makes vertical lines horizontal, except in drawings and formulas. */
const horizontalLines = ":not(svg *, math *) { writing-mode: horizontal-tb; text-orientation: mixed; }";

/** Style of a box that keeps its decoration, with room between its edge and its content. */
const framedStyle = `${blockStyle} background-image: none; margin-block: 16px; max-inline-size: 100%;`;

/** Width of the column in px at the page's own size, room for a panel, the factor of that size, and the line height. */
interface Measure {
  column: number;
  /** Px of the page that are left to a panel beside it. */
  sidePanelWidth: number;
  size: number;
  /** True if the text is as wide as on the page, so that its words stay whole. */
  keepsWords: boolean;
  /** Line height of text as a multiple of its size; null to keep the page's. */
  leading: number | null;
}

/** The live elements the core keeps. */
export class KeptElements {
  readonly parts: Element[];
  readonly wholeElements: Element[];
  /** Elements without a role in the layout. */
  readonly wrappers: ReadonlySet<Element>;
  /** The wrappers that remain boxes, invisible ones. */
  readonly #invisibleBoxes: ReadonlyMap<Element, KeptDisplay>;
  readonly #lines: Element[];
  readonly #layoutOnly: ReadonlySet<Element>;
  readonly #framed: ReadonlySet<Element>;
  readonly #boxes: ReadonlySet<Element>;
  readonly #rows: Element[];
  readonly #looseTextParents: Element[];
  readonly #reordered: { parent: Element; children: Element[] }[];
  /** True if the page's lines are vertical: in one column that scrolls down they would never end. */
  readonly #isVertical: boolean;
  readonly #lateImages: { image: Element; src: string }[];
  readonly #keptElements: Set<Element>;

  /** Resolves the elements of a detection. `host` is Pith's own element, which is kept as well. */
  constructor(detection: Detection, background: Background, host: Element) {
    const layout: Fold = detection.fold();
    const elementsOf = (nodes: readonly number[]): Element[] =>
      nodes.map((node) => detection.element(node)).filter((element) => element !== null);
    this.parts = elementsOf(layout.parts);
    this.wholeElements = elementsOf(layout.wholes);
    this.#boxes = new Set(elementsOf(layout.boxes));
    this.#framed = new Set([...this.#boxes].filter((box) => isDecorated(box, background)));
    this.#lines = elementsOf(layout.lines);
    const wrappers = elementsOf(layout.wrappers);
    this.#layoutOnly = new Set([...wrappers, ...this.#lines]);
    this.#rows = elementsOf(layout.rows);
    this.#looseTextParents = elementsOf(layout.loose);
    this.#reordered = layout.moved.map(({ parent, children }) => ({
      parent: elementsOf([parent])[0] as Element,
      children: elementsOf(children),
    }));
    this.#isVertical = detection.summary().writing !== "horizontal-tb";
    this.#lateImages = layout.late.flatMap(({ node, src }) => elementsOf([node]).map((image) => ({ image, src })));
    this.#keptElements = new Set([...this.parts, ...this.wholeElements, host]);
    const boxed = new Set([
      ...this.#framed,
      ...this.#rows,
      ...this.#reordered.flatMap(({ parent, children }) => [parent, ...children]),
    ]);
    this.wrappers = new Set(wrappers.filter((wrapper) => !boxed.has(wrapper) && !isRoot(wrapper)));
    const looseTextParents = new Set(this.#looseTextParents);
    const parts = new Set(this.parts);
    this.#invisibleBoxes = findKeptBoxes({
      wrappers: this.wrappers,
      blocks: new Set([...this.#framed, ...this.#lines, rootElement(), body()].filter((element) => element !== null)),
      children: (wrapper) => {
        if (looseTextParents.has(wrapper) || !parts.has(wrapper)) {
          return null;
        }
        return [...childrenOf(wrapper)].filter((child) => this.#isKept(child));
      },
    });
  }

  /** Returns whether the page has removed all kept elements. */
  get isGone(): boolean {
    return !this.wholeElements.some(isConnected);
  }

  /** The depth to which elements with rules are nested. */
  get depth(): number {
    const levels = new Map<Element | null, number>();
    let maxDepth = 0;
    // Both are in document order.
    for (const element of [...this.parts, ...this.wrappers]) {
      const level = (levels.get(parentElement(element)) ?? 0) + 1;
      levels.set(element, level);
      maxDepth = Math.max(maxDepth, level);
    }
    return maxDepth;
  }

  /** Adds the rules for the page as it is now. `strictly`: no box keeps its decoration. */
  addTo(styleRoots: StyleRoots, measure: Measure, { color }: Background, strictly: boolean): void {
    for (const part of this.parts.filter(isConnected)) {
      if (/^i?frame$/.test(localName(part))) {
        continue;
      }
      styleRoots.add(part, hiddenStyle, ` > ${this.#hiddenChildrenSelector(childrenOf(part))}`);
      const inner = shadowRoot(part);
      if (inner) {
        styleRoots.addToRoot(inner, hiddenStyle, this.#hiddenChildrenSelector(childrenOf(inner)));
      }
    }
    for (const styleRoot of styleRoots.roots) {
      styleRoots.addTo(styleRoot, pageStyles);
      if (this.#isVertical) {
        styleRoots.addTo(styleRoot, horizontalLines);
      }
      if (!measure.keepsWords) {
        styleRoots.addTo(styleRoot, wordStyles);
      }
      if (measure.leading !== null) {
        styleRoots.addTo(styleRoot, `${runningText} { line-height: ${measure.leading.toFixed(3)}; }`);
      }
    }
    this.#unwrap(styleRoots, strictly);
    this.#layOutPage(styleRoots, measure, color);
    for (const looseTextParents of this.#looseTextParents.filter(isConnected)) {
      this.#hideText(looseTextParents, styleRoots);
    }
    this.#sizeFrames(styleRoots);
    for (const { image, src } of this.#lateImages.filter(({ image: lateImage }) => isConnected(lateImage))) {
      // Attributes don't change: the page may still load the image itself.
      styleRoots.add(image, `content: url("${CSS.escape(src)}");`);
    }
  }

  #unwrap(styleRoots: StyleRoots, strictly: boolean): void {
    const addRule = (element: Element, declarations: string, withoutPseudoElements = true): void => {
      if (isConnected(element) && !isRoot(element)) {
        styleRoots.add(element, declarations);
        if (withoutPseudoElements) {
          styleRoots.removePseudoElements(element);
        }
      }
    };
    for (const wrapper of this.wrappers) {
      const display = strictly ? undefined : this.#invisibleBoxes.get(wrapper);
      addRule(wrapper, display ? `display: ${display}; ${invisibleBoxStyle}` : noBoxStyle);
    }
    for (const line of this.#lines) {
      addRule(line, `${blockStyle} ${undecoratedStyle}`, strictly || !this.#boxes.has(line));
    }
    for (const box of this.#framed) {
      addRule(box, strictly ? `${blockStyle} ${undecoratedStyle}` : framedStyle, true);
    }
    for (const wrapper of this.#rows) {
      addRule(wrapper, rowStyle);
    }
    for (const { parent, children } of this.#reordered) {
      addRule(parent, stackStyle);
      for (const [order, child] of children.entries()) {
        const isUndecorated = this.#layoutOnly.has(child) && !this.#framed.has(child);
        addRule(child, `${isUndecorated ? `${blockStyle} ${undecoratedStyle}` : ""} order: ${order};`, isUndecorated);
      }
    }
  }

  #layOutPage(styleRoots: StyleRoots, { column, sidePanelWidth, size }: Measure, color: string): void {
    const scale = layoutScale() * size;
    // As wide as the text was, to the fraction that browsers compute with, so that it isn't laid out again.
    const width = Math.round(column * 64) / 64;
    const root = rootElement();
    const pageBody = body();
    // The panel's side depends on the language of the interface, not on that of the page.
    const panelSide = messageDirection() === "rtl" ? "left" : "right";
    styleRoots.add(
      root,
      `${blockStyle} ${undecoratedStyle} padding-${panelSide}: ${sidePanelWidth}px; margin: 0; background: ${color};`,
    );
    styleRoots.removePseudoElements(root);
    if (!pageBody) {
      return;
    }
    styleRoots.add(
      pageBody,
      [
        `${blockStyle} position: static; max-inline-size: min(100%, ${width}px); margin-inline: auto; margin-block: 0;`,
        `padding-block: 16px calc(${controlsHeight}px + env(safe-area-inset-bottom));`,
        "padding-inline: max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right));",
        `border: 0; border-radius: 0; outline: 0; box-shadow: none; background: ${color};${Math.abs(scale - 1) > 0.01 ? ` zoom: ${scale};` : ""}`,
      ].join(" "),
    );
    styleRoots.removePseudoElements(pageBody);
  }

  /** Returns a selector for the children that aren't kept, including those the page adds later. */
  #hiddenChildrenSelector(children: HTMLCollection): string {
    const runs: string[] = [];
    let runStart = 0;
    for (const [index, child] of [...children].entries()) {
      const isKept = this.#isKept(child);
      if (isKept && runStart === 0) {
        runStart = index + 1;
      }
      const next = children[index + 1];
      const isNextKept = next && this.#isKept(next);
      if (runStart > 0 && !isNextKept) {
        runs.push(
          runStart === index + 1
            ? `:nth-child(${runStart})`
            : `:nth-child(n + ${runStart}):nth-child(-n + ${index + 1})`,
        );
        runStart = 0;
      }
    }
    return runs.length > 0 ? `:not(${runs.join(", ")})` : "*";
  }

  /** Returns whether a child of a part stays visible. Content of a slot belongs to the slot. */
  #isKept(child: Element): boolean {
    if (this.#keptElements.has(child)) {
      return true;
    }
    let ancestor: Element | null = assignedSlot(child);
    while (ancestor && !this.#keptElements.has(ancestor)) {
      ancestor = flatTreeParent(ancestor);
    }
    return ancestor !== null && this.wholeElements.includes(ancestor);
  }

  /** Hides text, which selectors can't reach, by a font size of zero. The children get their own sizes back. */
  #hideText(element: Element, styleRoots: StyleRoots): void {
    const children = [...childrenOf(element)].filter((child) => this.#keptElements.has(child));
    for (const child of children) {
      const { fontSize, lineHeight, color } = getComputedStyle(child);
      styleRoots.add(child, `font-size: ${fontSize}; line-height: ${lineHeight}; color: ${color};`);
    }
    styleRoots.add(element, "font-size: 0; line-height: 0; color: transparent;");
  }

  /** Sets the height of a same-origin frame to that of its content. */
  #sizeFrames(styleRoots: StyleRoots): void {
    for (const frame of [...this.parts, ...this.wholeElements]) {
      const inner = frameDocument(frame);
      const content = inner && body(inner);
      if (content && this.#keptElements.has(content)) {
        const height = scrollHeight(content);
        styleRoots.add(frame, `inline-size: 100%; border: 0; block-size: ${height + 32}px;`);
      }
    }
  }
}

/** Returns whether an element remains a box regardless of its content. */
function isRoot(element: Element): boolean {
  return /^(?:html|body|iframe|frame|frameset)$/.test(localName(element));
}
