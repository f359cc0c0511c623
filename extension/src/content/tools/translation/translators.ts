/** The translators into one language, by source language, and their cached results. */

import { availability, type Pair, plain, type BrowserTranslator, translator } from "./browser.ts";
import { plainTextOf, nodesOf, type Unit } from "./units.ts";

export class Translators {
  /** Null if the browser has none for the language. */
  readonly #made = new Map<string, Promise<BrowserTranslator | null>>();
  /** Translations by language and text; null for text that stays as it is. */
  readonly #known = new Map<string, string | null>();
  #target = "";

  /** Returns whether the article's translator exists. */
  get isReady(): boolean {
    return this.#made.size > 0;
  }

  /** Returns whether there are any translations. */
  get hasAny(): boolean {
    return this.#known.size > 0;
  }

  /** Creates the translator of the article's language. Throws the browser's errors. */
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

  /** Marks a text as not translatable. */
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

  /** Destroys all translators. Cached translations stay. */
  stop(): void {
    for (const made of this.#made.values()) {
      void made.then((translating) => translating?.destroy());
    }
    this.#made.clear();
  }

  /** Clears the cached translations. */
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
    // The translator has lost the placeholder of a kept element.
    const words = plainTextOf(unit);
    return words === null ? null : translating.translate(words, { signal });
  }

  /** Returns the translator of a block's language; null if there is none or none is needed. */
  #of(lang: string, signal: AbortSignal): Promise<BrowserTranslator | null> {
    if (lang === this.#target) {
      return Promise.resolve(null);
    }
    const made = this.#made.get(lang) ?? another({ sourceLanguage: lang, targetLanguage: this.#target }, signal);
    this.#made.set(lang, made);
    return made;
  }
}

/** Creates a translator of another language than the article's, if the browser needs no download. */
async function another(pair: Pair, signal: AbortSignal): Promise<BrowserTranslator | null> {
  return (await availability(pair)) === "available" ? translator(pair, () => {}, signal).catch(() => null) : null;
}

function keyOf({ lang, text }: Unit): string {
  return `${lang} ${text}`;
}
