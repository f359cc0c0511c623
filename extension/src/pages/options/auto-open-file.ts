/** Reads and writes the list of patterns as a file: one pattern per line, below a first line with the format. */

import { faultyLines, maxListLength, patternsIn, withCurrentViewNames } from "../../shared/auto-open/patterns.ts";

/** The version of the file. Newer versions of Pith read all older ones. */
const fileVersion = 1;

const header = "# Pith: always open, version ";

export function toFile(text: string): string {
  return `${header}${fileVersion}\n${text}\n`;
}

/** `broken`: a line isn't a valid pattern. `foreign`: not a list of patterns. `newer`: saved by a newer version. */
type ListFileProblem = "broken" | "foreign" | "newer" | "huge";

/** Returns the patterns in a file, or why it is rejected. The first line may be missing if all others are patterns. */
export function fromFile(file: string): string[] | ListFileProblem {
  if (file.length > maxListLength) {
    return "huge";
  }
  const lines = withCurrentViewNames(file.replace(/^\ufeff/, "")).split(/\r?\n/);
  const [first = ""] = lines;
  const version = first.startsWith(header) ? Number(first.slice(header.length)) : null;
  if (version !== null && version > fileVersion) {
    return "newer";
  }
  const patternLines = version === null ? lines : lines.slice(1);
  if (faultyLines(patternLines.join("\n")).length > 0) {
    return version === null ? "foreign" : "broken";
  }
  return version === null && patternsIn(patternLines.join("\n")).length === 0 ? "foreign" : patternLines;
}
