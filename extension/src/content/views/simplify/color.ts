/** Parses computed colors, and computes contrast (WCAG 2.2, 1.4.3). */

import { createElement } from "../../../ui/nodes.ts";

/** Red, green, and blue from 0 to 255, and alpha from 0 to 1. */
export type ComputedColor = readonly [red: number, green: number, blue: number, alpha: number];

const black: ComputedColor = [0, 0, 0, 1];
export const white: ComputedColor = [255, 255, 255, 1];

/** Steps from a color to black or white. */
const steps = 20;

const cache = new Map<string, ComputedColor>();

/** Converts a computed value of `color` or `background-color` to numbers. */
export function colorOf(computed: string): ComputedColor {
  let color = cache.get(computed);
  if (!color) {
    color = parseColor(computed) ?? parseColor(toSrgb(computed)) ?? black;
    cache.set(computed, color);
  }
  return color;
}

/** Reads `rgb(…)`, `rgba(…)` and `color(srgb …)`; null for any other notation. */
function parseColor(computed: string): ComputedColor | null {
  const scale = computed.startsWith("color(srgb ") ? 255 : computed.startsWith("rgb") ? 1 : 0;
  const numbers = computed.match(/-?\d*\.?\d+(?:e[+-]?\d+)?|none/g)?.map((number) => Number(number) || 0);
  const [red, green, blue, alpha = 1] = numbers ?? [];
  if (scale === 0 || red === undefined || green === undefined || blue === undefined) {
    return null;
  }
  return [red * scale, green * scale, blue * scale, alpha];
}

/** Converts a color of any other space by painting it. */
function toSrgb(computed: string): string {
  const context = (createElement("canvas") as HTMLCanvasElement).getContext("2d");
  if (!context) {
    return "";
  }
  context.fillStyle = computed;
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
  return `rgba(${red}, ${green}, ${blue}, ${alpha / 255})`;
}

/** Returns the color that results from painting `top` over `background`. */
export function blend(top: ComputedColor, background: ComputedColor): ComputedColor {
  const alpha = top[3];
  return [mix(background[0], top[0], alpha), mix(background[1], top[1], alpha), mix(background[2], top[2], alpha), 1];
}

function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Returns the contrast ratio of two opaque colors, 1 to 21. */
export function contrast(a: ComputedColor, b: ComputedColor): number {
  const [light, dark] = [luminance(a), luminance(b)].toSorted((x, y) => y - x) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([red, green, blue]: ComputedColor): number {
  const [r, g, b] = [red, green, blue].map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Returns the color nearest to `color`, on the way to black or white, that has `minContrast` contrast with `background`. */
export function colorWithContrast(color: ComputedColor, background: ComputedColor, minContrast: number): ComputedColor {
  const target = contrast(black, background) >= contrast(white, background) ? black : white;
  for (let step = 1; step < steps; step++) {
    const share = step / steps;
    const candidate: ComputedColor = [
      mix(color[0], target[0], share),
      mix(color[1], target[1], share),
      mix(color[2], target[2], share),
      1,
    ];
    const rounded = candidate.map(Math.round) as unknown as ComputedColor;
    if (contrast(rounded, background) >= minContrast) {
      return rounded;
    }
  }
  return target;
}

export function toCss([red, green, blue]: ComputedColor): string {
  return `rgb(${red}, ${green}, ${blue})`;
}
