/** Writes highlights as CSV (RFC 4180), for spreadsheets. */

import type { HighlightedPage } from "../../shared/highlights/highlight.ts";

const columns = ["quote", "note", "color", "created", "title", "author", "url"];

/** Returns a row for each highlight, after a byte order mark, by which spreadsheets detect UTF-8. */
export function toCsv(pages: readonly HighlightedPage[]): string {
  const rows = pages.flatMap(({ url, title, byline, marks }) =>
    marks.map(({ exact, note, color, created }) => [exact, note, color, created, title, byline, url]),
  );
  return `\ufeff${[columns, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Returns a cell. If a spreadsheet would read the text as a formula, an apostrophe in front makes it text. */
function cell(text: string): string {
  const isFormula = /^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
