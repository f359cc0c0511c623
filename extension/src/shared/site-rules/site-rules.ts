/** The site rules of one site: as they are stored, and as the core reads them. */

import type { Application } from "../core.ts";
import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

/** The version of the stored form. A later one reads every earlier one. */
const version = 1;

/** Rules of a site, and bytes of a rule: as `SiteRules::MAX_RULES` and `Rule::MAX_BYTES` of the core have it. */
export const maxRules = 24;
export const maxBytes = 60;

/** Characters of a part's beginning that are kept. */
const maxWords = 80;

export interface StoredRule {
  /** The rule's bytes as the core made them, in base64. */
  bytes: string;
  /** How the part begins that it was made of. */
  words: string;
  /** Time at which it was made, ISO 8601; empty where that is not known. */
  made: string;
  isOff: boolean;
}

export interface StoredSite {
  version: typeof version;
  /** True where bylines and dates are part of the text. */
  bylines: boolean;
  /** The oldest first. */
  rules: StoredRule[];
}

/** The rules of a page's site, and their outcomes on the page. */
export interface AppliedSiteRules {
  /** As it was when the page was read; the switch as it is now. */
  site: StoredSite;
  /** The outcome of each rule in use, and after them of the switch where it is on. */
  applied: Application[];
  /** The reason why nothing of it was applied: stored by a newer version, or no rules that the core knows. */
  problem: "newer" | "broken" | null;
  /** Rules that were made of this page and are stored, by their bytes. */
  made: Map<string, StoredRule>;
  /** Rules that were undone on this page and are stored no more, by their bytes. */
  forgotten: Map<string, StoredRule>;
}

/** Returns the beginning of a text, as a rule keeps it. */
export function beginning(text: string): string {
  return text.length > maxWords ? `${text.slice(0, maxWords - 1)}…` : text;
}

/** Returns the site of an address: its host without `www.`, the scheme where there is none. */
export function siteOf(href: string): string {
  const { host, protocol } = new URL(href);
  return host.replace(/^www\./, "") || protocol;
}

/** Returns the key in `storage.local` of a site's rules. */
export function siteKey(site: string): string {
  return `site:${site}`;
}

/** Returns what is stored for a site, whatever version has stored it; null where it is none of ours. */
export function readSite(stored: unknown): StoredSite | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > version) {
    return "newer";
  }
  const rules = Array.isArray(stored.rules) ? stored.rules.map(readRule).filter((rule) => rule !== null) : [];
  return { version, bylines: stored.bylines === true, rules: rules.slice(-maxRules) };
}

/** Returns a rule as it is stored; null for what is none. */
export function readRule(value: unknown): StoredRule | null {
  if (!isRecord(value) || typeof value.bytes !== "string" || !isRuleLike(value.bytes)) {
    return null;
  }
  const { bytes, words, made, isOff } = value;
  return {
    bytes,
    words: typeof words === "string" ? words.slice(0, maxWords) : "",
    made: typeof made === "string" && made.length <= 30 ? made : "",
    isOff: isOff === true,
  };
}

/** Returns whether a text is bytes, and no more than a rule has. What they say, the core alone knows. */
function isRuleLike(base64: string): boolean {
  try {
    const { length } = Uint8Array.fromBase64(base64);
    return length > 0 && length <= maxBytes;
  } catch {
    return false;
  }
}

/** Returns the rules that are in use. */
export function rulesInUse({ rules }: StoredSite): StoredRule[] {
  return rules.filter(({ isOff }) => !isOff);
}

/** Returns the rules in use as the core reads them (`SiteRules::read`); nothing if a later version saved them. */
export function bytesOf(stored: StoredSite | "newer"): Uint8Array {
  const site = stored === "newer" ? noSite() : stored;
  return siteBytes(
    rulesInUse(site).map(({ bytes }) => bytes),
    site.bylines,
  );
}

/** Returns rules in base64 and the switch as the core reads them: a byte of version and switch, then the rules. */
export function siteBytes(rules: readonly string[], bylines: boolean): Uint8Array {
  const bytes = rules.flatMap((rule) => [...Uint8Array.fromBase64(rule)]);
  return new Uint8Array(bytes.length > 0 || bylines ? [bylines ? 0x11 : 0x10, ...bytes] : []);
}

/** Returns the record of a site without rules. */
export function noSite(): StoredSite {
  return { version, bylines: false, rules: [] };
}

/** Returns the rules of a URL's site. */
export async function loadSite(href: string): Promise<StoredSite | "newer"> {
  const key = siteKey(siteOf(href));
  return readSite((await ext.storage.local.get(key))[key]) ?? noSite();
}
