/**
 * A plot that is navigated like a slider: the pointer marks the node below it, arrow keys move to the next, and a
 * cursor shows the node that is marked elsewhere.
 */

import { element } from "../../extension/src/ui/build.ts";
import { type HoveredNode, setHovered, onHover } from "./mark.ts";

export interface PlotNavigation {
  plot: SVGSVGElement;
  /** Number of stops of the keys, from left to right. They include everything that the pointer can mark. */
  count: number;
  /** Returns the left and right edge of a stop, in px of the plot. */
  edges(index: number): [number, number];
  /** Returns the stop at `x`, in px of the plot, or null. */
  stopAt(x: number): number | null;
  /** Describes a stop for the readout and screen readers. */
  describe(index: number): string;
  nodeAt(index: number): Omit<HoveredNode, "from">;
  /** Returns the stop of a node marked elsewhere, or null. */
  indexOf(hovered: HoveredNode): number | null;
}

/** Margins of a plot, in px. */
export const MARGIN = { left: 52, right: 12, top: 22, bottom: 36 };

export class Track {
  readonly #slider: HTMLElement;
  readonly #cursor = element("div", { class: "cursor", hidden: true });
  readonly #readout = element("output", { class: "readout" });
  readonly #idleText: string;
  #navigation: PlotNavigation | null = null;
  #index: number | null = null;

  constructor(host: HTMLElement, label: string, idleText: string) {
    this.#idleText = idleText;
    this.#slider = element("div", { class: "track", role: "slider", tabindex: 0, "aria-label": label });
    host.append(this.#slider, this.#readout);
    this.#slider.addEventListener("pointermove", (event) => this.#onPointer(event));
    this.#slider.addEventListener("pointerdown", (event) => this.#onPointer(event));
    this.#slider.addEventListener("keydown", (event) => this.#onKey(event));
    onHover((hovered) => this.#select(hovered && this.#navigation ? this.#navigation.indexOf(hovered) : null));
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

  show(navigation: PlotNavigation): void {
    this.#navigation = navigation;
    navigation.plot.setAttribute("aria-hidden", "true");
    this.#slider.replaceChildren(navigation.plot, this.#cursor);
    this.#select(null);
  }

  /** Shows a message instead of the plot. */
  showMessage(readout: string): void {
    this.#navigation = null;
    this.#slider.replaceChildren(element("p", { class: "empty" }, readout));
    this.#select(null);
  }

  #onPointer(event: PointerEvent): void {
    const index = this.#navigation?.stopAt(event.clientX - this.#slider.getBoundingClientRect().left);
    if (this.#navigation && index !== null && index !== undefined) {
      setHovered({ ...this.#navigation.nodeAt(index), from: this });
      this.#select(index);
    }
  }

  #onKey(event: KeyboardEvent): void {
    if (!this.#navigation || this.#navigation.count === 0 || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    const last = this.#navigation.count - 1;
    const current = this.#index ?? -1;
    const steps: { [key: string]: number } = {
      ArrowRight: current + 1,
      ArrowUp: current + 1,
      ArrowLeft: current - 1,
      ArrowDown: current - 1,
      PageUp: current + 10,
      PageDown: current - 10,
      Home: 0,
      End: last,
    };
    const next = steps[event.key];
    if (next === undefined) {
      return;
    }
    event.preventDefault();
    const index = Math.max(0, Math.min(last, next));
    setHovered({ ...this.#navigation.nodeAt(index), from: this });
    this.#select(index);
  }

  #select(index: number | null): void {
    this.#index = index;
    const count = this.#navigation?.count ?? 0;
    const readout = index === null || !this.#navigation ? this.#idleText : this.#navigation.describe(index);
    this.#cursor.hidden = index === null;
    if (index !== null && this.#navigation) {
      const [left, right] = this.#navigation.edges(index);
      this.#cursor.style.left = `${left}px`;
      this.#cursor.style.width = `${Math.max(2, right - left)}px`;
    }
    this.#readout.textContent = readout;
    const values = {
      "aria-valuemin": 0,
      "aria-valuemax": Math.max(0, count - 1),
      "aria-valuenow": index ?? 0,
      "aria-valuetext": readout,
    };
    for (const [name, value] of Object.entries(values)) {
      this.#slider.setAttribute(name, String(value));
    }
  }
}

/** Options that plots share. */
export const plotOptions = {
  marginLeft: MARGIN.left,
  marginRight: MARGIN.right,
  marginTop: MARGIN.top,
  marginBottom: MARGIN.bottom,
  style: { background: "transparent", color: "inherit", fontFamily: "inherit", fontSize: "12px", overflow: "visible" },
};

/** Style of labels over bars and curves. */
export const labelStyle = { stroke: "var(--paper)", strokeWidth: 4, fontWeight: 600 };

/** Formats a number with at most three significant digits. */
export const formatNumber = (value: number): string =>
  new Intl.NumberFormat("en", { maximumSignificantDigits: 3 }).format(value);
