/** The items in the browser's menus. The user can switch off each of them. */

import { loadSettings } from "./settings/settings.ts";
import { serverKey, loadServer } from "./export/server-store.ts";
import { ext, type MessageKey, t } from "./ext.ts";

type ContextType = `${chrome.contextMenus.ContextType}`;

interface ContextMenuItem {
  title: MessageKey;
  contexts: readonly ContextType[];
  /** The menu item whose submenu contains it. */
  parentId?: string;
  documentUrlPatterns?: string[];
  targetUrlPatterns?: string[];
}

const webUrls = ["http://*/*", "https://*/*"];

/** Contexts in a page. Browsers have a menu for each, and a view is of the whole page. */
const pageContexts = ["page", "selection", "image", "link"] as const;

const pageAndAction = ["page", "action"] as const;

/** Items that export share a submenu. */
const exportItem = { contexts: pageAndAction, parentId: "take" };

/** All items by name, in order. */
export const menuItems: { readonly [name: string]: ContextMenuItem } = {
  reader: { title: "actionRead", contexts: pageContexts },
  simplify: { title: "menu_simplify", contexts: pageContexts },
  inspect: { title: "menu_inspect", contexts: pageContexts },
  always: { title: "autoOpen", contexts: pageAndAction, documentUrlPatterns: webUrls },
  take: { title: "saveOrShare", contexts: pageAndAction },
  "take-copyMarkdown": { title: "copyMarkdown", ...exportItem },
  "take-copyLook": { title: "copyLook", ...exportItem },
  "take-saveMarkdown": { title: "saveMarkdown", ...exportItem },
  "take-saveHtml": { title: "saveHtml", ...exportItem },
  "take-saveEpub": { title: "saveEpub", ...exportItem },
  "take-send": { title: "send", ...exportItem },
  "take-several": { title: "tabs", ...exportItem },
  "highlight-selection": { title: "highlightSelection", contexts: ["selection"] },
  "copy-selection": { title: "copySelection", contexts: ["selection"] },
  link: { title: "openLink", contexts: ["link"], targetUrlPatterns: webUrls },
  "all-highlights": { title: "highlightsOfAllPages", contexts: ["action"] },
};

/** Current names of items, by those that earlier versions stored. */
const currentNames: { readonly [name: string]: string } = { highlight: "inspect", marks: "all-highlights" };

/** Returns the names of the switched-off items, from the setting. */
export function switchedOffItems(menus: string): ReadonlySet<string> {
  return new Set(menus.split(" ").map((name) => currentNames[name] ?? name));
}

/** Adds the items to the menus. Updates of the extension add them again. Firefox for Android has no menus. */
export function createMenuItems(): void {
  ext.contextMenus?.removeAll(() => {
    for (const [id, { title, contexts, ...rest }] of Object.entries(menuItems)) {
      // The types require at least one context.
      const [firstContext = "page", ...otherContexts] = contexts;
      ext.contextMenus.create({ id, title: t(title), contexts: [firstContext, ...otherContexts], ...rest });
    }
    void updateMenuItems({ menus: true });
  });
}

/** Shows the items that aren't switched off, and the one for the user's server only if there is one. */
export async function updateMenuItems(changes: object): Promise<void> {
  if (ext.contextMenus && ("menus" in changes || serverKey in changes)) {
    const [{ menus }, server] = await Promise.all([loadSettings(), loadServer()]);
    const off = switchedOffItems(menus);
    for (const id of Object.keys(menuItems)) {
      const visible = !off.has(id) && (id !== "take-send" || server !== null);
      // If the items don't exist yet, this runs again once they do.
      await ext.contextMenus.update(id, { visible })?.catch(() => {});
    }
  }
}
