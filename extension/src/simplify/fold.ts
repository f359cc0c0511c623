/** Folds away everything but the content, and straightens what only lays out the page. */

import type { Detection, Fold } from "../core.ts";
import { assignedSlot, body, childrenOf, frameDocument, holderOf, isConnected, localName, rootElement, scrollHeight, shadowRoot } from "../nodes.ts";
import { layoutScale } from "../screen.ts";
import page from "./page.css";
import type { Scopes } from "../scopes.ts";

/** What is folded away. Beside `display` each alone does, where a `style` attribute forbids another. */
const folded = [
  "display: none; content-visibility: hidden; contain: strict; visibility: hidden; opacity: 0;",
  "clip-path: inset(50%); pointer-events: none; position: absolute; inset: 0 auto auto 0;",
  "box-sizing: border-box; inline-size: 0; min-inline-size: 0; block-size: 0; min-block-size: 0;",
  "padding: 0; border: 0; margin: 0; overflow: clip;",
].join(" ");

/** A box that lays out the page: as wide as there is room, as high as what is in it. */
const straight = [
  "display: block; float: none; clear: none; position: relative; inset: auto; transform: none;",
  "translate: none; rotate: none; scale: none; inline-size: auto; min-inline-size: 0;",
  "max-inline-size: none; block-size: auto; min-block-size: 0; max-block-size: none;",
  "columns: auto; overflow: visible; opacity: 1; visibility: visible; clip: auto; clip-path: none;",
  "mask: none; contain: none; content-visibility: visible; margin-inline: 0; box-sizing: border-box;",
].join(" ");

/** One whose edges are those of the screen. */
const edgeless = "padding-inline: 0; border-inline-width: 0; border-radius: 0; box-shadow: none;";

/** A colour that no content stands on would show in the gaps around what does. */
const unseen = "background-color: transparent;";

/** What the content stands on. */
export interface Ground {
  /** The colour that most of it stands on. */
  colour: string;
  /** The elements whose colours are behind it. */
  boxes: ReadonlySet<Element>;
}

/** The live elements of what the core says stays. */
export class Folding {
  readonly parts: Element[];
  readonly wholes: Element[];
  readonly #wrappers: Element[];
  readonly #columns: Element[];
  readonly #loose: Element[];
  readonly #stays: Set<Element>;

  /** `host` is our own element, which stays as well. */
  constructor(detection: Detection, host: Element) {
    const fold: Fold = detection.fold();
    const live = (nodes: readonly number[]): Element[] =>
      nodes.map((node) => detection.element(node)).filter((element) => element !== null);
    this.parts = live(fold.parts);
    this.wholes = live(fold.wholes);
    this.#wrappers = live(fold.wrappers);
    this.#columns = live(fold.columns);
    this.#loose = live(fold.loose);
    this.#stays = new Set([...this.parts, ...this.wholes, host]);
  }

  /** Whether nothing of what stays is in the page any more. */
  get isGone(): boolean {
    return !this.wholes.some(isConnected);
  }

  /** Adds the rules for the page as it stands now; `column` is how wide its text was, in px. */
  addTo(scopes: Scopes, column: number, { colour, boxes }: Ground): void {
    const width = `${Math.round(column)}px`;
    for (const part of this.parts.filter(isConnected)) {
      if (/^i?frame$/.test(localName(part))) {
        continue;
      }
      scopes.add(part, folded, this.#others(childrenOf(part)));
      const inner = shadowRoot(part);
      if (inner) {
        scopes.addToRoot(inner, folded, this.#others(childrenOf(inner)));
      }
    }
    for (const scope of scopes.all) {
      scopes.addTo(scope, page);
    }
    for (const box of new Set([...this.#wrappers, ...this.#columns])) {
      if (isConnected(box) && localName(box) !== "slot") {
        const edges = this.#columns.includes(box) ? edgeless : "";
        scopes.add(box, `${straight} ${edges} ${boxes.has(box) ? "" : unseen}`);
      }
    }
    const scale = layoutScale();
    scopes.add(rootElement(), `background: ${colour};`);
    const text = body();
    if (!text) {
      return;
    }
    scopes.add(
      text,
      [
        `box-sizing: border-box; max-inline-size: min(100%, ${width}); margin-inline: auto; margin-block: 0;`,
        "padding-block: 16px calc(96px + env(safe-area-inset-bottom));",
        "padding-inline: max(16px, env(safe-area-inset-left)) max(16px, env(safe-area-inset-right));",
        `border: 0; background: ${colour};${scale > 1.01 ? ` zoom: ${scale};` : ""}`,
      ].join(" "),
    );
    for (const loose of this.#loose.filter(isConnected)) {
      this.#hideText(loose, scopes);
    }
    this.#frames(scopes);
  }

  /** A selector for those children that do not stay, present and to come. */
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

  /** Whether a child of a part is not to be folded away. What a slot shows belongs to the slot. */
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

  /** No selector reaches text. Made nothing, it takes the sizes of the children with it: they get their own back. */
  #hideText(element: Element, scopes: Scopes): void {
    const children = [...childrenOf(element)].filter((child) => this.#stays.has(child));
    for (const child of children) {
      const { fontSize, lineHeight, color } = getComputedStyle(child);
      scopes.add(child, `font-size: ${fontSize}; line-height: ${lineHeight}; color: ${color};`);
    }
    scopes.add(element, "font-size: 0; line-height: 0; color: transparent;");
  }

  /** A frame of the same origin is as high as what is in it. */
  #frames(scopes: Scopes): void {
    for (const frame of [...this.parts, ...this.wholes]) {
      const inner = frameDocument(frame);
      const content = inner && body(inner);
      if (content && this.#stays.has(content)) {
        const height = scrollHeight(content);
        scopes.add(frame, `inline-size: 100%; border: 0; block-size: ${height + 32}px;`);
      }
    }
  }
}
