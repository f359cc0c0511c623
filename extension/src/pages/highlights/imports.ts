/**
 * Imports highlights from files: Web Annotations in JSON (one, a list, a page, or a collection, also as exported by
 * Hypothesis), Markdown as exported by Pith, and exports of Obsidian Web Clipper.
 */

import { formatVersion, fromAnnotation, type Imported, idOf, webAddress } from "./annotation.ts";
import { readHighlight } from "../../shared/highlights/highlight.ts";
import { isRecord } from "../../shared/record.ts";
import { fromMarkdown } from "./markdown.ts";
import type { PageChange } from "../../shared/highlights/stored.ts";

/** Maximum bytes of a file, and maximum highlights in it. */
export const largestFile = 20_000_000;
const maxMarks = 20_000;

/** `broken`: invalid JSON. `foreign`: no highlights in it. `newer`: saved by a newer version. */
type HighlightsFileProblem = "broken" | "foreign" | "newer" | "huge";

/** The content of a file: the changes that import it, and the numbers of highlights and of invalid entries. */
interface Import {
  changes: PageChange[];
  marks: number;
  others: number;
}

/** Reads a file. `plain` returns the text of HTML. */
export function readImport(text: string, plain: (html: string) => string): Import | HighlightsFileProblem {
  const isJson = /^\s*[[{]/.test(text);
  let entries: unknown[];
  let found: (Imported | null)[];
  if (isJson) {
    const value = parsed(text);
    if (value === undefined) {
      return "broken";
    }
    if (isRecord(value) && typeof value.formatVersion === "number" && value.formatVersion > formatVersion) {
      return "newer";
    }
    entries = entriesOf(value);
    if (entries.length > maxMarks) {
      return "huge";
    }
    found = entries.flatMap((entry) => fromClipper(entry, plain) ?? [fromAnnotation(entry)]);
  } else {
    found = fromMarkdown(text);
  }
  const read = found.filter((one) => one !== null);
  if (read.length > maxMarks) {
    return "huge";
  }
  return read.length === 0
    ? "foreign"
    : { changes: changesOf(read), marks: read.length, others: found.length - read.length };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns possible annotations of a list, a page, a collection, or a Hypothesis export. */
function entriesOf(value: unknown): unknown[] {
  if (Array.isArray(value)) {
    return value;
  }
  if (!isRecord(value)) {
    return [];
  }
  const { first, items, annotations, rows } = value;
  const inFirst = isRecord(first) ? first.items : undefined;
  return [inFirst, items, annotations, rows].find((list) => Array.isArray(list)) ?? [value];
}

/**
 * Returns the highlights of a page in the format of Obsidian Web Clipper: `{ url, highlights: [{ text, timestamp }] }`.
 */
function fromClipper(entry: unknown, plain: (html: string) => string): (Imported | null)[] | null {
  if (!isRecord(entry) || !Array.isArray(entry.highlights)) {
    return null;
  }
  const url = webAddress(entry.url);
  return entry.highlights.map((highlight) => {
    const { text, timestamp } = isRecord(highlight) ? highlight : {};
    const exact = typeof text === "string" ? plain(text).replace(/\s+/g, " ").trim() : "";
    const mark = readHighlight({ id: idOf(`${url}\n${timestamp}\n${exact}`), created: timestamp, exact });
    return url && mark ? { url, title: "", mark } : null;
  });
}

function changesOf(read: readonly Imported[]): PageChange[] {
  const pages = new Map<string, PageChange>();
  for (const { url, title, mark } of read) {
    const page = pages.get(url) ?? { url, title, put: [], remove: [] };
    page.put.push(mark);
    pages.set(url, page);
  }
  return [...pages.values()];
}
