/** The score of every node in document order, as CETD's paper draws its densities. */

import { areaY, dot, type Markish, plot, ruleY, text } from "@observablehq/plot";
import type { Account } from "./core.ts";
import type { Answer, Reading } from "./reading.ts";
import { extent } from "./stage.ts";
import { lettering, look, MARGIN, short, Track, type Walkable } from "./track.ts";

/** The class of the words at the greatest score. */
const MAXIMUM = "maximum";

export class Scores {
  readonly #track: Track;
  readonly #meaning: HTMLElement;
  #shown: [Reading, Answer] | null = null;

  constructor(host: HTMLElement, meaning: HTMLElement) {
    this.#meaning = meaning;
    this.#track = new Track(
      host,
      "Scores of the nodes, in document order",
      "Point at a bar to see its block on the page, or at a block to see its bar. Arrow keys move between blocks.",
    );
    this.#track.onResize(() => this.#draw());
  }

  show(reading: Reading, answer: Answer): void {
    this.#shown = [reading, answer];
    this.#draw();
  }

  #draw(): void {
    if (!this.#shown) {
      return;
    }
    const [reading, { method, account, silence }] = this.#shown;
    this.#meaning.textContent = `${method.meaning} One bar per node, in document order. Kept text is in color.`;
    if (!account) {
      this.#track.say(silence);
      return;
    }
    const bars = new Bars(reading, account, this.#track.width);
    const drawn = bars.plot();
    this.#track.show(bars.along(drawn));
    keepInside(drawn);
  }
}

/** The bars of one answer: one for every node of the body, from `#first` to before `#end`. */
class Bars {
  readonly #reading: Reading;
  readonly #account: Account;
  readonly #width: number;
  readonly #first: number;
  readonly #end: number;
  /** The score at which bars begin: the least where scores are negative, which a node without a score of its own has. */
  readonly #floor: number;

  /** `width` is in px. */
  constructor(reading: Reading, account: Account, width: number) {
    this.#reading = reading;
    this.#account = account;
    this.#width = width;
    this.#first = reading.body;
    this.#end = reading.length;
    this.#floor = Math.min(0, extent(account.scores, this.#first)[0]);
  }

  plot(): SVGSVGElement {
    const kept = keptWithin(this.#reading, this.#account.kept);
    return plot({
      ...look,
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

  /** Returns the way along the bars, drawn in `drawn`. */
  along(drawn: SVGSVGElement): Walkable {
    const [reading, first] = [this.#reading, this.#first];
    const stops = this.#stops();
    const stop = (index: number): number => stops[index] ?? first;
    const room = this.#width - MARGIN.left - MARGIN.right;
    const nodes = this.#end - first;
    const x = (node: number): number => MARGIN.left + ((node - first) / nodes) * room;
    return {
      plot: drawn,
      count: stops.length,
      edges: (index) => [x(stop(index)), x(stop(index) + 1)],
      at: (px) => {
        const middle = first + ((px - MARGIN.left) / room) * nodes;
        const reach = Math.max(1, (nodes / room) * 1.5);
        return nearest(stops, Math.floor(middle), reach, (node) => this.#score(node));
      },
      describe: (index) => {
        const node = stop(index);
        return `${reading.name(node)}: ${short(this.#score(node))} – ${reading.excerpt(node)}`;
      },
      mark: (index) => ({ node: stop(index) }),
      find: ({ node }) => {
        const index = stops.findIndex((at) => at >= node);
        return index >= 0 && stops[index] === node ? index : null;
      },
    };
  }

  #score(node: number): number {
    return this.#account.scores[node] ?? 0;
  }

  #bars(fill: string, of: (node: number) => number): Markish {
    const [first, end] = [this.#first, this.#end];
    return areaY(
      Array.from({ length: end - first + 1 }, (_, i) => i + first),
      {
        x: (node: number) => node,
        y1: this.#floor,
        y2: (node: number) => (node < end ? of(node) : this.#floor),
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
      text([`${name} ${short(score)}`], {
        ...lettering,
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
        ...lettering,
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

  /** Returns the nodes at which the keys stop, where there is something to see: a score, and text or what is its parent. */
  #stops(): number[] {
    return Array.from({ length: this.#end - this.#first }, (_, i) => i + this.#first).filter(
      (node) => this.#score(node) !== this.#floor && this.#reading.excerpt(node) !== "",
    );
  }
}

/** Moves the label of the maximum into the plot, whatever its width. */
function keepInside(drawn: SVGSVGElement): void {
  const words = drawn.querySelector<SVGGElement>(`g.${MAXIMUM}`);
  if (!words) {
    return;
  }
  const [inner, outer] = [words.getBoundingClientRect(), drawn.getBoundingClientRect()];
  const beyond = Math.max(0, inner.right - outer.right) || Math.min(0, inner.left - outer.left);
  words.style.translate = `${-beyond}px`;
}

/** Returns the highest of the stops close to a node, by their index; without one, the next. */
function nearest(stops: number[], node: number, reach: number, score: (node: number) => number): number | null {
  let best: number | null = null;
  let distance = Number.POSITIVE_INFINITY;
  for (const [index, stop] of stops.entries()) {
    const away = Math.abs(stop - node);
    const closer = away <= reach ? distance > reach || score(stop) > score(stops[best ?? 0] ?? 0) : away < distance;
    if (closer) {
      best = index;
      distance = away;
    }
  }
  return best;
}

/** Per node, whether it or anything below it is kept. */
function keptWithin(reading: Reading, kept: Uint32Array): Uint8Array {
  const within = new Uint8Array(reading.length);
  for (const node of kept) {
    for (let at: number | null = node; at !== null && !within[at]; ) {
      within[at] = 1;
      const parent: Node | null = reading.node(at)?.parentNode ?? null;
      at = parent && reading.number(parent);
    }
  }
  return within;
}
