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
 * The dialog is modal: it is painted above everything, whatever the page's z-indexes, filters, or transforms. It makes
 * the page behind it inert without an attribute on any of its nodes. It keeps the focus inside, and closes on Escape or
 * a phone's back gesture.
 */

import { type Settings, shownIn } from "../../../shared/settings/settings.ts";
import { applySettings, LiveSettings } from "../../../ui/live-settings.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { element, styleElement } from "../../../ui/build.ts";
import { isReadable } from "../../session/no-article.ts";
import { appendToRoot } from "../../../ui/nodes.ts";
import { recoverSuppressedClicks } from "../../session/clicks.ts";
import { ownScale } from "../../dom/viewport.ts";
import type { Session } from "../../session/session.ts";
import type { ToolHost } from "../../tools/tool.ts";
import type { Flow } from "./flow.ts";
import settings from "../../../ui/settings.css";
import theme from "../../../ui/theme.css";
import { type Toolbar, createToolbar } from "../toolbar.ts";
import type { DeferredPartsLoader } from "./deferred-parts.ts";
import { ScrollAnchor } from "./scroll-anchor.ts";
import type { BuiltArticle } from "./article.ts";
import { ScrollFlow } from "./flow.ts";
import styles from "./frame.css";
import { measure, sampleOf } from "./column-width.ts";
import { loadImageViewer, enlargeImage } from "./images.ts";
import { loadPart, getPart } from "../../session/parts.ts";

/** A constant of the build: true in the builds for Safari and for userscript managers. */
declare const IN_WEBKIT: boolean;

/** Default font size of the article in px, smaller in narrow windows: see frame.css. */
const fontSizeFor = (width: number): number => (width > 640 ? 20 : 18);

/** Minimum length in em of a line of square characters that can be justified without gaps. */
const minJustifiedEms = 25;

export class ReaderFrame {
  readonly #host: HTMLElement;
  readonly #dialog: HTMLDialogElement;
  readonly #slot = element("slot");
  readonly #scroller = element("div", { class: "scroll", tabindex: 0, autofocus: true }, this.#slot);
  readonly #status = element("p", { class: "status", role: "status" });
  readonly #toolbar: Toolbar;
  readonly #article: HTMLElement;
  readonly #shadow: ShadowRoot;
  readonly #anchor: ScrollAnchor;
  readonly #dark = matchMedia("(prefers-color-scheme: dark)");
  readonly #preferences: LiveSettings;
  /** Text whose average character sets the column width. */
  readonly #sample: string;
  readonly #session: Session;
  readonly #deferred: DeferredPartsLoader;
  /** The page's own font, once it was needed. */
  #pageFont: string | undefined;
  /** Bundled fonts that are loaded or loading. */
  readonly #loadedFonts = new Set<string>();
  readonly #signal: AbortSignal;
  readonly #enlarge: (target: EventTarget | null) => boolean;
  /** Width of the visible part in px, and of its column in em. */
  #width = 0;
  #columnEms = 0;
  /** True once the article has been in the page. */
  #hasOwnStyle = false;
  #isTabbed = false;
  #flow: Flow = new ScrollFlow(this.#scroller);

  constructor({ label, node: article, text }: BuiltArticle, session: Session, deferred: DeferredPartsLoader) {
    this.#deferred = deferred;
    this.#article = article;
    this.#sample = sampleOf(text);
    this.#host = session.host;
    const { signal, finding } = session;
    this.#session = session;
    this.#signal = signal;
    this.#enlarge = (target) => enlargeImage(session, target);
    this.#preferences = new LiveSettings(session.settings, (settings, change) => this.#show(settings, change), signal);
    this.#dialog = element("dialog", {
      "aria-label": t("readerLabel", label),
      lang: locale(),
      dir: messageDirection(),
    });
    const canUse = isReadable(finding);
    this.#toolbar = createToolbar({
      view: "reader",
      session,
      dialog: this.#dialog,
      settings: shownIn("reader"),
      preferences: this.#preferences,
      actions: {
        contents: canUse ? () => deferred.useTool("contents") : undefined,
        highlights: finding.kind === "failed" ? undefined : session.openHighlights,
        listen: session.readAloud ?? undefined,
        export: session.openExport ?? undefined,
      },
      menuActions: {
        pick: canUse ? () => deferred.run(({ removedSummary }) => void removedSummary.pick()) : undefined,
        removedParts: () => deferred.run(({ removedSummary }) => void removedSummary.toggle()),
      },
      shortcutLabel: (name) => deferred.parts?.shortcutLabel(name),
      useTool: canUse ? (name) => deferred.useTool(name) : undefined,
      nextPagesItem: () => deferred.parts?.nextPagesItem() ?? null,
    });
    this.#shadow = session.shadow;
    this.#dialog.append(this.#toolbar.node, this.#scroller, this.#status);
    this.#shadow.append(styleElement(theme + settings + styles), this.#dialog);
    recoverSuppressedClicks(this.#shadow, signal);
    this.#host.append(article);
    // Other nodes that the page adds to the host aren't shown.
    this.#slot.assign(article);
    if (session.notice) {
      this.#scroller.prepend(element("p", { class: "notice", role: "status" }, session.notice));
    }
    this.#fitViewport();
    this.#anchor = new ScrollAnchor(this, article, signal);

    for (const type of ["resize", "scroll"]) {
      visualViewport?.addEventListener(type, () => this.#fitViewport(), { signal });
    }
    this.#dark.addEventListener("change", () => this.#show(this.#preferences.current), { signal });
    if (IN_WEBKIT) {
      ignoreCancelAfterPopovers(this.#dialog, this.#shadow, signal);
    }
    // If Escape is pressed twice in a row, `close` fires without `cancel`.
    this.#dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      if (!session.layers.close()) {
        session.closeView();
      }
    });
    this.#dialog.addEventListener("close", () => {
      if (this.#dialog.open || signal.aborted) {
        return;
      }
      if (session.layers.close()) {
        this.raise();
      } else {
        session.closeView();
      }
    });
  }

  /** Moves the dialog above everything else in the page, and restores the scroll position. */
  raise(): void {
    // Focused elements of the article are outside of the shadow tree.
    const focused = this.#shadow.activeElement ?? this.#host.querySelector(":focus");
    this.#dialog.close();
    if (!this.#host.isConnected) {
      appendToRoot(this.#host);
    }
    const isFirst = !this.#hasOwnStyle;
    if (isFirst) {
      this.#hasOwnStyle = true;
      this.#show(this.#preferences.current);
    }
    this.#dialog.showModal();
    if (isFirst) {
      // By now all styles are known. Most pages don't style first letters, so usually nothing changes.
      this.#article.classList.toggle("pith-letters", stylesFirstLetters(this.#article));
    }
    this.restorePosition();
    if (focused instanceof HTMLElement) {
      focused.focus({ preventScroll: true });
    }
  }

  /** Applies the settings, and announces a change that isn't visible in a focused control. */
  #show(settings: Settings, change: Partial<Settings> = {}): void {
    if (settings.font === "hyperlegible" || settings.font === "dyslexic") {
      void this.#loadFont(settings.font);
    }
    if (settings.pictures === "words" || getPart("image-viewer")) {
      void loadImageViewer(this.#signal).then((viewer) =>
        viewer?.describe(this.#article, this.#preferences.current.pictures === "words"),
      );
    }
    if (settings.font === "page") {
      this.#pageFont ??= fontOf(this.#session.finding);
      this.#dialog.style.setProperty("--pith-page-font", this.#pageFont);
    }
    // Before any layout: if the article gets shorter, the browser may scroll it.
    const isShown = this.#dialog.open;
    if (isShown) {
      this.#anchor.pin();
    }
    // The font comes first, because the measure depends on it.
    applySettings(this.#dialog, settings, this.#dark.matches);
    const em = measure(this.#article, this.#sample, settings.width);
    this.#dialog.style.setProperty("--pith-measure", `${em}em`);
    this.#columnEms = em;
    this.#updateJustification();
    this.#toolbar.show();
    this.#status.textContent = this.#deferred.parts?.describeChange(change) ?? "";
    this.#deferred.parts?.settingsChanged();
    if (isShown) {
      this.restorePosition();
    }
  }

  /** Justifies lines if they are long enough. */
  #updateJustification(): void {
    const width = this.#width;
    const em = (fontSizeFor(width) * this.#preferences.current.size) / 100;
    const column = em * this.#columnEms;
    const { classList } = this.#dialog;
    classList.toggle("narrow", Math.min(column, 0.9 * width) < minJustifiedEms * em);
  }

  /** Shows the article in a bundled font once it is loaded. */
  async #loadFont(font: string): Promise<void> {
    if (this.#loadedFonts.has(font)) {
      return;
    }
    this.#loadedFonts.add(font);
    await (await loadPart("fonts"))?.(font, this.#signal).catch(console.error);
    if (!this.#signal.aborted) {
      this.#show(this.#preferences.current);
    }
  }

  /** Handles a key. Returns false if it isn't a shortcut. */
  handleKey(event: KeyboardEvent): boolean {
    if (this.#shadow.querySelector(".image-viewer:popover-open")) {
      // The image viewer handles its own keys.
      return false;
    }
    if (this.#deferred.parts?.queue(event)) {
      return true;
    }
    // Letters typed in a panel or menu aren't shortcuts.
    if (this.#shadow.activeElement?.closest("[popover]:popover-open")) {
      return false;
    }
    const { key, target } = event;
    if (key === "Tab" && !event.shiftKey && !this.#isTabbed) {
      // At first the scroller has the focus, for the arrow keys.
      this.#isTabbed = true;
      const isFirst = this.#shadow.activeElement === this.#scroller;
      if (isFirst) {
        this.#toolbar.node.querySelector<HTMLElement>(".back")?.focus();
      }
      return isFirst;
    }
    if ((key === "Enter" || key === " ") && this.#enlarge(target)) {
      return true;
    }
    return this.#deferred.handleKey(event, this.#preferences.current.keys);
  }

  get toolbar(): Toolbar {
    return this.#toolbar;
  }

  /** The frame's members for the reading tools. */
  get parts(): Pick<ToolHost, "dialog" | "scroller" | "settings" | "change" | "announce"> {
    return {
      dialog: this.#dialog,
      scroller: this.#scroller,
      settings: () => this.#preferences.current,
      change: (change) => this.#preferences.change(change),
      announce: (message, undo) => {
        if (undo) {
          this.#toolbar.showMessage(message, undo);
        } else {
          this.#status.textContent = message;
        }
      },
    };
  }

  /** Closes popups above the article. Returns whether there were any. */
  close(): boolean {
    return this.#toolbar.close();
  }

  /** The element that scrolls the article. */
  get scroller(): HTMLElement {
    return this.#scroller;
  }

  /**
   * Progress through the article. After a change, the reading position is restored once the article is laid out again.
   */
  get flow(): Flow {
    return this.#flow;
  }

  set flow(flow: Flow) {
    this.#anchor.pin();
    this.#flow = flow;
  }

  /** Called when the user has moved on in the article. */
  userMoved(): void {
    this.#anchor.userMoved();
  }

  /** Restores the reading position after the article was laid out again. */
  restorePosition(): void {
    this.#anchor.restore();
  }

  /**
   * Fills the visible part of the window: see viewport.ts. If a page is wider than a phone's screen, fixed elements are
   * laid out wider than the visible part.
   */
  #fitViewport(): void {
    const viewport = visualViewport;
    const scale = viewport?.scale || 1;
    const [width, height] = [(viewport?.width ?? innerWidth) * scale, (viewport?.height ?? innerHeight) * scale];
    const pageScale = Math.min(scale, 1);
    const zoom = ownScale();
    this.#host.style.setProperty("--pith-zoom", String(zoom));
    this.#width = width / zoom;
    this.#updateJustification();
    // A difference narrower than a scroll bar is ignored.
    if (!viewport || (pageScale > 0.99 && innerWidth - width < 32)) {
      for (const name of ["left", "top", "seen-width", "seen-height"]) {
        this.#dialog.style.removeProperty(`--pith-${name}`);
      }
      return;
    }
    const { style } = this.#dialog;
    style.setProperty("--pith-seen-width", `${width}px`);
    style.setProperty("--pith-seen-height", `${height}px`);
    if (scale <= 1) {
      style.setProperty("--pith-left", `${viewport.offsetLeft * pageScale}px`);
      style.setProperty("--pith-top", `${viewport.offsetTop * pageScale}px`);
    }
  }
}

/** Returns the page's font in the middle of its article. */
function fontOf(finding: Session["finding"]): string {
  const blocks = finding.kind === "found" ? finding.blocks : null;
  const middle = blocks?.content[blocks.content.length >> 1];
  const leaf = middle && blocks?.leaf(middle);
  const holder = leaf instanceof Element ? leaf : leaf?.parentElement;
  return getComputedStyle(holder ?? document.documentElement).fontFamily;
}

/** Properties that pages change in first letters or lines. */
const firstLetterProperties = [
  "float",
  "fontSize",
  "fontFamily",
  "fontWeight",
  "fontVariant",
  "color",
  "textTransform",
] as const;

/** Blocks checked for each kind: rules may apply to all of a kind or only to the first. */
const sampleSize = 2;

/** Returns whether the page's rules for first letters or lines affect the article. */
function stylesFirstLetters(article: HTMLElement): boolean {
  const kinds = new Map<string, Element[]>();
  for (const block of article.querySelectorAll("p, li, dd, blockquote, h1, h2, h3, figcaption, div")) {
    const kind = `${block.parentElement?.localName} > ${block.localName}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), block].slice(0, sampleSize));
  }
  return [...kinds.values()].flat().some((block) => {
    const blockStyle = getComputedStyle(block);
    return ["::first-letter", "::first-line"].some((pseudo) => {
      const style = getComputedStyle(block, pseudo);
      return firstLetterProperties.some((property) => style[property] !== blockStyle[property]);
    });
  });
}

/** Keeps a dialog open if Escape closes a popover in it: WebKit cancels the dialog with the same key. */
function ignoreCancelAfterPopovers(dialog: HTMLDialogElement, shadow: ShadowRoot, signal: AbortSignal): void {
  let hadPopover = false;
  const checkPopover = (): void => {
    hadPopover = shadow.querySelector("[popover=auto]:popover-open") !== null;
  };
  window.addEventListener("keydown", checkPopover, { capture: true, signal });
  dialog.addEventListener("cancel", (event) => {
    if (hadPopover) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  });
}
