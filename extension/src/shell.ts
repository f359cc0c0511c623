/**
 * The shell in the page: keeps the one detection and the one open view, and gives the page back.
 * Views register themselves; each is a file of its own that the background injects when the view
 * is first asked for.
 */

import { element } from "./build.ts";
import { load, type Settings } from "./config.ts";
import type { Core, Detection } from "./core.ts";
import { ext, isAlive } from "./ext.ts";
import { isEscape } from "./guard.ts";
import { removeLeftovers } from "./leftovers.ts";
import { offerMarks } from "./marking.ts";
import type { Message, Outcome, Part, Request, Shortcuts, ViewName } from "./messages.ts";
import { contentType, createElement, parentNode } from "./nodes.ts";
import { savePage, scrolled, watchPage } from "./page-state.ts";
import { Blocks, type Place, samePlace } from "./place.ts";
import { showProgress } from "./progress.ts";
import { turn } from "./slices.ts";
import { share, shared } from "./state.ts";

/** The contents of a view: the detection, or the sentence that says why there is none. */
export type Finding = { kind: "found"; detection: Detection; blocks: Blocks } | { kind: "failed"; failure: string };

/** The shell's services to a view. */
export interface Session {
  /** The one element that the view puts into the page. The shell takes it away. */
  host: HTMLElement;
  /** Its closed shadow tree. */
  shadow: ShadowRoot;
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
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
  /** The reason why this view is open and not the one that was asked for; null where it is. */
  notice: string | null;
}

/** An open view. */
export interface View {
  /** The paragraph that is being read in it. Absent where the view does not move the page's text. */
  place?(): Place | null;
  /** Resolves once the view is whole, or was left before. Absent where it is at once. */
  whole?: Promise<unknown>;
  /** Returns whether somebody has begun to use the page before the view was whole. Absent where it is at once. */
  isInUse?(): boolean;
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
  page: Opener["page"];
  close(): void;
}

/** A view on its way, from the click until it is whole. */
interface Opening {
  view: ViewName;
  /** Aborted when it is not wanted any more. */
  unwanted: AbortController;
  outcome: Promise<Outcome>;
}

/** A detection. */
interface Found {
  finding: Finding;
  /** Returns whether the page has changed since then, our elements apart. */
  changed(): boolean;
  free(): void;
}

const openers = new Map<ViewName, Opener>();
let current: Open | undefined;
/** The detection behind the open view. */
let found: Found | undefined;
/** The one that another process works at. */
let detecting: Promise<Found> | undefined;
/** The place read last in a view, and the page's when that was left: it cannot always follow. */
let read: { place: Place | null; onPage: Place | null } | undefined;
/** Time of the last press that opened a view or left it. */
let changed = 0;
let shortcuts: Shortcuts = {};
/** Sentence that the next view begins with. */
let notice: string | null = null;
let opening: Opening | undefined;
/** Our elements, in the page or not. */
const ours = new WeakSet<Node>();
/** True where a view of an earlier run of the extension was open when this one came into the page. */
let leftOver = false;

async function handle({ view, leave, clicked, shortcuts: keys }: Request): Promise<Outcome> {
  shortcuts = keys;
  // A later click has been answered already.
  if (clicked < changed) {
    return { kind: current ? "opened" : "left" };
  }
  changed = clicked;
  const wasLeft = leftOver;
  leftOver = false;
  if (wasLeft && leave !== "none") {
    return { kind: "left" };
  }
  // What is on its way counts: the view that is still shown gives way to it.
  const shown = opening?.view ?? current?.name;
  if (shown && (leave === "any" || (leave === "same" && shown === view))) {
    close();
    return { kind: "left" };
  }
  if (shown === view) {
    return opening?.outcome ?? { kind: "opened" };
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
  return start(view, opener, core);
}

/** Differences from a click, where the page has gone on to something else. */
interface Onward {
  /** Shows the beginning, wherever the page is scrolled to. */
  atStart: boolean;
  /** Opens the view only where there is an article. */
  articleOnly: boolean;
}

/** Opens a view in place of the one that is open or on its way. */
function start(view: ViewName, opener: Opener, core: Core, onward?: Onward): Promise<Outcome> {
  opening?.unwanted.abort();
  const unwanted = new AbortController();
  const over = new AbortController();
  // No element of a name of ours: the page could define it, and ask it for its shadow root.
  const host = element("div", { "data-pith": "opening" });
  ours.add(host);
  const shadow = host.attachShadow({ mode: "closed" });
  const end = (): void => {
    over.abort();
    if (current?.host !== host) {
      host.remove();
    }
  };
  unwanted.signal.addEventListener("abort", end);
  leaveOnEscape(over.signal);
  showProgress(host, shadow, over.signal);
  const outcome = open({ name: view, host, shadow, opener, core, onward, unwanted: unwanted.signal });
  const mine: Opening = {
    view,
    unwanted,
    outcome: outcome
      .finally(() => {
        end();
        if (opening === mine) {
          opening = undefined;
        }
      })
      // Of several only the last is shown, and all are told of it.
      .then((own) => (unwanted.signal.aborted && opening ? opening.outcome : own)),
  };
  opening = mine;
  return mine.outcome;
}

/** While nothing is open yet the key means the view on its way. */
function leaveOnEscape(signal: AbortSignal): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (!current && isEscape(event)) {
        event.stopPropagation();
        event.preventDefault();
        leaveView();
      }
    },
    { capture: true, signal },
  );
}

/** Parts of a view on its way. */
interface Wanted {
  name: ViewName;
  host: HTMLElement;
  shadow: ShadowRoot;
  opener: Opener;
  core: Core;
  onward: Onward | undefined;
  unwanted: AbortSignal;
}

/** Opens a view whole, or leaves nothing of it in the page. */
async function open(wanted: Wanted): Promise<Outcome> {
  const { name, host, shadow, opener, core, onward, unwanted } = wanted;
  // A view that leaves the page as it is takes its sheets with it, after which all styles are computed anew.
  const isAsItWas = current?.page === "untouched" && found?.changed() === false;
  const asItWas = isAsItWas ? { place: placeOnPage(), scrolled: scrolled() } : null;
  current?.close();
  // Detecting reads the layout: first, while nothing of ours has made it dirty.
  const known = found;
  const [settings, { finding }] = await Promise.all([load(), find(core)]);
  if (found !== known) {
    // A click or a key may have come meanwhile.
    await turn();
  }
  if (unwanted.aborted) {
    if (!opening) {
      forget();
    }
    return { kind: "left" };
  }
  if (onward?.articleOnly && (finding.kind === "failed" || finding.detection.summary().confidence === "none")) {
    forget();
    report({ kind: "left" });
    return { kind: "left" };
  }
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const onPage = asItWas ? asItWas.place : placeOnPage();
  const resumed = read && samePlace(read.onPage, onPage) ? read.place : onPage;
  const place = onward?.atStart ? null : resumed;
  const restorePage = savePage(opener.page, host, asItWas?.scrolled ?? scrolled());
  const ended = new AbortController();
  let view: View | undefined;
  let shownAt: Place | null = null;
  const giveBack = (): void => {
    current = undefined;
    const readTo = attempt(() => view?.place?.()) ?? null;
    ended.abort();
    host.remove();
    attempt(restorePage);
    if (view?.place && !samePlace(shownAt, readTo)) {
      attempt(() => moveTo(core, readTo));
    }
    // Moving there may have looked at the page anew.
    read =
      view?.place && found?.finding.kind === "found"
        ? { place: readTo, onPage: attempt(placeOnPage) ?? null }
        : undefined;
  };
  const renew = (): void => {
    giveBack();
    forget();
    void start(name, opener, core)
      .catch(() => ({ kind: "failed" }) as const)
      .then(({ kind }) => kind === "failed" && report({ kind }));
  };
  // The page that was is gone: there is nothing to put back.
  const goOn = (): void => {
    void quiet(ended.signal).then(async () => {
      if (!ended.signal.aborted) {
        current = undefined;
        ended.abort();
        host.remove();
        read = undefined;
        forget();
        const { kind } = await start(name, opener, core, { atStart: true, articleOnly: true });
        if (kind === "failed") {
          report({ kind });
        }
      }
    });
  };
  current = { name, host, page: opener.page, close: giveBack };
  host.dataset.pith = name;
  try {
    let mark = (): void => {};
    const session: Session = {
      host,
      shadow,
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
      mark: () => mark(),
    };
    view = opener.open(session);
    mark = offerMarks(session);
    shownAt = view.place?.() ?? null;
    await view.whole;
    if (current?.host === host && view.isInUse?.() === false) {
      shownAt = view.place?.() ?? null;
    }
  } catch (error) {
    console.error(error);
    if (current?.host === host) {
      giveBack();
      forget();
    }
    return { kind: "failed" };
  }
  return { kind: current ? "opened" : "left" };
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
  if (current || opening) {
    changed = Date.now();
    close();
    report({ kind });
  }
}

/** Gives the page back: of a view, and of one on its way. */
function close(): void {
  const unwanted = opening?.unwanted;
  opening = undefined;
  unwanted?.abort();
  current?.close();
  forget();
}

/** Opens another view. Where the extension has been updated there is none to be had, and the page is shown. */
function show(view: ViewName, sentence?: string): void {
  notice = sentence ?? null;
  if (isAlive()) {
    report({ kind: "show", view });
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
  if (detecting) {
    return detecting;
  }
  forget();
  const watched = watchPage(isOurs);
  const keep = (finding: Finding): Found => {
    const free = (): void => {
      watched.end();
      if (finding.kind === "found") {
        finding.detection.free();
      }
    };
    found = { finding, changed: watched.changed, free };
    return found;
  };
  const finding = detect(core);
  if (!(finding instanceof Promise)) {
    return keep(finding);
  }
  detecting = finding.then(keep).finally(() => {
    detecting = undefined;
  });
  return detecting;
}

/** Returns the paragraph that is being read on the page as it is now. */
function placeOnPage(): Place | null {
  return found?.finding.kind === "found" ? found.finding.blocks.placeOn(found.finding.blocks.page) : null;
}

/** Returns whether a node is one of ours, or within one. */
function isOurs(node: Node): boolean {
  let at: Node | null = node;
  while (at && !ours.has(at)) {
    at = parentNode(at);
  }
  return at !== null;
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
