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
  address: string;
}

/** The pages that one line of the list can cover. */
export const extents = ["page", "part", "site", "except"] as const;

type PatternScope = (typeof extents)[number];

/** Replaces former names of views in a list. */
export function withListNames(text: string): string {
  return text.replace(formerInspect, "$1inspect");
}

/** Returns the pattern of a line; null for a blank line or a comment, undefined for an invalid one. */
function patternOf(line: string): Pattern | null | undefined {
  const text = withListNames(line.trim());
  if (text === "" || text.startsWith("#")) {
    return null;
  }
  const [, name = "", address = ""] = /^(\S+)\s+(\S+)$/.exec(text) ?? [];
  const named = name.toLowerCase();
  const view = named === "never" ? named : viewNames.find((known) => known === named);
  const parts = /^https?:\/\/[^/*?#]+(?:[/?]|$)/i.test(address) && URL.canParse(address) ? new URL(address) : null;
  if (!view || !parts || parts.username || parts.password) {
    return undefined;
  }
  return { view, protocol: parts.protocol, hostname: parts.hostname, address: addressIn(parts) };
}

function addressIn({ host, pathname, search, hash }: URL): string {
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

function isMatch({ protocol, address }: Pattern, url: URL): boolean {
  if (protocol !== url.protocol) {
    return false;
  }
  const whole = addressIn(url).replaceAll("*", "%2A");
  const hasQuery = address.includes("?");
  return matchesPattern(address, hasQuery ? whole : whole.replace(/\?[^#]*/, ""));
}

/**
 * Returns whether a text matches a pattern. Takes linear time, because each piece is matched at its first occurrence.
 */
function matchesPattern(pattern: string, text: string): boolean {
  const [first = "", ...others] = pattern.split("*");
  const last = others.pop();
  if (last === undefined) {
    return pattern === text;
  }
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last)) {
    return false;
  }
  const end = text.length - last.length;
  let at = first.length;
  for (const piece of others) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) {
      return false;
    }
    at = found + piece.length;
  }
  return true;
}

/** Returns the lines for a page and the given part of its site; empty if no pattern is possible. */
export function linesFor(href: string, extent: PatternScope, view: ViewName): string[] {
  const url = URL.canParse(href) ? new URL(href) : null;
  if (!url || !/^https?:$/.test(url.protocol)) {
    return [];
  }
  const own = (address: string): string => `${url.protocol}//${address.replaceAll("*", "%2A")}`;
  const page = own(addressIn(url));
  const site = `${own(url.host)}/*`;
  const part = `${own(url.host + url.pathname.replace(/[^/]*$/, ""))}*`;
  return {
    page: [`${view} ${page}`],
    part: [`${view} ${part}`],
    site: [`${view} ${site}`],
    except: [`${view} ${site}`, `never ${page}`],
  }[extent];
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
export function merged(before: string, ours: string, theirs: string): string {
  const [known, kept, current] = [before, ours, theirs].map((text) => text.split("\n")) as [
    string[],
    string[],
    string[],
  ];
  const gone = known.filter((line) => line.trim() !== "" && !current.includes(line));
  const added = current.filter((line) => line.trim() !== "" && !known.includes(line) && !kept.includes(line));
  return joinLines([...kept.filter((line) => !gone.includes(line)), ...added]);
}

/** Adds lines that a text doesn't have yet. */
export function withLines(text: string, lines: readonly string[]): string {
  const known = text.split("\n").map((line) => line.trim());
  const added = lines
    .map((line) => line.trim())
    .filter((line, i, all) => line !== "" && !known.includes(line) && all.indexOf(line) === i);
  return joinLines([...text.split("\n"), ...added]);
}

function joinLines(lines: readonly string[]): string {
  return lines.join("\n").replace(/^\n+|\n+$/g, "");
}
