/** Opens links in tabs of their own, and checks the permission that Reader needs there. */

import { ext } from "../../shared/ext.ts";
import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { newTabTimeout } from "../../shared/timeouts.ts";

/** Returns the sites that the user has given permission for. */
export async function openedOrigins(): Promise<string[]> {
  return (await ext.permissions.getAll()).origins ?? [];
}

/** Returns whether there is permission for the site of an address. `asks`: asks for it where there is none. */
export async function permissionFor(url: string, asks = false): Promise<boolean> {
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    return false;
  }
  const origin = originOf(parsed);
  return asks ? ext.permissions.request({ origins: [origin] }).catch(() => false) : hasPermission(origin);
}

/** Opens an address in a tab beside another. Returns the new tab's id. */
export async function linkTab(url: string, from: chrome.tabs.Tab, active: boolean): Promise<number | undefined> {
  const { windowId, index, id } = from;
  const opener = id === undefined ? {} : { openerTabId: id };
  return (await ext.tabs.create({ url, active, windowId, index: index + 1, ...opener })).id;
}

/** Resolves once a new tab has gone to its page; false where it does not, or the page is of a site without permission. */
export function isCommitted(tabId: number): Promise<boolean> {
  return new Promise((resolve) => {
    const end = (isThere: boolean): void => {
      ext.tabs.onUpdated.removeListener(updated);
      ext.tabs.onRemoved.removeListener(removed);
      resolve(isThere);
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
    // The address of another site is not told, nor in Firefox that of the empty page before.
    setTimeout(() => end(false), newTabTimeout);
    void ext.tabs.get(tabId).then(check, () => end(false));
  });
}
