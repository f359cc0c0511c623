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
const pieceSize = 16;

/** Minimum value of every channel of white, 0 to 255; scans and JPEG have some grain. */
const minWhite = 232;

/** Minimum transparent share of an image, 0 to 1, that relies on the page's background. */
const minTransparentShare = 0.25;

/** Minimum white share of an image, 0 to 1, that dazzles. */
const minBrightShare = 0.5;

/** Minimum share of dark ink in a dark drawing on a transparent background, 0 to 1, and of light ink in a light one. */
const minInkShare = 0.7;

/** Maximum share of dark ink on a transparent background, 0 to 1, that may disappear on a dark one. */
const maxDarkInkShare = 0.15;

/** Minimum value of every channel of two neighbors that count as paper, 0 to 255: JPEG has grain beside every line. */
const minPaperValue = 200;

/** Minimum share of neighbors that differ by a shade, 0 to 1, in an image that isn't a drawing. */
const minShadeShare = 0.5;

/** Minimum neighbors to compare: fewer prove nothing, and a photograph must not be inverted. */
const minPairs = 40;

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
    const scaled = pixels();
    context.clearRect(0, 0, canvasSize, canvasSize);
    const pieces = canvasSize / pieceSize;
    for (let i = 0; i < pieces * pieces; i++) {
      const [column, row] = [i % pieces, Math.floor(i / pieces)];
      const [x, y] = [((column + 0.5) / pieces) * width, ((row + 0.5) / pieces) * height].map(
        (middle) => Math.round(middle) - pieceSize / 2,
      );
      context.drawImage(
        image,
        x ?? 0,
        y ?? 0,
        pieceSize,
        pieceSize,
        column * pieceSize,
        row * pieceSize,
        pieceSize,
        pieceSize,
      );
    }
    return toneFor(scaled, pixels());
  } catch {
    // The image is of another origin. JPEG can't be transparent.
    return /\.jpe?g\b/i.test(image.currentSrc) ? null : "pith-foreign";
  }
}

function toneFor(scaled: Uint8ClampedArray, pieces: Uint8ClampedArray): Tone | null {
  let [transparent, bright, dark, light] = [0, 0, 0, 0];
  const count = scaled.length / 4;
  for (let i = 0; i < scaled.length; i += 4) {
    const { low, high, alpha } = pixel(scaled, i);
    if (alpha < 128) {
      transparent++;
    } else {
      bright += Number(low >= minWhite);
      dark += Number(high < 96);
      light += Number(low > 160);
    }
  }
  const ink = count - transparent;
  const isDrawing = shades(pieces) < minShadeShare;
  if (transparent < minTransparentShare * count) {
    return bright < minBrightShare * count ? null : isDrawing ? "pith-drawing" : "pith-bright";
  }
  if (dark >= minInkShare * ink) {
    return isDrawing ? "pith-drawing" : null;
  }
  return light >= minInkShare * ink ? "pith-pale" : dark < maxDarkInkShare * ink ? "pith-clear" : null;
}

function pixel(data: Uint8ClampedArray, offset: number): { low: number; high: number; alpha: number } {
  const [red, green, blue, alpha] = [
    data[offset] ?? 0,
    data[offset + 1] ?? 0,
    data[offset + 2] ?? 0,
    data[offset + 3] ?? 0,
  ];
  return { low: Math.min(red, green, blue), high: Math.max(red, green, blue), alpha };
}

/**
 * Returns the share of neighbors that differ by a shade, ignoring paper and transparent pixels; 1 if there are too few.
 */
function shades(data: Uint8ClampedArray): number {
  let [pairs, shadePairs] = [0, 0];
  for (let i = 4; i < data.length; i += 4) {
    const isRowStart = (i / 4) % pieceSize === 0;
    const [current, previous] = [pixel(data, i), pixel(data, i - 4)];
    const isInk = Math.min(current.alpha, previous.alpha) >= 128 && Math.min(current.low, previous.low) < minPaperValue;
    if (!isRowStart && isInk) {
      const difference = Math.max(
        ...[0, 1, 2].map((channel) => Math.abs((data[i + channel] ?? 0) - (data[i + channel - 4] ?? 0))),
      );
      pairs++;
      shadePairs += Number(difference > 0 && difference <= maxShadeDifference);
    }
  }
  return pairs < minPairs ? 1 : shadePairs / pairs;
}

declare module "../../session/parts.ts" {
  interface Provided {
    "image-tones": (image: HTMLImageElement) => Tone | null;
  }
}

provide("image-tones", toneOf);
