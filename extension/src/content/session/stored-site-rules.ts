/** Reads and applies the site rules of a site, for sites that have any. */

import { type AppliedSiteRules, encodeSiteRules, emptySite, parseSite } from "../../shared/site-rules/site-rules.ts";
import { Blocks } from "../dom/reading-position.ts";
import type { FoundDetection } from "./finding.ts";

/** Site rules in the stored and in the core's format. */
export interface SiteRules extends Pick<AppliedSiteRules, "site" | "problem"> {
  bytes: Uint8Array;
  /** Applies them. Absent if there are none. */
  apply?(finding: FoundDetection, siteRules: AppliedSiteRules): Promise<void>;
}

/** Reads the stored rules. If they can't be applied, the finding stays as it is. */
export function readSiteRules(value: unknown): SiteRules {
  const stored = parseSite(value);
  const site = stored === "newer" || stored === null ? emptySite() : stored;
  const problem = stored === "newer" ? stored : null;
  const bytes = encodeSiteRules(site);
  const apply = async (finding: FoundDetection, siteRules: AppliedSiteRules): Promise<void> => {
    try {
      siteRules.applied = await finding.detection.applySiteRules(bytes);
      finding.summary = finding.detection.summary();
      finding.blocks = new Blocks(finding.detection);
    } catch (error) {
      console.error(error);
      siteRules.problem = "broken";
    }
  };
  return { site, problem, bytes, ...(bytes.length > 0 && { apply }) };
}
