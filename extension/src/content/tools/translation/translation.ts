/**
 * Translates the article with the browser's own translator, on the device: paragraph by paragraph as they come near.
 * The originals stay in the article. If the browser has no translator, or the page's policy forbids it, translation
 * isn't offered.
 */

import { element, style } from "../../../ui/build.ts";
import { drawnButton, textButton } from "../../../ui/controls.ts";
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
import { availability, browserLanguage, detected, type Pair, plain } from "./browser.ts";
import { pair, flip, unpair } from "./pair.ts";
import { loadPreferences, type TranslationSettings, savePreferences } from "./preferences.ts";
import { TranslationPanel } from "./settings-panel.ts";
import { withTranslations } from "./exported.ts";
import { Translators } from "./translators.ts";
import { kindsOf, nodesOf, type Unit, unitsIn } from "./units.ts";
import styles from "./bar.css";
import { modelMessageDelay, translationDelay } from "../../../shared/timeouts.ts";

/** Distance from the viewport in which paragraphs are translated, as a share of its size. */
const near = "100%";

class Translation implements Tool {
  readonly #host: ToolHost;
  readonly #bar: HTMLElement;
  readonly #said = element("p", { class: "said", role: "status" });
  readonly #progress = element("progress", { max: 1, value: 0, "aria-label": t("translationFetching") });
  readonly #begin: HTMLButtonElement;
  readonly #languages = element("button", { type: "button", class: "settings" });
  readonly #panel: TranslationPanel;
  readonly #observer: IntersectionObserver;
  readonly #changes = new MutationObserver(() => this.#later());
  /** Texts needed after the extension may be gone. */
  readonly #words = {
    again: t("again"),
    failed: t("translationFailed"),
    tooLong: t("translationTooLong"),
    shows: t("translationShow"),
  };
  #preferences: TranslationSettings | undefined;
  /** The article's language, as translators expect it; empty if unknown. */
  #source = "";
  /** Cancels the running task: the download of a model, or the translation. */
  #doing: AbortController | null = null;
  readonly #translators = new Translators();
  /** Kinds of a body's elements, by its HTML. */
  readonly #roles = new Map<string, SpokenElement[]>();
  readonly #units = new Map<Element, Unit[]>();
  /** Blocks near the viewport that aren't translated yet. */
  readonly #near = new Set<Element>();
  #isAtWork = false;
  #isDue = false;
  /** Number of the last change of languages. */
  #turns = 0;

  constructor(host: ToolHost) {
    this.#host = host;
    const { article, dialog, scroller, session } = host;
    this.#begin = textButton(t("translation"), () => void this.#start(), "word begin");
    this.#bar = element(
      "div",
      {
        class: "tool-bar translation",
        role: "group",
        "aria-label": t("translation"),
        lang: locale(),
        dir: messageDirection(),
      },
      this.#said,
      this.#progress,
      element(
        "div",
        { class: "acts" },
        this.#begin,
        this.#languages,
        drawnButton("close", t("close"), "M6 6l12 12M18 6L6 18", () => this.#close()),
      ),
    );
    this.#bar.hidden = true;
    this.#panel = new TranslationPanel({
      source: (source) => {
        this.#source = source;
        void this.#turnTo();
      },
      target: (target) => this.#change({ target }),
      original: (original) => this.#change({ original }),
    });
    dialog.append(style(bar + choices + styles), this.#bar, this.#panel.node);
    connectPopup(this.#languages, this.#panel.node, () => {
      void this.#panel.show(this.#pair, this.#now.original);
      return this.#panel.node;
    });
    this.#observer = new IntersectionObserver((entries) => this.#come(entries), {
      root: scroller,
      rootMargin: near,
    });
    article.addEventListener("click", (event) => this.#pressed(event), { signal: session.signal });
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

  get #now(): TranslationSettings {
    return this.#preferences ?? { target: "", original: "below" };
  }

  get #pair(): Pair {
    return { sourceLanguage: this.#source, targetLanguage: this.#now.target || browserLanguage() };
  }

  async #open(): Promise<void> {
    this.#bar.hidden = false;
    this.#host.session.layers.opened(this, () => this.#close());
    const { session, finding, bodies } = this.#host;
    this.#preferences ??= await loadPreferences();
    this.#source ||= plain(finding.summary.lang ?? "");
    this.#source ||= await detected(bodies.map(({ node }) => node.textContent).join("\n"));
    if (!session.signal.aborted && !this.#bar.hidden) {
      await this.#turnTo();
      const { sourceLanguage, targetLanguage } = this.#pair;
      const isUnset = sourceLanguage === "" || sourceLanguage === targetLanguage;
      if (isUnset && this.#bar.checkVisibility() && !this.#panel.node.matches(":popover-open")) {
        // Waits until the user has chosen a language.
        this.#panel.node.showPopover();
      } else if (!this.#begin.hidden) {
        this.#begin.focus({ preventScroll: true });
      }
    }
  }

  /** Translates between the chosen languages: right away if the browser can, otherwise shows what is needed. */
  async #turnTo(): Promise<void> {
    this.#removeTranslations();
    this.#turns += 1;
    const number = this.#turns;
    const { sourceLanguage: from, targetLanguage: to } = this.#pair;
    const unknown = from === "" ? "?" : languageName(from);
    this.#languages.textContent = `${unknown} → ${languageName(to)}`;
    this.#setStatus("");
    this.#begin.hidden = true;
    if (from === "") {
      this.#setStatus(t("translationUnknown"));
      return;
    }
    if (from === to) {
      this.#setStatus(t("translationSame", languageName(to)));
      return;
    }
    const can = await availability(this.#pair);
    if (this.#turns !== number || this.#bar.hidden) {
      return;
    }
    if (can === "available") {
      await this.#start();
    } else if (can === "unavailable") {
      this.#setStatus(t("translationNoPair", languageName(from), languageName(to)));
    } else {
      this.#setStatus(t("translationFetches"));
      this.#face(t("translation"));
    }
  }

  /** Creates the translator, which may download its model, and starts. */
  async #start(): Promise<void> {
    this.#stop();
    const doing = new AbortController();
    this.#doing = doing;
    const pair = this.#pair;
    const fetching = setTimeout(() => this.#fetching(), modelMessageDelay);
    try {
      await this.#translators.begin(pair, (share) => this.#fetched(share, doing), doing.signal);
      if (doing.signal.aborted) {
        return;
      }
    } catch (error) {
      if (!doing.signal.aborted) {
        this.#stop();
        const isPair = error instanceof DOMException && error.name === "NotSupportedError";
        const names = [pair.sourceLanguage, pair.targetLanguage].map(languageName);
        this.#setStatus(isPair ? t("translationNoPair", ...names) : t("translationNoModel"));
        this.#face(isPair ? null : this.#words.again);
      }
      return;
    } finally {
      clearTimeout(fetching);
    }
    this.#progress.hidden = true;
    this.#setStatus("");
    this.#face(null);
    this.#place();
    await this.#read();
  }

  #fetching(): void {
    this.#progress.value = 0;
    this.#progress.hidden = false;
    this.#setStatus(t("translationFetching"));
    this.#face(null);
  }

  #fetched(share: number, doing: AbortController): void {
    if (!doing.signal.aborted && !this.#translators.isReady) {
      this.#progress.value = share;
    }
  }

  /** Finds untranslated text in the article, including restored parts and next pages. */
  async #read(): Promise<void> {
    const doing = this.#doing;
    if (!doing || !this.#translators.isReady) {
      return;
    }
    const { article, bodies } = this.#host;
    const lang = this.#source;
    const known = new Map<Node, SpokenElement>();
    for (const body of bodies) {
      const roles = await this.#kinds(body);
      if (doing.signal.aborted) {
        return;
      }
      if (roles === null) {
        this.#setStatus(this.#words.failed);
        this.#face(this.#words.again);
        return;
      }
      for (const [shown, what] of kindsOf(body.elements, roles)) {
        known.set(shown, what);
      }
    }
    const title = article.querySelector("header h1");
    const said = article.querySelectorAll(".pith-discussion > details > .pith-thread");
    const roots = [...(title ? [title] : []), ...bodies.map(({ node }) => node), ...said];
    const all = roots.flatMap((root) => [...unitsIn(root, known, lang)]);
    const left = all.filter((unit) => this.#translators.known(unit) !== null);
    this.#observer.disconnect();
    this.#near.clear();
    this.#units.clear();
    for (const [holder, units] of Map.groupBy(left, (unit) => unit.holder)) {
      this.#units.set(holder, units);
      this.#observer.observe(holder);
    }
    this.#changes.observe(article, { subtree: true, childList: true });
  }

  /** Reads the article again after changes, once for many of them. */
  #later(): void {
    if (!this.#isDue) {
      this.#isDue = true;
      setTimeout(() => {
        this.#isDue = false;
        void this.#read();
      }, translationDelay);
    }
  }

  /** Returns the kinds of a body's elements; null if the core fails. */
  async #kinds({ html }: ArticleBody): Promise<SpokenElement[] | null> {
    const known = this.#roles.get(html);
    if (known) {
      return known;
    }
    const answer = await ask("spoken", { html, lang: this.#source }).catch(() => null);
    if (!answer || "failure" in answer) {
      return null;
    }
    this.#roles.set(html, answer.roles);
    return answer.roles;
  }

  #come(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting && this.#units.has(target)) {
        this.#near.add(target);
      } else {
        this.#near.delete(target);
      }
    }
    void this.#work();
  }

  /** Translates the blocks near the viewport, one by one. */
  async #work(): Promise<void> {
    if (this.#isAtWork) {
      return;
    }
    this.#isAtWork = true;
    try {
      for (let [holder] = this.#near; holder; [holder] = this.#near) {
        this.#near.delete(holder);
        this.#observer.unobserve(holder);
        const units = this.#units.get(holder) ?? [];
        this.#units.delete(holder);
        for (const unit of units) {
          await this.#translate(unit);
        }
      }
    } finally {
      this.#isAtWork = false;
    }
  }

  async #translate(unit: Unit): Promise<void> {
    const doing = this.#doing;
    if (!doing) {
      return;
    }
    try {
      const translation = await this.#translators.translate(unit, doing.signal);
      if (!doing.signal.aborted && translation !== null) {
        this.#put(unit, translation);
      }
    } catch (error) {
      if (doing.signal.aborted) {
        return;
      }
      const isTooLong = error instanceof Error && error.name === "QuotaExceededError";
      if (isTooLong) {
        this.#translators.leave(unit);
      } else {
        // The other blocks nearby would fail as well. The user can try again.
        this.#near.clear();
        this.#face(this.#words.again);
      }
      this.#setStatus(isTooLong ? this.#words.tooLong : this.#words.failed);
    }
  }

  #put(unit: Unit, translation: string): void {
    const { holder, nodes, kept } = unit;
    if (nodes.some((node) => node.parentNode !== holder)) {
      return;
    }
    pair(unit, nodesOf(translation, kept) ?? [translation], this.#pair.targetLanguage, this.#words.shows);
    // Ignores changes made here.
    this.#changes.takeRecords();
  }

  /** Returns HTML of the article or its comments, with existing translations. */
  #withTranslations(html: string): string {
    const { sourceLanguage: from, targetLanguage: to } = this.#pair;
    return this.#translators.hasAny
      ? withTranslations(html, this.#roles.get(html) ?? [], {
          from,
          to,
          of: (unit) => this.#translators.known(unit),
        })
      : html;
  }

  #pressed({ target, isTrusted }: MouseEvent): void {
    const translation = target instanceof Element ? target.closest(".pith-translation") : null;
    const isRead = getSelection()?.isCollapsed === false;
    if (isTrusted && !isRead && translation?.parentElement && this.#now.original === "press") {
      flip(translation.parentElement);
    }
  }

  #change(change: Partial<TranslationSettings>): void {
    this.#preferences = { ...this.#now, ...change };
    void savePreferences(this.#preferences);
    if (change.original) {
      this.#changeInPlace(() => this.#place());
    } else {
      void this.#turnTo();
    }
  }

  /** Places the originals according to the settings. */
  #place(): void {
    const { article, dialog } = this.#host;
    const isOn = this.#translators.isReady;
    const { original } = this.#now;
    dialog.classList.toggle("in-pairs", isOn && original === "beside");
    article.classList.toggle("pith-beside", isOn && original === "beside");
    article.classList.toggle("pith-folded", isOn && original === "press");
  }

  /** Cancels the running task, and keeps finished translations. */
  #stop(): void {
    this.#doing?.abort();
    this.#doing = null;
    this.#observer.disconnect();
    this.#changes.disconnect();
    this.#near.clear();
    this.#units.clear();
    this.#translators.stop();
    this.#progress.hidden = true;
  }

  /** Stops, and removes all translations. */
  #removeTranslations(): void {
    this.#stop();
    this.#translators.forget();
    this.#changeInPlace(() => {
      for (const one of this.#host.article.querySelectorAll(".pith-pair")) {
        unpair(one);
      }
      this.#place();
    });
  }

  #close(): void {
    this.#host.session.layers.closed(this);
    this.#removeTranslations();
    this.#bar.hidden = true;
    this.#host.scroller.focus({ preventScroll: true });
  }

  /** Changes the article, and keeps the current paragraph in place on screen. */
  #changeInPlace(change: () => void): void {
    const { article, reader } = this.#host;
    const { flow } = reader;
    const blocks = [...article.querySelectorAll("header h1, .pith-body *")].filter((one) => !one.closest(".pith-pair"));
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
    const held = flow.at > 0 ? blocks[low] : undefined;
    const { top, height } = held ? flow.extent(held) : { top: 0, height: 0 };
    const read = top < 0 && height > 0 ? -top / height : 0;
    change();
    if (held) {
      const now = flow.extent(held);
      flow.move(now.top + read * now.height - Math.max(0, top));
      reader.moved();
    }
  }

  #face(begin: string | null): void {
    this.#begin.hidden = begin === null;
    this.#begin.textContent = begin ?? "";
  }

  #setStatus(message: string): void {
    if (this.#said.textContent !== message) {
      this.#said.textContent = message;
    }
  }
}

provide("translation", (host) => new Translation(host));
