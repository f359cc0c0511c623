/**
 * The shell in the page: keeps the one detection and the one open view, and gives the page back.
 * Views register themselves; each is a file of its own that the background injects when the view
 * is first asked for.
 */

import { element } from "./build.ts";
import { load, type Settings } from "./config.ts";
import type { Core, Detection } from "./core.ts";
import { ext, isAlive } from "./ext.ts";
import { removeLeftovers } from "./leftovers.ts";
import type { Message, Outcome, Part, Request, Shortcuts, ViewName } from "./messages.ts";
import { contains, contentType, createElement } from "./nodes.ts";
import { savePage, watchPage } from "./page-state.ts";
import { Blocks, type Place, samePlace } from "./place.ts";
import { share, shared } from "./state.ts";

/** The contents of a view: the detection, or the sentence that says why there is none. */
export type Finding = { kind: "found"; detection: Detection; blocks: Blocks } | { kind: "failed"; failure: string };

/** The shell's services to a view. */
export interface Session {
  /** The one element that the view puts into the page. The shell takes it away. */
  host: HTMLElement;
  /** Aborted when the view is left, or could not be opened: ends what the view has begun. */
  signal: AbortSignal;
  finding: Finding;
  settings: Settings;
  shortcuts: Shortcuts;
  /** The paragraph that is being read on the page; null at its beginning. */
  place: Place | null;
  /** Closes the view and gives the page back. */
  leave(): void;
  /** The same, and says on the toolbar button that the page does not leave the view alone. */
  giveUp(): void;
  /** The page has another address now: once nothing of what is shown is there any more, reads what
   * there is instead and shows it at its beginning. */
  moved(): void;
  /** Looks at the page anew and opens the view on what is found now. */
  renew(): void;
  /** Opens another view on the same detection; `notice` is a sentence that it begins with. */
  show(view: ViewName, notice?: string): void;
  /** The reason why this view is open and not the one that was asked for; null where it is. */
  notice: string | null;
}

/** An open view. */
export interface View {
  /** The paragraph that is being read in it. Absent where the view does not move the page's text. */
  place?(): Place | null;
}

export interface Opener {
  open(session: Session): View;
  /** Effect on the page: nothing, something put over it, or its boxes laid out anew. */
  page: "untouched" | "covered" | "laid out anew";
}

export interface Shell {
  register(name: ViewName, opener: Opener): void;
  handle(request: Request): Promise<Outcome>;
}

/** The open view, or none. */
interface Open {
  name: ViewName;
  host: HTMLElement;
  close(): void;
}

/** A detection. */
interface Found {
  finding: Finding;
  /** Our elements in the page since then. */
  hosts: Node[];
  /** Returns whether the page has changed since then, our elements apart. */
  changed(): boolean;
  free(): void;
}

const openers = new Map<ViewName, Opener>();
let current: Open | undefined;
/** The detection behind the open view. */
let found: Found | undefined;
/** The place read last in a view, and the page's when that was left: it cannot always follow. */
let read: { place: Place | null; onPage: Place | null } | undefined;
/** Time at which a view was last opened or left. */
let changed = 0;
let shortcuts: Shortcuts = {};
/** Sentence that the next view begins with. */
let notice: string | null = null;
let opening: Promise<Outcome> | undefined;
/** True where a view of an earlier run of the extension was open when this one came into the page. */
let leftOver = false;

async function handle({ view, leave, clicked, shortcuts: keys }: Request): Promise<Outcome> {
  shortcuts = keys;
  // A later click has been answered already.
  if (clicked < changed) {
    return { kind: current ? "opened" : "left" };
  }
  const wasLeft = leftOver;
  leftOver = false;
  if (wasLeft && leave !== "none") {
    return { kind: "left" };
  }
  if (current && (leave === "any" || (leave === "same" && current.name === view))) {
    leaveView();
    return { kind: "left" };
  }
  if (current?.name === view) {
    return { kind: "opened" };
  }
  // In XML and SVG documents elements without a namespace are made, whatever a browser's viewer
  // shows them in; PDF and media files come in a document of the browser's own.
  const isMarkup = createElement("p") instanceof HTMLElement;
  const type = contentType();
  if (!isMarkup || /^(application\/pdf|image\/|video\/|audio\/)/.test(type)) {
    return { kind: "unreadable", type };
  }
  const opener = openers.get(view);
  const core = shared("pithCore");
  const parts: Part[] = [];
  if (!core) {
    parts.push("core");
  }
  if (view === "reader" && !("setHTML" in Element.prototype || shared("pithSanitizer"))) {
    parts.push("sanitizer");
  }
  if (!opener) {
    parts.push(view);
  }
  if (!core || !opener || parts.length > 0) {
    return { kind: "missing", parts };
  }
  // A second request while the settings are being read waits for the first.
  opening ??= load().then((settings) => {
    current?.close();
    return open(view, opener, core, settings);
  });
  return opening.finally(() => {
    opening = undefined;
  });
}

/** Opens a view whole, or leaves nothing of it in the page. */
async function open(name: ViewName, opener: Opener, core: Core, settings: Settings, atStart = false): Promise<Outcome> {
  // Detecting reads the layout: first, while nothing of ours has made it dirty.
  const { finding, hosts } = await find(core);
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const onPage = blocks?.placeOn(blocks.page) ?? null;
  const resumed = read && samePlace(read.onPage, onPage) ? read.place : onPage;
  const place = atStart ? null : resumed;
  // No element of a name of ours: the page could define it, and ask it for its shadow root.
  const host = element("div", { "data-pith": name });
  hosts.push(host);
  const restorePage = savePage(opener.page, host);
  const ended = new AbortController();
  let view: View | undefined;
  let shownAt: Place | null = null;
  const close = (): void => {
    current = undefined;
    changed = Date.now();
    const readTo = attempt(() => view?.place?.()) ?? null;
    ended.abort();
    host.remove();
    attempt(restorePage);
    if (view?.place && !samePlace(shownAt, readTo)) {
      attempt(() => moveTo(core, readTo));
    }
    // Moving there may have looked at the page anew.
    const now = found?.finding.kind === "found" ? found.finding.blocks : null;
    read = view?.place && now ? { place: readTo, onPage: attempt(() => now.placeOn(now.page)) ?? null } : undefined;
  };
  const renew = (): void => {
    close();
    forget();
    void load()
      .then((now) => open(name, opener, core, now))
      .catch(() => ({ kind: "failed" }) as const)
      .then(({ kind }) => kind === "failed" && report({ kind }));
  };
  // The page that was is gone: there is nothing to put back.
  const goOn = (): void => {
    void quiet(ended.signal).then(() => {
      if (!ended.signal.aborted) {
        current = undefined;
        ended.abort();
        host.remove();
        read = undefined;
        forget();
        return openNext(name, opener, core);
      }
      return undefined;
    });
  };
  current = { name, host, close };
  try {
    view = opener.open({
      host,
      signal: ended.signal,
      finding,
      settings,
      shortcuts,
      place,
      notice: take(),
      leave: () => leaveView(),
      giveUp: () => leaveView("fought"),
      moved: () => afterContent(blocks, ended.signal, goOn),
      renew,
      show,
    });
    shownAt = view.place?.() ?? null;
  } catch (error) {
    console.error(error);
    close();
    forget();
    return { kind: "failed" };
  }
  changed = Date.now();
  return { kind: "opened" };
}

/** Opens the view on what the page has gone on to, or is left where that is no article. */
async function openNext(name: ViewName, opener: Opener, core: Core): Promise<void> {
  const { finding } = await find(core);
  if (finding.kind === "found" && finding.detection.summary().confidence !== "none") {
    const { kind } = await open(name, opener, core, await load(), true);
    if (kind === "failed") {
      report({ kind });
    }
  } else {
    forget();
    report({ kind: "left" });
  }
}

/** Ms without a change after which a page has put its new text in place, and the longest wait for that. */
const stillness = 500;
const patience = 5_000;

/** Waits until the page has stopped changing. */
function quiet(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      observer.disconnect();
      clearTimeout(still);
      clearTimeout(last);
      resolve();
    };
    let still = setTimeout(end, stillness);
    const last = setTimeout(end, patience);
    const observer = new MutationObserver(() => {
      clearTimeout(still);
      still = setTimeout(end, stillness);
    });
    observer.observe(document, { subtree: true, childList: true, characterData: true });
    signal.addEventListener("abort", end);
  });
}

/** Runs a step of giving the page back, and goes on where it fails: the page may have changed anything. */
function attempt<Value>(step: () => Value): Value | undefined {
  try {
    return step();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}

function leaveView(kind: "left" | "fought" = "left"): void {
  if (current) {
    current.close();
    forget();
    report({ kind });
  }
}

/** Opens another view. Where the extension has been updated there is none to be had, and the page is shown. */
function show(view: ViewName, sentence?: string): void {
  notice = sentence ?? null;
  if (isAlive()) {
    // While a view is being opened no other is: one that gives way at once is opened first.
    void Promise.resolve(opening).finally(() => report({ kind: "show", view }));
  } else {
    leaveView();
  }
}

/** Times at which the content of a page that has another address is looked for, in ms: pages write the address before the text. */
const looks = [300, 1_000, 3_000];
let looking = 0;

/** Calls back once nothing of the content is on the page. Many pages change their address and nothing else. */
function afterContent(blocks: Blocks | null, signal: AbortSignal, gone: () => void): void {
  const look = (step: number): void => {
    clearTimeout(looking);
    const wait = looks[step];
    if (wait === undefined || signal.aborted) {
      looking = 0;
    } else {
      looking = setTimeout(() => (blocks?.isPainted ? look(step + 1) : gone()), wait);
    }
  };
  if (looking === 0) {
    look(0);
  }
  signal.addEventListener("abort", () => {
    clearTimeout(looking);
    looking = 0;
  });
}

/** Returns what the view that is being opened is to say, once. */
function take(): string | null {
  const sentence = notice;
  notice = null;
  return sentence;
}

/** Returns the detection there is, or a new one where there is none or the page has changed. */
function find(core: Core): Found | Promise<Found> {
  if (found && !found.changed()) {
    return found;
  }
  forget();
  const hosts: Node[] = [];
  const watched = watchPage((node) => hosts.some((host) => contains(host, node)));
  const keep = (finding: Finding): Found => {
    const free = (): void => {
      watched.end();
      if (finding.kind === "found") {
        finding.detection.free();
      }
    };
    found = { finding, hosts, changed: watched.changed, free };
    return found;
  };
  const finding = detect(core);
  return finding instanceof Promise ? finding.then(keep) : keep(finding);
}

function forget(): void {
  found?.free();
  found = undefined;
}

function detect(core: Core): Finding | Promise<Finding> {
  const made = (detection: Detection): Finding => ({ kind: "found", detection, blocks: new Blocks(detection) });
  const failed = (error: unknown): Finding => ({
    kind: "failed",
    failure: error instanceof Error ? error.message : String(error),
  });
  try {
    const detection = core.detect();
    return detection instanceof Promise ? detection.then(made).catch(failed) : made(detection);
  } catch (error) {
    return failed(error);
  }
}

/**
 * Scrolls the page, as it is now, to what was read last. Where a new detection is not to be had at
 * once the place is looked for in the one there is.
 */
function moveTo(core: Core, place: Place | null): void {
  const now = core.isRemote ? found : find(core);
  if (!now || now instanceof Promise) {
    return;
  }
  const { finding } = now;
  if (!place) {
    window.scrollTo({ top: 0, behavior: "instant" });
  } else if (finding.kind === "found") {
    finding.blocks.moveTo(finding.blocks.page, place);
  }
}

/** The extension may have been updated or removed while the view was open. */
function report(message: Message): void {
  try {
    void ext.runtime.sendMessage(message).catch(() => {});
  } catch {
    // Nobody is left to be told.
  }
}

if (!shared("pithShell")) {
  share("pithShell", {
    register: (name, opener) => void openers.set(name, opener),
    handle,
  });
  leftOver = removeLeftovers();
}
