/** The translators into one language, by source language, and their cached results. */

import {
  checkAvailability,
  type LanguagePair,
  normalizeTag,
  type BrowserTranslator,
  createTranslator,
} from "./browser.ts";
import { plainTextOf, nodesOf, type TranslationUnit } from "./units.ts";

export class Translators {
  /** Null if the browser has none for the language. */
  readonly #translators = new Map<string, Promise<BrowserTranslator | null>>();
  /** Translations by language and text; null for text that stays as it is. */
  readonly #translations = new Map<string, string | null>();
  #target = "";

  /** Returns whether the article's translator exists. */
  get isReady(): boolean {
    return this.#translators.size > 0;
  }

  /** Returns whether there are any translations. */
  get hasTranslations(): boolean {
    return this.#translations.size > 0;
  }

  /** Creates the translator of the article's language. Throws the browser's errors. */
  async start(pair: LanguagePair, onProgress: (share: number) => void, signal: AbortSignal): Promise<void> {
    const created = await createTranslator(pair, onProgress, signal);
    if (signal.aborted) {
      created.destroy();
    } else {
      this.#target = pair.targetLanguage;
      this.#translators.set(pair.sourceLanguage, Promise.resolve(created));
    }
  }

  /** Returns the translation of a text; null if it stays as it is, undefined if it isn't translated yet. */
  cached(unit: TranslationUnit): string | null | undefined {
    return this.#translations.get(cacheKey(unit));
  }

  /** Marks a text as not translatable. */
  markUntranslatable(unit: TranslationUnit): void {
    this.#translations.set(cacheKey(unit), null);
  }

  /** Translates a text. Returns null if it stays as it is; throws the browser's errors. */
  async translate(unit: TranslationUnit, signal: AbortSignal): Promise<string | null> {
    const cached = this.cached(unit);
    const translation = cached === undefined ? await this.#translation(unit, signal) : cached;
    if (!signal.aborted) {
      this.#translations.set(cacheKey(unit), translation);
    }
    return translation;
  }

  /** Destroys all translators. Cached translations stay. */
  stop(): void {
    for (const created of this.#translators.values()) {
      void created.then((translator) => translator?.destroy());
    }
    this.#translators.clear();
  }

  /** Clears the cached translations. */
  clearTranslations(): void {
    this.#translations.clear();
  }

  /** Returns the translation of a text; null if it is the same, or if the browser can't translate it. */
  async #translation(unit: TranslationUnit, signal: AbortSignal): Promise<string | null> {
    const translator = await this.#translatorOf(normalizeTag(unit.lang), signal);
    if (!translator) {
      return null;
    }
    const translation = await translator.translate(unit.text, { signal });
    if (nodesOf(translation, unit.kept) !== null) {
      return translation.trim() === unit.text ? null : translation;
    }
    // The translator has lost the placeholder of a kept element.
    const plainText = plainTextOf(unit);
    return plainText === null ? null : translator.translate(plainText, { signal });
  }

  /** Returns the translator of a block's language; null if there is none or none is needed. */
  #translatorOf(lang: string, signal: AbortSignal): Promise<BrowserTranslator | null> {
    if (lang === this.#target) {
      return Promise.resolve(null);
    }
    const created =
      this.#translators.get(lang) ?? createIfAvailable({ sourceLanguage: lang, targetLanguage: this.#target }, signal);
    this.#translators.set(lang, created);
    return created;
  }
}

/** Creates a translator of another language than the article's, if the browser needs no download. */
async function createIfAvailable(pair: LanguagePair, signal: AbortSignal): Promise<BrowserTranslator | null> {
  return (await checkAvailability(pair)) === "available"
    ? createTranslator(pair, () => {}, signal).catch(() => null)
    : null;
}

function cacheKey({ lang, text }: TranslationUnit): string {
  return `${lang} ${text}`;
}
