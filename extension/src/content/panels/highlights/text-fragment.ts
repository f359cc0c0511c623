/**
 * Creates URLs of passages with text directives (URL Fragment Text Directives, WICG draft of 2024). A browser looks for
 * whole words within a block. A longer text is given by its start and end.
 */

import { pageUrl } from "../../../shared/highlights/page-url.ts";

/** Maximum UTF-16 units of a text given in full, and number of words at each end of a longer one. */
const maxWholeLength = 120;
const wordsPerEnd = 5;

/** Number of words before and after a text that occurs more than once on the page. */
const contextWords = 4;

/**
 * Maximum units of a partly selected word that are added. Scripts without spaces have longer runs, which aren't words.
 */
const maxWordLength = 40;

/** A readable text, and the text directly before and after it, with a newline at the end of each block. */
export interface FragmentText {
  exact: string;
  before: string;
  after: string;
  /** True if the page contains it more than once. */
  isRepeated: boolean;
}

/** Returns the URL of a passage on the page at `href`. */
export function passageUrl(href: string, { exact, before, after, isRepeated }: FragmentText): string {
  const lead = /^[\p{L}\p{N}_]/u.test(exact) ? (/[\p{L}\p{N}_]*$/u.exec(before)?.[0] ?? "") : "";
  const trail = /[\p{L}\p{N}_]$/u.test(exact) ? (/^[\p{L}\p{N}_]*/u.exec(after)?.[0] ?? "") : "";
  const [cutLead, cutTrail] = [lead, trail].map((part) => (part.length <= maxWordLength ? part : ""));
  const parts = directiveTexts(`${cutLead}${exact}${cutTrail}`);
  if (isRepeated) {
    // The outermost word may be incomplete.
    const prefix = wordsOf(linesOf(before.slice(0, before.length - (cutLead?.length ?? 0))).at(-1) ?? "").slice(1);
    const suffix = wordsOf(linesOf(after.slice(cutTrail?.length))[0] ?? "").slice(0, -1);
    if (prefix.length > 0) {
      parts.unshift(`${escapeText(prefix.slice(-contextWords).join(" "))}-`);
    }
    if (suffix.length > 0) {
      parts.push(`-${escapeText(suffix.slice(0, contextWords).join(" "))}`);
    }
  }
  const url = pageUrl(href);
  return `${url}${url.includes("#") ? "" : "#"}:~:text=${parts.join(",")}`;
}

/** Returns the full text, or its start and end if it is long or has more than one block. */
function directiveTexts(text: string): string[] {
  const lines = linesOf(text);
  const [first = "", last = ""] = [lines[0], lines.at(-1)];
  if (lines.length < 2 && text.length <= maxWholeLength) {
    return [escapeText(first)];
  }
  const [start, end] = [wordsOf(first).slice(0, wordsPerEnd), wordsOf(last).slice(-wordsPerEnd)];
  return [start, end].map((words) => escapeText(words.join(" ")));
}

const linesOf = (text: string): string[] => text.split(/\s*\n\s*/).filter((line) => line.trim() !== "");
const wordsOf = (line: string): string[] => line.trim().split(/\s+/);

/** Hyphens, commas, and ampersands separate the parts of the directive. */
function escapeText(text: string): string {
  return encodeURIComponent(text.trim().replaceAll(/\s+/g, " ")).replaceAll("-", "%2D");
}
