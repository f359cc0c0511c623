/** The browser's own translator and language detector, if it has them: desktop Chromium has both. */

import { ext, isAlive } from "../../../shared/ext.ts";

/** Whether the browser can translate: not at all, after downloading a model, or right away. */
type Availability = "unavailable" | "downloadable" | "downloading" | "available";

/** Source and target language, as BCP 47 tags. */
export interface LanguagePair {
  sourceLanguage: string;
  targetLanguage: string;
}

/** Options for creating a translator. */
interface TranslatorOptions extends LanguagePair {
  /** Gets the target of `downloadprogress` events, whose `loaded` is the downloaded share of the model, 0 to 1. */
  monitor(target: EventTarget): void;
  signal: AbortSignal;
}

/** A translator: https://webmachinelearning.github.io/translation-api/ */
export interface BrowserTranslator {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>;
  destroy(): void;
}

interface TranslatorClass {
  availability(pair: LanguagePair): Promise<Availability>;
  create(options: TranslatorOptions): Promise<BrowserTranslator>;
}

interface BrowserDetector {
  /** Candidate languages, the likeliest first; `und` for none. */
  detect(text: string): Promise<{ detectedLanguage?: string; confidence?: number }[]>;
  destroy(): void;
}

interface DetectorClass {
  availability(): Promise<Availability>;
  create(): Promise<BrowserDetector>;
}

/** Returns a class of the browser. Any other lookup of the name might find an element of the page. */
function browserClass<Class>(name: "Translator" | "LanguageDetector"): Class | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/** Languages for which browsers have models. This browser may not support all of them. */
export const languages: readonly string[] = [
  ..."ar bg bn cs da de el en es fi fr he hi hr hu id it ja kn ko lt mr nl no pl pt ro ru sk sl sv ta te th tr".split(
    " ",
  ),
  ..."uk vi zh zh-Hant".split(" "),
];

/** Minimum confidence of a detected language, from 0 to 1. */
const minConfidence = 0.5;

/** Returns a language tag as translators expect it: without a country, and Chinese with its script. */
export function normalizeTag(lang: string): string {
  const [first = "", ...subtags] = lang.toLowerCase().split(/[-_]/);
  if (first === "zh") {
    return subtags.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh";
  }
  return { iw: "he", nb: "no", nn: "no" }[first] ?? first;
}

/** Returns the language of the browser itself. */
export function browserLanguage(): string {
  return normalizeTag(isAlive() ? ext.i18n.getUILanguage() : navigator.language);
}

/** Returns whether the browser can translate a language pair on this page, whose policy may forbid it. */
export async function checkAvailability(pair: LanguagePair): Promise<Availability> {
  try {
    return (await browserClass<TranslatorClass>("Translator")?.availability(pair)) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Returns whether the browser can translate a language at all: into its own language or a widespread one. */
export async function canTranslate(lang: string): Promise<boolean> {
  const sourceLanguage = normalizeTag(lang) || "en";
  const targets = [browserLanguage(), "en", "es"].filter((target) => target !== sourceLanguage);
  const statuses = await Promise.all(
    targets.map((targetLanguage) => checkAvailability({ sourceLanguage, targetLanguage })),
  );
  return statuses.some((status) => status !== "unavailable");
}

/** Creates a translator. This may download a model, which browsers only do after a click. */
export async function createTranslator(
  pair: LanguagePair,
  onProgress: (share: number) => void,
  signal: AbortSignal,
): Promise<BrowserTranslator> {
  const translatorClass = browserClass<TranslatorClass>("Translator");
  if (!translatorClass) {
    throw new DOMException("There is no translator.", "NotSupportedError");
  }
  return translatorClass.create({
    ...pair,
    signal,
    monitor: (target) => {
      target.addEventListener("downloadprogress", (event) => {
        const { loaded } = event as ProgressEvent;
        onProgress(loaded);
      });
    },
  });
}

/**
 * Returns the language of a text; empty if the browser can't tell. Downloads nothing: if the detector's model isn't
 * there, extensions have a built-in detector.
 */
export async function detectLanguage(text: string): Promise<string> {
  const detectorClass = browserClass<DetectorClass>("LanguageDetector");
  try {
    if (detectorClass && (await detectorClass.availability()) === "available") {
      const detector = await detectorClass.create();
      const [best] = await detector.detect(text);
      detector.destroy();
      const { detectedLanguage = "und", confidence = 0 } = best ?? {};
      return detectedLanguage === "und" || confidence < minConfidence ? "" : normalizeTag(detectedLanguage);
    }
    const { isReliable, languages: candidates } = await ext.i18n.detectLanguage(text);
    return isReliable && candidates[0] ? normalizeTag(candidates[0].language) : "";
  } catch {
    return "";
  }
}
