/** Handles menu items that work without a view: export and highlighting. */

import { ext } from "../../shared/ext.ts";
import { exportFromMenu, highlightFromMenu } from "../inject.ts";
import { exportActions, type MenuOutcome } from "../../shared/messages.ts";
import { clearNotice, showNotice } from "../../shared/unreadable.ts";

/** Prefix of the menu items of export actions, in menu-items.ts. */
const prefix = "take-";

/** Runs one of these menu items. */
export function runMenuItem(itemId: string | number, tab: chrome.tabs.Tab): void {
  const action = exportActions.find((name) => prefix + name === itemId);
  if (action) {
    void showStartFailure(tab, exportFromMenu(tab, action, false));
  } else if (itemId === "copy-selection") {
    void showStartFailure(tab, exportFromMenu(tab, "copyMarkdown", true));
  } else if (itemId === "highlight-selection") {
    void showStartFailure(tab, highlightFromMenu(tab));
  } else if (itemId === "take-several") {
    void openTabsPage(tab);
  }
}

/** Shows on the icon if it couldn't start. */
async function showStartFailure(tab: chrome.tabs.Tab, started: Promise<MenuOutcome>): Promise<void> {
  try {
    const [outcome] = await Promise.all([started, clearNotice(tab.id ?? -1)]);
    if (outcome.kind === "unreadable") {
      await showNotice(tab, outcome.type === "application/pdf" ? "pdf" : "document");
    }
  } catch (error) {
    await showNotice(tab, error);
  }
}

/** Opens the page that saves the selected tabs as one file, or all tabs of the window if only one is selected. */
export async function openTabsPage({ windowId, index, incognito }: chrome.tabs.Tab): Promise<void> {
  const tabs = await ext.tabs.query({ windowId });
  const selected = tabs.filter(({ highlighted }) => highlighted);
  const tabsToSave = selected.length > 1 ? selected : tabs;
  const ids = tabsToSave.toSorted((a, b) => a.index - b.index).flatMap(({ id }) => id ?? []);
  const url = `${ext.runtime.getURL("tabs.html")}?${new URLSearchParams({ tabs: ids.join(",") })}`;
  // Pages of extensions can't open in private windows.
  await ext.tabs.create(incognito ? { url } : { url, windowId, index: index + 1 });
}

/** Opens the page that asks for permission for some sites, beside the tab that needs it. */
export async function openPermissionPage(
  origins: readonly string[],
  token: string,
  tab: chrome.tabs.Tab,
): Promise<void> {
  const { id, windowId, index, incognito } = tab;
  const query = new URLSearchParams({ sites: origins.join(" "), tab: String(id), token });
  const url = `${ext.runtime.getURL("sites.html")}?${query}`;
  const besideTab = id === undefined ? {} : { windowId, index: index + 1, openerTabId: id };
  await ext.tabs.create(incognito ? { url } : { url, ...besideTab });
}
