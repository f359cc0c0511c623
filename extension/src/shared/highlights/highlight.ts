/** Marks as they are stored: one value of `storage.local` for each page, under its address (page-url.ts). */

import { isRecord } from "../record.ts";

/** The version of the stored form. A later one reads every earlier one. */
export const version = 1;

export const colors = ["yellow", "green", "blue", "pink", "purple"] as const;

export type HighlightColor = (typeof colors)[number];

/** Longest quote and longest note, in UTF-16 units. */
export const maxQuoteLength = 20_000;
export const maxNoteLength = 10_000;

/** What is marked: the selectors of the W3C Web Annotation Data Model that it is found again by. */
export interface Anchors {
  /** The quote, and up to 64 UTF-16 units before and after it, white space not counted (TextQuoteSelector). */
  exact: string;
  prefix: string;
  suffix: string;
  /** UTF-16 units before it in the text that the page shows (TextPositionSelector); null where it is not known. */
  start: number | null;
  /** UTF-16 units before it in the same text without white space (text.ts); null where it is not known. */
  at: number | null;
  /** The block that it begins in (XPathSelector); null where that is not known or in a tree of its own. */
  block: string | null;
}

export interface StoredHighlight extends Anchors {
  /** A UUID. */
  id: string;
  /** ISO 8601, UTC. */
  created: string;
  color: HighlightColor;
  note: string;
  /** True where it was not found on the page when that was last opened. */
  isLost: boolean;
}

export interface HighlightedPage {
  version: typeof version;
  /** Without the place on the page. */
  url: string;
  title: string;
  /** In the order in which they were made. */
  marks: StoredHighlight[];
}

/** Returns what is stored for a page, whatever version has stored it; null where it is none of ours. */
export function readPage(stored: unknown): HighlightedPage | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > version) {
    return "newer";
  }
  const { url, title, marks } = stored;
  if (typeof url !== "string" || !Array.isArray(marks)) {
    return null;
  }
  return { version, url, title: text(title), marks: marks.map(readHighlight).filter((mark) => mark !== null) };
}

/** Returns a mark with defaults for what is missing; null without an id or a quote. */
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

/** Returns what a quote is found again by, with defaults for what is missing; null without a quote. */
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
