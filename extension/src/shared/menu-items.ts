/** The items in the browser's menus. The user can switch off each of them. */

import { load } from "./settings/settings.ts";
import { key as serverKey, loadServer } from "./export/server-store.ts";
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

const web = ["http://*/*", "https://*/*"];

/** Contexts in a page. Browsers have a menu for each, and a view is of the whole page. */
const pageContexts = ["page", "selection", "image", "link"] as const;

const ofPage = ["page", "action"] as const;

/** Items that export share a submenu. */
const exporter = { contexts: ofPage, parentId: "take" };

/** All items by name, in order. */
export const entries: { readonly [name: string]: ContextMenuItem } = {
  reader: { title: "actionRead", contexts: pageContexts },
  simplify: { title: "menu_simplify", contexts: pageContexts },
  inspect: { title: "menu_inspect", contexts: pageContexts },
  always: { title: "autoOpen", contexts: ofPage, documentUrlPatterns: web },
  take: { title: "saveOrShare", contexts: ofPage },
  "take-copyMarkdown": { title: "copyMarkdown", ...exporter },
  "take-copyLook": { title: "copyLook", ...exporter },
  "take-saveMarkdown": { title: "saveMarkdown", ...exporter },
  "take-saveHtml": { title: "saveHtml", ...exporter },
  "take-saveEpub": { title: "saveEpub", ...exporter },
  "take-send": { title: "send", ...exporter },
  "take-several": { title: "tabs", ...exporter },
  "highlight-selection": { title: "highlightSelection", contexts: ["selection"] },
  "copy-selection": { title: "copySelection", contexts: ["selection"] },
  link: { title: "openLink", contexts: ["link"], targetUrlPatterns: web },
  "all-highlights": { title: "highlightsOfAllPages", contexts: ["action"] },
};

/** Current names of items, by those that earlier versions stored. */
const formerNames: { readonly [name: string]: string } = { highlight: "inspect", marks: "all-highlights" };

/** Returns the names of the switched-off items, from the setting. */
export function switchedOff(menus: string): ReadonlySet<string> {
  return new Set(menus.split(" ").map((name) => formerNames[name] ?? name));
}

/** Adds the items to the menus. Updates of the extension add them again. Firefox for Android has no menus. */
export function addEntries(): void {
  ext.contextMenus?.removeAll(() => {
    for (const [id, { title, contexts, ...entry }] of Object.entries(entries)) {
      // The types require at least one context.
      const [first = "page", ...others] = contexts;
      ext.contextMenus.create({ id, title: t(title), contexts: [first, ...others], ...entry });
    }
    void followEntries({ menus: true });
  });
}

/** Shows the items that aren't switched off, and the one for the user's server only if there is one. */
export async function followEntries(changes: object): Promise<void> {
  if (ext.contextMenus && ("menus" in changes || serverKey in changes)) {
    const [{ menus }, server] = await Promise.all([load(), loadServer()]);
    const off = switchedOff(menus);
    for (const id of Object.keys(entries)) {
      const visible = !off.has(id) && (id !== "take-send" || server !== null);
      // If the items don't exist yet, this runs again once they do.
      await ext.contextMenus.update(id, { visible })?.catch(() => {});
    }
  }
}
