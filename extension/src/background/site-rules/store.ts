/** The only writer of site rules. */

import { ext } from "../../shared/ext.ts";
import { serialize } from "../../shared/serialize.ts";
import type { SiteRefusal } from "../../shared/site-rules/refusal.ts";
import { maxRules, emptySite, parseSite, siteKey, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { maxSites, type SiteRulesChange, storedSites } from "../../shared/site-rules/stored.ts";

/** Makes all of the changes, or none. Concurrent changes are kept. */
export function changeSiteRules(changes: readonly SiteRulesChange[]): Promise<SiteRefusal | null> {
  return serialize(() => write(changes));
}

async function write(changes: readonly SiteRulesChange[]): Promise<SiteRefusal | null> {
  const { local } = ext.storage;
  try {
    const keys = changes.map(({ site }) => siteKey(site));
    const stored = await local.get(keys);
    const values: { [key: string]: StoredSite } = {};
    for (const [i, change] of changes.entries()) {
      const key = keys[i] ?? "";
      const site = values[key] ?? parseSite(stored[key]) ?? emptySite();
      if (site === "newer") {
        return "newer";
      }
      values[key] = applyChange(site, change);
    }
    const isEmpty = ({ bylines, rules }: StoredSite): boolean => !bylines && rules.length === 0;
    const emptyKeys = Object.keys(values).filter((key) => isEmpty(values[key] as StoredSite));
    for (const key of emptyKeys) {
      delete values[key];
    }
    const addedCount = Object.keys(values).filter((key) => !(key in stored)).length;
    if (addedCount > 0 && addedCount + Object.keys(await storedSites()).length > maxSites) {
      return "many";
    }
    if (Object.keys(values).length > 0) {
      await local.set(values);
    }
    if (emptyKeys.length > 0) {
      await local.remove(emptyKeys);
    }
    return null;
  } catch {
    return "full";
  }
}

function applyChange(
  site: StoredSite,
  { put = [], remove = [], turn, bylines = site.bylines }: SiteRulesChange,
): StoredSite {
  const removedBytes = new Set([...remove, ...put.map(({ bytes }) => bytes)]);
  const kept = site.rules
    .filter(({ bytes }) => !removedBytes.has(bytes))
    .map((rule) => (rule.bytes === turn?.bytes ? { ...rule, isOff: turn.isOff } : rule));
  // Deletes the oldest.
  return { ...site, bylines, rules: [...kept, ...put].slice(-maxRules) };
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
