/**
 * The background: a click on the icon, a shortcut or a menu entry opens a view in the tab, or
 * leaves it. It holds nothing that must survive when the browser stops it.
 */

import { askSign, askSigns, takeSign } from "./auto-open/icon.ts";
import { arrived, noteTab } from "./auto-open/tabs.ts";
import { isCommitted, linkTab, openedOrigins, permissionFor } from "./auto-open/links.ts";
import { register } from "../shared/auto-open/registration.ts";
import { changeList } from "../shared/auto-open/store.ts";
import { ext, t } from "../shared/ext.ts";
import { bring, open } from "./inject.ts";
import {
  type AlwaysRequest,
  type Message,
  type Request,
  type Shortcuts,
  type UsedPart,
  usedParts,
  type ViewName,
  viewNames,
} from "../shared/messages.ts";
import { addEntries, followEntries } from "../shared/menu-items.ts";
import { answerMarks, isMarksRequest, showMarks } from "./highlight-requests.ts";
import { clearNotice, showNotice } from "../shared/unreadable.ts";
import { answerSites, isSitesRequest } from "./site-rule-requests.ts";
import { giveBack } from "../shared/temporary-permissions.ts";
import { foreignPicture } from "./export/foreign-images.ts";
import { askSites, choose } from "./export/menu.ts";
import { send } from "./export/sending.ts";
import {
  continues,
  cuesOf,
  discussionOf,
  disguise,
  faultOf,
  judgeColours,
  partOf,
  picturesOf,
  readSheet,
  references,
  sectionsOf,
  sentenceEnds,
  spokenOf,
  templates,
  transcriptsOf,
  withFormulas,
  writeFile,
  writeSeveral,
} from "./export/writer.ts";
import { readOn } from "./next-tab.ts";
import { nextPage } from "./next-page.ts";
import { faceOf } from "./font-files.ts";
import { describe, detect, report } from "./core-host.ts";
import { followLocal, followSync } from "./sync.ts";
import { isTrial, openTrial } from "./trial.ts";

/**
 * The view that the latest unanswered click of each tab asks for. A further click replaces it. A
 * second click for the same view gives the view up; while the page still loads, it asks for the view
 * at once.
 */
const pending = new Map<number, { view: ViewName }>();

/**
 * Does what a click for a view asks for. `unasked`: nobody has clicked, the page is one that always opens; then no
 * failure is told.
 */
async function clicked(tab: chrome.tabs.Tab, view: ViewName, leave: Request["leave"], unasked = false): Promise<void> {
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
    const request: Request = { view, leave, clicked: Date.now(), shortcuts: keys, unasked };
    const click = {
      request,
      immediately: before !== undefined,
      onlyLeaves: isSame && tab.status !== "loading",
      current: () => pending.get(id) === turn,
    };
    const outcome = await (isTrial(tab) ? openTrial(id, request) : open(tab, click));
    if (outcome.kind === "opened" || outcome.kind === "left") {
      const isOpen = outcome.kind === "opened";
      await Promise.all([setTitle(id, isOpen), unasked || noteTab(id, !isOpen), isOpen && followLinks(tab)]);
    } else if (!unasked) {
      const isPdf = outcome.kind === "unreadable" && outcome.type === "application/pdf";
      await showNotice(tab, isPdf ? "pdf" : outcome.kind === "unreadable" ? "document" : "failed");
    }
  } catch (error) {
    // The tab went to another page while this one was read: no failure, and nobody asked for the new page.
    const gone = await ext.tabs.get(id).then(
      ({ status }) => status === "loading",
      () => true,
    );
    if (pending.get(id) === turn && !gone && !unasked) {
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
  if (!isOpen) {
    askSign(tabId);
  }
}

/** Has the scripts of listed pages run where they may run now. */
async function follow(): Promise<void> {
  await register();
  await askSigns();
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

/** Has links open readers in other tabs, where there is permission for any site. */
async function followLinks(tab: chrome.tabs.Tab): Promise<void> {
  if ((await openedOrigins()).length > 0) {
    await bring(tab, "links");
  }
}

/** Opens a link in another tab, and the reader there where that is permitted. */
async function openLink(url: string, from: chrome.tabs.Tab, active: boolean, isPermitted: boolean): Promise<void> {
  const id = await linkTab(url, from, active);
  if (id !== undefined && isPermitted && (await isCommitted(id))) {
    await clicked(await ext.tabs.get(id), "reader", "none");
  }
}

async function answerAlways(request: AlwaysRequest, tab: chrome.tabs.Tab | undefined): Promise<unknown> {
  if (request.kind === "change-list") {
    const refusal = await changeList(request);
    await follow();
    return refusal;
  }
  if (request.kind === "permitted") {
    return openedOrigins();
  }
  if (tab?.id === undefined) {
    return;
  }
  if (request.kind === "article") {
    await takeSign(tab.id, request.url, request.isThere);
  } else if (request.kind === "arrived") {
    const view = await arrived(tab.id, request.url, request.visit);
    if (view) {
      await clicked(tab, view, "none", true);
    }
  } else if (request.kind === "open-link") {
    await openLink(request.url, tab, false, await permissionFor(request.url));
  } else if (tab.incognito) {
    await showNotice(tab, "private");
  } else {
    await showAlways(request.view, request.url);
  }
}

/** Opens the settings page at what is to open by itself. */
async function showAlways(view: ViewName, url: string): Promise<void> {
  await ext.tabs.create({ url: `${ext.runtime.getURL("options.html")}?${new URLSearchParams({ view, url })}` });
}

function isUsedPart(message: Message): message is { kind: UsedPart } {
  return (usedParts as readonly string[]).includes(message.kind);
}

function isAlwaysRequest(message: Message): message is AlwaysRequest {
  return ["arrived", "article", "always", "change-list", "open-link", "permitted"].includes(message.kind);
}

/** What answers a message by itself, by its kind. */
const answers: { [Kind in Message["kind"]]?: (message: Extract<Message, { kind: Kind }>) => Promise<unknown> } = {
  detect,
  "discussion-of": discussionOf,
  "transcripts-of": transcriptsOf,
  "cues-of": cuesOf,
  "wrong-page": report,
  "write-file": writeFile,
  "write-several": writeSeveral,
  "pictures-of": picturesOf,
  "fetch-picture": foreignPicture,
  "part-of": partOf,
  "sections-of": sectionsOf,
  send,
  "fault-of-template": faultOf,
  templates,
  "next-page": nextPage,
  continues,
  disguise,
  face: faceOf,
  "judge-colours": judgeColours,
  "read-sheet": readSheet,
  formulas: withFormulas,
  references,
  spoken: spokenOf,
  sentences: sentenceEnds,
  "describe-rules": ({ rules }) => describe(rules),
};

/** Returns the answer to what is asked; null where that is none of what is answered. */
function answerTo(message: Message, tab: chrome.tabs.Tab | undefined): Promise<unknown> | null {
  if (Object.hasOwn(answers, message.kind)) {
    const answer = answers[message.kind] as (message: Message) => Promise<unknown>;
    return answer(message);
  }
  if (message.kind === "ask-sites") {
    return tab ? askSites(message.origins, message.token, tab) : null;
  }
  if (message.kind === "read-on") {
    return tab ? readOn(message, tab) : null;
  }
  if (isMarksRequest(message)) {
    return answerMarks(message, tab);
  }
  if (isSitesRequest(message)) {
    return answerSites(message, tab);
  }
  return isAlwaysRequest(message) ? answerAlways(message, tab) : null;
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

ext.contextMenus?.onClicked.addListener(({ menuItemId, linkUrl, pageUrl }, tab) => {
  if (menuItemId === "marks") {
    void showMarks("");
  } else if (menuItemId === "link" && tab && linkUrl) {
    // At once: the browser asks only while the press counts. Where there is permission it asks nothing.
    const asked = permissionFor(linkUrl, true);
    void asked.then((isPermitted) => openLink(linkUrl, tab, true, isPermitted));
  } else if (menuItemId === "always" && tab) {
    const url = pageUrl ?? tab.url ?? "";
    void (tab.incognito ? showNotice(tab, "private") : firstView().then((view) => showAlways(view, url)));
  } else if (tab && isView(menuItemId)) {
    void clicked(tab, menuItemId, "same");
  } else if (tab) {
    choose(menuItemId, tab);
  }
});

ext.runtime.onInstalled.addListener(({ reason }) => {
  if (reason === "install") {
    void ext.tabs.create({ url: ext.runtime.getURL("welcome.html") });
  }
  addEntries();
  void register();
});

ext.tabs.onRemoved.addListener((tab) => void giveBack(tab));

ext.storage.local.onChanged.addListener((changes) => {
  void followEntries(changes);
  followLocal(changes);
});
ext.storage.sync?.onChanged.addListener(followSync);
ext.runtime.onStartup.addListener(followSync);

// Only while there is a pattern that is permitted is anything registered.
ext.permissions.onAdded.addListener(() => void follow());
ext.permissions.onRemoved.addListener(() => void follow());

ext.runtime.onMessage.addListener((message: Message, sender, answer: (found?: unknown) => void) => {
  const { tab } = sender;
  const answered = answerTo(message, tab);
  if (answered) {
    // What is too large to be sent is no answer, which the page is told at once.
    void answered.then(answer).catch(() => answer());
    // The answer comes later.
    return true;
  }
  if (tab?.id === undefined) {
    return;
  }
  if (isUsedPart(message)) {
    void bring(tab, message.kind).then(() => answer());
    return true;
  }
  if (message.kind === "left" || message.kind === "none") {
    void setTitle(tab.id, false);
    if (message.kind === "left") {
      void noteTab(tab.id, true);
    }
  } else if (message.kind === "show") {
    void clicked(tab, message.view, "none");
  } else {
    void showNotice(tab, message.kind);
  }
});
