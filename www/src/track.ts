/**
 * A plot that is navigated like a slider: the pointer marks the node below it, arrow keys move to the next, and a
 * cursor shows the node that is marked elsewhere.
 */

import { element } from "../../extension/src/ui/build.ts";
import { type Mark, mark, onMark } from "./mark.ts";

export interface Walkable {
  plot: SVGSVGElement;
  /** Number of stops of the keys, from left to right. They include everything that the pointer can mark. */
  count: number;
  /** Returns the left and right edge of a stop, in px of the plot. */
  edges(index: number): [number, number];
  /** Returns the stop at `x`, in px of the plot, or null. */
  at(x: number): number | null;
  /** Describes a stop for the readout and screen readers. */
  describe(index: number): string;
  mark(index: number): Omit<Mark, "from">;
  /** Returns the stop of a node marked elsewhere, or null. */
  find(marked: Mark): number | null;
}

/** Margins of a plot, in px. */
export const MARGIN = { left: 52, right: 12, top: 22, bottom: 36 };

export class Track {
  readonly #slider: HTMLElement;
  readonly #cursor = element("div", { class: "cursor", hidden: true });
  readonly #readout = element("output", { class: "readout" });
  readonly #idle: string;
  #now: Walkable | null = null;
  #index: number | null = null;

  constructor(host: HTMLElement, label: string, idle: string) {
    this.#idle = idle;
    this.#slider = element("div", { class: "track", role: "slider", tabindex: 0, "aria-label": label });
    host.append(this.#slider, this.#readout);
    this.#slider.addEventListener("pointermove", (event) => this.#point(event));
    this.#slider.addEventListener("pointerdown", (event) => this.#point(event));
    this.#slider.addEventListener("keydown", (event) => this.#key(event));
    onMark((marked) => this.#select(marked && this.#now ? this.#now.find(marked) : null));
    this.#select(null);
  }

  /** Width of the plot in px; enough for the margins if nothing is laid out yet. */
  get width(): number {
    return Math.max(160, this.#slider.clientWidth);
  }

  /** Calls `draw` whenever the width changes. */
  onResize(draw: () => void): void {
    let width = this.width;
    new ResizeObserver(() => {
      if (this.width !== width) {
        width = this.width;
        draw();
      }
    }).observe(this.#slider);
  }

  show(walkable: Walkable): void {
    this.#now = walkable;
    walkable.plot.setAttribute("aria-hidden", "true");
    this.#slider.replaceChildren(walkable.plot, this.#cursor);
    this.#select(null);
  }

  /** Shows a message instead of the plot. */
  say(text: string): void {
    this.#now = null;
    this.#slider.replaceChildren(element("p", { class: "empty" }, text));
    this.#select(null);
  }

  #point(event: PointerEvent): void {
    const index = this.#now?.at(event.clientX - this.#slider.getBoundingClientRect().left);
    if (this.#now && index !== null && index !== undefined) {
      mark({ ...this.#now.mark(index), from: this });
      this.#select(index);
    }
  }

  #key(event: KeyboardEvent): void {
    if (!this.#now || this.#now.count === 0 || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const last = this.#now.count - 1;
    const at = this.#index ?? -1;
    const steps: { [key: string]: number } = {
      ArrowRight: at + 1,
      ArrowUp: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at - 1,
      PageUp: at + 10,
      PageDown: at - 10,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) {
      return;
    }
    event.preventDefault();
    const index = Math.max(0, Math.min(last, next));
    mark({ ...this.#now.mark(index), from: this });
    this.#select(index);
  }

  #select(index: number | null): void {
    this.#index = index;
    const count = this.#now?.count ?? 0;
    const text = index === null || !this.#now ? this.#idle : this.#now.describe(index);
    this.#cursor.hidden = index === null;
    if (index !== null && this.#now) {
      const [left, right] = this.#now.edges(index);
      this.#cursor.style.left = `${left}px`;
      this.#cursor.style.width = `${Math.max(2, right - left)}px`;
    }
    this.#readout.textContent = text;
    const values = {
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, count - 1),
      "aria-valuenow": index ?? 0,
      "aria-valuetext": text,
    };
    for (const [name, value] of Object.entries(values)) {
      this.#slider.setAttribute(name, String(value));
    }
  }
}

/** Options that plots share. */
export const look = {
  marginLeft: MARGIN.left,
  marginRight: MARGIN.right,
  marginTop: MARGIN.top,
  marginBottom: MARGIN.bottom,
  style: { background: "transparent", color: "inherit", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
};

/** Style of labels over bars and curves. */
export const lettering = { stroke: "var(--paper)", strokeWidth: 4, fontWeight: 600 };

/** Formats a number with at most three significant digits. */
export const short = (value: number): string =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(value);
