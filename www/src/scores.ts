/** Plot of every node's score in document order, like the density plots in CETD's paper. */

import { areaY, dot, type Markish, plot, ruleY, text } from "@observablehq/plot";
import type { Account } from "./core.ts";
import type { MethodOutcome, Reading } from "./reading.ts";
import { scoreRange } from "./stage.ts";
import { labelStyle, plotOptions, MARGIN, formatNumber, Track, type PlotNavigation } from "./track.ts";

/** Class of the maximum's label. */
const MAXIMUM = "maximum";

export class Scores {
  readonly #track: Track;
  readonly #meaning: HTMLElement;
  #current: [Reading, MethodOutcome] | null = null;

  constructor(host: HTMLElement, meaning: HTMLElement) {
    this.#meaning = meaning;
    this.#track = new Track(
      host,
      "Scores of the nodes, in document order",
      "Point at a bar to see its block on the page, or at a block to see its bar. Arrow keys move between blocks.",
    );
    this.#track.onResize(() => this.#draw());
  }

  show(reading: Reading, outcome: MethodOutcome): void {
    this.#current = [reading, outcome];
    this.#draw();
  }

  #draw(): void {
    if (!this.#current) {
      return;
    }
    const [reading, { method, result, failure }] = this.#current;
    this.#meaning.textContent = `${method.meaning} One bar per node, in document order. Kept text is in color.`;
    if (!result) {
      this.#track.showMessage(failure);
      return;
    }
    const bars = new Bars(reading, result, this.#track.width);
    const svg = bars.plot();
    this.#track.show(bars.navigation(svg));
    keepLabelInside(svg);
  }
}

/** Bars of one answer, one per node of the body: from `#first` up to, but not including, `#end`. */
class Bars {
  readonly #reading: Reading;
  readonly #account: Account;
  readonly #width: number;
  readonly #first: number;
  readonly #end: number;
  /** Score at the base of the bars: 0, or the minimum if negative. Nodes without a score have the minimum. */
  readonly #floor: number;

  /** `width` is in px. */
  constructor(reading: Reading, result: Account, width: number) {
    this.#reading = reading;
    this.#account = result;
    this.#width = width;
    this.#first = reading.body;
    this.#end = reading.length;
    this.#floor = Math.min(0, scoreRange(result.scores, this.#first)[0]);
  }

  plot(): SVGSVGElement {
    const kept = keptWithin(this.#reading, this.#account.kept);
    return plot({
      ...plotOptions,
      width: this.#width,
      height: 260,
      x: {
        label: "node, in document order →",
        domain: [this.#first, this.#end],
        ticks: Math.max(3, Math.floor(this.#width / 90)),
      },
      y: { label: "↑ score", grid: true, nice: true, ticks: 5 },
      marks: [
        this.#bars("var(--bar)", (node) => this.#score(node)),
        this.#bars("var(--kept)", (node) => (kept[node] ? this.#score(node) : this.#floor)),
        ruleY([0], { stroke: "currentColor", strokeOpacity: 0.4 }),
        ...this.#threshold(),
      ],
    }) as SVGSVGElement;
  }

  /** Returns the stops and positions for navigating the plot `svg`. */
  navigation(svg: SVGSVGElement): PlotNavigation {
    const [reading, first] = [this.#reading, this.#first];
    const stops = this.#stops();
    const stopAt = (index: number): number => stops[index] ?? first;
    const plotWidth = this.#width - MARGIN.left - MARGIN.right;
    const nodes = this.#end - first;
    const x = (node: number): number => MARGIN.left + ((node - first) / nodes) * plotWidth;
    return {
      plot: svg,
      count: stops.length,
      edges: (index) => [x(stopAt(index)), x(stopAt(index) + 1)],
      stopAt: (px) => {
        const pointed = first + ((px - MARGIN.left) / plotWidth) * nodes;
        const tolerance = Math.max(1, (nodes / plotWidth) * 1.5);
        return nearest(stops, Math.floor(pointed), tolerance, (node) => this.#score(node));
      },
      describe: (index) => {
        const node = stopAt(index);
        return `${reading.name(node)}: ${formatNumber(this.#score(node))} – ${reading.excerpt(node)}`;
      },
      nodeAt: (index) => ({ node: stopAt(index) }),
      indexOf: ({ node }) => {
        const index = stops.findIndex((at) => at >= node);
        return index >= 0 && stops[index] === node ? index : null;
      },
    };
  }

  #score(node: number): number {
    return this.#account.scores[node] ?? 0;
  }

  #bars(fill: string, scoreAt: (node: number) => number): Markish {
    const [first, end] = [this.#first, this.#end];
    return areaY(
      Array.from({ length: end - first + 1 }, (_, i) => i + first),
      {
        x: (node: number) => node,
        y1: this.#floor,
        y2: (node: number) => (node < end ? scoreAt(node) : this.#floor),
        curve: "step-after",
        fill,
      },
    );
  }

  /** Returns the line of the threshold and the node that determines it, if the method has them. */
  #threshold(): Markish[] {
    const { threshold } = this.#account;
    if (!threshold) {
      return [];
    }
    const { name, score, maximum } = threshold;
    return [
      ruleY([score], { stroke: "var(--threshold)", strokeDasharray: "5 3", strokeWidth: 1.5 }),
      text([`${name} ${formatNumber(score)}`], {
        ...labelStyle,
        x: this.#end,
        y: score,
        text: (d: string) => d,
        textAnchor: "end",
        dy: -7,
        fill: "var(--threshold)",
      }),
      ...(maximum ? this.#maximum(maximum) : []),
    ];
  }

  #maximum({ node, special }: { node: number; special: string }): Markish[] {
    const right = node > (this.#first + this.#end) / 2;
    const [x, y] = [node + 0.5, this.#score(node)];
    return [
      dot([node], { x, y, r: 4.5, fill: "var(--maximum)", stroke: "var(--paper)" }),
      text([`${special}: ${this.#reading.name(node)}`], {
        ...labelStyle,
        x,
        y,
        text: (d: string) => d,
        textAnchor: right ? "end" : "start",
        dx: right ? -9 : 9,
        dy: -12,
        fill: "var(--maximum)",
        className: MAXIMUM,
      }),
    ];
  }

  /** Returns the nodes that keys stop at: those with a score and text. */
  #stops(): number[] {
    return Array.from({ length: this.#end - this.#first }, (_, i) => i + this.#first).filter(
      (node) => this.#score(node) !== this.#floor && this.#reading.excerpt(node) !== "",
    );
  }
}

/** Shifts the maximum's label so that it doesn't extend overflow the plot. */
function keepLabelInside(svg: SVGSVGElement): void {
  const label = svg.querySelector<SVGGElement>(`g.${MAXIMUM}`);
  if (!label) {
    return;
  }
  const [inner, outer] = [label.getBoundingClientRect(), svg.getBoundingClientRect()];
  const overflow = Math.max(0, inner.right - outer.right) || Math.min(0, inner.left - outer.left);
  label.style.translate = `${-overflow}px`;
}

/** Returns the index of the highest stop within `tolerance` of a node, or else of the nearest stop; null without stops. */
function nearest(stops: number[], node: number, tolerance: number, score: (node: number) => number): number | null {
  let best: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, stopAt] of stops.entries()) {
    const offset = Math.abs(stopAt - node);
    const isBetter =
      offset <= tolerance ? distance > tolerance || score(stopAt) > score(stops[best ?? 0] ?? 0) : offset < distance;
    if (isBetter) {
      best = index;
      distance = offset;
    }
  }
  return best;
}

/** Returns 1 for each node that is kept or has a kept descendant, and 0 for the others. */
function keptWithin(reading: Reading, kept: Uint32Array): Uint8Array {
  const hasKept = new Uint8Array(reading.length);
  for (const node of kept) {
    for (let ancestor: number | null = node; ancestor !== null && !hasKept[ancestor]; ) {
      hasKept[ancestor] = 1;
      const parent: Node | null = reading.node(ancestor)?.parentNode ?? null;
      ancestor = parent && reading.number(parent);
    }
  }
  return hasKept;
}
