/** Opens links in new tabs, and checks the permission that Reader needs there. */

import { ext } from "../../shared/ext.ts";
import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { newTabTimeout } from "../../shared/timeouts.ts";

/** Returns the sites that the user has given permission for. */
export async function permittedOrigins(): Promise<string[]> {
  return (await ext.permissions.getAll()).origins ?? [];
}

/** Returns whether there is permission for the site of a URL. `mayRequest`: requests it if there is none. */
export async function hasPermissionFor(url: string, mayRequest = false): Promise<boolean> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return false;
  }
  const origin = originOf(parsed);
  return mayRequest ? ext.permissions.request({ origins: [origin] }).catch(() => false) : hasPermission(origin);
}

/** Opens a URL in a tab beside another. Returns the new tab's id. */
export async function openLinkTab(url: string, from: chrome.tabs.Tab, active: boolean): Promise<number | undefined> {
  const { windowId, index, id } = from;
  const opener = id === undefined ? {} : { openerTabId: id };
  return (await ext.tabs.create({ url, active, windowId, index: index + 1, ...opener })).id;
}

/** Resolves once a new tab has reached its page; to false if it doesn't, or if there is no permission for the site. */
export function waitForPage(tabId: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isReached: boolean): void => {
      ext.tabs.onUpdated.removeListener(updated);
      ext.tabs.onRemoved.removeListener(removed);
      resolve(isReached);
    };
    const check = ({ url }: chrome.tabs.Tab): void => {
      if (url && /^https?:/.test(url)) {
        end(true);
      }
    };
    const updated = (id: number, _change: unknown, tab: chrome.tabs.Tab): void => {
      if (id === tabId) {
        check(tab);
      }
    };
    const removed = (id: number): void => {
      if (id === tabId) {
        end(false);
      }
    };
    ext.tabs.onUpdated.addListener(updated);
    ext.tabs.onRemoved.addListener(removed);
    // The URL is hidden without permission for the site, and in Firefox for the empty page before.
    setTimeout(() => end(false), newTabTimeout);
    void ext.tabs.get(tabId).then(check, () => end(false));
  });
}
