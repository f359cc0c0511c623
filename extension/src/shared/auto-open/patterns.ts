/**
 * The pages that auto-open in a view, as text with one pattern per line.
 *
 * ```text
 * # a remark
 * reader https://example.org/news/*
 * never https://example.org/news/live
 * ```
 *
 * A line has a view, or `never`, and a URL, in which `*` matches any run of characters. The query of a page's URL only
 * counts if the pattern has a `?`. `never` overrides all other lines; among these, the first match wins.
 */

import { type ViewName, viewNames } from "../../parts.ts";

/** Maximum characters of the list. */
export const maxListLength = 100_000;

/** A line with the former name of Inspect, as in lists saved by earlier versions. */
const formerInspect = /^([ \t]*)highlight(?=\s)/gim;

export interface Pattern {
  view: ViewName | "never";
  /** `http:` or `https:`. */
  protocol: string;
  hostname: string;
  /** Host, port, and path, as in a URL. */
  hostAndPath: string;
}

/** The pages that one line of the list can cover. */
export const patternScopes = ["page", "part", "site", "except"] as const;

type PatternScope = (typeof patternScopes)[number];

/** Replaces former names of views in a list. */
export function withCurrentViewNames(text: string): string {
  return text.replace(formerInspect, "$1inspect");
}

/** Returns the pattern of a line; null for a blank line or a comment, undefined for an invalid one. */
function patternOf(line: string): Pattern | null | undefined {
  const text = withCurrentViewNames(line.trim());
  if (text === "" || text.startsWith("#")) {
    return null;
  }
  const [, name = "", urlText = ""] = /^(\S+)\s+(\S+)$/.exec(text) ?? [];
  const viewName = name.toLowerCase();
  const view = viewName === "never" ? viewName : viewNames.find((name) => name === viewName);
  const url = /^https?:\/\/[^/*?#]+(?:[/?]|$)/i.test(urlText) && URL.canParse(urlText) ? new URL(urlText) : null;
  if (!view || !url || url.username || url.password) {
    return undefined;
  }
  return { view, protocol: url.protocol, hostname: url.hostname, hostAndPath: urlIn(url) };
}

function urlIn({ host, pathname, search, hash }: URL): string {
  // A fragment that is a client-side route is part of the URL: see page-url.ts.
  return host + pathname + search + (/^#[!/]/.test(hash) ? hash : "");
}

/** Returns the numbers, from 1 on, of the lines that aren't valid patterns. */
export function faultyLines(text: string): number[] {
  return text.split("\n").flatMap((line, index) => (patternOf(line) === undefined ? [index + 1] : []));
}

/** Returns the valid patterns of a text. */
export function patternsIn(text: string): Pattern[] {
  return text
    .split("\n")
    .map(patternOf)
    .filter((pattern) => pattern !== null && pattern !== undefined);
}

/** Returns the view that a page opens in; null if it doesn't open. */
export function viewFor(patterns: readonly Pattern[], href: string): ViewName | null {
  const url = URL.canParse(href) ? new URL(href) : null;
  const matching = url ? patterns.filter((pattern) => isMatch(pattern, url)) : [];
  const isNever = matching.some(({ view }) => view === "never");
  const [first] = matching;
  return isNever || !first || first.view === "never" ? null : first.view;
}

function isMatch({ protocol, hostAndPath }: Pattern, url: URL): boolean {
  if (protocol !== url.protocol) {
    return false;
  }
  const pageUrl = urlIn(url).replaceAll("*", "%2A");
  const hasQuery = hostAndPath.includes("?");
  return matchesPattern(hostAndPath, hasQuery ? pageUrl : pageUrl.replace(/\?[^#]*/, ""));
}

/**
 * Returns whether a text matches a pattern. Takes linear time, because each piece is matched at its first occurrence.
 */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...pieces] = pattern.split("*");
  const last = pieces.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) {
    return false;
  }
  const end = text.length - last.length;
  let from = first.length;
  for (const piece of pieces) {
    const index = text.indexOf(piece, from);
    if (index < 0 || index + piece.length > end) {
      return false;
    }
    from = index + piece.length;
  }
  return true;
}

/** Returns the lines for a page and the given part of its site; empty if no pattern is possible. */
export function linesFor(href: string, scope: PatternScope, view: ViewName): string[] {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [];
  }
  const patternUrl = (hostAndPath: string): string => `${url.protocol}//${hostAndPath.replaceAll("*", "%2A")}`;
  const page = patternUrl(urlIn(url));
  const site = `${patternUrl(url.host)}/*`;
  const part = `${patternUrl(url.host + url.pathname.replace(/[^/]*$/, ""))}*`;
  return {
    page: [`${view} ${page}`],
    part: [`${view} ${part}`],
    site: [`${view} ${site}`],
    except: [`${view} ${site}`, `never ${page}`],
  }[scope];
}

/** Returns the permission that a pattern or URL needs, in the format of `permissions`. */
export function originOf({ protocol, hostname }: Pick<Pattern, "protocol" | "hostname">): string {
  return `${protocol}//${hostname}/*`;
}

/** Returns the permissions that patterns need. `never` needs none. */
export function originsOf(patterns: readonly Pattern[]): string[] {
  return [...new Set(patterns.filter(({ view }) => view !== "never").map(originOf))];
}

/** Three-way merge by line: applies to `ours` what changed between `before` and `theirs`. */
export function mergeLists(before: string, ours: string, theirs: string): string {
  const [known, ourLines, theirLines] = [before, ours, theirs].map((text) => text.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const removed = known.filter((line) => line.trim() !== "" && !theirLines.includes(line));
  const added = theirLines.filter((line) => line.trim() !== "" && !known.includes(line) && !ourLines.includes(line));
  return joinLines([...ourLines.filter((line) => !removed.includes(line)), ...added]);
}

/** Adds lines that a text doesn't have yet. */
export function withLines(text: string, lines: readonly string[]): string {
  const existing = text.split("\n").map((line) => line.trim());
  const added = lines
    .map((line) => line.trim())
    .filter((line, i, trimmed) => line !== "" && !existing.includes(line) && trimmed.indexOf(line) === i);
  return joinLines([...text.split("\n"), ...added]);
}

function joinLines(lines: readonly string[]): string {
  return lines.join("\n").replace(/^\n+|\n+$/g, "");
}
