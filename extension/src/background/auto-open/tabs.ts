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
export function arrived(tab: number, url: string, visit: string | null): Promise<ViewName | null> {
  return serialize(async () => {
    const view = viewFor(patternsIn((await loadList()) ?? ""), url);
    const all = await siteVisits();
    const { host } = new URL(url);
    const before = all.find((stay) => stay.tab === tab && stay.host === host);
    const isSame = before !== undefined && (visit === null || before.visit === visit);
    const stay = { tab, host, visit: visit ?? before?.visit ?? null, isOff: isSame && before.isOff };
    const others = all.filter((other) => other.tab !== tab).slice(1 - maxTabs);
    await ext.storage.session.set({ [key]: [...others, stay] });
    return stay.isOff ? null : view;
  });
}

/** Records that the user closed or opened a view in a tab. */
export function noteTab(tab: number, isOff: boolean): Promise<void> {
  return serialize(async () => {
    const all = await siteVisits();
    if (all.some((stay) => stay.tab === tab && stay.isOff !== isOff)) {
      await ext.storage.session.set({ [key]: all.map((stay) => (stay.tab === tab ? { ...stay, isOff } : stay)) });
    }
  });
}
