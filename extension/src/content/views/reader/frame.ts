/**
 * The frame of the article: a modal dialog over the page.
 *
 * ```text
 * <div data-pith="reader">      child of the root element, beside `body`
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

import { type Settings, shownIn } from "../../../shared/settings/settings.ts";
import { applyTo, LiveSettings } from "../../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { element, style } from "../../../ui/build.ts";
import { isReadable } from "../../session/no-article.ts";
import { appendToRoot } from "../../../ui/nodes.ts";
import { keepClicks } from "../../session/clicks.ts";
import { ownScale } from "../../dom/viewport.ts";
import type { Session } from "../../session/session.ts";
import type { ToolHost } from "../../tools/tool.ts";
import type { Flow } from "./flow.ts";
import settings from "../../../ui/settings.css";
import theme from "../../../ui/theme.css";
import { type Toolbar, toolbar } from "../toolbar.ts";
import type { Rest } from "./rest.ts";
import { Anchor } from "./scroll-anchor.ts";
import type { Built } from "./article.ts";
import { ScrollFlow } from "./flow.ts";
import styles from "./frame.css";
import { measure, sampleOf } from "./column-width.ts";
import { loadImageViewer, enlarge } from "./images.ts";
import { loaded, provided } from "../../session/parts.ts";

/** A constant of the build: true in those for Safari and for managers of userscripts. */
declare const IN_WEBKIT: boolean;

/** Px of the article's letters by default, and in narrow windows: see frame.css. */
const letterSize = (width: number): number => (width > 640 ? 20 : 18);

/** Em from which on a line of characters as wide as they are high can be justified without holes. */
const justifiedFrom = 25;

export class Frame {
  readonly #host: HTMLElement;
  readonly #dialog: HTMLDialogElement;
  readonly #slot = element("slot");
  readonly #scroller = element("div", { class: "scroll", tabindex: 0, autofocus: true }, this.#slot);
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #toolbar: Toolbar;
  readonly #article: HTMLElement;
  readonly #shadow: ShadowRoot;
  readonly #anchor: Anchor;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #preferences: LiveSettings;
  /** The text that the width of the column is measured by. */
  readonly #sample: string;
  readonly #session: Session;
  readonly #rest: Rest;
  /** The page's own face, once it is asked for. */
  #pageFont: string | undefined;
  /** Those of the package that are here or on their way. */
  readonly #faces = new Set<string>();
  readonly #signal: AbortSignal;
  readonly #enlarge: (pressed: EventTarget | null) => boolean;
  /** Px of what is seen, and em of the column in it. */
  #width = 0;
  #measure = 0;
  /** True once the article stood in the page. */
  #hasOwnStyle = false;
  #isTabbed = false;
  #flow: Flow = new ScrollFlow(this.#scroller);

  constructor({ label, node: article, text }: Built, session: Session, rest: Rest) {
    this.#rest = rest;
    this.#article = article;
    this.#sample = sampleOf(text);
    this.#host = session.host;
    const { signal, finding } = session;
    this.#session = session;
    this.#signal = signal;
    this.#enlarge = (pressed) => enlarge(session, pressed);
    this.#preferences = new LiveSettings(session.settings, (settings, change) => this.#show(settings, change), signal);
    this.#dialog = element("dialog", {
      "aria-label": t("readerLabel", label),
      lang: locale(),
      dir: messageDirection(),
    });
    const canUse = isReadable(finding);
    this.#toolbar = toolbar({
      view: "reader",
      session,
      dialog: this.#dialog,
      settings: shownIn("reader"),
      preferences: this.#preferences,
      acts: {
        guide: canUse ? () => rest.use("contents") : undefined,
        highlights: finding.kind === "failed" ? undefined : session.openHighlights,
        listen: session.readAloud ?? undefined,
        takeAlong: session.openExport ?? undefined,
      },
      inMenu: {
        point: canUse ? () => rest.do(({ line }) => void line.point()) : undefined,
        removedParts: () => rest.do(({ line }) => void line.toggle()),
      },
      keyOf: (name) => rest.there?.keyOf(name),
      use: canUse ? (name) => rest.use(name) : undefined,
      offered: () => rest.there?.offered() ?? null,
    });
    this.#shadow = session.shadow;
    this.#dialog.append(this.#toolbar.node, this.#scroller, this.#status);
    this.#shadow.append(style(theme + settings + styles), this.#dialog);
    keepClicks(this.#shadow, signal);
    this.#host.append(article);
    // What else the page puts into our element is not shown.
    this.#slot.assign(article);
    if (session.notice) {
      this.#scroller.prepend(element("p", { class: "notice", role: "status" }, session.notice));
    }
    this.#fit();
    this.#anchor = new Anchor(this, article, signal);

    for (const type of ["resize", "scroll"]) {
      visualViewport?.addEventListener(type, () => this.#fit(), { signal });
    }
    this.#dark.addEventListener("change", () => this.#show(this.#preferences.now), { signal });
    if (IN_WEBKIT) {
      ignoreCancelAfterPopovers(this.#dialog, this.#shadow, signal);
    }
    // `close` without `cancel` comes when Escape is pressed twice without anything between.
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (!session.layers.close()) {
        session.leave();
      }
    });
    this.#dialog.addEventListener("close", () => {
      if (this.#dialog.open || signal.aborted) {
        return;
      }
      if (session.layers.close()) {
        this.raise();
      } else {
        session.leave();
      }
    });
  }

  /** Puts the dialog into the page, above whatever is on top there, and where it was scrolled to. */
  raise(): void {
    // What has the focus in the article stands outside the shadow tree.
    const focused = this.#shadow.activeElement ?? this.#host.querySelector(":focus");
    this.#dialog.close();
    if (!this.#host.isConnected) {
      appendToRoot(this.#host);
    }
    const isFirst = !this.#hasOwnStyle;
    if (isFirst) {
      this.#hasOwnStyle = true;
      this.#show(this.#preferences.now);
    }
    this.#dialog.showModal();
    if (isFirst) {
      // Now that all styles are known; most pages dress no letters, and then no style changes.
      this.#article.classList.toggle("pith-letters", dressesLetters(this.#article));
    }
    this.settle();
    if (focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** Shows the settings; says what was changed where it is not to be seen in a focused control. */
  #show(settings: Settings, change: Partial<Settings> = {}): void {
    if (settings.font === "hyperlegible" || settings.font === "dyslexic") {
      void this.#loadFont(settings.font);
    }
    if (settings.pictures === "words" || provided("image-viewer")) {
      void loadImageViewer(this.#signal).then((shown) =>
        shown?.describe(this.#article, this.#preferences.now.pictures === "words"),
      );
    }
    if (settings.font === "page") {
      this.#pageFont ??= fontOf(this.#session.finding);
      this.#dialog.style.setProperty("--pith-page-font", this.#pageFont);
    }
    // Before anything is laid out otherwise: a shorter article may be scrolled by the browser.
    const isShown = this.#dialog.open;
    if (isShown) {
      this.#anchor.hold();
    }
    // First: the measure is one of the face.
    applyTo(this.#dialog, settings, this.#dark.matches);
    const em = measure(this.#article, this.#sample, settings.width);
    this.#dialog.style.setProperty("--pith-measure", `${em}em`);
    this.#measure = em;
    this.#arrange();
    this.#toolbar.show();
    this.#status.textContent = this.#rest.there?.spoken(change) ?? "";
    this.#rest.there?.settingsChanged();
    if (isShown) {
      this.settle();
    }
  }

  /** Has lines justified where they are long enough. */
  #arrange(): void {
    const width = this.#width;
    const em = (letterSize(width) * this.#preferences.now.size) / 100;
    const column = em * this.#measure;
    const { classList } = this.#dialog;
    classList.toggle("narrow", Math.min(column, 0.9 * width) < justifiedFrom * em);
  }

  /** Shows the article in a face of the package, once that is here. */
  async #loadFont(font: string): Promise<void> {
    if (this.#faces.has(font)) {
      return;
    }
    this.#faces.add(font);
    await (await loaded("fonts"))?.(font, this.#signal).catch(console.error);
    if (!this.#signal.aborted) {
      this.#show(this.#preferences.now);
    }
  }

  /** Does what the pressed key stands for. Returns whether it stands for anything. */
  press(event: KeyboardEvent): boolean {
    if (this.#shadow.querySelector(".large:popover-open")) {
      // It has keys of its own.
      return false;
    }
    if (this.#rest.there?.hold(event)) {
      return true;
    }
    // In a panel or menu letters are its own.
    if (this.#shadow.activeElement?.closest("[popover]:popover-open")) {
      return false;
    }
    const { key, target } = event;
    if (key === "Tab" && !event.shiftKey && !this.#isTabbed) {
      // The scroller has the focus at first, for the arrow keys.
      this.#isTabbed = true;
      const isFirst = this.#shadow.activeElement === this.#scroller;
      if (isFirst) {
        this.#toolbar.node.querySelector<HTMLElement>(".leave")?.focus();
      }
      return isFirst;
    }
    if ((key === "Enter" || key === " ") && this.#enlarge(target)) {
      return true;
    }
    return this.#rest.press(event, this.#preferences.now.keys);
  }

  get toolbar(): Toolbar {
    return this.#toolbar;
  }

  /** What the frame gives to the reading tools. */
  get parts(): Pick<ToolHost, "dialog" | "scroller" | "settings" | "change" | "say"> {
    return {
      dialog: this.#dialog,
      scroller: this.#scroller,
      settings: () => this.#preferences.now,
      change: (change) => this.#preferences.change(change),
      say: (message, undo) => {
        if (undo) {
          this.#toolbar.say(message, undo);
        } else {
          this.#status.textContent = message;
        }
      },
    };
  }

  /** Closes what is open above the article. Returns whether anything was. */
  close(): boolean {
    return this.#toolbar.close();
  }

  /** The element that scrolls the article. */
  get scroller(): HTMLElement {
    return this.#scroller;
  }

  /** The way through the article. What is read is back in place once the article is laid out for another one. */
  get flow(): Flow {
    return this.#flow;
  }

  set flow(flow: Flow) {
    this.#anchor.hold();
    this.#flow = flow;
  }

  /** Called when the user has gone on. */
  moved(): void {
    this.#anchor.moved();
  }

  /** Puts what is read back in place after the article was laid out again. */
  settle(): void {
    this.#anchor.restore();
  }

  /**
   * Fills what is seen: see viewport.ts. On phones what is fixed in a page that is wider than the
   * screen is laid out wider than what is seen.
   */
  #fit(): void {
    const seen = visualViewport;
    const scale = seen?.scale || 1;
    const [width, height] = [(seen?.width ?? innerWidth) * scale, (seen?.height ?? innerHeight) * scale];
    const shrunk = Math.min(scale, 1);
    const zoom = ownScale();
    this.#host.style.setProperty("--pith-zoom", String(zoom));
    this.#width = width / zoom;
    this.#arrange();
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

/** Returns the face in which the page sets the middle of its article. */
function fontOf(finding: Session["finding"]): string {
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const middle = blocks?.content[blocks.content.length >> 1];
  const leaf = middle && blocks?.leaf(middle);
  const holder = leaf instanceof Element ? leaf : leaf?.parentElement;
  return getComputedStyle(holder ?? document.documentElement).fontFamily;
}

/** Properties in which a first letter or line differs where a page dresses it. */
const highlightRoots = [
  "float",
  "fontSize",
  "fontFamily",
  "fontWeight",
  "fontVariant",
  "color",
  "textTransform",
] as const;

/** Blocks of each kind that are asked: rules for all of a kind, or for the first. */
const sampleSize = 2;

/** Returns whether rules of the page for first letters or lines reach the article. */
function dressesLetters(article: HTMLElement): boolean {
  const kinds = new Map<string, Element[]>();
  for (const block of article.querySelectorAll("p, li, dd, blockquote, h1, h2, h3, figcaption, div")) {
    const kind = `${block.parentElement?.localName} > ${block.localName}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), block].slice(0, sampleSize));
  }
  return [...kinds.values()].flat().some((block) => {
    const own = getComputedStyle(block);
    return ["::first-letter", "::first-line"].some((pseudo) => {
      const style = getComputedStyle(block, pseudo);
      return highlightRoots.some((property) => style[property] !== own[property]);
    });
  });
}

/** Keeps a dialog open if Escape closes a popover in it: WebKit cancels the dialog with the same key. */
function ignoreCancelAfterPopovers(dialog: HTMLDialogElement, shadow: ShadowRoot, signal: AbortSignal): void {
  let hadPopover = false;
  const note = (): void => {
    hadPopover = shadow.querySelector("[popover=auto]:popover-open") !== null;
  };
  window.addEventListener("keydown", note, { capture: true, signal });
  dialog.addEventListener("cancel", (event) => {
    if (hadPopover) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });
}
