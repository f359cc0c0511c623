/**
 * Controls of the views that show the page itself.
 *
 * ```text
 * <div data-pith>                       child of the root element, beside `body`
 *   #shadow-root (closed)
 *     <dialog>                          opened only if a modal dialog of the page is open
 *       <div popover>                   above everything; the page can still be used
 * ```
 */

import { element, styleElement } from "../../ui/build.ts";
import { actionFor } from "../../shared/settings/shortcuts.ts";
import type { PanelSetting, Settings } from "../../shared/settings/settings.ts";
import { applySettings, LiveSettings } from "../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { guardView, isTyping } from "../session/guard.ts";
import { isArticle, isReadable, noArticleMessage } from "../session/no-article.ts";
import { appendToRoot, body, elements, focusedElement, matches, rectOf } from "../../ui/nodes.ts";
import type { ViewName } from "../../parts.ts";
import { setCoveredHeight } from "../dom/reading-position.ts";
import { recoverSuppressedClicks } from "../session/clicks.ts";
import { layoutScale, ownScale } from "../dom/viewport.ts";
import { isInPopup } from "../session/popup-focus.ts";
import { showShortcutList } from "../session/shortcut-list.ts";
import type { Controls, Session } from "../session/session.ts";
import panels from "../../ui/panels.css";
import theme from "../../ui/theme.css";
import { type Toolbar, createToolbar } from "./toolbar.ts";
import type { RemovedSummary } from "../panels/removed/summary-line.ts";

/** The settings that a view over the page itself can apply, and the function that applies them. */
interface AppliedSettings {
  settings: readonly PanelSetting[];
  show(settings: Settings): void;
}

/** Px the page leaves free for the toolbar; see page.css. */
const barHeight = 56;

/** Px the pointer moves before hidden controls reappear. */
const minPointerMove = 40;

export class Dock implements Controls {
  readonly shadow: ShadowRoot;
  readonly view: ViewName;
  /** Returns to the view that opened this one. Returns false if there is none. */
  back = (): boolean => false;
  readonly #session: Session;
  readonly #host: HTMLElement;
  readonly #dialog = element("dialog");
  readonly #bar: HTMLElement;
  readonly #toolbar: Toolbar;
  #removedSummary: RemovedSummary | undefined;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  /** Creates the controls. `styles` are added to those of the shadow root, after the theme. */
  constructor(
    view: ViewName,
    session: Session,
    styles: string,
    applied: AppliedSettings = { settings: [], show: () => {} },
  ) {
    this.view = view;
    this.#session = session;
    this.#host = session.host;
    this.shadow = session.shadow;
    this.#bar = element("div", {
      class: "dock",
      role: "region",
      popover: "manual",
      "aria-label": t(`view_${view}`),
      lang: locale(),
      dir: messageDirection(),
    });
    const { signal } = session;
    const applyAndUpdate = (settings: Settings): void => {
      applySettings(this.#dialog, settings, this.#dark.matches);
      this.#toolbar.show();
      applied.show(settings);
    };
    const preferences = new LiveSettings(session.settings, applyAndUpdate, signal);
    const toggleRemovedParts = (): void => {
      void this.#removedSummary?.toggle();
    };
    const pick = (): void => void this.#removedSummary?.pick();
    const canPick = isReadable(session.finding);
    const isInspect = view === "inspect";
    const openHighlights = session.openHighlights;
    this.#toolbar = createToolbar({
      view,
      session,
      dialog: this.#dialog,
      settings: applied.settings,
      preferences,
      actions: {
        removedParts: session.finding.kind === "found" ? toggleRemovedParts : undefined,
        pick: isInspect && canPick ? pick : undefined,
        highlights: isInspect ? undefined : openHighlights,
        export: session.openExport ?? undefined,
      },
      menuActions: {
        pick: isInspect || !canPick ? undefined : pick,
        listen: session.readAloud ?? undefined,
        highlights: isInspect ? openHighlights : undefined,
      },
    });
    this.#bar.append(this.#toolbar.node);
    this.#dialog.append(this.#bar);
    this.shadow.append(styleElement(theme + panels + styles), this.#dialog);
    recoverSuppressedClicks(this.shadow, signal);

    const updateScale = (): void => {
      this.#host.style.setProperty("--pith-zoom", String(ownScale()));
      this.#host.style.setProperty("--pith-layout-scale", String(layoutScale()));
    };
    updateScale();
    if (view === "simplify") {
      // The simplified page makes room for the toolbar (page.css). In Inspect the page stays as it is.
      setCoveredHeight(barHeight * layoutScale());
      signal.addEventListener("abort", () => setCoveredHeight(0));
    }
    visualViewport?.addEventListener("resize", updateScale, { signal });
    applyAndUpdate(session.settings);
    this.#dark.addEventListener("change", () => applyAndUpdate(preferences.current), { signal });
    const openShortcutList = (event: KeyboardEvent): void => {
      const isForView = event.isTrusted && !isTyping(event, session) && !isInPopup(session.shadow);
      if (isForView && opensShortcutList(event, preferences.current)) {
        event.stopPropagation();
        event.preventDefault();
        void showShortcutList(session, view, preferences.current);
      }
    };
    window.addEventListener("keydown", openShortcutList, { capture: true, signal });
    this.#sendFirstTabToToolbar();
    this.raise();
    guardView({
      session,
      raise: () => this.raise(),
      closePopups: () => this.#toolbar.close() || session.layers.close() || this.back(),
      handleKey: null,
    });
  }

  /** Inserts panels right below the toolbar. */
  prepend(...panels: HTMLElement[]): void {
    this.#toolbar.node.after(...panels);
  }

  /** Adds the summary line of removed parts, with its shortcuts. Without an article it is open. */
  addRemovedSummary(line: RemovedSummary): void {
    const { returnTarget, finding, signal } = this.#session;
    this.#removedSummary = line;
    const onKeydown = (event: KeyboardEvent): void => {
      if (event.isTrusted && !isTyping(event, this.#session) && line.handleKey(event)) {
        event.stopPropagation();
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", onKeydown, { capture: true, signal });
    if (returnTarget?.from === this.view) {
      void line.openAt(returnTarget);
    } else if (!isArticle(finding)) {
      void line.open();
    }
  }

  /**
   * Sends the first Tab to the toolbar, which follows the page in the DOM, unless something in the page has the focus.
   */
  #sendFirstTabToToolbar(): void {
    const { signal } = this.#session;
    const onFirstTab = (event: KeyboardEvent): void => {
      if (event.isTrusted && event.key === "Tab") {
        window.removeEventListener("keydown", onFirstTab, { capture: true });
        if (!event.shiftKey && (focusedElement() ?? body()) === body()) {
          event.preventDefault();
          this.#toolbar.node.querySelector<HTMLElement>(".back")?.focus();
        }
      }
    };
    window.addEventListener("keydown", onFirstTab, { capture: true, signal });
  }

  /** Marks the controls as busy until the view is complete. */
  async busyUntil(completed: Promise<void>): Promise<void> {
    this.#bar.ariaBusy = "true";
    await completed;
    this.#bar.ariaBusy = "false";
  }

  /** Hides the controls, which cover the top of the page, until the next key or until the pointer has moved on. */
  hideTemporarily(): void {
    const reappeared = new AbortController();
    const reappear = (): void => {
      this.#bar.classList.remove("offscreen");
      reappeared.abort();
    };
    let start: [x: number, y: number] | undefined;
    const onMove = ({ clientX, clientY }: PointerEvent): void => {
      start ??= [clientX, clientY];
      if (Math.hypot(clientX - start[0], clientY - start[1]) > minPointerMove) {
        reappear();
      }
    };
    this.#bar.classList.add("offscreen");
    const options = { capture: true, signal: AbortSignal.any([reappeared.signal, this.#session.signal]) };
    window.addEventListener("pointermove", onMove, options);
    for (const type of ["keydown", "pointerdown", "wheel"]) {
      window.addEventListener(type, reappear, options);
    }
  }

  /** The box of the controls. They cover the top of the content. */
  get barRect(): DOMRect {
    return rectOf(this.#bar);
  }

  /** Px of the page that an open panel covers at its side; 0 if there's no room beside it. */
  get sidePanelWidth(): number {
    const panel = this.#dialog.querySelector(":scope[data-room=wide] .sheet.side:popover-open");
    return panel ? rectOf(panel).width : 0;
  }

  /**
   * Puts the controls into the page and on top. A modal dialog of the page makes everything else inert, so the controls
   * then have to be in a modal dialog too.
   */
  raise(): void {
    const hasModalDialog = [...elements("dialog")].some((dialog) => matches(dialog, ":modal"));
    this.#dialog.close();
    if (this.#bar.matches(":popover-open")) {
      this.#bar.hidePopover();
    }
    if (!this.#host.isConnected) {
      appendToRoot(this.#host);
    }
    if (hasModalDialog) {
      this.#dialog.showModal();
    }
    this.#bar.showPopover();
  }
}

/** Returns whether a key opens the list of shortcuts. All other keys are left to the page. */
function opensShortcutList(event: KeyboardEvent, { keys, bindings }: Settings): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  return keys && !ctrlKey && !metaKey && !altKey && !isComposing && actionFor(key, bindings) === "keys";
}

/** Returns a panel with a message and a button to try again; null if there is an article to show. */
export function messagePanel({ finding, redetect }: Session): HTMLElement | null {
  const hasParts = finding.kind === "found" && finding.blocks.all.length > 0;
  if (isArticle(finding)) {
    return null;
  }
  const { title, text } = noArticleMessage(finding);
  const retryButton = element("button", { type: "button", class: "text-button" }, t("again"));
  retryButton.addEventListener("click", redetect);
  return element(
    "div",
    { class: "message", role: "alert" },
    element("h2", {}, title),
    element("p", {}, hasParts ? `${text} ${t("noneListed")}` : text),
    element("div", { class: "buttons" }, retryButton),
  );
}
