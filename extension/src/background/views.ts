/** Opens views in tabs, and closes them. */

import { ext, t } from "../shared/ext.ts";
import { type ViewName, viewNames } from "../parts.ts";
import type { ViewRequest, Shortcuts } from "../shared/messages.ts";
import { clearNotice, showNotice } from "../shared/unreadable.ts";
import { askIconState } from "./auto-open/icon.ts";
import { waitForPage, openLinkTab, permittedOrigins } from "./auto-open/links.ts";
import { setAutoOpenOff } from "./auto-open/tabs.ts";
import { inject, open } from "./inject.ts";
import { isTrial, openTrial } from "./trial.ts";

/**
 * The view of the latest unanswered click, by tab. Another click replaces it. A second click for the same view cancels it;
 * while the page still loads, it opens the view immediately.
 */
const pending = new Map<number, { view: ViewName }>();

/**
 * Handles a click for a view. `isAuto`: the page opens automatically, without a click; then failures aren't shown.
 */
export async function handleClick(
  tab: chrome.tabs.Tab,
  view: ViewName,
  leave: ViewRequest["leave"],
  isAuto = false,
): Promise<void> {
  if (tab.id === undefined) {
    return;
  }
  const id = tab.id;
  const previous = pending.get(id);
  const isSame = previous !== undefined && (leave === "any" || (leave === "same" && previous.view === view));
  const thisClick = { view };
  pending.set(id, thisClick);
  try {
    const [keys] = await Promise.all([loadShortcuts(), clearNotice(id)]);
    const request: ViewRequest = { view, leave, clicked: Date.now(), shortcuts: keys, isAuto };
    const click = {
      request,
      immediately: previous !== undefined,
      onlyCancels: isSame && tab.status !== "loading",
      isCurrent: () => pending.get(id) === thisClick,
    };
    const outcome = await (isTrial(tab) ? openTrial(id, request) : open(tab, click));
    if (outcome.kind === "opened" || outcome.kind === "left") {
      const isOpen = outcome.kind === "opened";
      await Promise.all([setTitle(id, isOpen), isAuto || setAutoOpenOff(id, !isOpen), isOpen && injectLinks(tab)]);
    } else if (!isAuto && pending.get(id) === thisClick) {
      const isPdf = outcome.kind === "unreadable" && outcome.type === "application/pdf";
      await showNotice(tab, isPdf ? "pdf" : outcome.kind === "unreadable" ? "document" : "failed");
    }
  } catch (error) {
    // The tab navigated while the page was read. That isn't a failure, and the click wasn't for the new page.
    const hasNavigated = await ext.tabs.get(id).then(
      ({ status }) => status === "loading",
      () => true,
    );
    if (pending.get(id) === thisClick && !hasNavigated && !isAuto) {
      await showNotice(tab, error);
    }
  } finally {
    if (pending.get(id) === thisClick) {
      pending.delete(id);
    }
  }
}

/** Clears the pending click of a tab whose view was canceled in the page, so that the next click opens a view. */
export function clearPendingClick(tabId: number): void {
  pending.delete(tabId);
}

/** Shows on the icon what the next click does. The browser resets it when the tab navigates. */
export async function setTitle(tabId: number, isOpen: boolean): Promise<void> {
  // A tab closed meanwhile isn't an error.
  await ext.action.setTitle({ tabId, title: t(isOpen ? "back" : "actionRead") }).catch(() => {});
  if (!isOpen) {
    askIconState(tabId);
  }
}

/** Returns the view that the icon opens: Simplify on a phone, where a page may be wider than the screen. */
export async function defaultView(): Promise<ViewName> {
  const { os } = await ext.runtime.getPlatformInfo();
  return os === "android" ? "simplify" : "reader";
}

/** Returns the shortcuts of the views, which the user may have changed. */
async function loadShortcuts(): Promise<Shortcuts> {
  const commands = (await ext.commands?.getAll()) ?? [];
  const entries = commands.map(({ name, shortcut }) => [name === "_execute_action" ? "reader" : name, shortcut]);
  return Object.fromEntries(entries.filter(([name, keys]) => isView(name) && keys));
}

export function isView(name: unknown): name is ViewName {
  return (viewNames as readonly unknown[]).includes(name);
}

/** Lets links open Reader in other tabs, if there is permission for any site. */
async function injectLinks(tab: chrome.tabs.Tab): Promise<void> {
  if ((await permittedOrigins()).length > 0) {
    await inject(tab, "links");
  }
}

/** Opens a link in another tab, in Reader if that is permitted. */
export async function openLink(
  url: string,
  from: chrome.tabs.Tab,
  active: boolean,
  isPermitted: boolean,
): Promise<void> {
  const id = await openLinkTab(url, from, active);
  if (id !== undefined && isPermitted && (await waitForPage(id))) {
    await handleClick(await ext.tabs.get(id), "reader", "none");
  }
}
