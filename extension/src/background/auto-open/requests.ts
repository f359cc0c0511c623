/** Answers requests of pages that may open automatically, and about the Auto-open list. */

import { ext } from "../../shared/ext.ts";
import type { ViewName } from "../../parts.ts";
import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { Handlers } from "../rpc.ts";
import { handleClick, openLink } from "../views.ts";
import { askIconStates, setIconState } from "./icon.ts";
import { permittedOrigins, hasPermissionFor } from "./links.ts";
import { changeList } from "./list.ts";
import { registerScripts } from "./registration.ts";
import { viewForVisit } from "./tabs.ts";

export const autoOpenHandlers = {
  arrived: async ({ url, visit }, tab) => {
    const view = tab?.id === undefined ? null : await viewForVisit(tab.id, url, visit);
    if (tab && view) {
      await handleClick(tab, view, "none", true);
    }
  },
  article: async ({ url, isThere }, tab) => {
    if (tab?.id !== undefined) {
      await setIconState(tab.id, url, isThere);
    }
  },
  "allow-site": async ({ view, url }, tab) => {
    const origin = originOf(new URL(url));
    try {
      return await ext.permissions.request({ origins: [origin] });
    } catch {
      // A click in a page isn't a user gesture for the extension in Firefox, and in Chromium only briefly.
      if (await hasPermission(origin)) {
        return true;
      }
    }
    if (tab) {
      await openAutoOpenSettings(view, url);
    }
    return "elsewhere";
  },
  "open-own": async ({ page, section = "" }) => {
    const url = new URL(ext.runtime.getURL(page === "highlights" ? "highlights.html" : "options.html"));
    url.hash = section;
    await ext.tabs.create({ url: url.href });
  },
  "change-list": async (change) => {
    const refusal = await changeList(change);
    await refreshAutoOpen();
    return refusal;
  },
  "open-link": async ({ url, active = false }, tab) => {
    if (tab) {
      await openLink(url, tab, active, await hasPermissionFor(url));
    }
  },
  permitted: () => permittedOrigins(),
} satisfies Partial<Handlers>;

/** Registers the scripts again after the permissions changed. */
export async function refreshAutoOpen(): Promise<void> {
  await registerScripts();
  await askIconStates();
}

/** Opens the settings page at Auto-open. */
export async function openAutoOpenSettings(view: ViewName, url: string): Promise<void> {
  await ext.tabs.create({ url: `${ext.runtime.getURL("options.html")}?${new URLSearchParams({ view, url })}` });
}
