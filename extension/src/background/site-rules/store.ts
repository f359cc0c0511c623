/** The only writer of site rules. */

import { ext } from "../../shared/ext.ts";
import { serialize } from "../../shared/serialize.ts";
import type { SiteRefusal } from "../../shared/site-rules/refusal.ts";
import { maxRules, emptySite, readSite, siteKey, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { maxSites, type SiteRulesChange, storedSites } from "../../shared/site-rules/stored.ts";

/** Makes all of the changes, or none. Concurrent changes are kept. */
export function changeSiteRules(changes: readonly SiteRulesChange[]): Promise<SiteRefusal | null> {
  return serialize(() => write(changes));
}

async function write(changes: readonly SiteRulesChange[]): Promise<SiteRefusal | null> {
  const { local } = ext.storage;
  try {
    const keys = changes.map(({ site }) => siteKey(site));
    const before = await local.get(keys);
    const values: { [key: string]: StoredSite } = {};
    for (const [i, change] of changes.entries()) {
      const key = keys[i] ?? "";
      const site = values[key] ?? readSite(before[key]) ?? emptySite();
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
    if (added > 0 && added + Object.keys(await storedSites()).length > maxSites) {
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

function changed(
  site: StoredSite,
  { put = [], remove = [], turn, bylines = site.bylines }: SiteRulesChange,
): StoredSite {
  const gone = new Set([...remove, ...put.map(({ bytes }) => bytes)]);
  const stays = site.rules
    .filter(({ bytes }) => !gone.has(bytes))
    .map((rule) => (rule.bytes === turn?.bytes ? { ...rule, isOff: turn.isOff } : rule));
  // Deletes the oldest.
  return { ...site, bylines, rules: [...stays, ...put].slice(-maxRules) };
}

/** Deletes all site rules, even those saved by a newer version. */
export function deleteSiteRules(): Promise<SiteRefusal | null> {
  return serialize(async () => {
    try {
      await ext.storage.local.remove(Object.keys(await storedSites()));
      return null;
    } catch {
      return "full";
    }
  });
}
