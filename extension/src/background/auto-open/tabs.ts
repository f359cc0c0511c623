/** Remembers tabs in which the user left a view: no page opens automatically there until the tab leaves the site. */

import { ext } from "../../shared/ext.ts";
import { serialize } from "../../shared/serialize.ts";
import type { ViewName } from "../../parts.ts";
import { patternsIn, viewFor } from "../../shared/auto-open/patterns.ts";
import { loadList } from "../../shared/auto-open/store.ts";

/** In memory, until the browser closes. */
const key = "alwaysTabs";

/** Maximum remembered tabs. */
const maxTabs = 500;

interface SiteVisit {
  tab: number;
  host: string;
  visit: string | null;
  isOff: boolean;
}

async function siteVisits(): Promise<SiteVisit[]> {
  return (await ext.storage.session.get<{ [key]?: SiteVisit[] }>(key))[key] ?? [];
}

/** Returns the view that a loaded page opens in; null if it doesn't open. */
export function viewForVisit(tab: number, url: string, visit: string | null): Promise<ViewName | null> {
  return serialize(async () => {
    const view = viewFor(patternsIn((await loadList()) ?? ""), url);
    const visits = await siteVisits();
    const { host } = new URL(url);
    const earlier = visits.find((siteVisit) => siteVisit.tab === tab && siteVisit.host === host);
    const isSame = earlier !== undefined && (visit === null || earlier.visit === visit);
    const siteVisit = { tab, host, visit: visit ?? earlier?.visit ?? null, isOff: isSame && earlier.isOff };
    const others = visits.filter((other) => other.tab !== tab).slice(1 - maxTabs);
    await ext.storage.session.set({ [key]: [...others, siteVisit] });
    return siteVisit.isOff ? null : view;
  });
}

/** Records that the user closed or opened a view in a tab. */
export function setAutoOpenOff(tab: number, isOff: boolean): Promise<void> {
  return serialize(async () => {
    const visits = await siteVisits();
    if (visits.some((siteVisit) => siteVisit.tab === tab && siteVisit.isOff !== isOff)) {
      await ext.storage.session.set({
        [key]: visits.map((siteVisit) => (siteVisit.tab === tab ? { ...siteVisit, isOff } : siteVisit)),
      });
    }
  });
}
