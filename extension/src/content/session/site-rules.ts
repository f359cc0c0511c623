/** Applies the site rules of a site to what was found on one of its pages. */

import { loaded } from "./parts.ts";
import { Blocks } from "../dom/reading-position.ts";
import type { FoundDetection } from "./finding.ts";
import { ext } from "../../shared/ext.ts";
import { type AppliedSiteRules, noSite, siteKey, siteOf } from "../../shared/site-rules/site-rules.ts";
import type { SiteRules } from "./stored-site-rules.ts";

/** Returns the site rules of the page's site. Most sites have none. */
export async function loadSiteRules(): Promise<SiteRules> {
  const key = siteKey(siteOf(location.href));
  const { [key]: value } = await ext.storage.local.get(key);
  const rules = value === undefined ? undefined : (await loaded("site-rules"))?.(value);
  return rules ?? { stored: noSite(), bytes: new Uint8Array() };
}

/**
 * Decides as is remembered, and upon that as was changed on this page. The rules are those that the detection was asked for
 * with. Where that cannot be, it stays as found.
 */
export async function applySiteRules(
  finding: FoundDetection,
  { stored, bytes }: SiteRules,
  changes: unknown,
): Promise<void> {
  const site = stored === "newer" ? noSite() : stored;
  const problem = stored === "newer" ? stored : null;
  finding.siteRules = { site, applied: [], problem, made: new Map(), forgotten: new Map() };
  if (bytes.length > 0) {
    await apply(finding, finding.siteRules, bytes);
  }
  if (changes) {
    await (await loaded("page-changes"))?.(finding, changes);
  }
}

async function apply(finding: FoundDetection, remembered: AppliedSiteRules, bytes: Uint8Array): Promise<void> {
  try {
    remembered.applied = await finding.detection.remembered(bytes);
    finding.summary = finding.detection.summary();
    finding.blocks = new Blocks(finding.detection);
  } catch (error) {
    console.error(error);
    remembered.problem = "broken";
  }
}
