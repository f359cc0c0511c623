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

import { element, style } from "../../ui/build.ts";
import { actionFor } from "../../shared/settings/shortcuts.ts";
import type { PanelSetting, Settings } from "../../shared/settings/settings.ts";
import { applyTo, LiveSettings } from "../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { guard, isTyping } from "../session/guard.ts";
import { isArticle, isReadable, message } from "../session/no-article.ts";
import { appendToRoot, body, elements, focused, matches, rectOf } from "../../ui/nodes.ts";
import type { ViewName } from "../../parts.ts";
import { cover } from "../dom/reading-position.ts";
import { keepClicks } from "../session/clicks.ts";
import { layoutScale, ownScale } from "../dom/viewport.ts";
import { showKeys } from "../session/shortcut-list.ts";
import type { Controls, Session } from "../session/session.ts";
import panels from "../../ui/panels.css";
import theme from "../../ui/theme.css";
import { type Toolbar, toolbar } from "./toolbar.ts";
import type { RemovedSummary } from "../panels/removed/summary-line.ts";

/** The settings that a view over the page itself can apply, and the function that applies them. */
interface Applied {
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
  #line: RemovedSummary | undefined;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  /** Creates the controls. `styles` are added to those of the shadow root, after the theme. */
  constructor(view: ViewName, session: Session, styles: string, applied: Applied = { settings: [], show: () => {} }) {
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
    const show = (settings: Settings): void => {
      applyTo(this.#dialog, settings, this.#dark.matches);
      this.#toolbar.show();
      applied.show(settings);
    };
    const preferences = new LiveSettings(session.settings, show, signal);
    const removedParts = (): void => {
      void this.#line?.toggle();
    };
    const pick = (): void => void this.#line?.pick();
    const canPick = isReadable(session.finding);
    const isInspect = view === "inspect";
    const highlights = session.openHighlights;
    this.#toolbar = toolbar({
      view,
      session,
      dialog: this.#dialog,
      settings: applied.settings,
      preferences,
      acts: {
        removedParts: session.finding.kind === "found" ? removedParts : undefined,
        pick: isInspect && canPick ? pick : undefined,
        highlights: isInspect ? undefined : highlights,
        export: session.openExport ?? undefined,
      },
      inMenu: {
        pick: isInspect || !canPick ? undefined : pick,
        listen: session.readAloud ?? undefined,
        highlights: isInspect ? highlights : undefined,
      },
    });
    this.#bar.append(this.#toolbar.node);
    this.#dialog.append(this.#bar);
    this.shadow.append(style(theme + panels + styles), this.#dialog);
    keepClicks(this.shadow, signal);

    const fit = (): void => {
      this.#host.style.setProperty("--pith-zoom", String(ownScale()));
      this.#host.style.setProperty("--pith-layout-scale", String(layoutScale()));
    };
    fit();
    if (view === "simplify") {
      // The simplified page makes room for the toolbar (page.css). In Inspect the page stays as it is.
      cover(barHeight * layoutScale());
      signal.addEventListener("abort", () => cover(0));
    }
    visualViewport?.addEventListener("resize", fit, { signal });
    show(session.settings);
    this.#dark.addEventListener("change", () => show(preferences.now), { signal });
    const help = (event: KeyboardEvent): void => {
      if (event.isTrusted && !isTyping(event, session) && asksForKeys(event, preferences.now)) {
        event.stopPropagation();
        event.preventDefault();
        void showKeys(session, view, preferences.now);
      }
    };
    window.addEventListener("keydown", help, { capture: true, signal });
    this.#first();
    this.raise();
    guard({
      session,
      raise: () => this.raise(),
      close: () => this.#toolbar.close() || session.layers.close() || this.back(),
      press: null,
    });
  }

  /** Inserts panels right below the toolbar. */
  prepend(...panels: HTMLElement[]): void {
    this.#toolbar.node.after(...panels);
  }

  /** Adds the summary line of removed parts, with its shortcuts. Without an article it is open. */
  take(line: RemovedSummary): void {
    const { returnTarget, finding, signal } = this.#session;
    this.#line = line;
    const press = (event: KeyboardEvent): void => {
      if (event.isTrusted && !isTyping(event, this.#session) && line.press(event)) {
        event.stopPropagation();
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", press, { capture: true, signal });
    if (returnTarget?.from === this.view) {
      void line.openAt(returnTarget);
    } else if (!isArticle(finding)) {
      void line.open();
    }
  }

  /**
   * Sends the first Tab to the toolbar, which follows the page in the DOM, unless something in the page has the focus.
   */
  #first(): void {
    const { signal } = this.#session;
    const first = (event: KeyboardEvent): void => {
      if (event.isTrusted && event.key === "Tab") {
        window.removeEventListener("keydown", first, { capture: true });
        if (!event.shiftKey && (focused() ?? body()) === body()) {
          event.preventDefault();
          this.#toolbar.node.querySelector<HTMLElement>(".leave")?.focus();
        }
      }
    };
    window.addEventListener("keydown", first, { capture: true, signal });
  }

  /** Marks the controls as busy until the view is complete. */
  async busyUntil(whole: Promise<void>): Promise<void> {
    this.#bar.ariaBusy = "true";
    await whole;
    this.#bar.ariaBusy = "false";
  }

  /** Hides the controls, which cover the top of the page, until the next key or until the pointer has moved on. */
  makeWay(): void {
    const back = new AbortController();
    const end = (): void => {
      this.#bar.classList.remove("away");
      back.abort();
    };
    let from: [x: number, y: number] | undefined;
    const moved = ({ clientX, clientY }: PointerEvent): void => {
      from ??= [clientX, clientY];
      if (Math.hypot(clientX - from[0], clientY - from[1]) > minPointerMove) {
        end();
      }
    };
    this.#bar.classList.add("away");
    const options = { capture: true, signal: AbortSignal.any([back.signal, this.#session.signal]) };
    window.addEventListener("pointermove", moved, options);
    for (const type of ["keydown", "pointerdown", "wheel"]) {
      window.addEventListener(type, end, options);
    }
  }

  /** The box of the controls. They cover the top of the content. */
  get over(): DOMRect {
    return rectOf(this.#bar);
  }

  /**
   * Puts the controls into the page and on top. A modal dialog of the page makes everything else inert, so the controls
   * then have to be in a modal dialog too.
   */
  raise(): void {
    const other = [...elements("dialog")].some((dialog) => matches(dialog, ":modal"));
    this.#dialog.close();
    if (this.#bar.matches(":popover-open")) {
      this.#bar.hidePopover();
    }
    if (!this.#host.isConnected) {
      appendToRoot(this.#host);
    }
    if (other) {
      this.#dialog.showModal();
    }
    this.#bar.showPopover();
  }
}

/** Returns whether a key opens the list of shortcuts. All other keys are left to the page. */
function asksForKeys(event: KeyboardEvent, { keys, bindings }: Settings): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  return keys && !ctrlKey && !metaKey && !altKey && !isComposing && actionFor(key, bindings) === "keys";
}

/** Returns a panel with a message and a button to try again; null if there is an article to show. */
export function messagePanel({ finding, renew }: Session): HTMLElement | null {
  const isListed = finding.kind === "found" && finding.blocks.all.length > 0;
  if (isArticle(finding)) {
    return null;
  }
  const { title, text } = message(finding);
  const again = element("button", { type: "button", class: "word" }, t("again"));
  again.addEventListener("click", renew);
  return element(
    "div",
    { class: "message", role: "alert" },
    element("h2", {}, title),
    element("p", {}, isListed ? `${text} ${t("noneListed")}` : text),
    element("div", { class: "next" }, again),
  );
}
