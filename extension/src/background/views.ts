/** Opens views in tabs, and closes them. */

import { ext, t } from "../shared/ext.ts";
import { type ViewName, viewNames } from "../parts.ts";
import type { Request, Shortcuts } from "../shared/messages.ts";
import { clearNotice, showNotice } from "../shared/unreadable.ts";
import { askIconState } from "./auto-open/icon.ts";
import { isCommitted, linkTab, openedOrigins } from "./auto-open/links.ts";
import { noteTab } from "./auto-open/tabs.ts";
import { inject, open } from "./inject.ts";
import { isTrial, openTrial } from "./trial.ts";

/**
 * The view that the latest unanswered click of each tab asks for. A further click replaces it. A
 * second click for the same view gives the view up; while the page still loads, it asks for the view
 * at once.
 */
const pending = new Map<number, { view: ViewName }>();

/**
 * Does what a click for a view asks for. `unasked`: the user hasn't clicked, the page is one that always opens; then no
 * failure is told.
 */
export async function clicked(
  tab: chrome.tabs.Tab,
  view: ViewName,
  leave: Request["leave"],
  unasked = false,
): Promise<void> {
  if (tab.id === undefined) {
    return;
  }
  const id = tab.id;
  const before = pending.get(id);
  const isSame = before !== undefined && (leave === "any" || (leave === "same" && before.view === view));
  const opening = { view };
  pending.set(id, opening);
  try {
    const [keys] = await Promise.all([shortcuts(), clearNotice(id)]);
    const request: Request = { view, leave, clicked: Date.now(), shortcuts: keys, unasked };
    const click = {
      request,
      immediately: before !== undefined,
      onlyLeaves: isSame && tab.status !== "loading",
      current: () => pending.get(id) === opening,
    };
    const outcome = await (isTrial(tab) ? openTrial(id, request) : open(tab, click));
    if (outcome.kind === "opened" || outcome.kind === "left") {
      const isOpen = outcome.kind === "opened";
      await Promise.all([setTitle(id, isOpen), unasked || noteTab(id, !isOpen), isOpen && followLinks(tab)]);
    } else if (!unasked && pending.get(id) === opening) {
      const isPdf = outcome.kind === "unreadable" && outcome.type === "application/pdf";
      await showNotice(tab, isPdf ? "pdf" : outcome.kind === "unreadable" ? "document" : "failed");
    }
  } catch (error) {
    // The tab went to another page while this one was read: not a failure, and the new page wasn't asked for.
    const gone = await ext.tabs.get(id).then(
      ({ status }) => status === "loading",
      () => true,
    );
    if (pending.get(id) === opening && !gone && !unasked) {
      await showNotice(tab, error);
    }
  } finally {
    if (pending.get(id) === opening) {
      pending.delete(id);
    }
  }
}

/** Ends the unanswered click of a tab whose view was given up in the page: the next one opens a view again. */
export function endClick(tabId: number): void {
  pending.delete(tabId);
}

/** Says on the icon what the next click does. The browser forgets it when the tab navigates. */
export async function setTitle(tabId: number, isOpen: boolean): Promise<void> {
  // A tab closed meanwhile isn't an error.
  await ext.action.setTitle({ tabId, title: t(isOpen ? "back" : "actionRead") }).catch(() => {});
  if (!isOpen) {
    askIconState(tabId);
  }
}

/** Returns the view that the icon opens: Simplify on a phone, where a page may be wider than the screen. */
export async function firstView(): Promise<ViewName> {
  const { os } = await ext.runtime.getPlatformInfo();
  return os === "android" ? "simplify" : "reader";
}

/** Returns the keys of the views, which the user may have changed. */
async function shortcuts(): Promise<Shortcuts> {
  const commands = (await ext.commands?.getAll()) ?? [];
  const known = commands.map(({ name, shortcut }) => [name === "_execute_action" ? "reader" : name, shortcut]);
  return Object.fromEntries(known.filter(([name, keys]) => isView(name) && keys));
}

export function isView(name: unknown): name is ViewName {
  return (viewNames as readonly unknown[]).includes(name);
}

/** Has links open readers in other tabs, where there is permission for any site. */
async function followLinks(tab: chrome.tabs.Tab): Promise<void> {
  if ((await openedOrigins()).length > 0) {
    await inject(tab, "links");
  }
}

/** Opens a link in another tab, and the reader there where that is permitted. */
export async function openLink(
  url: string,
  from: chrome.tabs.Tab,
  active: boolean,
  isPermitted: boolean,
): Promise<void> {
  const id = await linkTab(url, from, active);
  if (id !== undefined && isPermitted && (await isCommitted(id))) {
    await clicked(await ext.tabs.get(id), "reader", "none");
  }
}
