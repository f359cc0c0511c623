/**
 * The background: a click on the icon, the shortcut or the menu entry opens the reader in the
 * tab, or leaves it. Holds nothing that has to survive its being stopped.
 */

import { ext, t } from "./ext.ts";
import { open } from "./inject.ts";
import type { Message } from "./messages.ts";
import { clearNotice, showNotice } from "./notice.ts";

/**
 * The latest click of each tab that is not answered yet. A further click on the same tab takes
 * over: it does not wait for the page to finish loading, and it never leaves, so that a double
 * click opens the reader once.
 */
const pending = new Map<number, symbol>();

async function clicked(tab: chrome.tabs.Tab): Promise<void> {
  if (tab.id === undefined) {
    return;
  }
  const id = tab.id;
  const impatient = pending.has(id);
  const turn = Symbol();
  pending.set(id, turn);
  try {
    await clearNotice(id);
    const outcome = await open(tab, {
      request: { view: "reader", toggle: !impatient, clicked: Date.now() },
      immediately: impatient,
      current: () => pending.get(id) === turn,
    });
    if (outcome.kind === "unreadable") {
      await showNotice(tab, outcome.type === "application/pdf" ? "pdf" : "document");
    } else {
      await setTitle(id, outcome.kind === "opened");
    }
  } catch (error) {
    // A page that goes away while it is being read is no failure, and the next one was not asked for.
    const gone = await ext.tabs.get(id).then(
      ({ status }) => status === "loading",
      () => true,
    );
    if (pending.get(id) === turn && !gone) {
      await showNotice(tab, error);
    }
  } finally {
    if (pending.get(id) === turn) {
      pending.delete(id);
    }
  }
}

/** Says on the icon what the next click does. Forgotten by the browser when the tab navigates. */
async function setTitle(tabId: number, isOpen: boolean): Promise<void> {
  // A tab closed meanwhile is no error.
  await ext.action.setTitle({ tabId, title: t(isOpen ? "actionLeave" : "actionRead") }).catch(() => {});
}

ext.action.onClicked.addListener((tab) => void clicked(tab));

// Firefox for Android has no context menus.
ext.contextMenus?.onClicked.addListener((_info, tab) => {
  if (tab) {
    void clicked(tab);
  }
});

ext.runtime.onInstalled.addListener(() => {
  ext.contextMenus?.removeAll(() => {
    ext.contextMenus.create({ id: "read", title: t("actionRead"), contexts: ["page"] });
  });
});

ext.runtime.onMessage.addListener((message: Message, sender) => {
  if (message.kind === "left" && sender.tab?.id !== undefined) {
    void setTitle(sender.tab.id, false);
  }
});
