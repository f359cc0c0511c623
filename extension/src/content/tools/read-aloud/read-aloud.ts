/** Reads aloud with the system's voices, sentence by sentence, in every view. */

import { element, drawing, style } from "../../../ui/build.ts";
import { drawnButton, textButton } from "../../../ui/controls.ts";
import { locale, messageDirection, t } from "../../../shared/ext.ts";
import { ask } from "../../../shared/requests.ts";
import { closest, documentOf, focused, isShadowRoot, onDocument, selectedIn } from "../../../ui/nodes.ts";
import { connectPopup } from "../../../ui/popover.ts";
import { reasonOf } from "../../../shared/reason.ts";
import type { Tool, ReadAloudHost, Step } from "../tool.ts";
import { share, shared } from "../../../shared/state.ts";
import { provide } from "../../session/parts.ts";
import styles from "./read-aloud.css";
import { isIn, isThere, type Passage, passagesOf, Script, within } from "./passages.ts";
import { isRead, loadPreferences, type ReadAloudSettings, savePreferences } from "./preferences.ts";
import { ReadAloudPanel } from "./settings-panel.ts";
import { Speaker } from "./speaker.ts";
import { topOf, Trail } from "./trail.ts";
import { voicesLoaded, languageName, fallbackVoice, voiceOf, voicesFor } from "./voices.ts";
import bar from "../bar.css";
import choices from "../../../ui/choices.css";
import { caretAt } from "../seen.ts";

const drawings = {
  go: "M8 5l11 7l-11 7z",
  pause: "M8 5v14M16 5v14",
  paragraphBack: "M6 5v14M19 5l-10 7l10 7z",
  sentenceBack: "M15 5l-7 7l7 7",
  sentenceOn: "M9 5l7 7l-7 7",
  paragraphOn: "M18 5v14M5 5l10 7l-10 7z",
};

/** Position at which reading continues. */
interface At {
  passage: number;
  piece: number;
  /** Offset in the script from which the piece is spoken; null for its start. */
  word: number | null;
}

const beginning: At = { passage: 0, piece: 0, word: null };

class ReadAloudTool implements Tool {
  readonly #host: ReadAloudHost;
  readonly #bar: HTMLElement;
  readonly #turn: HTMLButtonElement;
  readonly #said = element("p", { class: "said", role: "status" });
  readonly #follow: HTMLButtonElement;
  readonly #panel: ReadAloudPanel;
  readonly #speaker = new Speaker();
  readonly #trail: Trail;
  /** Texts needed after the extension may be gone. */
  readonly #words = {
    go: t("readAloudPlay"),
    pause: t("pause"),
    formula: t("readAloudFormula"),
    end: t("readAloudEnd"),
  };
  #preferences: ReadAloudSettings | undefined;
  #passages: Passage[] = [];
  /** Scripts of the passages. Each is requested while the one before is spoken. */
  readonly #scripts = new Map<Passage, Promise<Script>>();
  #at = beginning;
  /** True if only the selection is read. */
  #isPart = false;
  /** Number of the current reading; 0 if there is none. */
  #reading = 0;
  #readings = 0;
  /** End of the sleep timer, by `Date.now()`; null if it is off. */
  #until: number | null = null;

  constructor(host: ReadAloudHost) {
    this.#host = host;
    const { shadow, signal } = host.session;
    this.#turn = drawnButton("turn", this.#words.pause, drawings.pause, () => this.#toggle());
    const settings = element("button", { type: "button", class: "settings" });
    this.#follow = textButton(t("readAloudFollow"), () => this.#trail.follow(true), "word follow");
    this.#follow.hidden = true;
    this.#bar = element(
      "div",
      { class: "tool-bar aloud", role: "group", "aria-label": t("readAloud"), lang: locale(), dir: messageDirection() },
      this.#said,
      element(
        "div",
        { class: "acts" },
        drawnButton(
          "paragraph-back",
          t("readAloudParagraphBack"),
          drawings.paragraphBack,
          () => void this.#paragraph(-1),
        ),
        drawnButton("sentence-back", t("readAloudSentenceBack"), drawings.sentenceBack, () => void this.#message(-1)),
        this.#turn,
        drawnButton("sentence-on", t("readAloudSentenceOn"), drawings.sentenceOn, () => void this.#message(1)),
        drawnButton("paragraph-on", t("readAloudParagraphOn"), drawings.paragraphOn, () => void this.#paragraph(1)),
        settings,
        drawnButton("close", t("close"), "M6 6l12 12M18 6L6 18", () => this.#close()),
      ),
      this.#follow,
    );
    this.#bar.hidden = true;
    this.#panel = new ReadAloudPanel(
      settings,
      (change) => this.#change(change),
      (minutes) => this.#sleep(minutes),
    );
    const over = host.dialog ?? shadow.querySelector<HTMLElement>(".dock");
    over?.append(style(bar + choices + styles), this.#bar, this.#panel.node);
    connectPopup(settings, this.#panel.node, () => {
      this.#panel.show(this.#now, this.#lang, this.#until);
      return this.#panel.node;
    });
    this.#trail = new Trail(host, (isFollowing) => {
      this.#follow.hidden = isFollowing;
    });
    signal.addEventListener("abort", () => this.#stop());
    window.addEventListener("pagehide", () => this.#stop(), { signal });
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
    onDocument<MouseEvent>("click", (event) => void this.#pressed(event), signal, true);
  }

  use(step: Step): void {
    const { session } = this.#host;
    const from = session.listenFrom;
    const begun = shared("pithReadOn");
    if (begun) {
      // Reading continues from another tab, with its sleep timer.
      share("pithReadOn", null);
      this.#until = begun.until;
      if (this.#reading === 0) {
        void this.#open(null);
      }
    } else if (from) {
      session.listenFrom = null;
      void this.#open(null, from);
    } else if (step !== 0) {
      void this.#message(step);
    } else if (this.#bar.hidden) {
      void this.#open();
    } else {
      this.#toggle();
    }
  }

  get #now(): ReadAloudSettings {
    if (!this.#preferences) {
      throw new Error("Nothing is read yet.");
    }
    return this.#preferences;
  }

  /** Language of the current passage. */
  get #lang(): string {
    return this.#passages[this.#at.passage]?.lang || this.#articleLang;
  }

  get #articleLang(): string {
    return this.#host.finding.summary.lang || locale();
  }

  /** Reads the selection; without one, reads from the reading position. */
  async #open(selected = this.#selected, from: AbstractRange | null = null): Promise<void> {
    if (this.#bar.hidden) {
      this.#bar.hidden = false;
      this.#host.session.layers.opened(this, () => this.#close());
    }
    this.#face(true);
    this.#setStatus("");
    this.#preferences ??= await loadPreferences();
    this.#panel.face(this.#preferences);
    if (!(await this.#findPassages())) {
      return;
    }
    const part = selected && this.#passages.flatMap((passage) => within(passage, selected) ?? []);
    this.#isPart = part !== null && part.length > 0;
    if (part && this.#isPart) {
      this.#passages = part;
    }
    this.#trail.follow(true);
    if (!(from && (await this.#readFrom(from.startContainer, from.startOffset)))) {
      this.#go(this.#isPart ? beginning : { ...beginning, passage: this.#seen() });
    }
  }

  /** Continues reading from a position in the text; `around` is its element. Returns false if it isn't in a passage. */
  async #readFrom(node: Node, offset: number, around: Element | null = null): Promise<boolean> {
    const exact = this.#passages.findIndex((passage) => isIn(passage, node));
    const number = exact >= 0 || !around ? exact : this.#passages.findIndex((passage) => isIn(passage, around));
    const passage = this.#passages[number];
    if (!passage) {
      return false;
    }
    const script = await this.#script(passage).catch(() => null);
    this.#trail.follow(true);
    this.#go({ passage: number, piece: script?.numberOf(node, offset) ?? 0, word: null });
    return true;
  }

  /** Finds the passages of the article as it is now. Returns whether that succeeded. */
  async #findPassages(): Promise<boolean> {
    try {
      this.#passages = await passagesOf(this.#host, this.#words.formula);
      this.#scripts.clear();
      this.#isPart = false;
      return true;
    } catch (error) {
      this.#stop(reasonOf(error));
      return false;
    }
  }

  get #selected(): AbstractRange | null {
    const { finding, article } = this.#host;
    const trees = article ? [] : [...finding.blocks.trees];
    const roots = trees.filter(isShadowRoot);
    for (const tree of new Set([document, ...trees.map(documentOf)])) {
      const range = selectedIn(tree, roots);
      if (range) {
        return new StaticRange(range);
      }
    }
    return null;
  }

  /** Returns the index of the first visible passage. */
  #seen(): number {
    const { top } = this.#trail.seen;
    const isSeen = ({ pieces }: Passage): boolean => {
      const last = pieces.findLast(({ words }) => words === null);
      if (!last) {
        return false;
      }
      const { node, to } = last;
      const end = new StaticRange({ startContainer: node, startOffset: to, endContainer: node, endOffset: to });
      return topOf(end) > top + 1;
    };
    return Math.max(0, this.#passages.findIndex(isSeen));
  }

  #script(passage: Passage): Promise<Script> {
    const known = this.#scripts.get(passage) ?? Script.of(passage);
    // The error is reported once the script is needed.
    known.catch(() => {});
    this.#scripts.set(passage, known);
    return known;
  }

  /** Continues reading from a position. */
  #go(at: At): void {
    this.#at = at;
    this.#readings += 1;
    const reading = this.#readings;
    this.#reading = reading;
    this.#speaker.stop();
    this.#face(true);
    this.#setStatus("");
    void this.#read(reading).catch((error: unknown) => {
      if (this.#reading === reading) {
        this.#stop(reasonOf(error));
      }
    });
  }

  async #read(reading: number): Promise<void> {
    const isOn = (): boolean => this.#reading === reading && !this.#host.session.signal.aborted;
    await voicesLoaded(this.#host.session.signal);
    if (!isOn()) {
      return;
    }
    if (voicesFor(this.#now).length === 0) {
      const all = voicesFor({ ...this.#now, isRemote: true });
      this.#stop(t(all.length > 0 ? "readAloudRemoteOnly" : "readAloudNoVoice"));
      return;
    }
    let isAny = false;
    for (;;) {
      const found = this.#passages[this.#at.passage];
      if (found && !this.#isPart && !isThere(found) && !(await this.#findPassages())) {
        return;
      }
      const passage = this.#passages[this.#at.passage];
      if (!passage || !isOn()) {
        break;
      }
      const next = this.#following(this.#at.passage, 1);
      if (!this.#isPart && !isRead(passage.kind, this.#now)) {
        this.#at = { ...beginning, passage: next };
        continue;
      }
      const script = await this.#script(passage);
      if (!isOn()) {
        return;
      }
      const ahead = this.#passages[next];
      if (ahead) {
        void this.#script(ahead);
      }
      // The passage may be translated later, so its script is created again for the next reading.
      this.#scripts.delete(passage);
      for (let { piece } = this.#at; piece < script.ends.length; piece += 1) {
        isAny = true;
        this.#at = { ...this.#at, piece };
        if (!(await this.#say(passage, script)) || !isOn()) {
          return;
        }
        if (this.#until !== null && Date.now() >= this.#until) {
          this.#at = { ...this.#at, piece: piece + 1, word: null };
          this.#sleep(0);
          this.#stop(t("readAloudTimeUp"));
          return;
        }
        this.#at = { ...this.#at, word: null };
      }
      this.#at = { ...beginning, passage: next };
      // Browsers delay timers in hidden pages by up to a minute.
      if (script.ends.length > 0 && !document.hidden) {
        await new Promise((resolve) => setTimeout(resolve, this.#now.gap * 1_000));
        if (!isOn()) {
          return;
        }
      }
    }
    if (!isOn()) {
      return;
    }
    this.#at = beginning;
    this.#trail.clear();
    this.#stop(isAny ? this.#words.end : t("readAloudNothing"));
    if (isAny && !this.#isPart && this.#now.goesOn) {
      await this.#continueInNextTab();
    }
  }

  /** Continues in the next open article, with the same sleep timer. */
  async #continueInNextTab(): Promise<void> {
    const isThere = await ask("read-on", { until: this.#until });
    if (isThere && this.#reading === 0) {
      this.#sleep(0);
    }
  }

  /** Speaks the current piece. Returns whether reading continues after it. */
  async #say(passage: Passage, script: Script): Promise<boolean> {
    const [start, end] = script.bounds(this.#at.piece);
    const lang = passage.lang || this.#articleLang;
    const own = voiceOf(lang, this.#now);
    const voice = own ?? fallbackVoice(this.#articleLang, this.#now);
    if (!voice) {
      this.#stop(t("readAloudNoVoice"));
      return false;
    }
    this.#setStatus(own ? "" : t("readAloudOtherVoice", languageName(lang), voice.name));
    this.#trail.message(passage, script.spans(start, end));
    const { rate, pitch } = this.#now;
    const from = Math.max(0, (this.#at.word ?? start) - start);
    const said = await this.#speaker.say(script.text.slice(start, end), from, { voice, rate, pitch }, (at, length) => {
      this.#at = { ...this.#at, word: start + at };
      this.#trail.word(script.word(start + at, Math.min(length, end - start - at)));
    });
    if (said === "failed") {
      this.#stop(t("readAloudFailed", voice.name));
    }
    return said === "said";
  }

  /** Returns the index of the next or previous passage that is read. */
  #following(from: number, step: -1 | 1): number {
    let at = from + step;
    for (let passage = this.#passages[at]; passage; passage = this.#passages[at]) {
      if (this.#isPart || isRead(passage.kind, this.#now)) {
        return at;
      }
      at += step;
    }
    return at;
  }

  async #message(step: -1 | 1): Promise<void> {
    const { passage: number, piece } = this.#at;
    const passage = this.#passages[number];
    if (!passage || this.#bar.hidden) {
      return;
    }
    this.#trail.follow(true);
    const script = await this.#script(passage).catch(() => null);
    if (script && piece + step >= 0 && piece + step < script.ends.length) {
      this.#go({ passage: number, piece: piece + step, word: null });
      return;
    }
    const other = this.#following(number, step);
    const before = this.#passages[other];
    const last = before && step < 0 ? await this.#script(before).catch(() => null) : null;
    if (before) {
      this.#go({ passage: other, piece: Math.max(0, (last?.ends.length ?? 0) - 1), word: null });
    } else {
      this.#go({ ...this.#at, word: null });
    }
  }

  async #paragraph(step: -1 | 1): Promise<void> {
    const { passage, piece } = this.#at;
    if (this.#passages.length === 0 || this.#bar.hidden) {
      return;
    }
    this.#trail.follow(true);
    // Like in media players, the first step goes back to the start of the same paragraph.
    const isWithin = step < 0 && piece > 0;
    const other = isWithin ? passage : this.#following(passage, step);
    this.#go({ ...beginning, passage: this.#passages[other] ? other : passage });
  }

  #toggle(): void {
    if (this.#reading !== 0) {
      this.#stop();
    } else if (this.#selected) {
      void this.#open();
    } else {
      void this.#goOn();
    }
  }

  /** Resumes where reading stopped; after the end or a failure, starts from the reading position. */
  async #goOn(): Promise<void> {
    if (this.#at === beginning || this.#passages.length === 0) {
      await this.#open();
    } else {
      this.#trail.follow(true);
      this.#go(this.#at);
    }
  }

  /** Stops speaking, and shows why unless that's obvious. Highlighted text stays highlighted. */
  #stop(why = ""): void {
    this.#reading = 0;
    this.#speaker.stop();
    if (this.#host.session.signal.aborted) {
      return;
    }
    this.#face(false);
    this.#setStatus(why);
  }

  #close(): void {
    this.#host.session.layers.closed(this);
    this.#stop();
    this.#trail.clear();
    this.#sleep(0);
    this.#passages = [];
    this.#scripts.clear();
    this.#at = beginning;
    this.#bar.hidden = true;
    this.#follow.hidden = true;
    this.#host.scroller?.focus({ preventScroll: true });
  }

  #face(isReading: boolean): void {
    const label = isReading ? this.#words.pause : this.#words.go;
    this.#turn.ariaLabel = label;
    this.#turn.title = label;
    this.#turn.replaceChildren(drawing(isReading ? drawings.pause : drawings.go));
  }

  #setStatus(message: string): void {
    if (this.#said.textContent !== message) {
      this.#said.textContent = message;
    }
  }

  /** Changes settings. The current piece is spoken again with them. */
  #change(change: Partial<ReadAloudSettings>): void {
    this.#preferences = { ...this.#now, ...change };
    void savePreferences(this.#preferences);
    this.#panel.face(this.#preferences);
    this.#panel.show(this.#preferences, this.#lang, this.#until);
    if (this.#reading !== 0) {
      this.#go(this.#at);
    }
  }

  /** Sets the sleep timer, which ends at the end of a sentence; 0 turns it off. */
  #sleep(minutes: number): void {
    this.#until = minutes > 0 ? Date.now() + minutes * 60_000 : null;
  }

  #press(event: KeyboardEvent): void {
    const { dialog, article, session, settings } = this.#host;
    const toSide = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    if (!dialog || !toSide || hasModifier || !event.isTrusted || this.#bar.hidden || !settings?.().keys) {
      return;
    }
    // Scrollable parts of the article and controls handle these keys themselves.
    const inside = session.shadow.activeElement;
    if (dialog.querySelector(":popover-open") || inside?.matches("input, select") || focused() !== session.host) {
      return;
    }
    event.preventDefault();
    const direction = getComputedStyle(article ?? dialog).direction === "rtl" ? -toSide : toSide;
    const step = direction > 0 ? 1 : -1;
    void (event.shiftKey ? this.#paragraph(step) : this.#message(step));
  }

  /** Continues reading from a clicked paragraph, if the click has no other meaning. */
  async #pressed(event: MouseEvent): Promise<void> {
    const [target] = event.composedPath();
    const isOurs = target === this.#host.session.host;
    if (this.#bar.hidden || !event.isTrusted || isOurs || !(target instanceof Element) || this.#selected) {
      return;
    }
    if (closest(target, "a, button, input, label, select, summary, textarea, video, audio, img, math")) {
      return;
    }
    if (this.#isPart && !(await this.#findPassages())) {
      return;
    }
    const caret = caretAt(event.clientX, event.clientY);
    await this.#readFrom(caret?.offsetNode ?? target, caret?.offset ?? 0, target);
  }
}

/** One per view over the page itself. */
const open = new WeakMap<ShadowRoot, ReadAloudTool>();

provide("read-aloud", (host) => new ReadAloudTool(host));
share("pithAloud", (session, finding) => {
  const tool = open.get(session.shadow) ?? new ReadAloudTool({ session, finding });
  open.set(session.shadow, tool);
  tool.use(0);
});
