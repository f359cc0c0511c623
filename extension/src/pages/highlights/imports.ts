/**
 * Imports highlights from files: Web Annotations in JSON (one, a list, a page, or a collection, also as exported by
 * Hypothesis), Markdown as exported by Pith, and exports of Obsidian Web Clipper.
 */

import { formatVersion, fromAnnotation, type ImportedHighlight, uuidFrom, webPageUrl } from "./annotation.ts";
import { readHighlight } from "../../shared/highlights/highlight.ts";
import { isRecord } from "../../shared/record.ts";
import { fromMarkdown } from "./markdown.ts";
import type { PageChange } from "../../shared/highlights/stored.ts";

/** Maximum bytes of a file, and maximum highlights in it. */
export const maxFileBytes = 20_000_000;
const maxHighlights = 20_000;

/** `broken`: invalid JSON. `foreign`: no highlights in it. `newer`: saved by a newer version. */
type HighlightsFileProblem = "broken" | "foreign" | "newer" | "huge";

/** The content of a file: the changes that import it, and the numbers of highlights and of invalid entries. */
interface Import {
  changes: PageChange[];
  marks: number;
  others: number;
}

/** Reads a file. `toPlainText` returns the text of HTML. */
export function readImport(text: string, toPlainText: (html: string) => string): Import | HighlightsFileProblem {
  const isJson = /^\s*[[{]/.test(text);
  let entries: unknown[];
  let converted: (ImportedHighlight | null)[];
  if (isJson) {
    const value = parseJson(text);
    if (value === undefined) {
      return "broken";
    }
    if (isRecord(value) && typeof value.formatVersion === "number" && value.formatVersion > formatVersion) {
      return "newer";
    }
    entries = entriesOf(value);
    if (entries.length > maxHighlights) {
      return "huge";
    }
    converted = entries.flatMap((entry) => fromClipper(entry, toPlainText) ?? [fromAnnotation(entry)]);
  } else {
    converted = fromMarkdown(text);
  }
  const valid = converted.filter((highlight) => highlight !== null);
  if (valid.length > maxHighlights) {
    return "huge";
  }
  return valid.length === 0
    ? "foreign"
    : { changes: changesOf(valid), marks: valid.length, others: converted.length - valid.length };
}

function parseJson(text: string): unknown {
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
  const firstPageItems = isRecord(first) ? first.items : undefined;
  return [firstPageItems, items, annotations, rows].find((list) => Array.isArray(list)) ?? [value];
}

/**
 * Returns the highlights of a page in the format of Obsidian Web Clipper: `{ url, highlights: [{ text, timestamp }] }`.
 */
function fromClipper(entry: unknown, toPlainText: (html: string) => string): (ImportedHighlight | null)[] | null {
  if (!isRecord(entry) || !Array.isArray(entry.highlights)) {
    return null;
  }
  const url = webPageUrl(entry.url);
  return entry.highlights.map((highlight) => {
    const { text, timestamp } = isRecord(highlight) ? highlight : {};
    const exact = typeof text === "string" ? toPlainText(text).replace(/\s+/g, " ").trim() : "";
    const storedHighlight = readHighlight({
      id: uuidFrom(`${url}\n${timestamp}\n${exact}`),
      created: timestamp,
      exact,
    });
    return url && storedHighlight ? { url, title: "", byline: "", highlight: storedHighlight } : null;
  });
}

function changesOf(imported: readonly ImportedHighlight[]): PageChange[] {
  const pages = new Map<string, PageChange>();
  for (const { highlight, ...source } of imported) {
    const page = pages.get(source.url) ?? { ...source, put: [], remove: [] };
    page.put.push(highlight);
    pages.set(source.url, page);
  }
  return [...pages.values()];
}
