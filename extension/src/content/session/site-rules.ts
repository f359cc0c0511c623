/** Applies the site rules of a site to what was found on one of its pages. */

import { loaded } from "./parts.ts";
import { Blocks } from "../dom/reading-position.ts";
import type { FoundDetection } from "./finding.ts";
import { bytesOf, noSite, type AppliedSiteRules, type StoredSite } from "../../shared/site-rules/site-rules.ts";

/**
 * Applies the site rules, and then the changes of this page. `stored` is what the detection was asked for with.
 * Where that cannot be, it stays as found.
 */
export async function applySiteRules(
  finding: FoundDetection,
  stored: StoredSite | "newer",
  changes: unknown,
): Promise<void> {
  const site = stored === "newer" ? noSite() : stored;
  const problem = stored === "newer" ? stored : null;
  finding.siteRules = { site, applied: [], problem, made: new Map(), forgotten: new Map() };
  const bytes = bytesOf(site);
  if (bytes.length > 0) {
    await apply(finding, finding.siteRules, bytes);
  }
  if (changes) {
    await (await loaded("page-changes"))?.(finding, changes);
  }
}

async function apply(finding: FoundDetection, siteRules: AppliedSiteRules, bytes: Uint8Array): Promise<void> {
  try {
    siteRules.applied = await finding.detection.remembered(bytes);
    finding.summary = finding.detection.summary();
    finding.blocks = new Blocks(finding.detection);
  } catch (error) {
    console.error(error);
    siteRules.problem = "broken";
  }
}
