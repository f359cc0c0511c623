/** Shows on the icon whether a page has an article, on sites that may open automatically and on no others. */

import { ext, type MessageKey, t } from "../../shared/ext.ts";
import type { IconRequest } from "../../shared/messages.ts";
import { hasPermission } from "../../shared/permissions.ts";
import { originOf, originsOf, patternsIn } from "../../shared/auto-open/patterns.ts";
import { loadList } from "../../shared/auto-open/store.ts";

/** What the icon says of a page, with the title of its button. */
const titles = { unknown: "actionRead", article: "actionArticle", none: "actionNoArticle" } satisfies Record<
  string,
  MessageKey
>;

type IconState = keyof typeof titles;

const files: Record<IconState, string> = { unknown: "pith", article: "pith-article", none: "pith-none" };

/** Takes what a page says of itself, whether there is an article, which counts only while its site is listed and permitted. */
export async function setIconState(tabId: number, url: string, isThere: boolean): Promise<void> {
  await show(tabId, (await isSignalled(url)) ? (isThere ? "article" : "none") : "unknown");
}

async function isSignalled(url: string): Promise<boolean> {
  const origin = originOf(new URL(url));
  const listed = originsOf(patternsIn((await loadList()) ?? ""));
  return listed.includes(origin) && hasPermission(origin);
}

/** Shows a sign. The browser forgets it when the tab goes to another page. */
async function show(tabId: number, sign: IconState): Promise<void> {
  const path = Object.fromEntries([16, 32].map((size) => [size, `/icons/${files[sign]}-${size}.png`]));
  try {
    // Firefox for Android has no icon there, but the title in its menu.
    await ext.action.setIcon?.({ tabId, path });
    const title = await ext.action.getTitle({ tabId });
    // What the title says of an open view or of a failure stays.
    if (Object.values(titles).some((key) => t(key) === title)) {
      await ext.action.setTitle({ tabId, title: t(titles[sign]) });
    }
  } catch {
    // Closed meanwhile.
  }
}

/** Has a page say again whether there is an article; one that does not know how says nothing. */
export function askIconState(tabId: number): void {
  const request: IconRequest = { kind: "article?" };
  void ext.tabs.sendMessage(tabId, request).catch(() => {});
}

/** The same for every tab: the list or a permission has changed. */
export async function askIconStates(): Promise<void> {
  for (const { id } of await ext.tabs.query({})) {
    if (id !== undefined) {
      askIconState(id);
    }
  }
}
