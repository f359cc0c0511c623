/** The site rules of one site, in the stored and in the core's format. */

import type { Application } from "../core.ts";
import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

/** Version of the stored format. Later versions read all earlier ones. */
const version = 1;

/** Maximum rules of a site and bytes of a rule, like the core's `SiteRules::MAX_RULES` and `Rule::MAX_BYTES`. */
export const maxRules = 24;
export const maxRuleBytes = 60;

/** Maximum characters saved of a part's beginning. */
const maxExcerptLength = 80;

export interface StoredRule {
  /** The rule's bytes from the core, in base64. */
  bytes: string;
  /** Beginning of the part that the rule was made from. */
  words: string;
  /** Creation time, ISO 8601; empty if unknown. */
  made: string;
  isOff: boolean;
}

export interface StoredSite {
  version: typeof version;
  /** True if bylines and dates are part of the text. */
  bylines: boolean;
  /** Oldest first. */
  rules: StoredRule[];
}

/** The rules of a page's site, and their outcomes on the page. */
export interface AppliedSiteRules {
  /** As it was when the page was read, but with the current switch. */
  site: StoredSite;
  /** The outcome of each rule in use, followed by that of the switch if it is on. */
  applied: Application[];
  /** Why nothing was applied: rules saved by a newer version, or none that the core can read. */
  problem: "newer" | "broken" | null;
  /** Saved rules that were made from this page, by their bytes. */
  savedFromPage: Map<string, StoredRule>;
  /** Rules undone on this page and no longer saved, by their bytes. */
  undone: Map<string, StoredRule>;
}

/** Returns the beginning of a text as saved with a rule. */
export function excerpt(text: string): string {
  return text.length > maxExcerptLength ? `${text.slice(0, maxExcerptLength - 1)}…` : text;
}

/** Returns the site of a URL: its host without `www.`, or its scheme if it has no host. */
export function siteOf(href: string): string {
  const { host, protocol } = new URL(href);
  return host.replace(/^www\./, "") || protocol;
}

/** Returns the key in `storage.local` of a site's rules. */
export function siteKey(site: string): string {
  return `site:${site}`;
}

/** Returns the record saved for a site by any version; null if it is invalid. */
export function parseSite(stored: unknown): StoredSite | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > version) {
    return "newer";
  }
  const rules = Array.isArray(stored.rules) ? stored.rules.map(parseRule).filter((rule) => rule !== null) : [];
  return { version, bylines: stored.bylines === true, rules: rules.slice(-maxRules) };
}

/** Returns a rule in the stored format; null if it is invalid. */
export function parseRule(value: unknown): StoredRule | null {
  if (!isRecord(value) || typeof value.bytes !== "string" || !isRuleLike(value.bytes)) {
    return null;
  }
  const { bytes, words, made, isOff } = value;
  return {
    bytes,
    words: typeof words === "string" ? words.slice(0, maxExcerptLength) : "",
    made: typeof made === "string" && made.length <= 30 ? made : "",
    isOff: isOff === true,
  };
}

/** Returns whether a text is bytes of at most a rule's length. Only the core can read them. */
function isRuleLike(base64: string): boolean {
  try {
    const { length } = Uint8Array.fromBase64(base64);
    return length > 0 && length <= maxRuleBytes;
  } catch {
    return false;
  }
}

/** Returns the rules that are in use. */
export function rulesInUse({ rules }: StoredSite): StoredRule[] {
  return rules.filter(({ isOff }) => !isOff);
}

/** Returns the rules in use in the core's format (`SiteRules::read`); empty if a later version saved them. */
export function encodeSiteRules(stored: StoredSite | "newer"): Uint8Array {
  const site = stored === "newer" ? emptySite() : stored;
  return encodeRules(
    rulesInUse(site).map(({ bytes }) => bytes),
    site.bylines,
  );
}

/**
 * Returns rules, given in base64, and the switch in the core's format: a byte for version and switch, then the rules.
 */
export function encodeRules(rules: readonly string[], bylines: boolean): Uint8Array {
  const bytes = rules.flatMap((rule) => [...Uint8Array.fromBase64(rule)]);
  return new Uint8Array(bytes.length > 0 || bylines ? [bylines ? 0x11 : 0x10, ...bytes] : []);
}

/** Returns the record of a site without rules. */
export function emptySite(): StoredSite {
  return { version, bylines: false, rules: [] };
}

/** Returns the rules of a URL's site. */
export async function loadSite(href: string): Promise<StoredSite | "newer"> {
  const key = siteKey(siteOf(href));
  return parseSite((await ext.storage.local.get(key))[key]) ?? emptySite();
}
