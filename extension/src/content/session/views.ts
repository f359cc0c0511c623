/** The views of the page: the open one, and the one that is being opened. */

import { loadSettings, type Settings } from "../../shared/settings/settings.ts";
import type { Core } from "../../shared/core.ts";
import { NavigationWatcher } from "./navigation-watcher.ts";
import { PageDetection } from "./detection.ts";
import { isAlive } from "../../shared/ext.ts";
import { isEscape } from "./guard.ts";
import { Layers } from "./layers.ts";
import { offerHighlights, loadSavedPosition } from "./highlighting.ts";
import { isArticle, isReadable } from "./no-article.ts";
import type { ViewName } from "../../parts.ts";
import type { ViewOutcome, Shortcuts } from "../../shared/messages.ts";
import { notify } from "../../shared/requests.ts";
import { attempt, OpenView } from "./open-view.ts";
import { Opening } from "./opening.ts";
import { type ScrollPosition, savePage, scrollPosition } from "../dom/page-state.ts";
import { type Blocks, type ReadingPosition, samePosition } from "../dom/reading-position.ts";
import { loadPageData } from "./page-storage.ts";
import { applySiteRules, loadSiteRules } from "./site-rules.ts";
import type { Finding, FoundDetection } from "./finding.ts";
import type { Opener, Session } from "./session.ts";
import type { ReadAloud } from "../tools/tool.ts";
import { shared } from "../../shared/state.ts";
import { yieldToPage } from "../dom/yield-to-page.ts";
import { loadPart } from "./parts.ts";

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
  position: ReadingPosition | null;
  scroll: ScrollPosition;
}

type InitialState = Pick<Session, "notice" | "returnTarget" | "isPicking">;

const noInitialState: InitialState = { notice: null, returnTarget: null, isPicking: false };

export class Views {
  /** The shortcuts of the views. */
  shortcuts: Shortcuts = {};
  /** Time of the last click that opened or closed a view. */
  lastClickTime = 0;
  readonly #detection = new PageDetection();
  #current: OpenView | undefined;
  #opening: Opening | undefined;
  /** The reading position in a view, and the page's when the view was closed: the page can't always follow. */
  #lastRead: { position: ReadingPosition | null; pagePosition: ReadingPosition | null } | undefined;
  /** Initial state of the next view. */
  #initial: InitialState = noInitialState;
  /** Removes the notice that there is no article. */
  #noticeEnd = new AbortController();
  /** The view that opens once an article is picked in Inspect. */
  #viewAfterPicking: ViewName | undefined;

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
  get outcome(): Promise<ViewOutcome> | undefined {
    return this.#opening?.outcome;
  }

  /** Opens a view instead of the open or pending one. */
  start(target: ViewTarget, navigation?: NavigationOptions): Promise<ViewOutcome> {
    this.#opening?.cancel();
    this.#noticeEnd.abort();
    const opening = new Opening(target.name, () => this.#closeAndNotify());
    this.#detection.ignore(opening.host);
    this.#cancelOnEscape(opening.ended);
    const outcome = this.#open(target, opening, navigation)
      .finally(() => {
        opening.end();
        if (this.#opening === opening) {
          this.#opening = undefined;
        }
      })
      // Of several requests only the last is shown; all resolve with it.
      .then((outcome) => (opening.isCanceled ? (this.#opening?.outcome ?? this.currentOutcome) : outcome));
    opening.outcome = outcome;
    this.#opening = opening;
    return outcome;
  }

  /** Detects the article without a view; see `Shell`. */
  async detect<Result>(core: Core, use: (finding: Finding) => Result): Promise<Result | null> {
    const [, finding] = await this.#detect(core);
    const result = finding && use(finding);
    if (this.shown === undefined) {
      this.#detection.release();
    }
    return result;
  }

  /** Restores the page from the open view and a pending one. */
  close(): void {
    const opening = this.#opening;
    this.#opening = undefined;
    this.#viewAfterPicking = undefined;
    opening?.cancel();
    this.#restorePage();
    this.#detection.release();
  }

  /** Restores the page on a request from the page, and notifies the background. */
  #closeAndNotify(kind: "left" | "fought" = "left"): void {
    if (this.#current || this.#opening) {
      this.lastClickTime = Date.now();
      this.close();
      notify(kind);
    }
  }

  /** Cancels the pending view on Escape while nothing is open yet. */
  #cancelOnEscape(signal: AbortSignal): void {
    window.addEventListener(
      "keydown",
      (event) => {
        if (!this.#current && isEscape(event)) {
          event.stopPropagation();
          event.preventDefault();
          this.#closeAndNotify();
        }
      },
      { capture: true, signal },
    );
  }

  /** Opens a view completely, or leaves nothing of it in the page. */
  async #open(target: ViewTarget, opening: Opening, navigation?: NavigationOptions): Promise<ViewOutcome> {
    const pageBefore = this.#before();
    this.#restorePage();
    const [settings, finding, isMarked] = await this.#detect(shared("pithCore"));
    const isNew = !this.#lastRead && !this.#initial.returnTarget;
    const [savedPosition] = await Promise.all([
      settings.resume && isNew && finding ? loadSavedPosition(finding, opening.ended) : null,
      isMarked && target.name === "reader" ? loadPart("article-highlights") : undefined,
    ]);
    if (opening.isCanceled) {
      // Its replacement may be open by now, or use the cached finding.
      if (this.shown === undefined) {
        this.#detection.discard();
      }
      return { kind: "left" };
    }
    if (!finding) {
      // The background injects the page's own core, or a new one if the core has reached its limits.
      notify("show", { view: target.name });
      return { kind: "left" };
    }
    if (navigation?.articleOnly && !isArticle(finding)) {
      this.#detection.discard();
      notify("none");
      return { kind: "left" };
    }
    if ((await this.#showNothingFound(target, finding, settings, opening)) || opening.isCanceled) {
      return { kind: "left" };
    }
    const pagePosition = pageBefore ? pageBefore.position : this.#detection.pagePosition;
    const resumePosition = this.#resumePosition(pagePosition);
    const startPosition = navigation?.atStart ? null : resumePosition;
    // If the user has scrolled the page since, that counts.
    const position = ((!startPosition || savedPosition?.isUnmoved) && savedPosition?.position) || startPosition;
    const { host } = opening;
    const restore = savePage(target.opener.effect, pageBefore?.scroll ?? scrollPosition());
    const view = new OpenView({ ...target, host, restore, pagePosition });
    this.#current = view;
    opening.isOpen = true;
    try {
      const session = this.#session(target, opening, view, {
        finding,
        settings,
        position,
        highlightRoots: isMarked ? new Set() : null,
      });
      // Comes first, so that it is the first to be notified of the closing and can read the position before.
      shared("pithMarks")?.savePosition(session, view, position === savedPosition?.position);
      await view.show(session);
    } catch (error) {
      console.error(error);
      if (this.#current === view) {
        this.#restorePage();
        this.#detection.discard();
      }
      return { kind: "failed" };
    }
    return this.currentOutcome;
  }

  /** Shows the notice if there is nothing to read, except in Inspect. Resolves to whether there is nothing. */
  async #showNothingFound(
    target: ViewTarget,
    finding: Finding,
    settings: Settings,
    opening: Opening,
  ): Promise<boolean> {
    if ((finding.kind === "found" && target.name === "inspect") || isReadable(finding)) {
      return false;
    }
    const show = await loadPart("nothing-found");
    const noticeEnd = new AbortController();
    opening.ended.addEventListener("abort", () => opening.isCanceled && noticeEnd.abort());
    this.#noticeEnd = noticeEnd;
    const close = (): void => {
      noticeEnd.abort();
      this.#detection.release();
    };
    const isReadableNow = await show?.({
      finding,
      settings,
      signal: noticeEnd.signal,
      close,
      showInspect: (isPicking) => {
        noticeEnd.abort();
        this.#viewAfterPicking = target.name;
        this.#show("inspect", { isPicking });
      },
      retry: () => this.#redetect(target),
    });
    return isReadableNow !== true;
  }

  /** Whether a view is open. */
  get currentOutcome(): ViewOutcome {
    return { kind: this.#current ? "opened" : "left" };
  }

  /**
   * Returns the page's reading and scroll positions, if the open view hasn't changed them. Closing that view removes its
   * sheets, after which all styles are computed again.
   */
  #before(): PageBefore | null {
    const isUnchanged = this.#current?.effect === "untouched" && this.#detection.isCurrent;
    return isUnchanged ? { position: this.#detection.pagePosition, scroll: scrollPosition() } : null;
  }

  /**
   * Resolves to the settings, the finding, and whether the page has highlights. Detection reads the layout, so it comes
   * first, before Pith's own changes invalidate it.
   */
  async #detect(core: Core | undefined): Promise<[Settings, Finding | null, isMarked: boolean]> {
    const cached = this.#detection.finding;
    const siteRules = loadSiteRules();
    const site = siteRules.then(({ bytes }) => bytes);
    // Detection blocks the thread: earlier requests are answered by then.
    const [settings, { hasHighlights, changes }, finding] = await Promise.all([
      loadSettings(),
      loadPageData(),
      core ? this.#detection.find(core, site) : null,
    ]);
    if (finding?.kind === "found" && !finding.siteRules) {
      await applySiteRules(finding, await siteRules, changes);
    }
    if (this.#detection.finding !== cached) {
      // There may have been a click or a key meanwhile.
      await yieldToPage();
    }
    return [settings, finding, hasHighlights];
  }

  /** Returns the paragraph at which to go on reading. */
  #resumePosition(pagePosition: ReadingPosition | null): ReadingPosition | null {
    return this.#lastRead && samePosition(this.#lastRead.pagePosition, pagePosition)
      ? this.#lastRead.position
      : pagePosition;
  }

  #session(
    target: ViewTarget,
    { host, shadow }: Opening,
    view: OpenView,
    shown: Pick<Session, "finding" | "settings" | "position" | "highlightRoots">,
  ): Session {
    const { finding } = shown;
    const blocks = (): Blocks | null => (finding.kind === "found" ? finding.blocks : null);
    // Loads and starts what is used with an article.
    const starter = (load: () => Promise<ReadAloud | undefined>): (() => void) | null =>
      isReadable(finding)
        ? async () => {
            const start = await load();
            if (!view.signal.aborted) {
              start?.(session, finding);
            }
          }
        : null;
    const readAloud = async (): Promise<ReadAloud | undefined> => {
      await loadPart("read-aloud");
      return shared("pithAloud");
    };
    const watcher = new NavigationWatcher(blocks, view.signal, () => this.#openNewContent(target, view));
    const session: Session = {
      ...shown,
      host,
      shadow,
      signal: view.signal,
      layers: new Layers(),
      completed: view.completed,
      shortcuts: this.shortcuts,
      ...this.#takeInitialState(),
      closeView: () => this.#closeAndNotify(),
      giveUp: () => this.#closeAndNotify("fought"),
      navigated: () => watcher.navigated(),
      redetect: () => this.#redetect(target),
      isStale: () => !this.#detection.isCurrent,
      updateDetection: (isAccepted) => this.#updateDetection(view.signal, isAccepted),
      reopen: () => this.#reopen(target),
      show: (name, initial) => this.#show(name, initial),
      highlightSelection: () => highlights.highlightSelection(),
      openHighlights: () => highlights.toggleList(),
      openExport: starter(() => loadPart("export-panel")),
      readAloud: starter(readAloud),
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
    const { position: readPosition, session } = view;
    view.restore();
    const isReadOn = view.hasReadOn(readPosition);
    // Parts of the page that were laid out for the first time may have another size now.
    const position = isReadOn ? readPosition : view.pagePosition;
    if (isReadOn || (position && view.holdInPlace)) {
      attempt(() => this.#detection.scrollPageTo(position));
    }
    if (position) {
      view.holdInPlace?.(position.leaf);
    }
    // A view over the page keeps the reading position of an earlier view; the page shows whether that is still right.
    if (view.movesText) {
      // Scrolling there may have re-run detection.
      const isDetected = this.#detection.finding?.kind === "found";
      // A view too short to scroll the position to its top hasn't lost it.
      const lastPosition = isReadOn || !session ? readPosition : session.position;
      this.#lastRead = isDetected
        ? { position: lastPosition, pagePosition: attempt(() => this.#detection.pagePosition) ?? null }
        : undefined;
    }
  }

  async #updateDetection(signal: AbortSignal, isAccepted: (now: FoundDetection) => Promise<boolean>): Promise<boolean> {
    const siteRules = await loadSiteRules();
    const site = Promise.resolve(siteRules.bytes);
    return this.#detection.redetect(site, async (newFinding) => {
      await applySiteRules(newFinding, siteRules, (await loadPageData()).changes);
      return !signal.aborted && (await isAccepted(newFinding)) && !signal.aborted;
    });
  }

  #redetect(target: ViewTarget): void {
    this.#restorePage();
    this.#detection.discard();
    void this.#restart(target);
  }

  /** If there isn't an article any more, one is picked in Inspect, and then read in this view. */
  #reopen(target: ViewTarget): void {
    const { finding } = this.#detection;
    const hasArticle = finding !== undefined && isReadable(finding);
    const next = hasArticle ? (this.#viewAfterPicking ?? target.name) : "inspect";
    this.#viewAfterPicking = hasArticle ? undefined : (this.#viewAfterPicking ?? target.name);
    this.#restorePage();
    if (next === target.name) {
      void this.#restart(target);
    } else {
      this.#show(next);
    }
  }

  /** Opens the page's new content. The old page is gone, so there is nothing to restore. */
  #openNewContent(target: ViewTarget, view: OpenView): void {
    this.#current = undefined;
    view.end();
    this.#lastRead = undefined;
    this.#detection.discard();
    void this.#restart(target, { atStart: true, articleOnly: true });
  }

  async #restart(target: ViewTarget, navigation?: NavigationOptions): Promise<void> {
    const { kind } = await this.start(target, navigation).catch(() => ({ kind: "failed" }) as const);
    if (kind === "failed") {
      notify(kind);
    }
  }

  /** Opens another view. If the extension was updated, none can be loaded, and the page is shown. */
  #show(view: ViewName, initial?: Partial<InitialState>): void {
    this.#initial = { ...noInitialState, ...initial };
    if (isAlive()) {
      notify("show", { view });
    } else {
      this.#closeAndNotify();
    }
  }

  /** Returns the initial state of the view that is being opened, once. */
  #takeInitialState(): InitialState {
    const initial = this.#initial;
    this.#initial = noInitialState;
    return initial;
  }
}
