/**
 * The page, laid out in a sandboxed frame at a width that the visitor chooses, and scaled to fit. None of
 * its scripts runs. Marks go through the CSS Custom Highlight API and leave its nodes alone.
 */

import { element } from "../../extension/src/ui/build.ts";
import type { Account } from "./core.ts";
import { type Mark, mark, onMark } from "./mark.ts";
import type { Reading } from "./reading.ts";

type FrameWindow = Window & typeof globalThis;

export type Paint = "scores" | "selection" | "nothing";

/** Steps from no color to full color. */
export const SHADES = 9;

const PAINT = `
${Array.from({ length: SHADES }, (_, i) => `::highlight(shade-${i + 1}) { background-color: rgb(224 122 20 / ${(0.08 + (0.62 * (i + 1)) / SHADES).toFixed(3)}) }`).join("\n")}
::highlight(kept) { background-color: rgb(20 150 110 / .3) }
::highlight(removed) { background-color: rgb(128 128 128 / .28); color: rgb(128 128 128) }
`;

export class Stage {
  readonly #host: HTMLElement;
  readonly #sheet = element("div", { class: "sheet" });
  readonly #outline = element("div", { class: "outline", hidden: true });
  readonly #label = element("span");
  #frame = this.#makeFrame();
  #width: number;
  #height = 0;
  #reading: Reading | null = null;
  #marked: Mark | null = null;
  #describe: (node: number) => string = () => "";

  readonly #attend: (document: Document) => void;

  /** `width` is the first width of the page in CSS px; `attend` is called for every document that is shown. */
  constructor(host: HTMLElement, width: number, attend: (document: Document) => void) {
    this.#host = host;
    this.#width = width;
    this.#attend = attend;
    this.#outline.append(this.#label);
    this.#sheet.append(this.#frame, this.#outline);
    host.append(this.#sheet);
    new ResizeObserver(() => this.#fit()).observe(host);
    onMark((marked) => this.#show(marked));
  }

  /** Scale of the frame: px of the screen per px of its own. */
  get scale(): number {
    return Math.min(1, this.#host.clientWidth / this.#width);
  }

  get width(): number {
    return this.#width;
  }

  get window(): FrameWindow {
    return this.#frame.contentWindow as FrameWindow;
  }

  /** Lays a page out; resolves when it and what it is made of is there. */
  async load(html: string): Promise<void> {
    this.#reading = null;
    const frame = this.#makeFrame();
    const loaded = written(frame, html);
    this.#frame.replaceWith(frame);
    this.#frame = frame;
    this.#fit();
    await loaded;
    const { document, CSSStyleSheet } = this.window;
    await document.fonts.ready;
    const style = new CSSStyleSheet();
    style.replaceSync(PAINT);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, style];
    this.#listen(document);
    this.#attend(document);
  }

  /** Lays out a page invisibly, and returns what `use` makes of it. */
  async aside<T>(html: string, use: (window: Window) => T): Promise<T> {
    const frame = this.#makeFrame();
    frame.classList.add("aside");
    frame.style.inlineSize = `${this.#width}px`;
    frame.setAttribute("aria-hidden", "true");
    frame.tabIndex = -1;
    const loaded = written(frame, html);
    document.body.append(frame);
    try {
      await loaded;
      return use(frame.contentWindow as Window);
    } finally {
      frame.remove();
    }
  }

  resize(width: number): void {
    this.#width = width;
    this.#fit();
  }

  /** Shows a reading from now on; `describe` makes the label of the marked node. */
  show(reading: Reading, describe: (node: number) => string): void {
    this.#reading = reading;
    this.#describe = describe;
    this.#show(null);
  }

  paint(account: Account | null, how: Paint): void {
    const { CSS, Highlight } = this.window;
    CSS.highlights.clear();
    const reading = this.#reading;
    if (!reading || !account || how === "nothing") {
      return;
    }
    const highlights = new Map<string, Highlight>();
    const kept = new Set(account.kept);
    const shade = shades(account.scores, reading.body);
    for (let i = reading.body; i < reading.length; i += 1) {
      const node = reading.node(i);
      if (node?.nodeType !== Node.TEXT_NODE) {
        continue;
      }
      const step = how === "scores" ? shade(i) : 0;
      const name = how === "selection" ? (kept.has(i) ? "kept" : "removed") : `shade-${step}`;
      if (how === "scores" && step === 0) {
        continue;
      }
      const highlight = highlights.get(name) ?? new Highlight();
      highlights.set(name, highlight);
      const range = node.ownerDocument?.createRange();
      range?.selectNodeContents(node);
      if (range) {
        highlight.add(range);
      }
    }
    for (const [name, highlight] of highlights) {
      CSS.highlights.set(name, highlight);
    }
  }

  #makeFrame(): HTMLIFrameElement {
    return element("iframe", { sandbox: "allow-same-origin", title: "The page", referrerpolicy: "no-referrer" });
  }

  #fit(): void {
    const { scale } = this;
    this.#height = Math.round(this.#host.clientHeight / scale);
    this.#sheet.style.inlineSize = `${this.#width}px`;
    this.#sheet.style.blockSize = `${this.#height}px`;
    this.#sheet.style.transform = `scale(${scale})`;
    this.#place();
  }

  #listen(document: Document): void {
    // The pointer is over the page: a click marks (a finger has no other way) and leads nowhere.
    const point = (event: Event): void => {
      const target = event.composedPath()[0] as Node | undefined;
      const node = this.#reading?.number(target ?? null) ?? null;
      if (node !== null && node >= (this.#reading?.body ?? 0)) {
        mark({ node, from: this });
      }
    };
    document.addEventListener("pointermove", point);
    for (const kind of ["click", "auxclick", "submit"]) {
      document.addEventListener(
        kind,
        (event) => {
          event.preventDefault();
          event.stopPropagation();
          point(event);
        },
        { capture: true },
      );
    }
    document.addEventListener("focusin", point);
    document.addEventListener("scroll", () => this.#place(), { capture: true, passive: true });
  }

  #show(marked: Mark | null): void {
    this.#marked = marked;
    if (marked && marked.from !== this) {
      this.#reveal(marked);
    }
    this.#place();
  }

  #rect(marked: Mark): DOMRect | null {
    const node = this.#reading?.node(marked.node);
    if (node && marked.last === undefined && node.nodeType === Node.ELEMENT_NODE) {
      return (node as Element).getBoundingClientRect();
    }
    return this.#reading?.range(marked.node, marked.last)?.getBoundingClientRect() ?? null;
  }

  /** Scrolls the frame just so far that the marked block is seen. */
  #reveal(marked: Mark): void {
    const rect = this.#rect(marked);
    if (!rect || (rect.width === 0 && rect.height === 0)) {
      return;
    }
    const margin = 40;
    const room = this.#height - 2 * margin;
    if (rect.top < margin || rect.height > room) {
      if (rect.top < 0 || rect.top > this.#height - margin) {
        this.window.scrollBy({ top: rect.top - margin, behavior: "instant" });
      }
    } else if (rect.bottom > this.#height - margin) {
      this.window.scrollBy({ top: rect.bottom - this.#height + margin, behavior: "instant" });
    }
  }

  #place(): void {
    const rect = this.#marked && this.#rect(this.#marked);
    this.#outline.hidden = !this.#marked || !rect || (rect.width === 0 && rect.height === 0);
    if (!rect || !this.#marked || this.#outline.hidden) {
      return;
    }
    const { style } = this.#outline;
    style.setProperty("--scale", String(this.scale));
    style.insetInlineStart = `${rect.left}px`;
    style.insetBlockStart = `${rect.top}px`;
    style.inlineSize = `${rect.width}px`;
    style.blockSize = `${rect.height}px`;
    this.#label.textContent = this.#describe(this.#marked.node);
    this.#label.classList.toggle("inside", rect.top < 30 / this.scale);
  }
}

/**
 * Gives a frame its document; resolves when it has loaded. It does not use `srcdoc`, because Firefox
 * requests the pictures of such a document before it has read its `base`, from the wrong place.
 */
function written(frame: HTMLIFrameElement, html: string): Promise<void> {
  const address = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
  frame.src = address;
  return new Promise((resolve) => {
    const done = (): void => {
      URL.revokeObjectURL(address);
      resolve();
    };
    frame.addEventListener("load", done, { once: true });
  });
}

/** Returns a node's step from 0 to `SHADES`, full at the greatest score: by square roots, as densities have long tails. */
export function shades(scores: Float32Array, from: number): (node: number) => number {
  const [, most] = extent(scores, from);
  return (node) => Math.ceil(Math.sqrt(most > 0 ? Math.max(0, scores[node] ?? 0) / most : 0) * SHADES);
}

export function extent(scores: Float32Array, from: number): [number, number] {
  let least = Number.POSITIVE_INFINITY;
  let most = Number.NEGATIVE_INFINITY;
  for (const score of scores.subarray(from)) {
    least = Math.min(least, score);
    most = Math.max(most, score);
  }
  return least <= most ? [least, most] : [0, 0];
}
