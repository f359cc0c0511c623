/** Reads the site rules of a site, for sites that have any. */

import { bytesOf, noSite, readSite, type StoredSite } from "../../shared/site-rules/site-rules.ts";
import { provide } from "./parts.ts";

/** Site rules as they are stored, and as the core reads them. */
export interface SiteRules {
  stored: StoredSite | "newer";
  bytes: Uint8Array;
}

declare module "./parts.ts" {
  interface Provided {
    "site-rules": (value: unknown) => SiteRules;
  }
}

provide("site-rules", (value) => {
  const stored = readSite(value) ?? noSite();
  return { stored, bytes: bytesOf(stored) };
});
