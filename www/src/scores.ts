/** The score of every node in document order, as CETD's paper draws its densities. */

import { areaY, dot, plot, ruleY, text } from "@observablehq/plot";
import type { Answer, Reading } from "./reading.ts";
import { extent } from "./stage.ts";
import { look, MARGIN, short, Track } from "./track.ts";

/** The class of the words at the greatest score. */
const PEAK = "peak";

export class Scores {
  readonly #track: Track;
  readonly #meaning: HTMLElement;
  #shown: [Reading, Answer] | null = null;

  constructor(host: HTMLElement, meaning: HTMLElement) {
    this.#meaning = meaning;
    this.#track = new Track(
      host,
      "Scores of the nodes, in document order",
      "Point at a bar to see its block on the page, or at the page to see its bar; arrow keys go from block to block.",
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
    this.#meaning.textContent = `${method.meaning} One bar for every node, in document order; what is kept is in colour.`;
    if (!account) {
      this.#track.say(silence);
      return;
    }
    const { scores, cut } = account;
    const first = reading.body;
    const end = reading.length;
    // Where scores are negative, bars begin at the least: a node without a score of its own has that.
    const floor = Math.min(0, extent(scores, first)[0]);
    const kept = keptWithin(reading, account.kept);
    const bars = (fill: string, of: (node: number) => number) =>
      areaY(
        Array.from({ length: end - first + 1 }, (_, i) => i + first),
        {
          x: (node: number) => node,
          y1: floor,
          y2: (node: number) => (node < end ? of(node) : floor),
          curve: "step-after",
          fill,
        },
      );
    const score = (node: number): number => scores[node] ?? 0;
    const width = this.#track.width;
    const marks = [
      bars("var(--bar)", score),
      bars("var(--kept)", (node) => (kept[node] ? score(node) : floor)),
      ruleY([0], { stroke: "currentColor", strokeOpacity: 0.4 }),
    ];
    if (cut) {
      const name = `${cut.name} ${short(cut.score)}`;
      marks.push(
        ruleY([cut.score], { stroke: "var(--cut)", strokeDasharray: "5 3", strokeWidth: 1.5 }),
        text([name], {
          x: end,
          y: cut.score,
          text: (d: string) => d,
          textAnchor: "end",
          dy: -7,
          fill: "var(--cut)",
          stroke: "var(--paper)",
          strokeWidth: 4,
          fontWeight: 600,
        }),
      );
      if (cut.peak) {
        const { node, special } = cut.peak;
        const right = node > (first + end) / 2;
        marks.push(
          dot([node], { x: node + 0.5, y: score(node), r: 4.5, fill: "var(--peak)", stroke: "var(--paper)" }),
          text([`${special}: ${reading.name(node)}`], {
            x: node + 0.5,
            y: score(node),
            text: (d: string) => d,
            textAnchor: right ? "end" : "start",
            dx: right ? -9 : 9,
            dy: -12,
            fill: "var(--peak)",
            stroke: "var(--paper)",
            strokeWidth: 4,
            fontWeight: 600,
            className: PEAK,
          }),
        );
      }
    }
    const drawn = plot({
      ...look,
      width,
      height: 260,
      x: { label: "node, in document order →", domain: [first, end], ticks: Math.max(3, Math.floor(width / 90)) },
      y: { label: "↑ score", grid: true, nice: true, ticks: 5 },
      marks,
    }) as SVGSVGElement;
    const x = (node: number): number =>
      MARGIN.left + ((node - first) / (end - first)) * (width - MARGIN.left - MARGIN.right);
    // The keys stop where there is something to see: at a score, and at text or what is its parent.
    const stops = Array.from({ length: end - first }, (_, i) => i + first).filter(
      (node) => score(node) !== floor && reading.excerpt(node) !== "",
    );
    this.#track.show({
      plot: drawn,
      count: stops.length,
      edges: (index) => [x(stops[index] ?? first), x((stops[index] ?? first) + 1)],
      at: (px) => {
        const middle = first + ((px - MARGIN.left) / (width - MARGIN.left - MARGIN.right)) * (end - first);
        const perPixel = (end - first) / (width - MARGIN.left - MARGIN.right);
        return nearest(stops, Math.floor(middle), Math.max(1, perPixel * 1.5), score);
      },
      describe: (index) => {
        const node = stops[index] ?? first;
        return `${reading.name(node)}: ${short(score(node))} – ${reading.excerpt(node)}`;
      },
      mark: (index) => ({ node: stops[index] ?? first }),
      find: ({ node }) => {
        const index = stops.findIndex((stop) => stop >= node);
        return index >= 0 && stops[index] === node ? index : null;
      },
    });
    keepInside(drawn);
  }
}

/** Moves the words at the peak into the drawing, however wide they are. */
function keepInside(drawn: SVGSVGElement): void {
  const words = drawn.querySelector<SVGGElement>(`g.${PEAK}`);
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
