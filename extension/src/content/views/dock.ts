/**
 * The controls of the views that show the page itself.
 *
 * ```text
 * <div data-pith>                       child of the root element, beside `body`
 *   #shadow-root (closed)
 *     <dialog>                          opened only if a modal dialog of the page is open
 *       <div popover>                   above everything; the page can still be used
 * ```
 */

import { element, style } from "../../ui/build.ts";
import { boundTo } from "../../shared/settings/shortcuts.ts";
import type { PanelSetting, Settings } from "../../shared/settings/settings.ts";
import { applyTo, LiveSettings } from "../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../shared/ext.ts";
import { guard, isTyping } from "../session/guard.ts";
import { isArticle, message } from "../session/no-article.ts";
import { appendToRoot, clientWidth, elements, matches, rectOf, rootElement, textContent } from "../../ui/nodes.ts";
import type { ViewName } from "../../parts.ts";
import { keepClicks } from "../session/clicks.ts";
import { layoutScale, ownScale } from "../dom/viewport.ts";
import { showKeys } from "../session/shortcut-list.ts";
import type { Controls, Session } from "../session/session.ts";
import theme from "../../ui/theme.css";
import { type Toolbar, toolbar } from "./toolbar.ts";
import type { RemovedSummary } from "../panels/removed/summary-line.ts";

/** The settings that a view over the page itself can apply, and what applies them. */
interface Applied {
  settings: readonly PanelSetting[];
  show(settings: Settings): void;
}

/** Px beside the content that the controls take there, with room on both sides: see dock.css. */
const besideContent = 78;

export class Dock implements Controls {
  readonly shadow: ShadowRoot;
  readonly view: ViewName;
  /** Goes back to the view that this one is open for. Returns whether there is one. */
  back = (): boolean => false;
  readonly #session: Session;
  readonly #host: HTMLElement;
  readonly #dialog = element("dialog");
  readonly #bar: HTMLElement;
  readonly #toolbar: Toolbar;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");

  /** Makes the controls. `styles` are those of the shadow root beside the theme. */
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
      this.#toolbar.show(settings);
      applied.show(settings);
    };
    const preferences = new LiveSettings(session.settings, show, signal);
    this.#toolbar = toolbar({ view, session, settings: applied.settings, preferences, aloud: session.readAloud });
    this.#bar.append(this.#toolbar.node);
    this.#dialog.append(this.#bar);
    this.shadow.append(style(theme + styles), this.#dialog);
    keepClicks(this.shadow, signal);

    const fit = (): void => {
      this.#host.style.setProperty("--pith-zoom", String(ownScale()));
      this.#host.style.setProperty("--pith-layout-scale", String(layoutScale()));
    };
    fit();
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
    this.raise();
    guard({
      session,
      raise: () => this.raise(),
      dismiss: () => this.#toolbar.dismiss() || session.layers.close() || this.back(),
      press: null,
    });
  }

  /** Puts something above the bar. */
  prepend(...panels: HTMLElement[]): void {
    this.#bar.prepend(...panels);
  }

  /** Takes the line of removed parts, with its keys. In place of an article it stands open. */
  take(line: RemovedSummary): void {
    const { returnTarget, finding, signal } = this.#session;
    const press = (event: KeyboardEvent): void => {
      if (event.isTrusted && !isTyping(event, this.#session) && line.press(event)) {
        event.stopPropagation();
        event.preventDefault();
      }
    };
    window.addEventListener("keydown", press, { capture: true, signal });
    // Beside the content it shows a number alone.
    line.node.addEventListener("pointerenter", () => {
      const summary = line.node.querySelector("summary");
      line.node.title = summary && !this.over ? (textContent(summary) ?? "") : "";
    });
    if (returnTarget?.from === this.view) {
      void line.comeBack(returnTarget);
    } else if (!isArticle(finding)) {
      void line.open();
    }
  }

  /** Says that the view is not whole yet. Resolves when it is. */
  async busyUntil(whole: Promise<void>): Promise<void> {
    this.#bar.ariaBusy = "true";
    await whole;
    this.#bar.ariaBusy = "false";
  }

  /** Has the controls beside the content where there is room, else below it. `left` and `right`: its edges in the window, in px. */
  stand({ left, right }: Pick<DOMRect, "left" | "right">): void {
    const zoom = ownScale();
    const room = (messageDirection() === "rtl" ? clientWidth(rootElement()) - right : left) / zoom;
    this.#bar.style.setProperty("--pith-room", `${room}px`);
    this.#bar.classList.toggle("beside", room >= besideContent);
  }

  /** The box of the controls where they lie over the content, along one side of the screen; null where they stand beside it. */
  get over(): DOMRect | null {
    // The sheet has them below while something is open, room beside the content or not.
    return getComputedStyle(this.#bar).flexDirection === "column" ? null : rectOf(this.#bar);
  }

  /** Moves the controls to the other side of the screen, or back. */
  turn(): void {
    this.#bar.classList.toggle("turned");
  }

  /** Puts the controls into the page and on top. While a modal dialog of the page makes everything
   * else inert, the controls have to stand in a modal dialog too. */
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

/** Returns whether a key stands for the list of keys. All others are the page's. */
function asksForKeys(event: KeyboardEvent, { keys, bindings }: Settings): boolean {
  const { key, ctrlKey, metaKey, altKey, isComposing } = event;
  return keys && !ctrlKey && !metaKey && !altKey && !isComposing && boundTo(key, bindings) === "keys";
}

/** Returns a message and a second try as a panel; null where there is an article to show. */
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
