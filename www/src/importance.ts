/** Plot of visual importance: the normal curve over the page's width, and the share of it that a block covers. */

import { areaY, lineY, type Markish, plot, ruleX, text } from "@observablehq/plot";
import { element } from "../../extension/src/ui/build.ts";
import type { Importance as Values } from "./core.ts";
import { type HoveredNode, onHover } from "./mark.ts";
import type { Reading } from "./reading.ts";
import type { Stage } from "./stage.ts";
import { labelStyle, plotOptions, formatNumber } from "./track.ts";

const CURVE_SAMPLES = 160;

/** Importance by horizontal position, in px from the page's left edge; `density` is 1 at the mean. */
interface Curve {
  mean: number;
  density(x: number): number;
}

/** A block's left and right edge, in px from the page's left edge, and its visual importance. */
interface BlockShare {
  node: number;
  left: number;
  right: number;
  value: number;
}

export class Importance {
  readonly #stage: Stage;
  readonly #plot = element("div", { class: "curve" });
  readonly #readout = element("output", { class: "readout" });
  #current: [Reading, Values] | null = null;
  #hovered: HoveredNode | null = null;

  constructor(host: HTMLElement, stage: Stage) {
    this.#stage = stage;
    host.append(this.#plot, this.#readout);
    onHover((hovered) => {
      this.#hovered = hovered;
      this.#draw();
    });
    new ResizeObserver(() => this.#draw()).observe(this.#plot);
  }

  show(reading: Reading): void {
    this.#current = [reading, reading.detection.importance()];
    this.#hovered = null;
    this.#draw();
  }

  #draw(): void {
    if (!this.#current) {
      return;
    }
    const [reading, { values, mean, deviation }] = this.#current;
    if (mean === null || deviation === null || deviation <= 0) {
      this.#plot.replaceChildren();
      this.#readout.textContent = "No content on this page has a width.";
      return;
    }
    const curve = { mean, density: (x: number): number => Math.exp(-(((x - mean) / deviation) ** 2) / 2) };
    const block = this.#hoveredSpan(reading);
    const share = block && { ...block, value: values[block.node] ?? 0 };
    const svg = this.#render(curve, share);
    svg.setAttribute("aria-hidden", "true");
    this.#plot.replaceChildren(svg);
    this.#readout.textContent = share
      ? `${reading.name(share.node)} spans ${Math.round(share.left)} to ${Math.round(share.right)} px: importance ${formatNumber(share.value)}.`
      : "Point at a block on the page to see its share of the curve.";
  }

  /** Returns the plot, as wide as the page above it, so that a block is aligned with its share of the curve. */
  #render({ mean, density }: Curve, share: BlockShare | null): Element {
    const right = this.#stage.width;
    const width = Math.max(120, right * this.#stage.scale);
    return plot({
      width,
      height: 110,
      margin: 0,
      marginBottom: 34,
      style: plotOptions.style,
      x: {
        domain: [0, right],
        label: "px from the left edge →",
        ticks: Math.max(2, Math.floor(width / 110)),
        insetLeft: 0,
      },
      y: { domain: [0, 1.05], axis: null },
      marks: [
        areaY(samplePoints(0, right), { x: (x: number) => x, y: density, fill: "var(--bar)", fillOpacity: 0.5 }),
        lineY(samplePoints(0, right), { x: (x: number) => x, y: density, stroke: "var(--bar)" }),
        ruleX([mean], { stroke: "currentColor", strokeDasharray: "2 3", strokeOpacity: 0.6 }),
        ...(share ? shareMarks(share, density) : []),
      ],
    });
  }

  /** Returns the edges of the marked node's nearest block element, as in the core; null if it has no width. */
  #hoveredSpan(reading: Reading): { node: number; left: number; right: number } | null {
    if (!this.#hovered) {
      return null;
    }
    let ancestor = reading.node(this.#hovered.node) ?? null;
    const window = this.#stage.window;
    while (
      ancestor &&
      (ancestor.nodeType !== Node.ELEMENT_NODE || window.getComputedStyle(ancestor as Element).display === "inline")
    ) {
      ancestor = ancestor.parentNode;
    }
    const rect = ancestor && (ancestor as Element).getBoundingClientRect?.();
    if (!rect || rect.width === 0) {
      return null;
    }
    const scrollX = window.scrollX;
    const left = Math.max(0, rect.left + scrollX);
    const right = Math.min(this.#stage.width, rect.right + scrollX);
    return right > left ? { node: this.#hovered.node, left, right } : null;
  }
}

/** Returns evenly spaced x values of a curve, both ends included. */
function samplePoints(from: number, to: number): number[] {
  return Array.from({ length: CURVE_SAMPLES + 1 }, (_, i) => from + ((to - from) * i) / CURVE_SAMPLES);
}

/** Returns the area of the curve that a block covers, labeled with its value. */
function shareMarks({ left, right, value }: BlockShare, density: Curve["density"]): Markish[] {
  return [
    areaY(samplePoints(left, right), { x: (x: number) => x, y: density, fill: "var(--kept)" }),
    text([formatNumber(value)], {
      ...labelStyle,
      x: (left + right) / 2,
      y: 0,
      dy: -10,
      text: (d: string) => d,
      fill: "currentColor",
    }),
  ];
}
