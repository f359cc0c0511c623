/** Reads aloud with the system's voices, sentence by sentence, in every view. */

import { element, svgIcon, styleElement } from "../../../ui/build.ts";
import { iconButton, textButton } from "../../../ui/controls.ts";
import { ChevronLeft, ChevronRight, Pause, Play, SkipBack, SkipForward, X } from "../../../ui/icons.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { closest, documentOf, focusedElement, isShadowRoot, onDocument, selectedRange } from "../../../ui/nodes.ts";
import { connectPopup } from "../../../ui/popover.ts";
import { errorMessage } from "../../../shared/reason.ts";
import type { Tool, ReadAloudHost, Step } from "../tool.ts";
import { share, shared } from "../../../shared/state.ts";
import { provide } from "../../session/parts.ts";
import styles from "./read-aloud.css";
import { overlaps, isInPlace, type Passage, findPassages, SpokenText, partWithin } from "./passages.ts";
import { isReadAloud, loadPreferences, type ReadAloudSettings, savePreferences } from "./preferences.ts";
import { ReadAloudPanel } from "./settings-panel.ts";
import { Speaker } from "./speaker.ts";
import { topOfSpan, SpokenHighlights } from "./spoken-highlights.ts";
import {
  fallbackVoice,
  hasVoices,
  languageName,
  voiceOf,
  voiceSettingsName,
  voicesFor,
  waitForVoices,
} from "./voices.ts";
import bar from "../bar.css";
import choices from "../../../ui/choices.css";
import { caretAt } from "../document-methods.ts";

/** Position at which reading continues. */
interface ReadingPoint {
  passage: number;
  piece: number;
  /** Offset in the script from which the piece is spoken; null for its start. */
  word: number | null;
}

const startPoint: ReadingPoint = { passage: 0, piece: 0, word: null };

class ReadAloudTool implements Tool {
  readonly #host: ReadAloudHost;
  readonly #bar: HTMLElement;
  readonly #playButton: HTMLButtonElement;
  readonly #status = element("p", { class: "tool-status", role: "status" });
  readonly #followButton: HTMLButtonElement;
  readonly #panel: ReadAloudPanel;
  readonly #speaker = new Speaker();
  readonly #highlighter: SpokenHighlights;
  /** Texts needed after the extension may be gone. */
  readonly #texts = {
    go: t("readAloudPlay"),
    pause: t("pause"),
    formula: t("readAloudFormula"),
    end: t("readAloudEnd"),
  };
  #preferences: ReadAloudSettings | undefined;
  #passages: Passage[] = [];
  /** Scripts of the passages. Each is requested while the one before is spoken. */
  readonly #scripts = new Map<Passage, Promise<SpokenText>>();
  #point = startPoint;
  /** True if only the selection is read. */
  #isSelectionOnly = false;
  /** Number of the current reading; 0 if there is none. */
  #reading = 0;
  #lastReading = 0;
  /** End of the sleep timer, by `Date.now()`; null if it is off. */
  #sleepUntil: number | null = null;

  constructor(host: ReadAloudHost) {
    this.#host = host;
    const { shadow, signal } = host.session;
    this.#playButton = iconButton("play-pause", this.#texts.go, Play, () => this.#toggle());
    const settings = element("button", { type: "button", class: "settings" });
    this.#followButton = textButton(t("readAloudFollow"), () => this.#highlighter.follow(true), "text-button follow");
    this.#followButton.hidden = true;
    this.#bar = element(
      "div",
      {
        class: "tool-bar read-aloud",
        role: "group",
        "aria-label": t("readAloud"),
        lang: locale(),
        dir: messageDirection(),
      },
      this.#status,
      element(
        "div",
        { class: "actions" },
        iconButton("paragraph-back", t("readAloudParagraphBack"), SkipBack, () => void this.#moveByParagraph(-1)),
        iconButton("sentence-back", t("readAloudSentenceBack"), ChevronLeft, () => void this.#moveBySentence(-1)),
        this.#playButton,
        iconButton("sentence-on", t("readAloudSentenceOn"), ChevronRight, () => void this.#moveBySentence(1)),
        iconButton("paragraph-on", t("readAloudParagraphOn"), SkipForward, () => void this.#moveByParagraph(1)),
        settings,
        iconButton("close", t("close"), X, () => this.#close()),
      ),
      this.#followButton,
    );
    this.#bar.hidden = true;
    this.#panel = new ReadAloudPanel(
      settings,
      (change) => this.#change(change),
      (minutes) => this.#setSleepTimer(minutes),
    );
    const container = host.dialog ?? shadow.querySelector<HTMLElement>(".dock");
    container?.append(styleElement(bar + choices + styles), this.#bar, this.#panel.node);
    connectPopup(settings, this.#panel.node, () => {
      this.#panel.show(this.#settings, this.#lang, this.#sleepUntil);
      return this.#panel.node;
    });
    this.#highlighter = new SpokenHighlights(host, (isFollowing) => {
      this.#followButton.hidden = isFollowing;
    });
    signal.addEventListener("abort", () => this.#stop());
    window.addEventListener("pagehide", () => this.#stop(), { signal });
    window.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal });
    onDocument<MouseEvent>("click", (event) => void this.#onClick(event), signal, true);
  }

  use(step: Step): void {
    const { session } = this.#host;
    const from = session.readAloudFrom;
    const continued = shared("pithReadOn");
    if (continued) {
      // Reading continues from another tab, with its sleep timer.
      share("pithReadOn", null);
      this.#sleepUntil = continued.until;
      if (this.#reading === 0) {
        void this.#open(null);
      }
    } else if (from) {
      session.readAloudFrom = null;
      void this.#open(null, from);
    } else if (step !== 0) {
      void this.#moveBySentence(step);
    } else if (this.#bar.hidden) {
      void this.#open();
    } else {
      this.#toggle();
    }
  }

  get #settings(): ReadAloudSettings {
    if (!this.#preferences) {
      throw new Error("Nothing is read yet.");
    }
    return this.#preferences;
  }

  /** Language of the current passage. */
  get #lang(): string {
    return this.#passages[this.#point.passage]?.lang || this.#articleLang;
  }

  get #articleLang(): string {
    return this.#host.finding.summary.lang || locale();
  }

  /** Reads the selection; without one, reads from the reading position. */
  async #open(selected = this.#selectedRange, from: AbstractRange | null = null): Promise<void> {
    if (this.#bar.hidden) {
      this.#bar.hidden = false;
      this.#host.session.layers.add(this, () => this.#close());
    }
    this.#updatePlayButton(true);
    this.#setStatus("");
    this.#preferences ??= await loadPreferences();
    this.#panel.showRate(this.#preferences);
    if (!(await this.#findPassages())) {
      return;
    }
    const selectedPassages = selected && this.#passages.flatMap((passage) => partWithin(passage, selected) ?? []);
    this.#isSelectionOnly = selectedPassages !== null && selectedPassages.length > 0;
    if (selectedPassages && this.#isSelectionOnly) {
      this.#passages = selectedPassages;
    }
    this.#highlighter.follow(true);
    if (!(from && (await this.#readFrom(from.startContainer, from.startOffset)))) {
      this.#readAt(this.#isSelectionOnly ? startPoint : { ...startPoint, passage: this.#firstVisiblePassage() });
    }
  }

  /** Continues reading from a position in the text; `around` is its element. Returns false if it isn't in a passage. */
  async #readFrom(node: Node, offset: number, around: Element | null = null): Promise<boolean> {
    const exactIndex = this.#passages.findIndex((passage) => overlaps(passage, node));
    const passageIndex =
      exactIndex >= 0 || !around ? exactIndex : this.#passages.findIndex((passage) => overlaps(passage, around));
    const passage = this.#passages[passageIndex];
    if (!passage) {
      return false;
    }
    const script = await this.#scriptOf(passage).catch(() => null);
    this.#highlighter.follow(true);
    this.#readAt({ passage: passageIndex, piece: script?.pieceAt(node, offset) ?? 0, word: null });
    return true;
  }

  /** Finds the passages of the article as it is now. Returns whether that succeeded. */
  async #findPassages(): Promise<boolean> {
    try {
      this.#passages = await findPassages(this.#host, this.#texts.formula);
      this.#scripts.clear();
      this.#isSelectionOnly = false;
      return true;
    } catch (error) {
      this.#stop(errorMessage(error));
      return false;
    }
  }

  get #selectedRange(): AbstractRange | null {
    const { finding, article } = this.#host;
    const styleRoots = article ? [] : [...finding.blocks.styleRoots];
    const roots = styleRoots.filter(isShadowRoot);
    for (const tree of new Set([document, ...styleRoots.map(documentOf)])) {
      const range = selectedRange(tree, roots);
      if (range) {
        return new StaticRange(range);
      }
    }
    return null;
  }

  /** Returns the index of the first visible passage. */
  #firstVisiblePassage(): number {
    const { top } = this.#highlighter.visibleArea;
    const isVisible = ({ pieces }: Passage): boolean => {
      const targetScript = pieces.findLast(({ spokenWords }) => spokenWords === null);
      if (!targetScript) {
        return false;
      }
      const { node, to } = targetScript;
      const end = new StaticRange({ startContainer: node, startOffset: to, endContainer: node, endOffset: to });
      return topOfSpan(end) > top + 1;
    };
    return Math.max(0, this.#passages.findIndex(isVisible));
  }

  #scriptOf(passage: Passage): Promise<SpokenText> {
    const script = this.#scripts.get(passage) ?? SpokenText.of(passage);
    // The error is reported once the script is needed.
    script.catch(() => {});
    this.#scripts.set(passage, script);
    return script;
  }

  /** Continues reading from a position. */
  #readAt(point: ReadingPoint): void {
    this.#point = point;
    this.#lastReading += 1;
    const reading = this.#lastReading;
    this.#reading = reading;
    this.#speaker.stop();
    this.#updatePlayButton(true);
    this.#setStatus("");
    void this.#readLoop(reading).catch((error: unknown) => {
      if (this.#reading === reading) {
        this.#stop(errorMessage(error));
      }
    });
  }

  async #readLoop(reading: number): Promise<void> {
    const isActive = (): boolean => this.#reading === reading && !this.#host.session.signal.aborted;
    await waitForVoices(this.#host.session.signal);
    if (!isActive()) {
      return;
    }
    if (voicesFor(this.#settings).length === 0) {
      const remoteVoices = voicesFor({ ...this.#settings, isRemote: true });
      this.#stop(t(remoteVoices.length > 0 ? "readAloudRemoteOnly" : "readAloudNoVoice", voiceSettingsName()));
      return;
    }
    this.#updatePlayButton(true);
    let hasSpoken = false;
    for (;;) {
      const current = this.#passages[this.#point.passage];
      if (current && !this.#isSelectionOnly && !isInPlace(current) && !(await this.#findPassages())) {
        return;
      }
      const passage = this.#passages[this.#point.passage];
      if (!passage || !isActive()) {
        break;
      }
      const next = this.#nextPassageIndex(this.#point.passage, 1);
      if (!this.#isSelectionOnly && !isReadAloud(passage.kind, this.#settings)) {
        this.#point = { ...startPoint, passage: next };
        continue;
      }
      const script = await this.#scriptOf(passage);
      if (!isActive()) {
        return;
      }
      const nextPassage = this.#passages[next];
      if (nextPassage) {
        void this.#scriptOf(nextPassage);
      }
      // The passage may be translated later, so its script is created again for the next reading.
      this.#scripts.delete(passage);
      for (let { piece } = this.#point; piece < script.ends.length; piece += 1) {
        hasSpoken = true;
        this.#point = { ...this.#point, piece };
        if (!(await this.#speak(passage, script)) || !isActive()) {
          return;
        }
        if (this.#sleepUntil !== null && Date.now() >= this.#sleepUntil) {
          this.#point = { ...this.#point, piece: piece + 1, word: null };
          this.#setSleepTimer(0);
          this.#stop(t("readAloudTimeUp"));
          return;
        }
        this.#point = { ...this.#point, word: null };
      }
      this.#point = { ...startPoint, passage: next };
      // Browsers delay timers in hidden pages by up to a minute.
      if (script.ends.length > 0 && !document.hidden) {
        await new Promise((resolve) => setTimeout(resolve, this.#settings.gap * 1_000));
        if (!isActive()) {
          return;
        }
      }
    }
    if (!isActive()) {
      return;
    }
    this.#point = startPoint;
    this.#highlighter.clear();
    this.#stop(hasSpoken ? this.#texts.end : t("readAloudNothing"));
    if (hasSpoken && !this.#isSelectionOnly && this.#settings.goesOn) {
      await this.#continueInNextTab();
    }
  }

  /** Continues in the next open article, with the same sleep timer. */
  async #continueInNextTab(): Promise<void> {
    const hasNext = await ask("read-on", { until: this.#sleepUntil });
    if (hasNext && this.#reading === 0) {
      this.#setSleepTimer(0);
    }
  }

  /** Speaks the current piece. Returns whether reading continues after it. */
  async #speak(passage: Passage, script: SpokenText): Promise<boolean> {
    const [start, end] = script.bounds(this.#point.piece);
    const lang = passage.lang || this.#articleLang;
    const languageVoice = voiceOf(lang, this.#settings);
    const voice = languageVoice ?? fallbackVoice(this.#articleLang, this.#settings);
    if (!voice) {
      this.#stop(t("readAloudNoVoice", voiceSettingsName()));
      return false;
    }
    this.#setStatus(languageVoice ? "" : t("readAloudOtherVoice", languageName(lang), voice.name));
    this.#highlighter.showSentence(passage, script.spans(start, end));
    const { rate, pitch } = this.#settings;
    const offset = Math.max(0, (this.#point.word ?? start) - start);
    const result = await this.#speaker.speak(
      script.text.slice(start, end),
      offset,
      { voice, rate, pitch },
      (position, length) => {
        this.#point = { ...this.#point, word: start + position };
        this.#highlighter.showWord(script.word(start + position, Math.min(length, end - start - position)));
      },
    );
    if (result === "failed") {
      this.#stop(t("readAloudFailed", voice.name));
    }
    return result === "said";
  }

  /** Returns the index of the next or previous passage that is read. */
  #nextPassageIndex(start: number, step: -1 | 1): number {
    let index = start + step;
    for (let passage = this.#passages[index]; passage; passage = this.#passages[index]) {
      if (this.#isSelectionOnly || isReadAloud(passage.kind, this.#settings)) {
        return index;
      }
      index += step;
    }
    return index;
  }

  async #moveBySentence(step: -1 | 1): Promise<void> {
    const { passage: passageIndex, piece } = this.#point;
    const passage = this.#passages[passageIndex];
    if (!passage || this.#bar.hidden) {
      return;
    }
    this.#highlighter.follow(true);
    const script = await this.#scriptOf(passage).catch(() => null);
    if (script && piece + step >= 0 && piece + step < script.ends.length) {
      this.#readAt({ passage: passageIndex, piece: piece + step, word: null });
      return;
    }
    const target = this.#nextPassageIndex(passageIndex, step);
    const targetPassage = this.#passages[target];
    const targetScript = targetPassage && step < 0 ? await this.#scriptOf(targetPassage).catch(() => null) : null;
    if (targetPassage) {
      this.#readAt({ passage: target, piece: Math.max(0, (targetScript?.ends.length ?? 0) - 1), word: null });
    } else {
      this.#readAt({ ...this.#point, word: null });
    }
  }

  async #moveByParagraph(step: -1 | 1): Promise<void> {
    const { passage, piece } = this.#point;
    if (this.#passages.length === 0 || this.#bar.hidden) {
      return;
    }
    this.#highlighter.follow(true);
    // Like in media players, the first step goes back to the start of the same paragraph.
    const restartsParagraph = step < 0 && piece > 0;
    const target = restartsParagraph ? passage : this.#nextPassageIndex(passage, step);
    this.#readAt({ ...startPoint, passage: this.#passages[target] ? target : passage });
  }

  #toggle(): void {
    if (this.#reading !== 0 && hasVoices()) {
      this.#stop();
    } else if (this.#selectedRange) {
      void this.#open();
    } else {
      void this.#resume();
    }
  }

  /** Resumes where reading stopped; after the end or a failure, starts from the reading position. */
  async #resume(): Promise<void> {
    if (this.#point === startPoint || this.#passages.length === 0) {
      await this.#open();
    } else {
      this.#highlighter.follow(true);
      this.#readAt(this.#point);
    }
  }

  /** Stops speaking, and shows why unless that's obvious. Highlighted text stays highlighted. */
  #stop(reason = ""): void {
    this.#reading = 0;
    this.#speaker.stop();
    if (this.#host.session.signal.aborted) {
      return;
    }
    this.#updatePlayButton(false);
    this.#setStatus(reason);
  }

  #close(): void {
    this.#host.session.layers.remove(this);
    this.#stop();
    this.#highlighter.clear();
    this.#setSleepTimer(0);
    this.#passages = [];
    this.#scripts.clear();
    this.#point = startPoint;
    this.#bar.hidden = true;
    this.#followButton.hidden = true;
    this.#host.scroller?.focus({ preventScroll: true });
  }

  /** Shows Pause while reading, but not before there are voices. */
  #updatePlayButton(isReading: boolean): void {
    const canPause = isReading && hasVoices();
    const label = canPause ? this.#texts.pause : this.#texts.go;
    this.#playButton.ariaLabel = label;
    this.#playButton.title = label;
    this.#playButton.replaceChildren(svgIcon(canPause ? Pause : Play));
  }

  #setStatus(message: string): void {
    if (this.#status.textContent !== message) {
      this.#status.textContent = message;
    }
  }

  /** Changes settings. The current piece is spoken again with them. */
  #change(change: Partial<ReadAloudSettings>): void {
    this.#preferences = { ...this.#settings, ...change };
    void savePreferences(this.#preferences);
    this.#panel.showRate(this.#preferences);
    this.#panel.show(this.#preferences, this.#lang, this.#sleepUntil);
    if (this.#reading !== 0) {
      this.#readAt(this.#point);
    }
  }

  /** Sets the sleep timer, which ends at the end of a sentence; 0 turns it off. */
  #setSleepTimer(minutes: number): void {
    this.#sleepUntil = minutes > 0 ? Date.now() + minutes * 60_000 : null;
  }

  #onKey(event: KeyboardEvent): void {
    const { dialog, article, session, settings } = this.#host;
    const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!dialog || !side || hasModifier || !event.isTrusted || this.#bar.hidden || !settings?.().keys) {
      return;
    }
    // Scrollable parts of the article and controls handle these keys themselves.
    const focusedControl = session.shadow.activeElement;
    if (
      dialog.querySelector(":popover-open") ||
      focusedControl?.matches("input, select") ||
      focusedElement() !== session.host
    ) {
      return;
    }
    event.preventDefault();
    const direction = getComputedStyle(article ?? dialog).direction === "rtl" ? -side : side;
    const step = direction > 0 ? 1 : -1;
    void (event.shiftKey ? this.#moveByParagraph(step) : this.#moveBySentence(step));
  }

  /** Continues reading from a clicked paragraph, if the click has no other meaning. */
  async #onClick(event: MouseEvent): Promise<void> {
    const [target] = event.composedPath();
    const isOwn = target === this.#host.session.host;
    if (this.#bar.hidden || !event.isTrusted || isOwn || !(target instanceof Element) || this.#selectedRange) {
      return;
    }
    if (closest(target, "a, button, input, label, select, summary, textarea, video, audio, img, math")) {
      return;
    }
    if (this.#isSelectionOnly && !(await this.#findPassages())) {
      return;
    }
    const caret = caretAt(event.clientX, event.clientY);
    await this.#readFrom(caret?.offsetNode ?? target, caret?.offset ?? 0, target);
  }
}

/** One per view over the page itself. */
const tools = new WeakMap<ShadowRoot, ReadAloudTool>();

provide("read-aloud", (host) => new ReadAloudTool(host));
share("pithAloud", (session, finding) => {
  const tool = tools.get(session.shadow) ?? new ReadAloudTool({ session, finding });
  tools.set(session.shadow, tool);
  tool.use(0);
});
