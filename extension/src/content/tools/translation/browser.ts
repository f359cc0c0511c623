/** The browser's own translator and language detector, if it has them: Chromium on computers has both. */

import { ext, isAlive } from "../../../shared/ext.ts";

/** Whether the browser translates: not at all, once it has fetched a model, or at once. */
type Availability = "unavailable" | "downloadable" | "downloading" | "available";

/** From one language into another, as BCP 47 tags. */
export interface Pair {
  sourceLanguage: string;
  targetLanguage: string;
}

/** What a translator is made for. */
interface Making extends Pair {
  /** Gets what tells how much of the model is there: `loaded`, from 0 to 1, of the event `downloadprogress`. */
  monitor(target: EventTarget): void;
  signal: AbortSignal;
}

/** A translator of texts: https://webmachinelearning.github.io/translation-api/ */
export interface Translating {
  translate(text: string, options: { signal: AbortSignal }): Promise<string>;
  destroy(): void;
}

interface TranslatorClass {
  availability(pair: Pair): Promise<Availability>;
  create(making: Making): Promise<Translating>;
}

interface Detecting {
  /** Candidate languages, the likeliest first; `und` for none. */
  detect(text: string): Promise<{ detectedLanguage?: string; confidence?: number }[]>;
  destroy(): void;
}

interface DetectorClass {
  availability(): Promise<Availability>;
  create(): Promise<Detecting>;
}

/** Returns a class of the browser. Any other name is looked up among the page's elements. */
function own<Class>(name: "Translator" | "LanguageDetector"): Class | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/** Languages that browsers have models for. Which of them this browser translates, it says itself. */
export const languages: readonly string[] = [
  ..."ar bg bn cs da de el en es fi fr he hi hr hu id it ja kn ko lt mr nl no pl pt ro ru sk sl sv ta te th tr".split(
    " ",
  ),
  ..."uk vi zh zh-Hant".split(" "),
];

/** Minimum confidence of a detected language, from 0 to 1. */
const sure = 0.5;

/** Returns a language as translators know it: without countries, and Chinese by its letters. */
export function plain(lang: string): string {
  const [first = "", ...others] = lang.toLowerCase().split(/[-_]/);
  if (first === "zh") {
    return others.some((part) => ["hant", "tw", "hk", "mo"].includes(part)) ? "zh-Hant" : "zh";
  }
  return { iw: "he", nb: "no", nn: "no" }[first] ?? first;
}

/** Returns the language of the browser itself. */
export function browserLanguage(): string {
  return plain(isAlive() ? ext.i18n.getUILanguage() : navigator.language);
}

/** Returns whether the browser translates from one language into another on this page, whose policy may forbid it. */
export async function availability(pair: Pair): Promise<Availability> {
  try {
    return (await own<TranslatorClass>("Translator")?.availability(pair)) ?? "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Returns whether the browser translates here at all: a text of a language, into its own or one of many people's. */
export async function translates(lang: string): Promise<boolean> {
  const sourceLanguage = plain(lang) || "en";
  const targets = [browserLanguage(), "en", "es"].filter((target) => target !== sourceLanguage);
  const all = await Promise.all(targets.map((targetLanguage) => availability({ sourceLanguage, targetLanguage })));
  return all.some((one) => one !== "unavailable");
}

/** Has the browser make a translator, for which it may fetch a model: it does that after a press alone. */
export async function translator(
  pair: Pair,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Translating> {
  const made = own<TranslatorClass>("Translator");
  if (!made) {
    throw new DOMException("There is no translator.", "NotSupportedError");
  }
  return made.create({
    ...pair,
    signal,
    monitor: (target) => {
      target.addEventListener("downloadprogress", (event) => {
        const { loaded } = event as ProgressEvent;
        progress(loaded);
      });
    },
  });
}

/**
 * Returns the language of a text; empty where the browser cannot tell it. Nothing is fetched for that: where the model of the
 * detector is not there, extensions have another, which comes with the browser.
 */
export async function detected(text: string): Promise<string> {
  const made = own<DetectorClass>("LanguageDetector");
  try {
    if (made && (await made.availability()) === "available") {
      const detector = await made.create();
      const [best] = await detector.detect(text);
      detector.destroy();
      const { detectedLanguage = "und", confidence = 0 } = best ?? {};
      return detectedLanguage === "und" || confidence < sure ? "" : plain(detectedLanguage);
    }
    const { isReliable, languages: found } = await ext.i18n.detectLanguage(text);
    return isReliable && found[0] ? plain(found[0].language) : "";
  } catch {
    return "";
  }
}
