/** The items in the menus of the browser. The user can switch off each of them. */

import { load } from "./settings/settings.ts";
import { key as serverKey, loadServer } from "./export/server-store.ts";
import { ext, type MessageKey, t } from "./ext.ts";

type ContextType = `${chrome.contextMenus.ContextType}`;

interface ContextMenuItem {
  title: MessageKey;
  contexts: readonly ContextType[];
  /** The entry that it stands in. */
  parentId?: string;
  documentUrlPatterns?: string[];
  targetUrlPatterns?: string[];
}

const web = ["http://*/*", "https://*/*"];

/** What is pressed in a page: each has a menu of its own in browsers, and the view is one of the page. */
const anywhere = ["page", "selection", "image", "link"] as const;

const ofPage = ["page", "action"] as const;

/** Those that export stand in one of them. */
const exporter = { contexts: ofPage, parentId: "take" };

/** All entries by their names, in their order. */
export const entries: { readonly [name: string]: ContextMenuItem } = {
  reader: { title: "actionRead", contexts: anywhere },
  simplify: { title: "menu_simplify", contexts: anywhere },
  highlight: { title: "menu_highlight", contexts: anywhere },
  always: { title: "always", contexts: ofPage, documentUrlPatterns: web },
  take: { title: "takeAlong", contexts: ofPage },
  "take-copyMarkdown": { title: "copyMarkdown", ...exporter },
  "take-copyLook": { title: "copyLook", ...exporter },
  "take-saveMarkdown": { title: "saveMarkdown", ...exporter },
  "take-saveHtml": { title: "saveHtml", ...exporter },
  "take-saveEpub": { title: "saveEpub", ...exporter },
  "take-send": { title: "send", ...exporter },
  "take-several": { title: "tabs", ...exporter },
  "highlight-selection": { title: "mark", contexts: ["selection"] },
  "copy-selection": { title: "copySelection", contexts: ["selection"] },
  link: { title: "openLink", contexts: ["link"], targetUrlPatterns: web },
  marks: { title: "marks", contexts: ["action"] },
};

/** Puts the entries into the menus. Updates of the extension load them again. Firefox for Android has no menus. */
export function addEntries(): void {
  ext.contextMenus?.removeAll(() => {
    for (const [id, { title, contexts, ...entry }] of Object.entries(entries)) {
      // The types want to see the first of the contexts.
      const [first = "page", ...others] = contexts;
      ext.contextMenus.create({ id, title: t(title), contexts: [first, ...others], ...entry });
    }
    void followEntries({ menus: true });
  });
}

/** Shows the entries that are not switched off, and the one for the own server only while one is named. */
export async function followEntries(changes: object): Promise<void> {
  if (ext.contextMenus && ("menus" in changes || serverKey in changes)) {
    const [{ menus }, server] = await Promise.all([load(), loadServer()]);
    const off = new Set(menus.split(" "));
    for (const id of Object.keys(entries)) {
      const visible = !off.has(id) && (id !== "take-send" || server !== null);
      // Where the entries are not there yet, this comes again with them.
      await ext.contextMenus.update(id, { visible })?.catch(() => {});
    }
  }
}
