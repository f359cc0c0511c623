/**
 * Shows the page in a sandboxed frame, laid out at the chosen width and scaled to fit. Its scripts don't run. Text is
 * colored through the CSS Custom Highlight API, so its nodes don't change.
 */

import { element } from "../../extension/src/ui/build.ts";
import type { Account } from "./core.ts";
import { type HoveredNode, setHovered, onHover } from "./mark.ts";
import type { Reading } from "./reading.ts";

type FrameWindow = Window & typeof globalThis;

export type Paint = "scores" | "selection" | "nothing";

/** Number of the last color step, which is full color; step 0 is no color. */
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
  #hovered: HoveredNode | null = null;
  #describe: (node: number) => string = () => "";

  readonly #onDocument: (document: Document) => void;

  /** `width` is the initial width of the page in CSS px; `onDocument` is called for every document that is loaded. */
  constructor(host: HTMLElement, width: number, onDocument: (document: Document) => void) {
    this.#host = host;
    this.#width = width;
    this.#onDocument = onDocument;
    this.#outline.append(this.#label);
    this.#sheet.append(this.#frame, this.#outline);
    host.append(this.#sheet);
    new ResizeObserver(() => this.#fit()).observe(host);
    onHover((hovered) => this.#show(hovered));
  }

  /** Scale of the frame, at most 1: outer px per px inside the frame. */
  get scale(): number {
    return Math.min(1, this.#host.clientWidth / this.#width);
  }

  get width(): number {
    return this.#width;
  }

  get window(): FrameWindow {
    return this.#frame.contentWindow as FrameWindow;
  }

  /** Loads a page into a new frame; resolves when it and its fonts have loaded. */
  async load(html: string): Promise<void> {
    this.#reading = null;
    const frame = this.#makeFrame();
    const loaded = loadHtml(frame, html);
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
    this.#onDocument(document);
  }

  /** Loads a page into a temporary hidden frame and resolves to the result of `use`. */
  async withHiddenFrame<T>(html: string, use: (window: Window) => T): Promise<T> {
    const frame = this.#makeFrame();
    frame.classList.add("aside");
    frame.style.inlineSize = `${this.#width}px`;
    frame.setAttribute("aria-hidden", "true");
    frame.tabIndex = -1;
    const loaded = loadHtml(frame, html);
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

  /** Sets the current reading; `describe` returns the label of a marked node. */
  show(reading: Reading, describe: (node: number) => string): void {
    this.#reading = reading;
    this.#describe = describe;
    this.#show(null);
  }

  paint(account: Account | null, mode: Paint): void {
    const { CSS, Highlight } = this.window;
    CSS.highlights.clear();
    const reading = this.#reading;
    if (!reading || !account || mode === "nothing") {
      return;
    }
    const highlights = new Map<string, Highlight>();
    const kept = new Set(account.kept);
    const shade = shadeSteps(account.scores, reading.body);
    for (let i = reading.body; i < reading.length; i += 1) {
      const node = reading.node(i);
      if (node?.nodeType !== Node.TEXT_NODE) {
        continue;
      }
      const step = mode === "scores" ? shade(i) : 0;
      const name = mode === "selection" ? (kept.has(i) ? "kept" : "removed") : `shade-${step}`;
      if (mode === "scores" && step === 0) {
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
    this.#positionOutline();
  }

  #listen(document: Document): void {
    // Hovering marks a node. Clicking does too, for touch screens, but doesn't follow links.
    const hover = (event: Event): void => {
      const target = event.composedPath()[0] as Node | undefined;
      const node = this.#reading?.number(target ?? null) ?? null;
      if (node !== null && node >= (this.#reading?.body ?? 0)) {
        setHovered({ node, from: this });
      }
    };
    document.addEventListener("pointermove", hover);
    for (const kind of ["click", "auxclick", "submit"]) {
      document.addEventListener(
        kind,
        (event) => {
          event.preventDefault();
          event.stopPropagation();
          hover(event);
        },
        { capture: true },
      );
    }
    document.addEventListener("focusin", hover);
    document.addEventListener("scroll", () => this.#positionOutline(), { capture: true, passive: true });
  }

  #show(hovered: HoveredNode | null): void {
    this.#hovered = hovered;
    if (hovered && hovered.from !== this) {
      this.#reveal(hovered);
    }
    this.#positionOutline();
  }

  #rect(hovered: HoveredNode): DOMRect | null {
    const node = this.#reading?.node(hovered.node);
    if (node && hovered.last === undefined && node.nodeType === Node.ELEMENT_NODE) {
      return (node as Element).getBoundingClientRect();
    }
    return this.#reading?.range(hovered.node, hovered.last)?.getBoundingClientRect() ?? null;
  }

  /** Scrolls the frame as far as needed to show the marked block. */
  #reveal(hovered: HoveredNode): void {
    const rect = this.#rect(hovered);
    if (!rect || (rect.width === 0 && rect.height === 0)) {
      return;
    }
    const margin = 40;
    const visibleHeight = this.#height - 2 * margin;
    if (rect.top < margin || rect.height > visibleHeight) {
      if (rect.top < 0 || rect.top > this.#height - margin) {
        this.window.scrollBy({ top: rect.top - margin, behavior: "instant" });
      }
    } else if (rect.bottom > this.#height - margin) {
      this.window.scrollBy({ top: rect.bottom - this.#height + margin, behavior: "instant" });
    }
  }

  #positionOutline(): void {
    const rect = this.#hovered && this.#rect(this.#hovered);
    this.#outline.hidden = !this.#hovered || !rect || (rect.width === 0 && rect.height === 0);
    if (!rect || !this.#hovered || this.#outline.hidden) {
      return;
    }
    const { style } = this.#outline;
    style.setProperty("--scale", String(this.scale));
    style.insetInlineStart = `${rect.left}px`;
    style.insetBlockStart = `${rect.top}px`;
    style.inlineSize = `${rect.width}px`;
    style.blockSize = `${rect.height}px`;
    this.#label.textContent = this.#describe(this.#hovered.node);
    this.#label.classList.toggle("inside", rect.top < 30 / this.scale);
  }
}

/**
 * Loads HTML into a frame through a blob URL; resolves on `load`. It doesn't use `srcdoc`: Firefox requests the images
 * of such documents before it has read their `base`, so from the wrong URLs.
 */
function loadHtml(frame: HTMLIFrameElement, html: string): Promise<void> {
  const url = URL.createObjectURL(new Blob([html], { type: "text/html;charset=utf-8" }));
  frame.src = url;
  return new Promise((resolve) => {
    const done = (): void => {
      URL.revokeObjectURL(url);
      resolve();
    };
    frame.addEventListener("load", done, { once: true });
  });
}

/**
 * Returns a function from a node to its color step: 0 to `SHADES`, which is the highest score's. Steps follow the
 * square root of the score, because densities have long tails.
 */
export function shadeSteps(scores: Float32Array, from: number): (node: number) => number {
  const [, max] = scoreRange(scores, from);
  return (node) => Math.ceil(Math.sqrt(max > 0 ? Math.max(0, scores[node] ?? 0) / max : 0) * SHADES);
}

/** Returns the lowest and highest score from node `from` on; zeros if there are no nodes. */
export function scoreRange(scores: Float32Array, from: number): [number, number] {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  for (const score of scores.subarray(from)) {
    min = Math.min(min, score);
    max = Math.max(max, score);
  }
  return min <= max ? [min, max] : [0, 0];
}
