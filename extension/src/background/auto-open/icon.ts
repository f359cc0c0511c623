/** Shows on the icon whether a page has an article, only on sites in the Auto-open list. */

import { ext, type MessageKey, t } from "../../shared/ext.ts";
import type { IconRequest } from "../../shared/messages.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { originOf, originsOf, patternsIn } from "../../shared/auto-open/patterns.ts";
import { loadList } from "../../shared/auto-open/store.ts";

/** Icon states of a page, with the title of the button. */
const titles = { unknown: "actionRead", article: "actionArticle", none: "actionNoArticle" } satisfies Record<
  string,
  MessageKey
>;

type IconState = keyof typeof titles;

const files: Record<IconState, string> = { unknown: "pith", article: "pith-article", none: "pith-none" };

/** Handles a page's report whether it has an article, if its site is listed and permitted. */
export async function setIconState(tabId: number, url: string, hasArticle: boolean): Promise<void> {
  await showState(tabId, (await showsIconState(url)) ? (hasArticle ? "article" : "none") : "unknown");
}

async function showsIconState(url: string): Promise<boolean> {
  const origin = originOf(new URL(url));
  const listedOrigins = originsOf(patternsIn((await loadList()) ?? ""));
  return listedOrigins.includes(origin) && hasPermission(origin);
}

/** Shows a state. The browser resets it when the tab navigates. */
async function showState(tabId: number, state: IconState): Promise<void> {
  const path = Object.fromEntries([16, 32].map((size) => [size, `/icons/${files[state]}-${size}.png`]));
  try {
    // Firefox for Android has no icon there, but the title in its menu.
    await ext.action.setIcon?.({ tabId, path });
    const title = await ext.action.getTitle({ tabId });
    // The title of an open view or a failure stays.
    if (Object.values(titles).some((key) => t(key) === title)) {
      await ext.action.setTitle({ tabId, title: t(titles[state]) });
    }
  } catch {
    // Closed meanwhile.
  }
}

/** Asks a page to report again whether it has an article. Pages without Pith's script don't answer. */
export function askIconState(tabId: number): void {
  const request: IconRequest = { kind: "article?" };
  void ext.tabs.sendMessage(tabId, request).catch(() => {});
}

/** Asks every tab, after the list or a permission has changed. */
export async function askIconStates(): Promise<void> {
  for (const { id } of await ext.tabs.query({})) {
    if (id !== undefined) {
      askIconState(id);
    }
  }
}
