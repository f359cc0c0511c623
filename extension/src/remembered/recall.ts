/** What is remembered for a site, upon what was found on one of its pages. */

import type { Application } from "../core.ts";
import { Blocks } from "../place.ts";
import type { FoundDetection } from "../session.ts";
import { bytesOf, noSite, type StoredRule, type StoredSite } from "./site.ts";

/** What is remembered for the site of a page, and what became of it there. */
export interface Remembered {
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

/** Decides as is remembered. `stored` is what the detection was asked for with. Where that cannot be, it stays as found. */
export async function recall(finding: FoundDetection, stored: StoredSite | "newer"): Promise<void> {
  const site = stored === "newer" ? noSite() : stored;
  const problem = stored === "newer" ? stored : null;
  finding.remembered = { site, applied: [], problem, made: new Map(), forgotten: new Map() };
  const bytes = bytesOf(site);
  if (bytes.length > 0) {
    await apply(finding, finding.remembered, bytes);
  }
}

async function apply(finding: FoundDetection, remembered: Remembered, bytes: Uint8Array): Promise<void> {
  try {
    remembered.applied = await finding.detection.remembered(bytes);
    finding.summary = finding.detection.summary();
    finding.blocks = new Blocks(finding.detection);
  } catch (error) {
    console.error(error);
    remembered.problem = "broken";
  }
}
