/** The views of the page: the open one, and the one that is being opened. */

import { load, type Settings } from "../../shared/settings/settings.ts";
import type { Core } from "../../shared/core.ts";
import { NavigationWatcher } from "./navigation-watcher.ts";
import { PageDetection } from "./detection.ts";
import { isAlive } from "../../shared/ext.ts";
import { isEscape } from "./guard.ts";
import { Layers } from "./layers.ts";
import { offerHighlights, resume } from "./highlighting.ts";
import { isArticle, isReadable } from "./no-article.ts";
import type { ViewName } from "../../parts.ts";
import type { Outcome, Shortcuts } from "../../shared/messages.ts";
import { notify } from "../../shared/requests.ts";
import { attempt, OpenView } from "./open-view.ts";
import { Opening } from "./opening.ts";
import { type ScrollPosition, savePage, scrolled } from "../dom/page-state.ts";
import { type Blocks, type ReadingPosition, samePosition } from "../dom/reading-position.ts";
import { loadPage } from "./page-storage.ts";
import { applySiteRules, loadSiteRules } from "./site-rules.ts";
import type { Finding, FoundDetection } from "./finding.ts";
import type { Opener, Session } from "./session.ts";
import type { ReadAloud } from "../tools/tool.ts";
import { shared } from "../../shared/state.ts";
import { yieldToPage } from "../dom/yield-to-page.ts";
import { loaded } from "./parts.ts";

/** A view that is wanted, and what it takes to open it. */
interface ViewTarget {
  name: ViewName;
  opener: Opener;
}

/** Differences from a click, where the page has gone on to something else. */
interface Onward {
  /** Shows the beginning, wherever the page is scrolled to. */
  atStart: boolean;
  /** Opens the view only where there is an article. */
  articleOnly: boolean;
}

/** The page before a view was opened. */
interface Before {
  place: ReadingPosition | null;
  scrolled: ScrollPosition;
}

type Begins = Pick<Session, "notice" | "returnTarget" | "isPicking">;

const nothing: Begins = { notice: null, returnTarget: null, isPicking: false };

export class Views {
  /** The keys that open a view. */
  shortcuts: Shortcuts = {};
  /** Time of the last press that opened a view or left it. */
  pressed = 0;
  readonly #detection = new PageDetection();
  #current: OpenView | undefined;
  #opening: Opening | undefined;
  /** The place read last in a view, and the page's when that was left: it cannot always follow. */
  #read: { place: ReadingPosition | null; onPage: ReadingPosition | null } | undefined;
  /** What the next view begins with. */
  #begins: Begins = nothing;
  /** Takes away the notice that there is no article. */
  #nothing = new AbortController();
  /** The view in which an article is read once one is chosen in Inspect. */
  #pickedFor: ViewName | undefined;

  /** The open view; undefined where there is none. */
  get current(): ViewName | undefined {
    return this.#current?.name;
  }

  /** What that has to do with the shell. */
  get session(): Session | undefined {
    return this.#current?.session;
  }

  /** The open view, but what is on its way counts: the view that is still shown gives way to it. */
  get shown(): ViewName | undefined {
    return this.#opening?.view ?? this.current;
  }

  /** Resolves once the view on its way is open; undefined where there is none. */
  get outcome(): Promise<Outcome> | undefined {
    return this.#opening?.outcome;
  }

  /** Opens a view in place of the one that is open or on its way. */
  start(target: ViewTarget, onward?: Onward): Promise<Outcome> {
    this.#opening?.giveUp();
    this.#nothing.abort();
    const opening = new Opening(target.name, () => this.#leave());
    this.#detection.disregard(opening.host);
    this.#leaveOnEscape(opening.over);
    const outcome = this.#open(target, opening, onward)
      .finally(() => {
        opening.end();
        if (this.#opening === opening) {
          this.#opening = undefined;
        }
      })
      // Of several only the last is shown, and all are told of it.
      .then((own) => (opening.isUnwanted ? (this.#opening?.outcome ?? this.now) : own));
    opening.outcome = outcome;
    this.#opening = opening;
    return outcome;
  }

  /** Looks at the page while no view is open: see `Shell`. */
  async look<Result>(core: Core, take: (finding: Finding) => Result): Promise<Result | null> {
    const [, finding] = await this.#found(core);
    const taken = finding && take(finding);
    if (this.shown === undefined) {
      this.#detection.release();
    }
    return taken;
  }

  /** Gives the page back: of a view, and of one on its way. */
  close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#pickedFor = undefined;
    opening?.giveUp();
    this.#giveBack();
    this.#detection.release();
  }

  /** Restores the page on a request from the page, and tells the background. */
  #leave(kind: "left" | "fought" = "left"): void {
    if (this.#current || this.#opening) {
      this.pressed = Date.now();
      this.close();
      notify(kind);
    }
  }

  /** Leaves when Escape is pressed: while nothing is open yet the key means the view on its way. */
  #leaveOnEscape(signal: AbortSignal): void {
    window.addEventListener(
      "keydown",
      (event) => {
        if (!this.#current && isEscape(event)) {
          event.stopPropagation();
          event.preventDefault();
          this.#leave();
        }
      },
      { capture: true, signal },
    );
  }

  /** Opens a view whole, or leaves nothing of it in the page. */
  async #open(target: ViewTarget, opening: Opening, onward?: Onward): Promise<Outcome> {
    const before = this.#before();
    this.#giveBack();
    const [settings, finding, isMarked] = await this.#found(shared("pithCore"));
    const isNew = !this.#read && !this.#begins.returnTarget;
    const [savedPosition] = await Promise.all([
      settings.resume && isNew && finding ? resume(finding, opening.over) : null,
      isMarked && target.name === "reader" ? loaded("article-highlights") : undefined,
    ]);
    if (opening.isUnwanted) {
      // What took its place may be open by now, or stand on what is known.
      if (this.shown === undefined) {
        this.#detection.forget();
      }
      return { kind: "left" };
    }
    if (!finding) {
      // The background brings the page's own core, or a fresh one for one that has met its limits.
      notify("show", { view: target.name });
      return { kind: "left" };
    }
    if (onward?.articleOnly && !isArticle(finding)) {
      this.#detection.forget();
      notify("none");
      return { kind: "left" };
    }
    if ((await this.#isNothing(target, finding, settings, opening)) || opening.isUnwanted) {
      return { kind: "left" };
    }
    const atTop = before ? before.place : this.#detection.place;
    const resumed = this.#resumed(atTop);
    const onPage = onward?.atStart ? null : resumed;
    // If the user has scrolled the page since, that counts.
    const place = ((!onPage || savedPosition?.isUnmoved) && savedPosition?.place) || onPage;
    const { host } = opening;
    const restorePage = savePage(target.opener.page, before?.scrolled ?? scrolled());
    const view = new OpenView({ ...target, host, restorePage, atTop });
    this.#current = view;
    opening.isOpen = true;
    try {
      const session = this.#session(target, opening, view, {
        finding,
        settings,
        place,
        highlightRoots: isMarked ? new Set() : null,
      });
      // First, so that it hears first that the view ends, and reads where before.
      shared("pithMarks")?.savePosition(session, view, place === savedPosition?.place);
      await view.show(session);
    } catch (error) {
      console.error(error);
      if (this.#current === view) {
        this.#giveBack();
        this.#detection.forget();
      }
      return { kind: "failed" };
    }
    return this.now;
  }

  /** Shows the notice where there is nothing to read; in Inspect it is seen on the page. Resolves with whether it is so. */
  async #isNothing(target: ViewTarget, finding: Finding, settings: Settings, opening: Opening): Promise<boolean> {
    if ((finding.kind === "found" && target.name === "highlight") || isReadable(finding)) {
      return false;
    }
    const show = await loaded("nothing-found");
    const over = new AbortController();
    opening.over.addEventListener("abort", () => opening.isUnwanted && over.abort());
    this.#nothing = over;
    const close = (): void => {
      over.abort();
      this.#detection.release();
    };
    const isReadableNow = await show?.({
      finding,
      settings,
      signal: over.signal,
      close,
      show: (isPicking) => {
        over.abort();
        this.#pickedFor = target.name;
        this.#show("highlight", { isPicking });
      },
      again: () => this.#renew(target),
    });
    return isReadableNow !== true;
  }

  /** Whether a view is open. */
  get now(): Outcome {
    return { kind: this.#current ? "opened" : "left" };
  }

  /**
   * Returns where the page is read and scrolled to, where the open view has left it as it is. That view takes its
   * sheets with it, after which all styles are computed again.
   */
  #before(): Before | null {
    const isAsItWas = this.#current?.effect === "untouched" && this.#detection.isCurrent;
    return isAsItWas ? { place: this.#detection.place, scrolled: scrolled() } : null;
  }

  /**
   * Resolves with the settings, what is found, and whether the page has marks. Detecting reads the layout: first, while nothing of ours has made it
   * dirty.
   */
  async #found(core: Core | undefined): Promise<[Settings, Finding | null, isMarked: boolean]> {
    const known = this.#detection.finding;
    const stored = loadSiteRules();
    const site = stored.then(({ bytes }) => bytes);
    // Detecting keeps the thread: what is asked for before is answered by then.
    const [settings, { isMarked, changes }, finding] = await Promise.all([
      load(),
      loadPage(),
      core ? this.#detection.find(core, site) : null,
    ]);
    if (finding?.kind === "found" && !finding.siteRules) {
      await applySiteRules(finding, await stored, changes);
    }
    if (this.#detection.finding !== known) {
      // A click or a key may have come meanwhile.
      await yieldToPage();
    }
    return [settings, finding, isMarked];
  }

  /** Returns the paragraph at which to go on reading. */
  #resumed(onPage: ReadingPosition | null): ReadingPosition | null {
    return this.#read && samePosition(this.#read.onPage, onPage) ? this.#read.place : onPage;
  }

  #session(
    target: ViewTarget,
    { host, shadow }: Opening,
    view: OpenView,
    shown: Pick<Session, "finding" | "settings" | "place" | "highlightRoots">,
  ): Session {
    const { finding } = shown;
    const blocks = (): Blocks | null => (finding.kind === "found" ? finding.blocks : null);
    // Brings what is used with an article, and begins it.
    const act = (load: () => Promise<ReadAloud | undefined>): (() => void) | null =>
      isReadable(finding)
        ? async () => {
            const begin = await load();
            if (!view.signal.aborted) {
              begin?.(session, finding);
            }
          }
        : null;
    const readAloud = async (): Promise<ReadAloud | undefined> => {
      await loaded("read-aloud");
      return shared("pithAloud");
    };
    const watcher = new NavigationWatcher(blocks, view.signal, () => this.#goOn(target, view));
    const session: Session = {
      ...shown,
      host,
      shadow,
      signal: view.signal,
      layers: new Layers(),
      whole: view.whole,
      shortcuts: this.shortcuts,
      ...this.#take(),
      leave: () => this.#leave(),
      giveUp: () => this.#leave("fought"),
      moved: () => watcher.moved(),
      renew: () => this.#renew(target),
      hasChanged: () => !this.#detection.isCurrent,
      lookAgain: (isAccepted) => this.#lookAgain(view.signal, isAccepted),
      reopen: () => this.#reopen(target),
      show: (name, how) => this.#show(name, how),
      mark: () => highlights.mark(),
      openHighlights: () => highlights.list(),
      openExport: act(() => loaded("export-panel")),
      readAloud: act(readAloud),
    };
    const highlights = offerHighlights(session);
    return session;
  }

  /** Gives the page back at the paragraph that was read in the open view, where there is one. */
  #giveBack(): void {
    const view = this.#current;
    if (!view) {
      return;
    }
    this.#current = undefined;
    const { place, session } = view;
    view.giveBack();
    const isReadOn = view.isReadOn(place);
    // Parts of the page that were laid out for the first time may have another size now.
    const at = isReadOn ? place : view.atTop;
    if (isReadOn || (at && view.hold)) {
      attempt(() => this.#detection.moveTo(at));
    }
    if (at) {
      view.hold?.(at.leaf);
    }
    // A view that shows the page itself leaves what was read in another: the page says whether that still holds.
    if (view.movesText) {
      // Moving there may have looked at the page again.
      const isKept = this.#detection.finding?.kind === "found";
      // A view that is too short to have the place at its top has not lost it.
      const read = isReadOn || !session ? place : session.place;
      this.#read = isKept ? { place: read, onPage: attempt(() => this.#detection.place) ?? null } : undefined;
    }
  }

  async #lookAgain(signal: AbortSignal, isAccepted: (now: FoundDetection) => Promise<boolean>): Promise<boolean> {
    const stored = await loadSiteRules();
    const site = Promise.resolve(stored.bytes);
    return this.#detection.again(site, async (now) => {
      await applySiteRules(now, stored, (await loadPage()).changes);
      return !signal.aborted && (await isAccepted(now)) && !signal.aborted;
    });
  }

  #renew(target: ViewTarget): void {
    this.#giveBack();
    this.#detection.forget();
    void this.#again(target);
  }

  /** If there isn't an article any more, one is picked in Inspect, and then read in this view. */
  #reopen(target: ViewTarget): void {
    const { finding } = this.#detection;
    const isThere = finding !== undefined && isReadable(finding);
    const next = isThere ? (this.#pickedFor ?? target.name) : "highlight";
    this.#pickedFor = isThere ? undefined : (this.#pickedFor ?? target.name);
    this.#giveBack();
    if (next === target.name) {
      void this.#again(target);
    } else {
      this.#show(next);
    }
  }

  /** Opens what the page has gone on to. The page that was is gone: there is nothing to put back. */
  #goOn(target: ViewTarget, view: OpenView): void {
    this.#current = undefined;
    view.end();
    this.#read = undefined;
    this.#detection.forget();
    void this.#again(target, { atStart: true, articleOnly: true });
  }

  async #again(target: ViewTarget, onward?: Onward): Promise<void> {
    const { kind } = await this.start(target, onward).catch(() => ({ kind: "failed" }) as const);
    if (kind === "failed") {
      notify(kind);
    }
  }

  /** Opens another view. Where the extension has been updated there is none to be had, and the page is shown. */
  #show(view: ViewName, how?: Partial<Begins>): void {
    this.#begins = { ...nothing, ...how };
    if (isAlive()) {
      notify("show", { view });
    } else {
      this.#leave();
    }
  }

  /** Returns what the view that is being opened begins with, once. */
  #take(): Begins {
    const begins = this.#begins;
    this.#begins = nothing;
    return begins;
  }
}
