/** Reads and writes site rules as a file: JSON with a version. */

import { isRecord } from "../../shared/record.ts";
import { maxRules, parseRule, type StoredRule, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { maxSites, type SiteRulesChange } from "../../shared/site-rules/stored.ts";

const format = "pith-corrections";

/** The version of the file. Newer versions of Pith read all older ones. */
const fileVersion = 1;

/** Maximum bytes of a file: more than the maximum sites with the maximum rules. */
export const maxFileBytes = 20_000_000;

export function toFile(sites: ReadonlyMap<string, StoredSite>): string {
  const entries = [...sites].map(([site, { bylines, rules }]) => ({ site, bylines, rules }));
  return `${JSON.stringify({ format, version: fileVersion, sites: entries }, null, 1)}\n`;
}

/**
 * `broken`: invalid JSON. `foreign`: another file. `newer`: saved by a newer version. `faulty`: an invalid site or
 * rule.
 */
export type SiteRulesFileProblem = "broken" | "foreign" | "newer" | "huge" | "faulty";

/** Returns the changes that import a file, or why it is rejected. Only the core can read the rules in it. */
export function fromFile(text: string): SiteRulesChange[] | SiteRulesFileProblem {
  const value = parseJson(text);
  if (value === undefined) {
    return "broken";
  }
  if (!isRecord(value) || value.format !== format || typeof value.version !== "number") {
    return "foreign";
  }
  if (value.version > fileVersion) {
    return "newer";
  }
  if (!Array.isArray(value.sites)) {
    return "faulty";
  }
  if (value.sites.length > maxSites) {
    return "huge";
  }
  const changes = value.sites.map(toChange);
  return changes.every((change) => change !== null) ? changes : "faulty";
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

/** Converts an entry to a change; null if the entry is invalid. */
function toChange(entry: unknown): SiteRulesChange | null {
  if (!isRecord(entry) || typeof entry.site !== "string" || !Array.isArray(entry.rules)) {
    return null;
  }
  const { site, bylines, rules } = entry;
  const put = rules.map(parseRule);
  const areAllValid = (list: (StoredRule | null)[]): list is StoredRule[] => list.every((rule) => rule !== null);
  const isSite = site !== "" && site.length <= 300 && !/\s/.test(site);
  if (!isSite || !areAllValid(put) || put.length > maxRules) {
    return null;
  }
  return { site, put, ...(bylines === true && { bylines }) };
}
