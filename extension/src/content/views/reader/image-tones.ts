/**
 * Determines from its pixels how an image looks on another background than the page's. Ink on white or on a transparent
 * background can be inverted to light ink on a dark background; a photograph can't.
 *
 * Only reads images that the page's own scripts could read, as they are painted, and requests nothing. Images of other
 * origins get a class of their own.
 */

import { provide } from "../../session/parts.ts";

/** How an image looks on a background of another color: classes for media.css. */
type Tone = "pith-drawing" | "pith-bright" | "pith-pale" | "pith-clear" | "pith-foreign";

/** Px along each side of the two canvases: one for the scaled-down image, one for unscaled pieces of it. */
const canvasSize = 96;

/** Px along each side of a piece. */
const piece = 16;

/** Minimum value of every channel of white, 0 to 255; scans and JPEG have some grain. */
const minWhite = 232;

/** Minimum transparent share of an image, 0 to 1, that relies on the page's background. */
const clear = 0.25;

/** Minimum white share of an image, 0 to 1, that dazzles. */
const minBrightShare = 0.5;

/** Minimum share of dark ink in a dark drawing on a transparent background, 0 to 1, and of light ink in a light one. */
const minInkShare = 0.7;

/** Maximum share of dark ink on a transparent background, 0 to 1, that may disappear on a dark one. */
const lost = 0.15;

/** Minimum value of every channel of two neighbors that count as paper, 0 to 255: JPEG has grain beside every line. */
const paper = 200;

/** Minimum share of neighbors that differ by a shade, 0 to 1, in an image that isn't a drawing. */
const minShadeShare = 0.5;

/** Minimum neighbors to compare: fewer prove nothing, and a photograph must not be inverted. */
const least = 40;

/** Maximum difference between neighbors, 1 to 255, that counts as a shade, not an edge. */
const maxShadeDifference = 20;

/** Returns the tone of a loaded image; null if it looks right on any background or can't be read. */
function toneOf(image: HTMLImageElement): Tone | null {
  const { naturalWidth: width, naturalHeight: height } = image;
  const context = new OffscreenCanvas(canvasSize, canvasSize).getContext("2d", { willReadFrequently: true });
  if (!context || !(width > 0 && height > 0)) {
    return null;
  }
  const pixels = (): Uint8ClampedArray => context.getImageData(0, 0, canvasSize, canvasSize).data;
  // Smoothing would fade thin lines.
  context.imageSmoothingEnabled = false;
  try {
    context.drawImage(image, 0, 0, canvasSize, canvasSize);
    const whole = pixels();
    context.clearRect(0, 0, canvasSize, canvasSize);
    const pieces = canvasSize / piece;
    for (let i = 0; i < pieces * pieces; i++) {
      const [column, row] = [i % pieces, Math.floor(i / pieces)];
      const [x, y] = [((column + 0.5) / pieces) * width, ((row + 0.5) / pieces) * height].map(
        (middle) => Math.round(middle) - piece / 2,
      );
      context.drawImage(image, x ?? 0, y ?? 0, piece, piece, column * piece, row * piece, piece, piece);
    }
    return toneFor(whole, pixels());
  } catch {
    // The image is of another origin. JPEG can't be transparent.
    return /\.jpe?g\b/i.test(image.currentSrc) ? null : "pith-foreign";
  }
}

function toneFor(whole: Uint8ClampedArray, pieces: Uint8ClampedArray): Tone | null {
  let [nothing, bright, dark, light] = [0, 0, 0, 0];
  const count = whole.length / 4;
  for (let i = 0; i < whole.length; i += 4) {
    const { low, high, alpha } = pixel(whole, i);
    if (alpha < 128) {
      nothing++;
    } else {
      bright += Number(low >= minWhite);
      dark += Number(high < 96);
      light += Number(low > 160);
    }
  }
  const ink = count - nothing;
  const isDrawing = shades(pieces) < minShadeShare;
  if (nothing < clear * count) {
    return bright < minBrightShare * count ? null : isDrawing ? "pith-drawing" : "pith-bright";
  }
  if (dark >= minInkShare * ink) {
    return isDrawing ? "pith-drawing" : null;
  }
  return light >= minInkShare * ink ? "pith-pale" : dark < lost * ink ? "pith-clear" : null;
}

function pixel(data: Uint8ClampedArray, at: number): { low: number; high: number; alpha: number } {
  const [red, green, blue, alpha] = [data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0, data[at + 3] ?? 0];
  return { low: Math.min(red, green, blue), high: Math.max(red, green, blue), alpha };
}

/**
 * Returns the share of neighbors that differ by a shade, ignoring paper and transparent pixels; 1 if there are too few.
 */
function shades(data: Uint8ClampedArray): number {
  let [pairs, close] = [0, 0];
  for (let i = 4; i < data.length; i += 4) {
    const begins = (i / 4) % piece === 0;
    const [here, before] = [pixel(data, i), pixel(data, i - 4)];
    const isInk = Math.min(here.alpha, before.alpha) >= 128 && Math.min(here.low, before.low) < paper;
    if (!begins && isInk) {
      const difference = Math.max(
        ...[0, 1, 2].map((channel) => Math.abs((data[i + channel] ?? 0) - (data[i + channel - 4] ?? 0))),
      );
      pairs++;
      close += Number(difference > 0 && difference <= maxShadeDifference);
    }
  }
  return pairs < least ? 1 : close / pairs;
}

declare module "../../session/parts.ts" {
  interface Provided {
    "image-tones": (image: HTMLImageElement) => Tone | null;
  }
}

provide("image-tones", toneOf);
