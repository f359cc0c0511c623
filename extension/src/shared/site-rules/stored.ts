/** The site rules of all sites, and requests to the background to change them. */

import { ext } from "../ext.ts";
import { parseSite, siteKey, type StoredRule, type StoredSite } from "./site-rules.ts";

/** Maximum number of sites with rules. */
export const maxSites = 2_000;

/** Changes of the rules of one site. */
export interface SiteRulesChange {
  site: string;
  /** New or restored rules. */
  put?: StoredRule[];
  /** Bytes of rules to delete. */
  remove?: string[];
  /** Bytes of a rule to switch on or off. */
  turn?: { bytes: string; isOff: boolean };
  bylines?: boolean;
}

/** Returns the rules of each site, by name, and the number of sites saved by a newer version. */
export async function loadSiteRules(): Promise<{ sites: Map<string, StoredSite>; newer: number }> {
  const sites = new Map<string, StoredSite>();
  let newer = 0;
  for (const [key, value] of Object.entries(await storedSites()).toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const site = parseSite(value);
    if (site === "newer") {
      newer += 1;
    } else if (site) {
      sites.set(key.slice(siteKey("").length), site);
    }
  }
  return { sites, newer };
}

/** Returns all saved records by key. */
export async function storedSites(): Promise<{ [key: string]: unknown }> {
  const entries = Object.entries(await ext.storage.local.get(null));
  return Object.fromEntries(entries.filter(([key]) => key.startsWith(siteKey(""))));
}
