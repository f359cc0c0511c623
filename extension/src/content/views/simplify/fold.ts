/** Hides everything but the content, and neutralizes elements that only lay out the page. */

import type { Detection, Fold } from "../../../shared/core.ts";
import {
  assignedSlot,
  body,
  childrenOf,
  frameDocument,
  holderOf,
  isConnected,
  localName,
  parentElement,
  rootElement,
  scrollHeight,
  shadowRoot,
} from "../../../ui/nodes.ts";
import { layoutScale } from "../../dom/viewport.ts";
import type { StyleRoots } from "../../dom/style-roots.ts";
import { controlsRoom } from "./checks.ts";
import { hasStyle, type Background } from "./style.ts";
import page from "./page.css";
import words from "./words.css";
import { type KeptDisplay, keptBoxes } from "./wrappers.ts";

/**
 * Style of hidden elements. Each property beside `display` also hides, in case a `style` attribute overrides the
 * others.
 */
const folded = [
  "display: none; content-visibility: hidden; contain: strict; visibility: hidden; opacity: 0;",
  "clip-path: inset(50%); pointer-events: none; position: absolute; inset: 0 auto auto 0;",
  "box-sizing: border-box; inline-size: 0; min-inline-size: 0; block-size: 0; min-block-size: 0;",
  "padding: 0; border: 0; margin: 0; overflow: clip;",
].join(" ");

/** Style of a box in the column: as wide as there is room, as high as its content, in the normal flow. */
const columnBox = [
  "float: none; clear: none; position: relative; inset: auto; transform: none; translate: none;",
  "rotate: none; scale: none; inline-size: auto; min-inline-size: 0; max-inline-size: none;",
  "block-size: auto; min-block-size: 0; max-block-size: none; aspect-ratio: auto; columns: auto; overflow: visible;",
  "opacity: 1; visibility: visible; clip: auto; clip-path: none; mask: none; filter: none;",
  "mix-blend-mode: normal; contain: none; content-visibility: visible; container-type: normal;",
  "margin-inline: 0; box-sizing: border-box; order: 0; align-self: auto; justify-self: auto; flex: none;",
].join(" ");

/** Style that removes an element's own decoration. */
const plain = "padding: 0; border: 0; outline: 0; border-radius: 0; box-shadow: none; background: none;";

/** Style of an invisible box: its content is laid out as if the box didn't exist. */
const unseen = [
  `${columnBox} ${plain} position: static; grid-area: auto; zoom: 1; perspective: none; backdrop-filter: none; will-change: auto;`,
  "flex-flow: column nowrap; grid-template: none / minmax(0, 1fr); grid-auto-flow: row; grid-auto-rows: auto;",
  "gap: 0; align-items: normal; align-content: normal; justify-items: normal; justify-content: normal;",
].join(" ");

/** Style of an element without a box, which only passes on inherited text properties. */
const transparent = "display: contents; visibility: visible; content-visibility: visible; zoom: 1;";

const block = `display: block; ${columnBox}`;

/** Style of a row: parts side by side, as many as fit. */
const row = `display: flex; flex-flow: row wrap; gap: 0 0.6em; align-items: baseline; justify-content: normal; ${columnBox} ${plain}`;

/** Style of a box whose children get an explicit order. */
const stack = `display: flex; flex-flow: column nowrap; gap: 0; align-items: stretch; justify-content: normal; ${columnBox} ${plain}`;

/** Running text: no titles, code blocks, formulas, or controls, whose lines belong together. */
const set =
  ":not(:is(h1, h2, h3, h4, h5, h6, pre, svg, math, button, sup, sub, rt), :is(h1, h2, h3, h4, h5, h6, pre, svg, math, button) *)";

/** Makes vertical lines horizontal, except in drawings and formulas. */
const across = ":not(svg *, math *) { writing-mode: horizontal-tb; text-orientation: mixed; }";

/** Style of a box that keeps its decoration, with room between its edge and its content. */
const framed = `${block} background-image: none; margin-block: 16px; max-inline-size: 100%;`;

/** Width of the column in px at the page's own size, the factor of that size, and the line height. */
interface Measure {
  column: number;
  size: number;
  /** True if the text is as wide as on the page, so that its words stay whole. */
  keepsWords: boolean;
  /** Line height of text as a multiple of its size; null to keep the page's. */
  leading: number | null;
}

/** The live elements the core keeps. */
export class KeptElements {
  readonly parts: Element[];
  readonly wholes: Element[];
  /** Elements without a role in the layout. */
  readonly wrappers: ReadonlySet<Element>;
  /** The wrappers that remain boxes, invisible ones. */
  readonly #unseen: ReadonlyMap<Element, KeptDisplay>;
  readonly #lines: Element[];
  readonly #meaningless: ReadonlySet<Element>;
  readonly #framed: ReadonlySet<Element>;
  readonly #boxes: ReadonlySet<Element>;
  readonly #rows: Element[];
  readonly #loose: Element[];
  readonly #moved: { parent: Element; children: Element[] }[];
  /** True if the page's lines are vertical: in one column that scrolls down they would never end. */
  readonly #runsDown: boolean;
  readonly #late: { image: Element; src: string }[];
  readonly #stays: Set<Element>;

  /** Resolves the elements of a detection. `host` is Pith's own element, which is kept as well. */
  constructor(detection: Detection, background: Background, host: Element) {
    const fold: Fold = detection.fold();
    const live = (nodes: readonly number[]): Element[] =>
      nodes.map((node) => detection.element(node)).filter((element) => element !== null);
    this.parts = live(fold.parts);
    this.wholes = live(fold.wholes);
    this.#boxes = new Set(live(fold.boxes));
    this.#framed = new Set([...this.#boxes].filter((box) => hasStyle(box, background)));
    this.#lines = live(fold.lines);
    const wrappers = live(fold.wrappers);
    this.#meaningless = new Set([...wrappers, ...this.#lines]);
    this.#rows = live(fold.rows);
    this.#loose = live(fold.loose);
    this.#moved = fold.moved.map(({ parent, children }) => ({
      parent: live([parent])[0] as Element,
      children: live(children),
    }));
    this.#runsDown = detection.summary().writing !== "horizontal-tb";
    this.#late = fold.late.flatMap(({ node, src }) => live([node]).map((image) => ({ image, src })));
    this.#stays = new Set([...this.parts, ...this.wholes, host]);
    const boxed = new Set([
      ...this.#framed,
      ...this.#rows,
      ...this.#moved.flatMap(({ parent, children }) => [parent, ...children]),
    ]);
    this.wrappers = new Set(wrappers.filter((wrapper) => !boxed.has(wrapper) && !isRoot(wrapper)));
    const loose = new Set(this.#loose);
    const parts = new Set(this.parts);
    this.#unseen = keptBoxes({
      wrappers: this.wrappers,
      blocks: new Set([...this.#framed, ...this.#lines, rootElement(), body()].filter((element) => element !== null)),
      children: (wrapper) => {
        if (loose.has(wrapper) || !parts.has(wrapper)) {
          return null;
        }
        return [...childrenOf(wrapper)].filter((child) => this.#remains(child));
      },
    });
  }

  /** Returns whether the page has removed all kept elements. */
  get isGone(): boolean {
    return !this.wholes.some(isConnected);
  }

  /** The depth to which elements with rules are nested. */
  get depth(): number {
    const levels = new Map<Element | null, number>();
    let most = 0;
    // Both are in document order.
    for (const element of [...this.parts, ...this.wrappers]) {
      const level = (levels.get(parentElement(element)) ?? 0) + 1;
      levels.set(element, level);
      most = Math.max(most, level);
    }
    return most;
  }

  /** Adds the rules for the page as it is now. `strictly`: no box keeps its decoration. */
  addTo(styleRoots: StyleRoots, measure: Measure, { color }: Background, strictly: boolean): void {
    for (const part of this.parts.filter(isConnected)) {
      if (/^i?frame$/.test(localName(part))) {
        continue;
      }
      styleRoots.add(part, folded, ` > ${this.#others(childrenOf(part))}`);
      const inner = shadowRoot(part);
      if (inner) {
        styleRoots.addToRoot(inner, folded, this.#others(childrenOf(inner)));
      }
    }
    for (const styleRoot of styleRoots.all) {
      styleRoots.addTo(styleRoot, page);
      if (this.#runsDown) {
        styleRoots.addTo(styleRoot, across);
      }
      if (!measure.keepsWords) {
        styleRoots.addTo(styleRoot, words);
      }
      if (measure.leading !== null) {
        styleRoots.addTo(styleRoot, `${set} { line-height: ${measure.leading.toFixed(3)}; }`);
      }
    }
    this.#unwrap(styleRoots, strictly);
    this.#page(styleRoots, measure, color);
    for (const loose of this.#loose.filter(isConnected)) {
      this.#hideText(loose, styleRoots);
    }
    this.#frames(styleRoots);
    for (const { image, src } of this.#late.filter(({ image: late }) => isConnected(late))) {
      // Attributes don't change: the page may still load the image itself.
      styleRoots.add(image, `content: url("${CSS.escape(src)}");`);
    }
  }

  #unwrap(styleRoots: StyleRoots, strictly: boolean): void {
    const add = (element: Element, declarations: string, bare = true): void => {
      if (isConnected(element) && !isRoot(element)) {
        styleRoots.add(element, declarations);
        if (bare) {
          styleRoots.bare(element);
        }
      }
    };
    for (const wrapper of this.wrappers) {
      const display = strictly ? undefined : this.#unseen.get(wrapper);
      add(wrapper, display ? `display: ${display}; ${unseen}` : transparent);
    }
    for (const line of this.#lines) {
      add(line, `${block} ${plain}`, strictly || !this.#boxes.has(line));
    }
    for (const box of this.#framed) {
      add(box, strictly ? `${block} ${plain}` : framed, true);
    }
    for (const wrapper of this.#rows) {
      add(wrapper, row);
    }
    for (const { parent, children } of this.#moved) {
      add(parent, stack);
      for (const [order, child] of children.entries()) {
        const plainly = this.#meaningless.has(child) && !this.#framed.has(child);
        add(child, `${plainly ? `${block} ${plain}` : ""} order: ${order};`, plainly);
      }
    }
  }

  #page(styleRoots: StyleRoots, { column, size }: Measure, color: string): void {
    const scale = layoutScale() * size;
    // As wide as the text was, to the fraction that browsers compute with, so that it isn't laid out again.
    const width = Math.round(column * 64) / 64;
    const root = rootElement();
    const text = body();
    styleRoots.add(root, `${block} ${plain} margin: 0; background: ${color};`);
    styleRoots.bare(root);
    if (!text) {
      return;
    }
    styleRoots.add(
      text,
      [
        `${block} position: static; max-inline-size: min(100%, ${width}px); margin-inline: auto; margin-block: 0;`,
        `padding-block: 16px calc(${controlsRoom}px + env(safe-area-inset-bottom));`,
        "padding-inline: max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right));",
        `border: 0; border-radius: 0; outline: 0; box-shadow: none; background: ${color};${Math.abs(scale - 1) > 0.01 ? ` zoom: ${scale};` : ""}`,
      ].join(" "),
    );
    styleRoots.bare(text);
  }

  /** Returns a selector for the children that aren't kept, including those the page adds later. */
  #others(children: HTMLCollection): string {
    const runs: string[] = [];
    let from = 0;
    for (const [index, child] of [...children].entries()) {
      const stays = this.#remains(child);
      if (stays && from === 0) {
        from = index + 1;
      }
      const next = children[index + 1];
      const goesOn = next && this.#remains(next);
      if (from > 0 && !goesOn) {
        runs.push(from === index + 1 ? `:nth-child(${from})` : `:nth-child(n + ${from}):nth-child(-n + ${index + 1})`);
        from = 0;
      }
    }
    return runs.length > 0 ? `:not(${runs.join(", ")})` : "*";
  }

  /** Returns whether a child of a part stays visible. Content of a slot belongs to the slot. */
  #remains(child: Element): boolean {
    if (this.#stays.has(child)) {
      return true;
    }
    let at: Element | null = assignedSlot(child);
    while (at && !this.#stays.has(at)) {
      at = holderOf(at);
    }
    return at !== null && this.wholes.includes(at);
  }

  /** Hides text, which selectors can't reach, by a font size of zero. The children get their own sizes back. */
  #hideText(element: Element, styleRoots: StyleRoots): void {
    const children = [...childrenOf(element)].filter((child) => this.#stays.has(child));
    for (const child of children) {
      const { fontSize, lineHeight, color } = getComputedStyle(child);
      styleRoots.add(child, `font-size: ${fontSize}; line-height: ${lineHeight}; color: ${color};`);
    }
    styleRoots.add(element, "font-size: 0; line-height: 0; color: transparent;");
  }

  /** Sets the height of a same-origin frame to that of its content. */
  #frames(styleRoots: StyleRoots): void {
    for (const frame of [...this.parts, ...this.wholes]) {
      const inner = frameDocument(frame);
      const content = inner && body(inner);
      if (content && this.#stays.has(content)) {
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
