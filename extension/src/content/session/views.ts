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

/** A requested view, and what opens it. */
interface ViewTarget {
  name: ViewName;
  opener: Opener;
}

/** Differences from a click if the page has navigated. */
interface NavigationOptions {
  /** Shows the beginning, regardless of the page's scroll position. */
  atStart: boolean;
  /** Opens the view only if there is an article. */
  articleOnly: boolean;
}

/** The page before a view was opened. */
interface PageBefore {
  place: ReadingPosition | null;
  scrolled: ScrollPosition;
}

type InitialState = Pick<Session, "notice" | "returnTarget" | "isPicking">;

const nothing: InitialState = { notice: null, returnTarget: null, isPicking: false };

export class Views {
  /** The shortcuts of the views. */
  shortcuts: Shortcuts = {};
  /** Time of the last click that opened or closed a view. */
  pressed = 0;
  readonly #detection = new PageDetection();
  #current: OpenView | undefined;
  #opening: Opening | undefined;
  /** The reading position in a view, and the page's when the view was closed: the page can't always follow. */
  #read: { place: ReadingPosition | null; onPage: ReadingPosition | null } | undefined;
  /** Initial state of the next view. */
  #initial: InitialState = nothing;
  /** Removes the notice that there is no article. */
  #nothing = new AbortController();
  /** The view that opens once an article is picked in Inspect. */
  #pickedFor: ViewName | undefined;

  /** The open view; undefined if there is none. */
  get current(): ViewName | undefined {
    return this.#current?.name;
  }

  /** The session of the open view. */
  get session(): Session | undefined {
    return this.#current?.session;
  }

  /** The open view, or the one that is being opened and replaces it. */
  get shown(): ViewName | undefined {
    return this.#opening?.view ?? this.current;
  }

  /** Resolves once the pending view is open; undefined if there is none. */
  get outcome(): Promise<Outcome> | undefined {
    return this.#opening?.outcome;
  }

  /** Opens a view instead of the open or pending one. */
  start(target: ViewTarget, navigation?: NavigationOptions): Promise<Outcome> {
    this.#opening?.giveUp();
    this.#nothing.abort();
    const opening = new Opening(target.name, () => this.#leave());
    this.#detection.ignore(opening.host);
    this.#leaveOnEscape(opening.over);
    const outcome = this.#open(target, opening, navigation)
      .finally(() => {
        opening.end();
        if (this.#opening === opening) {
          this.#opening = undefined;
        }
      })
      // Of several requests only the last is shown; all resolve with it.
      .then((own) => (opening.isUnwanted ? (this.#opening?.outcome ?? this.now) : own));
    opening.outcome = outcome;
    this.#opening = opening;
    return outcome;
  }

  /** Detects the article without a view; see `Shell`. */
  async look<Result>(core: Core, take: (finding: Finding) => Result): Promise<Result | null> {
    const [, finding] = await this.#found(core);
    const taken = finding && take(finding);
    if (this.shown === undefined) {
      this.#detection.release();
    }
    return taken;
  }

  /** Restores the page from the open view and a pending one. */
  close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#pickedFor = undefined;
    opening?.giveUp();
    this.#restorePage();
    this.#detection.release();
  }

  /** Restores the page on a request from the page, and notifies the background. */
  #leave(kind: "left" | "fought" = "left"): void {
    if (this.#current || this.#opening) {
      this.pressed = Date.now();
      this.close();
      notify(kind);
    }
  }

  /** Cancels the pending view on Escape while nothing is open yet. */
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

  /** Opens a view completely, or leaves nothing of it in the page. */
  async #open(target: ViewTarget, opening: Opening, navigation?: NavigationOptions): Promise<Outcome> {
    const before = this.#before();
    this.#restorePage();
    const [settings, finding, isMarked] = await this.#found(shared("pithCore"));
    const isNew = !this.#read && !this.#initial.returnTarget;
    const [savedPosition] = await Promise.all([
      settings.resume && isNew && finding ? resume(finding, opening.over) : null,
      isMarked && target.name === "reader" ? loaded("article-highlights") : undefined,
    ]);
    if (opening.isUnwanted) {
      // Its replacement may be open by now, or use the cached finding.
      if (this.shown === undefined) {
        this.#detection.forget();
      }
      return { kind: "left" };
    }
    if (!finding) {
      // The background injects the page's own core, or a new one if the core has reached its limits.
      notify("show", { view: target.name });
      return { kind: "left" };
    }
    if (navigation?.articleOnly && !isArticle(finding)) {
      this.#detection.forget();
      notify("none");
      return { kind: "left" };
    }
    if ((await this.#isNothing(target, finding, settings, opening)) || opening.isUnwanted) {
      return { kind: "left" };
    }
    const atTop = before ? before.place : this.#detection.place;
    const resumed = this.#resumed(atTop);
    const onPage = navigation?.atStart ? null : resumed;
    // If the user has scrolled the page since, that counts.
    const place = ((!onPage || savedPosition?.isUnmoved) && savedPosition?.place) || onPage;
    const { host } = opening;
    const restore = savePage(target.opener.page, before?.scrolled ?? scrolled());
    const view = new OpenView({ ...target, host, restore, atTop });
    this.#current = view;
    opening.isOpen = true;
    try {
      const session = this.#session(target, opening, view, {
        finding,
        settings,
        place,
        highlightRoots: isMarked ? new Set() : null,
      });
      // Comes first, so that it is the first to be notified of the closing and can read the position before.
      shared("pithMarks")?.savePosition(session, view, place === savedPosition?.place);
      await view.show(session);
    } catch (error) {
      console.error(error);
      if (this.#current === view) {
        this.#restorePage();
        this.#detection.forget();
      }
      return { kind: "failed" };
    }
    return this.now;
  }

  /** Shows the notice if there is nothing to read, except in Inspect. Resolves to whether there is nothing. */
  async #isNothing(target: ViewTarget, finding: Finding, settings: Settings, opening: Opening): Promise<boolean> {
    if ((finding.kind === "found" && target.name === "inspect") || isReadable(finding)) {
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
        this.#show("inspect", { isPicking });
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
   * Returns the page's reading and scroll positions, if the open view hasn't changed them. Closing that view removes its
   * sheets, after which all styles are computed again.
   */
  #before(): PageBefore | null {
    const isAsItWas = this.#current?.effect === "untouched" && this.#detection.isCurrent;
    return isAsItWas ? { place: this.#detection.place, scrolled: scrolled() } : null;
  }

  /**
   * Resolves to the settings, the finding, and whether the page has highlights. Detection reads the layout, so it comes
   * first, before Pith's own changes invalidate it.
   */
  async #found(core: Core | undefined): Promise<[Settings, Finding | null, isMarked: boolean]> {
    const known = this.#detection.finding;
    const stored = loadSiteRules();
    const site = stored.then(({ bytes }) => bytes);
    // Detection blocks the thread: earlier requests are answered by then.
    const [settings, { isMarked, changes }, finding] = await Promise.all([
      load(),
      loadPage(),
      core ? this.#detection.find(core, site) : null,
    ]);
    if (finding?.kind === "found" && !finding.siteRules) {
      await applySiteRules(finding, await stored, changes);
    }
    if (this.#detection.finding !== known) {
      // There may have been a click or a key meanwhile.
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
    // Loads and starts what is used with an article.
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
      isStale: () => !this.#detection.isCurrent,
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

  /** Restores the page, scrolled to the paragraph that was read in the open view. */
  #restorePage(): void {
    const view = this.#current;
    if (!view) {
      return;
    }
    this.#current = undefined;
    const { place, session } = view;
    view.restore();
    const isReadOn = view.isReadOn(place);
    // Parts of the page that were laid out for the first time may have another size now.
    const at = isReadOn ? place : view.atTop;
    if (isReadOn || (at && view.keep)) {
      attempt(() => this.#detection.moveTo(at));
    }
    if (at) {
      view.keep?.(at.leaf);
    }
    // A view over the page keeps the reading position of an earlier view; the page shows whether that is still right.
    if (view.movesText) {
      // Scrolling there may have re-run detection.
      const isKept = this.#detection.finding?.kind === "found";
      // A view too short to scroll the position to its top hasn't lost it.
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
    this.#restorePage();
    this.#detection.forget();
    void this.#again(target);
  }

  /** If there isn't an article any more, one is picked in Inspect, and then read in this view. */
  #reopen(target: ViewTarget): void {
    const { finding } = this.#detection;
    const isThere = finding !== undefined && isReadable(finding);
    const next = isThere ? (this.#pickedFor ?? target.name) : "inspect";
    this.#pickedFor = isThere ? undefined : (this.#pickedFor ?? target.name);
    this.#restorePage();
    if (next === target.name) {
      void this.#again(target);
    } else {
      this.#show(next);
    }
  }

  /** Opens the page's new content. The old page is gone, so there is nothing to restore. */
  #goOn(target: ViewTarget, view: OpenView): void {
    this.#current = undefined;
    view.end();
    this.#read = undefined;
    this.#detection.forget();
    void this.#again(target, { atStart: true, articleOnly: true });
  }

  async #again(target: ViewTarget, navigation?: NavigationOptions): Promise<void> {
    const { kind } = await this.start(target, navigation).catch(() => ({ kind: "failed" }) as const);
    if (kind === "failed") {
      notify(kind);
    }
  }

  /** Opens another view. If the extension was updated, none can be loaded, and the page is shown. */
  #show(view: ViewName, how?: Partial<InitialState>): void {
    this.#initial = { ...nothing, ...how };
    if (isAlive()) {
      notify("show", { view });
    } else {
      this.#leave();
    }
  }

  /** Returns the initial state of the view that is being opened, once. */
  #take(): InitialState {
    const begins = this.#initial;
    this.#initial = nothing;
    return begins;
  }
}
