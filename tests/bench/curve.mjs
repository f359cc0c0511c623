// Time against elements as a drawing: both axes logarithmic, so that twice the steepness is twice the slope.

const WIDTH = 640;
const HEIGHT = 360;
const EDGE = 56;
const LINES = [
  { of: 'pith', name: 'Pith', colour: '#0b6e4f' },
  { of: 'readability', name: 'Readability.js', colour: '#b3541e' },
  { of: 'walk', name: 'plain walk', colour: '#777' },
];

/** An SVG of points `{elements, walk, pith, readability}`, in ms. */
export function drawing(points) {
  const all = points.flatMap((point) => LINES.map(({ of }) => point[of]));
  const [from, to] = [points[0].elements, points.at(-1).elements];
  const [least, most] = [10 ** Math.floor(Math.log10(Math.min(...all))), 10 ** Math.ceil(Math.log10(Math.max(...all)))];
  const share = (value, low, high) => Math.log(value / low) / Math.log(high / low);
  const x = (elements) => (EDGE + share(elements, from, to) * (WIDTH - 2 * EDGE)).toFixed(1);
  const y = (time) => (HEIGHT - EDGE - share(time, least, most) * (HEIGHT - 2 * EDGE)).toFixed(1);
  const parts = [];
  for (let time = least; time <= most; time *= 10) {
    parts.push(
      `<path d="M${EDGE} ${y(time)}H${WIDTH - EDGE}" stroke="#ddd"/><text x="${EDGE - 8}" y="${y(time)}" text-anchor="end" dominant-baseline="middle">${time}</text>`,
    );
  }
  for (const { elements } of points)
    parts.push(`<text x="${x(elements)}" y="${HEIGHT - EDGE + 20}" text-anchor="middle">${elements}</text>`);
  for (const { of, name, colour } of LINES) {
    const way = points.map((point) => `${x(point.elements)} ${y(point[of])}`).join('L');
    parts.push(`<path d="M${way}" fill="none" stroke="${colour}" stroke-width="2"/>`);
    parts.push(
      `<text x="${WIDTH - EDGE + 4}" y="${y(points.at(-1)[of])}" fill="${colour}" dominant-baseline="middle">${name}</text>`,
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH + 60} ${HEIGHT}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="#fff"/>
<text x="${EDGE}" y="24">ms of a later call against elements of the page</text>
${parts.join('\n')}
</svg>
`;
}
