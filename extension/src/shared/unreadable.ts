/** Tells the user why a tab can't be read: a message in the icon's popup, and a badge on the icon. */

import { ext, t } from "./ext.ts";

/** Each has a message `notice_<reason>`. */
export const reasons = ["pdf", "document", "file", "closed", "failed", "fought", "private"] as const;

type Reason = (typeof reasons)[number];

/**
 * Shows why a tab can't be read: a reason, or the error of an injection. The popup opens immediately if the browser allows
 * that (Chromium); otherwise the icon has a badge, and the next click opens the popup.
 */
export async function showNotice(tab: chrome.tabs.Tab, cause: unknown): Promise<void> {
  const reason = typeof cause === "string" ? (cause as Reason) : await reasonFor(tab, cause);
  const tabId = tab.id;
  if (tabId === undefined) {
    return;
  }
  try {
    await ext.action.setTitle({ tabId, title: t(`notice_${reason}`) });
    await ext.action.setBadgeBackgroundColor({ tabId, color: "#8a3b12" });
    await ext.action.setBadgeText({ tabId, text: "–" });
    await ext.action.setPopup({ tabId, popup: `notice.html?reason=${reason}&tab=${tabId}` });
    await ext.action.openPopup({ windowId: tab.windowId });
  } catch {
    // The tab was closed, or the browser opens popups only after a click: title and badge remain.
  }
}

/** Removes the notice, so that the next click tries again. */
export async function clearNotice(tabId: number): Promise<void> {
  try {
    await Promise.all([
      ext.action.setPopup({ tabId, popup: "" }),
      ext.action.setBadgeText({ tabId, text: "" }),
      ext.action.setTitle({ tabId, title: t("actionRead") }),
    ]);
  } catch {
    // Closed meanwhile.
  }
}

async function reasonFor(tab: chrome.tabs.Tab, error: unknown): Promise<Reason> {
  const message = String(error);
  if (`${tab.url} ${message}`.includes("file:")) {
    return (await ext.extension.isAllowedFileSchemeAccess()) ? "failed" : "file";
  }
  // An error of `inject.ts`: access was granted, but something else failed. Firefox grants access to its own pages, although
  // no script runs there.
  const isAllowed = /could not be started/.test(message) && !tab.url?.startsWith("about:");
  return isAllowed ? "failed" : "closed";
}
