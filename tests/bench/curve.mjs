// Plots time by number of elements on two logarithmic axes, so linear time is a straight line of the same slope for
// every contender. The chart has its own colors for light and dark.

import { readFileSync } from 'node:fs';
import { DEFUDDLE, PITH, READABILITY, WALK } from './contenders.mjs';

const WIDTH = 720;
const HEIGHT = 440;
/** Margins of the plot in px. The contenders' names are on the right. */
const EDGE = { left: 64, right: 112, top: 20, bottom: 56 };
/** Minimum distance between two names, in px. */
const MIN_DISTANCE = 16;
const LINES = { [PITH]: 'pith', [READABILITY]: 'readability', [DEFUDDLE]: 'defuddle', [WALK]: 'walk' };

/** The style shared with docs/accuracy.svg. */
const STYLE = readFileSync(new URL('../../lab/chart.css', import.meta.url), 'utf8');

/**
 * Returns an SVG chart of points `{elements, times}`, with times in ms by contender. A line ends at the contender's
 * last time.
 */
export function drawing(points) {
  const all = points.flatMap(({ times }) => Object.values(times));
  const across = axis(points[0].elements, points.at(-1).elements, EDGE.left, WIDTH - EDGE.right);
  const up = axis(Math.min(...all), Math.max(...all), HEIGHT - EDGE.bottom, EDGE.top);
  const parts = [];
  for (const { value, place, isDecade } of across.ticks) {
    if (isDecade) parts.push(`<path class="grid" d="M${place} ${EDGE.top}V${HEIGHT - EDGE.bottom}"/>`);
    parts.push(label(place, HEIGHT - EDGE.bottom + 20, 'middle', value));
  }
  for (const { value, place, isDecade } of up.ticks) {
    if (isDecade) parts.push(`<path class="grid" d="M${EDGE.left} ${place}H${WIDTH - EDGE.right}"/>`);
    parts.push(label(EDGE.left - 8, place + 4, 'end', value));
  }
  parts.push(
    `<text x="${(EDGE.left + WIDTH - EDGE.right) / 2}" y="${HEIGHT - 12}" text-anchor="middle">elements</text>`,
  );
  parts.push(
    `<text transform="translate(16 ${(EDGE.top + HEIGHT - EDGE.bottom) / 2}) rotate(-90)" text-anchor="middle">ms of a later call</text>`,
  );
  const ends = [];
  for (const [name, kind] of Object.entries(LINES)) {
    const path = points
      .filter(({ times }) => times[name] !== undefined)
      .map(({ elements, times }) => [across.at(elements), up.at(times[name])]);
    parts.push(`<path class="line ${kind}" d="M${path.map(([x, y]) => `${x} ${y}`).join('L')}"/>`);
    parts.push(...path.map(([x, y]) => `<circle class="dot ${kind}" cx="${x}" cy="${y}" r="3"/>`));
    const [x, y] = path.at(-1);
    ends.push({ name, kind, x, y });
  }
  for (const { name, kind, x, y } of apart(ends))
    parts.push(`<text class="name ${kind}" x="${x + 10}" y="${y + 4}">${name}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img">
<title>Milliseconds of a later call against elements of the page, by contender</title>
<style>
${STYLE}</style>
<rect class="ground" width="100%" height="100%" rx="6"/>
${parts.join('\n')}
</svg>
`;
}

/**
 * Tolerance factor for placing a value at a tick, because pages aren't exactly as large as requested.
 */
const TOLERANCE = 1.01;

/**
 * Returns a logarithmic axis from `start` to `end`, in px: a function for the position of a value, and ticks at 1, 2,
 * and 5 of every decade.
 */
function axis(min, max, start, end) {
  const step = 10 ** Math.floor(Math.log10(min * TOLERANCE));
  const low = [5, 2, 1].map((times) => times * step).find((value) => value <= min * TOLERANCE);
  const at = (value) => Math.round((start + (Math.log(value / low) / Math.log(max / low)) * (end - start)) * 10) / 10;
  const ticks = [];
  for (let decade = step; decade <= max * TOLERANCE; decade *= 10) {
    for (const times of [1, 2, 5]) {
      const value = times * decade;
      if (value >= low && value <= max * TOLERANCE) ticks.push({ value, place: at(value), isDecade: times === 1 });
    }
  }
  return { at, ticks };
}

/** Moves overlapping names apart. */
function apart(ends) {
  const sorted = ends.toSorted((a, b) => a.y - b.y);
  sorted.forEach((end, place) => {
    if (place > 0) end.y = Math.max(end.y, sorted[place - 1].y + MIN_DISTANCE);
  });
  return sorted;
}

function label(x, y, anchor, value) {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${value.toLocaleString('en')}</text>`;
}
