/** The message shown if there is no article, so that no view is blank. */

import { t } from "../../shared/ext.ts";
import type { Finding, FoundDetection } from "./finding.ts";

export interface Message {
  title: string;
  /** What to do next. */
  text: string;
}

/** Returns whether there is an article to show, by the core's confidence. */
export function isArticle(finding: Finding): finding is FoundDetection {
  return finding.kind === "found" && finding.summary.confidence !== "none";
}

/** Returns whether there is an article, or a discussion on a page without one. */
export function isReadable(finding: Finding): finding is FoundDetection {
  return finding.kind === "found" && (finding.thread !== undefined || finding.summary.confidence !== "none");
}

/** Returns the message of a finding that isn't an article. */
export function noArticleMessage(finding: Finding): Message {
  return finding.kind === "failed"
    ? { title: t("failed"), text: finding.failure || t("failedNext") }
    : { title: t("none"), text: t("noneNext") };
}
