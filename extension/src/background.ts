/**
 * The background: a click on the icon, a shortcut or a menu entry opens a view in the tab, or
 * leaves it. It holds nothing that must survive when the browser stops it.
 */

import { ext, t } from "./ext.ts";
import { bring, open } from "./inject.ts";
import { type Answer, type Message, type Request, type Shortcuts, type ViewName, viewNames } from "./messages.ts";
import { answerMarks, isMarksRequest, showMarks } from "./marks/requests.ts";
import type { Stored } from "./marks/store.ts";
import { clearNotice, showNotice } from "./notice.ts";
import { detect } from "./remote-core.ts";

/**
 * The view that the latest unanswered click of each tab asks for. A further click replaces it. A
 * second click for the same view gives the view up; while the page still loads, it asks for the view
 * at once.
 */
const pending = new Map<number, { view: ViewName }>();

async function clicked(tab: chrome.tabs.Tab, view: ViewName, leave: Request["leave"]): Promise<void> {
  if (tab.id === undefined) {
    return;
  }
  const id = tab.id;
  const before = pending.get(id);
  const isSame = before !== undefined && (leave === "any" || (leave === "same" && before.view === view));
  const turn = { view };
  pending.set(id, turn);
  try {
    const [keys] = await Promise.all([shortcuts(), clearNotice(id)]);
    const outcome = await open(tab, {
      request: { view, leave, clicked: Date.now(), shortcuts: keys },
      immediately: before !== undefined,
      onlyLeaves: isSame && tab.status !== "loading",
      current: () => pending.get(id) === turn,
    });
    if (outcome.kind === "unreadable") {
      await showNotice(tab, outcome.type === "application/pdf" ? "pdf" : "document");
    } else if (outcome.kind === "failed") {
      await showNotice(tab, "failed");
    } else {
      await setTitle(id, outcome.kind === "opened");
    }
  } catch (error) {
    // The tab went to another page while this one was read: no failure, and nobody asked for the new page.
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

/** Says on the icon what the next click does. The browser forgets it when the tab navigates. */
async function setTitle(tabId: number, isOpen: boolean): Promise<void> {
  // A tab closed meanwhile is no error.
  await ext.action.setTitle({ tabId, title: t(isOpen ? "back" : "actionRead") }).catch(() => {});
}

/** Returns the view that the icon opens: Simplify on a phone, where a page may be wider than the screen. */
async function firstView(): Promise<ViewName> {
  const { os } = await ext.runtime.getPlatformInfo();
  return os === "android" ? "simplify" : "reader";
}

/** Returns the keys of the views, which the user may have changed. */
async function shortcuts(): Promise<Shortcuts> {
  const commands = (await ext.commands?.getAll()) ?? [];
  const known = commands.map(({ name, shortcut }) => [name === "_execute_action" ? "reader" : name, shortcut]);
  return Object.fromEntries(known.filter(([name, keys]) => isView(name) && keys));
}

function isView(name: unknown): name is ViewName {
  return (viewNames as readonly unknown[]).includes(name);
}

ext.action.onClicked.addListener((tab) => {
  void firstView().then((view) => clicked(tab, view, "any"));
});

// Firefox for Android has neither keyboard shortcuts nor context menus.
ext.commands?.onCommand.addListener((view, tab) => {
  if (tab && isView(view)) {
    void clicked(tab, view, "same");
  }
});

ext.contextMenus?.onClicked.addListener(({ menuItemId }, tab) => {
  if (menuItemId === "marks") {
    void showMarks("");
  } else if (tab && isView(menuItemId)) {
    void clicked(tab, menuItemId, "same");
  }
});

ext.runtime.onInstalled.addListener(() => {
  ext.contextMenus?.removeAll(() => {
    for (const view of viewNames) {
      ext.contextMenus.create({
        id: view,
        title: t(view === "reader" ? "actionRead" : `menu_${view}`),
        contexts: ["page"],
      });
    }
    ext.contextMenus.create({ id: "marks", title: t("marks"), contexts: ["action"] });
  });
});

ext.runtime.onMessage.addListener((message: Message, sender, answer: (found?: Answer | Stored) => void) => {
  const { tab } = sender;
  if (message.kind === "detect" || isMarksRequest(message)) {
    void (message.kind === "detect" ? detect(message) : answerMarks(message, tab)).then(answer);
    // The answer comes later.
    return true;
  }
  if (tab?.id === undefined) {
    return;
  }
  if (message.kind === "tray" || message.kind === "pointing") {
    void bring(tab, message.kind).then(() => answer());
    return true;
  }
  if (message.kind === "left") {
    void setTitle(tab.id, false);
  } else if (message.kind === "show") {
    void clicked(tab, message.view, "none");
  } else {
    void showNotice(tab, message.kind);
  }
});
