/**
 * The background: a click on the icon, a shortcut or a menu item opens a view in the tab, or closes it. It has no state that
 * must survive when the browser stops it.
 */

import { ext } from "../shared/ext.ts";
import { createMenuItems, updateMenuItems } from "../shared/menu-items.ts";
import { revokeTemporary } from "../shared/permissions.ts";
import { showNotice } from "../shared/unreadable.ts";
import { hasPermissionFor } from "./auto-open/links.ts";
import { registerScripts } from "./auto-open/registration.ts";
import { refreshAutoOpen, openAutoOpenSettings } from "./auto-open/requests.ts";
import { runMenuItem } from "./export/menu.ts";
import { openHighlightsPage } from "./highlights/requests.ts";
import { handlers } from "./requests.ts";
import { serveRequests } from "./rpc.ts";
import { onLocalChange, onSyncChange } from "./sync.ts";
import { handleClick, defaultView, isView, openLink } from "./views.ts";

ext.action.onClicked.addListener((tab) => {
  void defaultView().then((view) => handleClick(tab, view, "any"));
});

// Firefox for Android has neither keyboard shortcuts nor context menus.
ext.commands?.onCommand.addListener((view, tab) => {
  if (tab && isView(view)) {
    void handleClick(tab, view, "same");
  }
});

ext.contextMenus?.onClicked.addListener(({ menuItemId, linkUrl, pageUrl }, tab) => {
  if (menuItemId === "all-highlights") {
    void openHighlightsPage("");
  } else if (menuItemId === "link" && tab && linkUrl) {
    // Without delay: the browser asks only while the click counts as a user gesture. It doesn't ask if permission exists.
    const permission = hasPermissionFor(linkUrl, true);
    void permission.then((isPermitted) => openLink(linkUrl, tab, true, isPermitted));
  } else if (menuItemId === "always" && tab) {
    const url = pageUrl ?? tab.url ?? "";
    void (tab.incognito ? showNotice(tab, "private") : defaultView().then((view) => openAutoOpenSettings(view, url)));
  } else if (tab && isView(menuItemId)) {
    void handleClick(tab, menuItemId, "same");
  } else if (tab) {
    runMenuItem(menuItemId, tab);
  }
});

ext.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === "install") {
    void ext.tabs.create({ url: ext.runtime.getURL("welcome.html") });
  }
  createMenuItems();
  void registerScripts();
});

ext.tabs.onRemoved.addListener((tab) => void revokeTemporary(tab));

ext.storage.local.onChanged.addListener((changes) => {
  void updateMenuItems(changes);
  onLocalChange(changes);
});
ext.storage.sync?.onChanged.addListener(onSyncChange);
ext.runtime.onStartup.addListener(onSyncChange);

// Scripts are registered only while a listed pattern is permitted.
ext.permissions.onAdded.addListener(() => void refreshAutoOpen());
ext.permissions.onRemoved.addListener(() => void refreshAutoOpen());

serveRequests(handlers);
