/**
 * Translates the article with the browser's own translator, on the device: paragraph by paragraph as they come near.
 * The originals stay in the article. If the browser has no translator, or the page's policy forbids it, translation
 * isn't offered.
 */

import { element, styleElement } from "../../../ui/build.ts";
import { iconButton, textButton } from "../../../ui/controls.ts";
import { X } from "../../../ui/icons.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import type { SpokenElement } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import { connectPopup } from "../../../ui/popover.ts";
import type { Tool, ToolHost } from "../tool.ts";
import type { ArticleBody } from "../../views/reader/article-body.ts";
import { provide } from "../../session/parts.ts";
import { languageName } from "../read-aloud/voices.ts";
import bar from "../bar.css";
import choices from "../../../ui/choices.css";
import { checkAvailability, browserLanguage, detectLanguage, type LanguagePair, normalizeTag } from "./browser.ts";
import { insertPair, toggleOriginal, removePair } from "./pair.ts";
import { loadPreferences, type TranslationSettings, savePreferences } from "./preferences.ts";
import { TranslationPanel } from "./settings-panel.ts";
import { withTranslations } from "./exported.ts";
import { Translators } from "./translators.ts";
import { kindsOf, nodesOf, type TranslationUnit, unitsIn } from "./units.ts";
import styles from "./bar.css";
import { modelMessageDelay, translationDelay } from "../../../shared/timeouts.ts";

/** Distance from the viewport in which paragraphs are translated, as a share of its size. */
const translationMargin = "100%";

class Translation implements Tool {
  readonly #host: ToolHost;
  readonly #bar: HTMLElement;
  readonly #status = element("p", { class: "tool-status", role: "status" });
  readonly #progress = element("progress", { max: 1, value: 0, "aria-label": t("translationFetching") });
  readonly #startButton: HTMLButtonElement;
  readonly #languages = element("button", { type: "button", class: "settings" });
  readonly #panel: TranslationPanel;
  readonly #observer: IntersectionObserver;
  readonly #changes = new MutationObserver(() => this.#scheduleRead());
  /** Texts needed after the extension may be gone. */
  readonly #texts = {
    again: t("again"),
    failed: t("translationFailed"),
    tooLong: t("translationTooLong"),
    show: t("translationShow"),
  };
  #preferences: TranslationSettings | undefined;
  /** The article's language, as translators expect it; empty if unknown. */
  #source = "";
  /** Cancels the running task: the download of a model, or the translation. */
  #task: AbortController | null = null;
  readonly #translators = new Translators();
  /** Kinds of a body's elements, by its HTML. */
  readonly #roles = new Map<string, SpokenElement[]>();
  readonly #units = new Map<Element, TranslationUnit[]>();
  /** Blocks near the viewport that aren't translated yet. */
  readonly #nearBlocks = new Set<Element>();
  #isTranslating = false;
  #isReadPending = false;
  /** Number of the last change of languages. */
  #languageChanges = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    const { article, dialog, scroller, session } = host;
    this.#startButton = textButton(t("translation"), () => void this.#start(), "text-button start");
    this.#bar = element(
      "div",
      {
        class: "tool-bar translation-bar",
        role: "group",
        "aria-label": t("translation"),
        lang: locale(),
        dir: messageDirection(),
      },
      this.#status,
      this.#progress,
      element(
        "div",
        { class: "actions" },
        this.#startButton,
        this.#languages,
        iconButton("close", t("close"), X, () => this.#close()),
      ),
    );
    this.#bar.hidden = true;
    this.#panel = new TranslationPanel({
      source: (source) => {
        this.#source = source;
        void this.#restart();
      },
      target: (target) => this.#change({ target }),
      original: (original) => this.#change({ original }),
    });
    dialog.append(styleElement(bar + choices + styles), this.#bar, this.#panel.node);
    connectPopup(this.#languages, this.#panel.node, () => {
      void this.#panel.show(this.#pair, this.#currentSettings.original);
      return this.#panel.node;
    });
    this.#observer = new IntersectionObserver((entries) => this.#onIntersection(entries), {
      root: scroller,
      rootMargin: translationMargin,
    });
    article.addEventListener("click", (event) => this.#onClick(event), { signal: session.signal });
    session.signal.addEventListener("abort", () => this.#stop());
    host.finding.translated = (html) => this.#withTranslations(html);
  }

  use(): void {
    if (this.#bar.hidden) {
      void this.#open();
    } else {
      this.#panel.node.togglePopover();
    }
  }

  get #currentSettings(): TranslationSettings {
    return this.#preferences ?? { target: "", original: "below" };
  }

  get #pair(): LanguagePair {
    return { sourceLanguage: this.#source, targetLanguage: this.#currentSettings.target || browserLanguage() };
  }

  async #open(): Promise<void> {
    this.#bar.hidden = false;
    this.#host.session.layers.add(this, () => this.#close());
    const { session, finding, bodies } = this.#host;
    this.#preferences ??= await loadPreferences();
    this.#source ||= normalizeTag(finding.summary.lang ?? "");
    this.#source ||= await detectLanguage(bodies.map(({ node }) => node.textContent).join("\n"));
    if (!session.signal.aborted && !this.#bar.hidden) {
      await this.#restart();
      const { sourceLanguage, targetLanguage } = this.#pair;
      const needsLanguage = sourceLanguage === "" || sourceLanguage === targetLanguage;
      if (needsLanguage && this.#bar.checkVisibility() && !this.#panel.node.matches(":popover-open")) {
        // Waits until the user has chosen a language.
        this.#panel.node.showPopover();
      } else if (!this.#startButton.hidden) {
        this.#startButton.focus({ preventScroll: true });
      }
    }
  }

  /** Translates between the chosen languages: right away if the browser can, otherwise shows what is needed. */
  async #restart(): Promise<void> {
    this.#removeTranslations();
    this.#languageChanges += 1;
    const changeNumber = this.#languageChanges;
    const { sourceLanguage: from, targetLanguage: to } = this.#pair;
    const sourceName = from === "" ? "?" : languageName(from);
    this.#languages.textContent = `${sourceName} → ${languageName(to)}`;
    this.#setStatus("");
    this.#startButton.hidden = true;
    if (from === "") {
      this.#setStatus(t("translationUnknown"));
      return;
    }
    if (from === to) {
      this.#setStatus(t("translationSame", languageName(to)));
      return;
    }
    const status = await checkAvailability(this.#pair);
    if (this.#languageChanges !== changeNumber || this.#bar.hidden) {
      return;
    }
    if (status === "available") {
      await this.#start();
    } else if (status === "unavailable") {
      this.#setStatus(t("translationNoPair", languageName(from), languageName(to)));
    } else {
      this.#setStatus(t("translationFetches"));
      this.#setStartButton(t("translation"));
    }
  }

  /** Creates the translator, which may download its model, and starts. */
  async #start(): Promise<void> {
    this.#stop();
    const task = new AbortController();
    this.#task = task;
    const pair = this.#pair;
    const messageTimer = setTimeout(() => this.#showDownload(), modelMessageDelay);
    try {
      await this.#translators.start(pair, (share) => this.#showDownloadShare(share, task), task.signal);
      if (task.signal.aborted) {
        return;
      }
    } catch (error) {
      if (!task.signal.aborted) {
        this.#stop();
        const isUnsupportedPair = error instanceof DOMException && error.name === "NotSupportedError";
        const names = [pair.sourceLanguage, pair.targetLanguage].map(languageName);
        this.#setStatus(isUnsupportedPair ? t("translationNoPair", ...names) : t("translationNoModel"));
        this.#setStartButton(isUnsupportedPair ? null : this.#texts.again);
      }
      return;
    } finally {
      clearTimeout(messageTimer);
    }
    this.#progress.hidden = true;
    this.#setStatus("");
    this.#setStartButton(null);
    this.#placeOriginals();
    await this.#findUntranslated();
  }

  #showDownload(): void {
    this.#progress.value = 0;
    this.#progress.hidden = false;
    this.#setStatus(t("translationFetching"));
    this.#setStartButton(null);
  }

  #showDownloadShare(share: number, task: AbortController): void {
    if (!task.signal.aborted && !this.#translators.isReady) {
      this.#progress.value = share;
    }
  }

  /** Finds untranslated text in the article, including restored parts and next pages. */
  async #findUntranslated(): Promise<void> {
    const task = this.#task;
    if (!task || !this.#translators.isReady) {
      return;
    }
    const { article, bodies } = this.#host;
    const lang = this.#source;
    const kinds = new Map<Node, SpokenElement>();
    for (const body of bodies) {
      const roles = await this.#kinds(body);
      if (task.signal.aborted) {
        return;
      }
      if (roles === null) {
        this.#setStatus(this.#texts.failed);
        this.#setStartButton(this.#texts.again);
        return;
      }
      for (const [node, role] of kindsOf(body.elements, roles)) {
        kinds.set(node, role);
      }
    }
    const title = article.querySelector("header h1");
    const comments = article.querySelectorAll(".pith-discussion > details > .pith-thread");
    const roots = [...(title ? [title] : []), ...bodies.map(({ node }) => node), ...comments];
    const units = roots.flatMap((root) => [...unitsIn(root, kinds, lang)]);
    const untranslated = units.filter((unit) => this.#translators.cached(unit) !== null);
    this.#observer.disconnect();
    this.#nearBlocks.clear();
    this.#units.clear();
    for (const [block, units] of Map.groupBy(untranslated, (unit) => unit.holder)) {
      this.#units.set(block, units);
      this.#observer.observe(block);
    }
    this.#changes.observe(article, { subtree: true, childList: true });
  }

  /** Reads the article again after changes, once for many of them. */
  #scheduleRead(): void {
    if (!this.#isReadPending) {
      this.#isReadPending = true;
      setTimeout(() => {
        this.#isReadPending = false;
        void this.#findUntranslated();
      }, translationDelay);
    }
  }

  /** Returns the kinds of a body's elements; null if the core fails. */
  async #kinds({ html }: ArticleBody): Promise<SpokenElement[] | null> {
    const cachedRoles = this.#roles.get(html);
    if (cachedRoles) {
      return cachedRoles;
    }
    const response = await ask("spoken", { html, lang: this.#source }).catch(() => null);
    if (!response || "failure" in response) {
      return null;
    }
    this.#roles.set(html, response.roles);
    return response.roles;
  }

  #onIntersection(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && this.#units.has(target)) {
        this.#nearBlocks.add(target);
      } else {
        this.#nearBlocks.delete(target);
      }
    }
    void this.#translateNear();
  }

  /** Translates the blocks near the viewport, one by one. */
  async #translateNear(): Promise<void> {
    if (this.#isTranslating) {
      return;
    }
    this.#isTranslating = true;
    try {
      for (let [block] = this.#nearBlocks; block; [block] = this.#nearBlocks) {
        this.#nearBlocks.delete(block);
        this.#observer.unobserve(block);
        const units = this.#units.get(block) ?? [];
        this.#units.delete(block);
        for (const unit of units) {
          await this.#translate(unit);
        }
      }
    } finally {
      this.#isTranslating = false;
    }
  }

  async #translate(unit: TranslationUnit): Promise<void> {
    const task = this.#task;
    if (!task) {
      return;
    }
    try {
      const translation = await this.#translators.translate(unit, task.signal);
      if (!task.signal.aborted && translation !== null) {
        this.#insertTranslation(unit, translation);
      }
    } catch (error) {
      if (task.signal.aborted) {
        return;
      }
      const isTooLong = error instanceof Error && error.name === "QuotaExceededError";
      if (isTooLong) {
        this.#translators.markUntranslatable(unit);
      } else {
        // The other blocks nearby would fail as well. The user can try again.
        this.#nearBlocks.clear();
        this.#setStartButton(this.#texts.again);
      }
      this.#setStatus(isTooLong ? this.#texts.tooLong : this.#texts.failed);
    }
  }

  #insertTranslation(unit: TranslationUnit, translation: string): void {
    const { holder: block, nodes, kept } = unit;
    if (nodes.some((node) => node.parentNode !== block)) {
      return;
    }
    insertPair(unit, nodesOf(translation, kept) ?? [translation], this.#pair.targetLanguage, this.#texts.show);
    // Ignores changes made here.
    this.#changes.takeRecords();
  }

  /** Returns HTML of the article or its comments, with existing translations. */
  #withTranslations(html: string): string {
    const { sourceLanguage: from, targetLanguage: to } = this.#pair;
    return this.#translators.hasTranslations
      ? withTranslations(html, this.#roles.get(html) ?? [], {
          from,
          to,
          translationOf: (unit) => this.#translators.cached(unit),
        })
      : html;
  }

  #onClick({ target, isTrusted }: MouseEvent): void {
    const translation = target instanceof Element ? target.closest(".pith-translation") : null;
    const isSelecting = getSelection()?.isCollapsed === false;
    if (isTrusted && !isSelecting && translation?.parentElement && this.#currentSettings.original === "press") {
      toggleOriginal(translation.parentElement);
    }
  }

  #change(change: Partial<TranslationSettings>): void {
    this.#preferences = { ...this.#currentSettings, ...change };
    void savePreferences(this.#preferences);
    if (change.original) {
      this.#changeInPlace(() => this.#placeOriginals());
    } else {
      void this.#restart();
    }
  }

  /** Places the originals according to the settings. */
  #placeOriginals(): void {
    const { article, dialog } = this.#host;
    const isOn = this.#translators.isReady;
    const { original } = this.#currentSettings;
    dialog.classList.toggle("side-by-side", isOn && original === "beside");
    article.classList.toggle("pith-beside", isOn && original === "beside");
    article.classList.toggle("pith-folded", isOn && original === "press");
  }

  /** Cancels the running task, and keeps finished translations. */
  #stop(): void {
    this.#task?.abort();
    this.#task = null;
    this.#observer.disconnect();
    this.#changes.disconnect();
    this.#nearBlocks.clear();
    this.#units.clear();
    this.#translators.stop();
    this.#progress.hidden = true;
  }

  /** Stops, and removes all translations. */
  #removeTranslations(): void {
    this.#stop();
    this.#translators.clearTranslations();
    this.#changeInPlace(() => {
      for (const pairOrBlock of this.#host.article.querySelectorAll(".pith-pair")) {
        removePair(pairOrBlock);
      }
      this.#placeOriginals();
    });
  }

  #close(): void {
    this.#host.session.layers.remove(this);
    this.#removeTranslations();
    this.#bar.hidden = true;
    this.#host.scroller.focus({ preventScroll: true });
  }

  /** Changes the article, and keeps the current paragraph in place on screen. */
  #changeInPlace(change: () => void): void {
    const { article, reader } = this.#host;
    const { flow } = reader;
    const blocks = [...article.querySelectorAll("header h1, .pith-body *")].filter(
      (pairOrBlock) => !pairOrBlock.closest(".pith-pair"),
    );
    let [low, high] = [0, blocks.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const { top, height } = flow.extent(blocks[middle] ?? article);
      if (top + height > 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    const anchor = flow.position > 0 ? blocks[low] : undefined;
    const { top, height } = anchor ? flow.extent(anchor) : { top: 0, height: 0 };
    const shareRead = top < 0 && height > 0 ? -top / height : 0;
    change();
    if (anchor) {
      const extent = flow.extent(anchor);
      flow.move(extent.top + shareRead * extent.height - Math.max(0, top));
      reader.userMoved();
    }
  }

  #setStartButton(label: string | null): void {
    this.#startButton.hidden = label === null;
    this.#startButton.textContent = label ?? "";
  }

  #setStatus(message: string): void {
    if (this.#status.textContent !== message) {
      this.#status.textContent = message;
    }
  }
}

provide("translation", (host) => new Translation(host));
