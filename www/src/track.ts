/**
 * A plot along which one can move: the pointer marks the node under it, arrow keys go to the next, and the
 * node that is marked elsewhere is shown here.
 */

import { element } from "../../extension/src/ui/build.ts";
import { type Mark, mark, onMark } from "./mark.ts";

export interface Walkable {
  plot: SVGSVGElement;
  /** The number of stops of the keys, from left to right, which include all that the pointer can choose. */
  count: number;
  /** Returns the left and right edge of a stop, in px of the plot. */
  edges(index: number): [number, number];
  /** Returns the stop at a place of the plot, or null. */
  at(x: number): number | null;
  /** Describes a stop in a sentence. */
  describe(index: number): string;
  mark(index: number): Omit<Mark, "from">;
  /** Returns the stop of the node that is marked elsewhere, or null. */
  find(marked: Mark): number | null;
}

/** Edges of the plot's drawing, in px from those of its box. */
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

  /** Px to draw in; enough for the margins if nothing is laid out yet. */
  get width(): number {
    return Math.max(160, this.#slider.clientWidth);
  }

  /** Calls `draw` whenever there is another width to draw for. */
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

  /** Shows a sentence in place of the plot. */
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

/** Options of all plots. */
export const look = {
  marginLeft: MARGIN.left,
  marginRight: MARGIN.right,
  marginTop: MARGIN.top,
  marginBottom: MARGIN.bottom,
  style: { background: "transparent", color: "inherit", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
};

/** The look of words that lie over a drawing. */
export const lettering = { stroke: "var(--paper)", strokeWidth: 4, fontWeight: 600 };

/** Returns a number with three digits that count. */
export const short = (value: number): string =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(value);
