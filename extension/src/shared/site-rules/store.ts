/** The one writer of what is remembered for sites. */

import { ext } from "../ext.ts";
import { inTurn } from "../serialize.ts";
import type { SiteRefusal } from "./refusal.ts";
import { mostRules, noSite, readSite, siteKey, type StoredRule, type StoredSite } from "./site-rules.ts";

/** Sites for which something may be remembered. */
export const mostSites = 2_000;

/** Changes of what is remembered for one site. */
export interface SiteChange {
  site: string;
  /** Rules that are new, or come back. */
  put?: StoredRule[];
  /** Bytes of rules to be deleted. */
  remove?: string[];
  /** Bytes of a rule that is to be in use, or not. */
  turn?: { bytes: string; isOff: boolean };
  bylines?: boolean;
}

/** Makes all of the changes, or none. What others have changed meanwhile stays changed. */
export function changeSites(changes: readonly SiteChange[]): Promise<SiteRefusal | null> {
  return inTurn(() => write(changes));
}

async function write(changes: readonly SiteChange[]): Promise<SiteRefusal | null> {
  const { local } = ext.storage;
  try {
    const keys = changes.map(({ site }) => siteKey(site));
    const before = await local.get(keys);
    const values: { [key: string]: StoredSite } = {};
    for (const [i, change] of changes.entries()) {
      const key = keys[i] ?? "";
      const site = values[key] ?? readSite(before[key]) ?? noSite();
      if (site === "newer") {
        return "newer";
      }
      values[key] = changed(site, change);
    }
    const isEmpty = ({ bylines, rules }: StoredSite): boolean => !bylines && rules.length === 0;
    const emptied = Object.keys(values).filter((key) => isEmpty(values[key] as StoredSite));
    for (const key of emptied) {
      delete values[key];
    }
    const added = Object.keys(values).filter((key) => !(key in before)).length;
    if (added > 0 && added + Object.keys(await stored()).length > mostSites) {
      return "many";
    }
    if (Object.keys(values).length > 0) {
      await local.set(values);
    }
    if (emptied.length > 0) {
      await local.remove(emptied);
    }
    return null;
  } catch {
    return "full";
  }
}

function changed(site: StoredSite, { put = [], remove = [], turn, bylines = site.bylines }: SiteChange): StoredSite {
  const gone = new Set([...remove, ...put.map(({ bytes }) => bytes)]);
  const stays = site.rules
    .filter(({ bytes }) => !gone.has(bytes))
    .map((rule) => (rule.bytes === turn?.bytes ? { ...rule, isOff: turn.isOff } : rule));
  // The oldest go.
  return { ...site, bylines, rules: [...stays, ...put].slice(-mostRules) };
}

/** Forgets all, also what a newer version has stored. */
export function forgetSites(): Promise<SiteRefusal | null> {
  return inTurn(async () => {
    try {
      await ext.storage.local.remove(Object.keys(await stored()));
      return null;
    } catch {
      return "full";
    }
  });
}

/** Returns what is remembered for each site, in the order of their names, and the number of sites that a newer version has stored. */
export async function loadSites(): Promise<{ sites: Map<string, StoredSite>; newer: number }> {
  const sites = new Map<string, StoredSite>();
  let newer = 0;
  for (const [key, value] of Object.entries(await stored()).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const site = readSite(value);
    if (site === "newer") {
      newer += 1;
    } else if (site) {
      sites.set(key.slice(siteKey("").length), site);
    }
  }
  return { sites, newer };
}

async function stored(): Promise<{ [key: string]: unknown }> {
  const all = Object.entries(await ext.storage.local.get(null));
  return Object.fromEntries(all.filter(([key]) => key.startsWith(siteKey(""))));
}
