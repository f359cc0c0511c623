/**
 * The background: a click on the icon, a shortcut or a menu item opens a view in the tab, or closes it. It has no state that
 * must survive when the browser stops it.
 */

import { ext } from "../shared/ext.ts";
import { addEntries, followEntries } from "../shared/menu-items.ts";
import { revokeTemporary } from "../shared/permissions.ts";
import { showNotice } from "../shared/unreadable.ts";
import { permissionFor } from "./auto-open/links.ts";
import { register } from "./auto-open/registration.ts";
import { follow, showAlways } from "./auto-open/requests.ts";
import { choose } from "./export/menu.ts";
import { showHighlights } from "./highlights/requests.ts";
import { handlers } from "./requests.ts";
import { serve } from "./rpc.ts";
import { followLocal, followSync } from "./sync.ts";
import { clicked, firstView, isView, openLink } from "./views.ts";

ext.action.onClicked.addListener((tab) => {
  void firstView().then((view) => clicked(tab, view, "any"));
});

// Firefox for Android has neither keyboard shortcuts nor context menus.
ext.commands?.onCommand.addListener((view, tab) => {
  if (tab && isView(view)) {
    void clicked(tab, view, "same");
  }
});

ext.contextMenus?.onClicked.addListener(({ menuItemId, linkUrl, pageUrl }, tab) => {
  if (menuItemId === "all-highlights") {
    void showHighlights("");
  } else if (menuItemId === "link" && tab && linkUrl) {
    // Without delay: the browser asks only while the click counts as a user gesture. It doesn't ask if permission exists.
    const permission = permissionFor(linkUrl, true);
    void permission.then((isPermitted) => openLink(linkUrl, tab, true, isPermitted));
  } else if (menuItemId === "always" && tab) {
    const url = pageUrl ?? tab.url ?? "";
    void (tab.incognito ? showNotice(tab, "private") : firstView().then((view) => showAlways(view, url)));
  } else if (tab && isView(menuItemId)) {
    void clicked(tab, menuItemId, "same");
  } else if (tab) {
    choose(menuItemId, tab);
  }
});

ext.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === "install") {
    void ext.tabs.create({ url: ext.runtime.getURL("welcome.html") });
  }
  addEntries();
  void register();
});

ext.tabs.onRemoved.addListener((tab) => void revokeTemporary(tab));

ext.storage.local.onChanged.addListener((changes) => {
  void followEntries(changes);
  followLocal(changes);
});
ext.storage.sync?.onChanged.addListener(followSync);
ext.runtime.onStartup.addListener(followSync);

// Scripts are registered only while a listed pattern is permitted.
ext.permissions.onAdded.addListener(() => void follow());
ext.permissions.onRemoved.addListener(() => void follow());

serve(handlers);
