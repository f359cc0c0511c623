/** Plots of qRead's segments: words per line above, similarity to the title below. */

import { plot, rectY, ruleY, text } from "@observablehq/plot";
import type { Partition } from "./core.ts";
import type { Reading } from "./reading.ts";
import { labelStyle, plotOptions, MARGIN, formatNumber, Track, type PlotNavigation } from "./track.ts";

export class Segments {
  readonly #density: Track;
  readonly #similarity: Track;
  #current: [Reading, Partition] | null = null;

  constructor(host: HTMLElement) {
    this.#density = new Track(
      host,
      "Density of qRead's segments",
      "Kept segments are in color. The dashed line is the page's density; a segment above it counts as dense.",
    );
    this.#similarity = new Track(
      host,
      "Similarity of qRead's segments to the title",
      "The dashed line is the whole page's similarity to its title.",
    );
    this.#density.onResize(() => this.#draw());
  }

  show(reading: Reading): void {
    this.#current = [reading, reading.detection.partition()];
    this.#draw();
  }

  #draw(): void {
    if (!this.#current) {
      return;
    }
    const [reading, partition] = this.#current;
    this.#bars(this.#density, reading, partition, "density", "↑ words per line");
    this.#bars(this.#similarity, reading, partition, "similarity", "↑ cosine with title");
  }

  #bars(track: Track, reading: Reading, partition: Partition, measure: Measure, label: string): void {
    if (partition.segments.length === 0) {
      track.showMessage("No text to split.");
      return;
    }
    const { width } = track;
    track.show(navigationOf(barPlot({ partition, measure, label, width }), reading, partition, width));
  }
}

/** Property of the segments that a plot shows. */
type Measure = "density" | "similarity";

/** Returns a plot with a bar per segment; `width` is in px. */
function barPlot({
  partition,
  measure,
  label,
  width,
}: {
  partition: Partition;
  measure: Measure;
  label: string;
  width: number;
}): SVGSVGElement {
  const { segments } = partition;
  const pageValue = partition[measure];
  const inset = segments.length > 60 ? 0 : 1;
  const step = Math.ceil(segments.length / Math.max(2, Math.floor(width / 50)));
  const middles = segments.map((_, i) => i + 0.5).filter((_, i) => i % step === 0);
  const rows = segments.map((segment, i) => ({
    x1: i,
    x2: i + 1,
    y: segment[measure],
    fill: segment.chosen ? "var(--kept)" : "var(--bar)",
  }));
  const maxValue = Math.max(pageValue, ...segments.map((segment) => segment[measure]));
  return plot({
    ...plotOptions,
    width,
    height: 150,
    x: {
      label: "segment, in document order →",
      domain: [0, segments.length],
      ticks: middles,
      tickFormat: (x: number) => String(Math.ceil(x)),
      tickSize: 0,
    },
    y: { label, grid: true, ticks: 4, domain: [0, maxValue * 1.08 || 1] },
    marks: [
      rectY(rows, { x1: "x1", x2: "x2", y: "y", fill: "fill", insetLeft: inset, insetRight: inset }),
      ruleY([0], { stroke: "currentColor", strokeOpacity: 0.4 }),
      ruleY([pageValue], { stroke: "var(--threshold)", strokeDasharray: "5 3", strokeWidth: 1.5 }),
      text([`whole page ${formatNumber(pageValue)}`], {
        ...labelStyle,
        x: segments.length,
        y: pageValue,
        text: (d: string) => d,
        textAnchor: "end",
        dy: -7,
        fill: "var(--threshold)",
      }),
    ],
  }) as SVGSVGElement;
}

/** Returns the stops and positions for navigating a plot of the segments, `width` px wide. */
function navigationOf(plot: SVGSVGElement, reading: Reading, { segments }: Partition, width: number): PlotNavigation {
  const plotWidth = width - MARGIN.left - MARGIN.right;
  const x = (index: number): number => MARGIN.left + (index / segments.length) * plotWidth;
  return {
    plot,
    count: segments.length,
    edges: (index) => [x(index), x(index + 1)],
    stopAt: (px) => {
      const index = Math.floor(((px - MARGIN.left) / plotWidth) * segments.length);
      return index >= 0 && index < segments.length ? index : null;
    },
    describe: (index) => {
      const segment = segments[index];
      if (!segment) {
        return "";
      }
      const { first, last, words, lines, density, similarity, chosen } = segment;
      const verdict = chosen ? "kept" : "removed";
      return `Segment ${index + 1}, ${verdict}: ${words} words in ${lines} lines, ${formatNumber(density)} per line; cosine ${formatNumber(similarity)} – ${reading.excerpt(first, last)}`;
    },
    nodeAt: (index) => ({ node: segments[index]?.first ?? 0, last: segments[index]?.last ?? 0 }),
    indexOf: ({ node, last }) => {
      const index = segments.findIndex((segment) =>
        last === undefined ? node <= segment.last : node === segment.first,
      );
      const segment = segments[index];
      // An element belongs to the segment that its text begins in.
      return segment && (last !== undefined || node >= segment.first || overlaps(reading, node, segment.first))
        ? index
        : null;
    },
  };
}

function overlaps(reading: Reading, node: number, first: number): boolean {
  const outer = reading.node(node);
  const inner = reading.node(first);
  return Boolean(outer && inner && outer.contains(inner));
}
