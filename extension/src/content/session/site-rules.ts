/** Applies site rules to the finding of a page. */

import { ext } from "../../shared/ext.ts";
import { emptySite, siteKey, siteOf } from "../../shared/site-rules/site-rules.ts";
import type { FoundDetection } from "./finding.ts";
import { loadPart } from "./parts.ts";
import type { SiteRules } from "./stored-site-rules.ts";

/** Returns the site rules of the page's site. Most sites have none. */
export async function loadSiteRules(): Promise<SiteRules> {
  const key = siteKey(siteOf(location.href));
  const { [key]: value } = await ext.storage.local.get(key);
  const rules = value === undefined ? undefined : (await loadPart("site-rules"))?.(value);
  return rules ?? { site: emptySite(), problem: null, bytes: new Uint8Array() };
}

/** Applies the site rules that detection was started with, and then this page's corrections. */
export async function applySiteRules(
  finding: FoundDetection,
  { site, problem, apply }: SiteRules,
  changes: unknown,
): Promise<void> {
  finding.siteRules = { site, applied: [], problem, savedFromPage: new Map(), undone: new Map() };
  await apply?.(finding, finding.siteRules);
  if (changes) {
    await (await loadPart("page-changes"))?.(finding, changes);
  }
}
