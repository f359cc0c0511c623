/** Highlights as they are saved: one value of `storage.local` per page, under its URL (page-url.ts). */

import { isRecord } from "../record.ts";

/** Version of the stored format. Later versions read all earlier ones. */
export const version = 1;

export const colors = ["yellow", "green", "blue", "pink", "purple"] as const;

export type HighlightColor = (typeof colors)[number];

/** Maximum length of quotes and notes, in UTF-16 units. */
export const maxQuoteLength = 20_000;
export const maxNoteLength = 10_000;

/** The highlighted text, as selectors of the W3C Web Annotation Data Model. */
export interface Anchors {
  /** The quote, and up to 64 UTF-16 units before and after it, not counting white space (TextQuoteSelector). */
  exact: string;
  prefix: string;
  suffix: string;
  /** UTF-16 units before it in the page's text (TextPositionSelector); null if unknown. */
  start: number | null;
  /** UTF-16 units before it in the same text without white space (text.ts); null if unknown. */
  at: number | null;
  /** The block in which it starts (XPathSelector); null if unknown or in a nested tree. */
  block: string | null;
}

export interface StoredHighlight extends Anchors {
  /** A UUID. */
  id: string;
  /** ISO 8601, UTC. */
  created: string;
  color: HighlightColor;
  note: string;
  /** True if it wasn't found on the last visit of the page. */
  isLost: boolean;
}

export interface HighlightedPage {
  version: typeof version;
  /** Without a fragment. */
  url: string;
  title: string;
  /** The author's names; empty if unknown, also in data of earlier versions. */
  byline: string;
  /** In order of creation. */
  marks: StoredHighlight[];
}

/** Returns the highlights saved for a page by any version; null if they are invalid. */
export function readPage(stored: unknown): HighlightedPage | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > version) {
    return "newer";
  }
  const { url, title, byline, marks } = stored;
  if (typeof url !== "string" || !Array.isArray(marks)) {
    return null;
  }
  return {
    version,
    url,
    title: text(title),
    byline: text(byline),
    marks: marks.map(readHighlight).filter((highlight) => highlight !== null),
  };
}

/** Returns a highlight, with defaults for missing values; null without an ID or a quote. */
export function readHighlight(value: unknown): StoredHighlight | null {
  if (!isRecord(value)) {
    return null;
  }
  const { id, created, color = value.colour } = value;
  const anchors = readAnchors(value);
  if (typeof id !== "string" || !anchors) {
    return null;
  }
  return {
    id,
    created: typeof created === "string" && !Number.isNaN(Date.parse(created)) ? created : new Date(0).toISOString(),
    color: colors.find((name) => name === color) ?? colors[0],
    note: text(value.note).slice(0, maxNoteLength),
    ...anchors,
    isLost: value.isLost === true,
  };
}

/** Returns the anchors of a quote, with defaults for missing values; null without a quote. */
export function readAnchors({ exact, prefix, suffix, start, at, block }: { [name: string]: unknown }): Anchors | null {
  if (typeof exact !== "string" || exact.trim() === "") {
    return null;
  }
  return {
    exact: exact.slice(0, maxQuoteLength),
    prefix: text(prefix),
    suffix: text(suffix),
    start: typeof start === "number" && start >= 0 ? start : null,
    at: typeof at === "number" && at >= 0 ? at : null,
    block: typeof block === "string" ? block : null,
  };
}

function text(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Returns a new UUID. Pages without TLS have no `randomUUID`. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  return [...bytes]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("")
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
}
