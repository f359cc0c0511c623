/**
 * Where the article stands: a modal dialog over the page.
 *
 * ```text
 * <pith-reader>                 child of the root element, beside `body`
 *   #shadow-root (closed)       out of reach of the page's styles and queries
 *     <dialog> toolbar, scroller with <slot>
 *   <article>                   in the page's own tree, so that translators, dictionaries and
 *                               highlighters find it like any other text of the page
 * ```
 *
 * The dialog is modal: it is painted above everything whatever the page's z-indexes, filters or
 * transforms; it makes the page behind it inert without an attribute on any of its nodes; it keeps
 * the focus inside and closes on Escape or a phone's back gesture.
 */

import type { Settings } from "../config.ts";
import { locale, messageDirection } from "../ext.ts";
import { element } from "../build.ts";
import { ownScale } from "../screen.ts";
import theme from "../theme.css";
import styles from "./frame.css";
import { type Actions, keyList, spoken, toolbar } from "./toolbar.ts";

/** In CSS px before `size`; CJK measures are in `article.css`. */
const measures: Record<Settings["width"], string> = { narrow: "26em", medium: "32em", wide: "42em" };
const leadings: Record<Settings["spacing"], string> = { tight: "1.45", normal: "1.6", loose: "1.8" };

export class Frame {
  readonly host = document.createElement("pith-reader");
  readonly #dialog: HTMLDialogElement;
  readonly #scroller = element("div", { class: "scroll", tabindex: 0, autofocus: true }, element("slot"));
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #toolbar: ReturnType<typeof toolbar>;
  readonly #shadow: ShadowRoot;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #ended = new AbortController();
  #settings: Settings;

  constructor(label: string, article: HTMLElement, settings: Settings, actions: Actions) {
    this.#settings = settings;
    this.#toolbar = toolbar(() => this.#settings, actions);
    this.#dialog = element("dialog", {
      "aria-label": label,
      lang: locale(),
      dir: messageDirection(),
    });
    // By `textContent`: it is how Firefox knows a style for a content script's, beyond the page's CSP.
    const style = element("style");
    style.textContent = theme + styles;
    this.#shadow = this.host.attachShadow({ mode: "closed" });
    this.#dialog.append(this.#toolbar.node, this.#scroller, this.#status);
    this.#shadow.append(style, this.#dialog);
    this.host.append(article);
    this.#fit();
    this.show(settings);

    const { signal } = this.#ended;
    for (const type of ["resize", "scroll"]) {
      visualViewport?.addEventListener(type, () => this.#fit(), { signal });
    }
    this.#dark.addEventListener("change", () => this.show(this.#settings), { signal });
    // `close` without `cancel` comes when Escape is pressed twice without anything between.
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      actions.leave();
    });
    this.#dialog.addEventListener("close", () => {
      if (!this.#dialog.open && !signal.aborted) {
        actions.leave();
      }
    });
  }

  /** Puts the dialog into the page, above whatever is on top there, and where it was scrolled to. */
  raise(): void {
    const { scrollTop } = this.#scroller;
    const focused = this.#shadow.activeElement;
    this.#dialog.close();
    if (!this.host.isConnected) {
      document.documentElement.append(this.host);
    }
    this.#dialog.showModal();
    this.#scroller.scrollTo({ top: scrollTop, behavior: "instant" });
    if (focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** Shows the settings; says what changed where it is not to be seen in a focused button's label. */
  show(settings: Settings, change: Partial<Settings> = {}): void {
    this.#settings = settings;
    const { theme, font, width, spacing, size } = settings;
    const system = this.#dark.matches ? "dark" : "light";
    this.#dialog.dataset.theme = theme === "auto" ? system : theme;
    this.#dialog.style.setProperty("--pith-scale", String(size / 100));
    this.#dialog.style.setProperty("--pith-measure", measures[width]);
    this.#dialog.style.setProperty("--pith-leading", leadings[spacing]);
    this.host.dataset.font = font;
    this.#toolbar.show(settings);
    this.#status.textContent = spoken(change, settings);
  }

  /** Shows the list of keys. */
  help(): void {
    this.#pop(keyList(this.#settings));
  }

  /** Shows the other views to choose from. */
  views(buttons: HTMLElement): void {
    this.#pop(element("div", { class: "menu", popover: "auto" }, buttons));
  }

  #pop(list: HTMLElement): void {
    list.addEventListener("toggle", () => {
      if (!list.matches(":popover-open")) {
        list.remove();
      }
    });
    this.#dialog.append(list);
    list.showPopover();
  }

  /** What scrolls the article. */
  get scroller(): HTMLElement {
    return this.#scroller;
  }

  /** Where what is seen of the article begins, in the window's viewport. */
  get top(): number {
    return this.#scroller.getBoundingClientRect().top;
  }

  close(): void {
    this.#ended.abort();
    this.#dialog.close();
    this.host.remove();
  }

  /**
   * Fills what is seen: see screen.ts. On phones what is fixed in a page that is wider than the
   * screen is laid out wider than what is seen.
   */
  #fit(): void {
    const seen = visualViewport;
    const scale = seen?.scale || 1;
    const [width, height] = [(seen?.width ?? innerWidth) * scale, (seen?.height ?? innerHeight) * scale];
    const shrunk = Math.min(scale, 1);
    this.host.style.setProperty("--pith-zoom", String(ownScale()));
    // Less than a scroll bar is none of it.
    if (!seen || (shrunk > 0.99 && innerWidth - width < 32)) {
      for (const name of ["left", "top", "seen-width", "seen-height"]) {
        this.#dialog.style.removeProperty(`--pith-${name}`);
      }
      return;
    }
    const { style } = this.#dialog;
    style.setProperty("--pith-seen-width", `${width}px`);
    style.setProperty("--pith-seen-height", `${height}px`);
    if (scale <= 1) {
      style.setProperty("--pith-left", `${seen.offsetLeft * shrunk}px`);
      style.setProperty("--pith-top", `${seen.offsetTop * shrunk}px`);
    }
  }
}
