/** The translators into one language, by source language, and their cached results. */

import { availability, type Pair, plain, type Translating, translator } from "./browser.ts";
import { inWords, nodesOf, type Unit } from "./units.ts";

export class Translators {
  /** Null if the browser has none. */
  readonly #made = new Map<string, Promise<Translating | null>>();
  /** What has been translated, by its text; null for what stays as it is. */
  readonly #known = new Map<string, string | null>();
  #target = "";

  /** Returns whether the one of the article's language is there. */
  get areThere(): boolean {
    return this.#made.size > 0;
  }

  /** Returns whether anything was translated. */
  get haveSaid(): boolean {
    return this.#known.size > 0;
  }

  /** Has the browser make the one of the article's language. Throws what the browser throws. */
  async begin(pair: Pair, fetched: (share: number) => void, signal: AbortSignal): Promise<void> {
    const made = await translator(pair, fetched, signal);
    if (signal.aborted) {
      made.destroy();
    } else {
      this.#target = pair.targetLanguage;
      this.#made.set(pair.sourceLanguage, Promise.resolve(made));
    }
  }

  /** Returns the translation of a text; null if it stays as it is, undefined if it isn't translated yet. */
  known(unit: Unit): string | null | undefined {
    return this.#known.get(keyOf(unit));
  }

  /** Leaves a text as it is. */
  leave(unit: Unit): void {
    this.#known.set(keyOf(unit), null);
  }

  /** Translates a text. Returns null if it stays as it is; throws the browser's errors. */
  async translate(unit: Unit, signal: AbortSignal): Promise<string | null> {
    const known = this.known(unit);
    const translation = known === undefined ? await this.#translation(unit, signal) : known;
    if (!signal.aborted) {
      this.#known.set(keyOf(unit), translation);
    }
    return translation;
  }

  /** Ends all of them. What they have said stays known. */
  stop(): void {
    for (const made of this.#made.values()) {
      void made.then((translating) => translating?.destroy());
    }
    this.#made.clear();
  }

  /** Forgets what they have said. */
  forget(): void {
    this.#known.clear();
  }

  /** Returns the translation of a text; null if it is the same, or if the browser can't translate it. */
  async #translation(unit: Unit, signal: AbortSignal): Promise<string | null> {
    const translating = await this.#of(plain(unit.lang), signal);
    if (!translating) {
      return null;
    }
    const translation = await translating.translate(unit.text, { signal });
    if (nodesOf(translation, unit.kept) !== null) {
      return translation.trim() === unit.text ? null : translation;
    }
    // The translator has lost a place of something that is kept.
    const words = inWords(unit);
    return words === null ? null : translating.translate(words, { signal });
  }

  /** Returns the one of a language in which a block is written; null where there is none, or no need of one. */
  #of(lang: string, signal: AbortSignal): Promise<Translating | null> {
    if (lang === this.#target) {
      return Promise.resolve(null);
    }
    const made = this.#made.get(lang) ?? another({ sourceLanguage: lang, targetLanguage: this.#target }, signal);
    this.#made.set(lang, made);
    return made;
  }
}

/** Makes a translator of another language than the article's, where the browser has all that it needs. */
async function another(pair: Pair, signal: AbortSignal): Promise<Translating | null> {
  return (await availability(pair)) === "available" ? translator(pair, () => {}, signal).catch(() => null) : null;
}

function keyOf({ lang, text }: Unit): string {
  return `${lang} ${text}`;
}
