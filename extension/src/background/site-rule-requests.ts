/** What pages and the settings page ask of the background about what is remembered for sites. */

import type { Description } from "../shared/core.ts";
import type { SiteRefusal } from "../shared/site-rules/refusal.ts";
import { changeSites, forgetSites, type SiteChange } from "../shared/site-rules/store.ts";

/** Change what is remembered, forget all of it. */
export type SitesRequest = { kind: "change-sites"; changes: SiteChange[] } | { kind: "forget-sites" };

/** Say what rules say, given in base64. */
export interface RulesRequest {
  kind: "describe-rules";
  rules: string[];
}

/** What each rule says; null for what is no rule. */
export type Described = (Description | null)[];

const kinds: ReadonlySet<string> = new Set<SitesRequest["kind"]>(["change-sites", "forget-sites"]);

export function isSitesRequest(message: { kind: string }): message is SitesRequest {
  return kinds.has(message.kind);
}

/** Does what is asked for by a page in a tab, or by the settings page. Nothing is stored for private windows. */
export async function answerSites(
  request: SitesRequest,
  tab: chrome.tabs.Tab | undefined,
): Promise<{ refusal: SiteRefusal | null }> {
  if (tab?.incognito) {
    return { refusal: "private" };
  }
  return { refusal: await (request.kind === "forget-sites" ? forgetSites() : changeSites(request.changes)) };
}
