/** Finds the system's voices, and the one for a language. */

import { locale, t } from "../../../shared/ext.ts";
import type { ReadAloudSettings } from "./preferences.ts";
import { voicesTimeout } from "../../../shared/timeouts.ts";

/** Returns the browser's speech synthesis; undefined if there is none. */
export function synthesis(): SpeechSynthesis | undefined {
  return (globalThis as { speechSynthesis?: SpeechSynthesis }).speechSynthesis;
}

/**
 * URI prefix of voices that are local, even if Firefox says otherwise: of Linux's speech-dispatcher voices it only
 * reports the one named "default" as local.
 */
const localUriPrefix = "urn:moz-tts:speechd:";

/** Returns the voices that may be used. */
export function voicesFor({ isRemote }: ReadAloudSettings): SpeechSynthesisVoice[] {
  const isLocal = ({ localService, voiceURI }: SpeechSynthesisVoice): boolean =>
    localService || voiceURI.startsWith(localUriPrefix);
  return (synthesis()?.getVoices() ?? []).filter((voice) => isRemote || isLocal(voice));
}

/** Returns whether voices have loaded. */
export function hasVoices(): boolean {
  return (synthesis()?.getVoices() ?? []).length > 0;
}

/** Resolves once voices have loaded, or after a timeout. */
export async function waitForVoices(signal: AbortSignal): Promise<void> {
  const speech = synthesis();
  if (!speech || hasVoices()) {
    return;
  }
  await new Promise<void>((resolve) => {
    const check = (): void => {
      if (hasVoices()) {
        resolve();
      }
    };
    speech.addEventListener("voiceschanged", check, { signal });
    signal.addEventListener("abort", () => resolve());
    setTimeout(resolve, voicesTimeout);
  });
}

/** Returns the name of the system's settings for voices; on Linux, that of the service that speaks. */
export function voiceSettingsName(): string {
  const { userAgent } = navigator;
  if (userAgent.includes("Windows")) {
    return t("readAloudSettingsWindows");
  }
  if (userAgent.includes("Android")) {
    return t("readAloudSettingsAndroid");
  }
  return /Mac|iPhone|iPad|CrOS/.test(userAgent) ? t("readAloudSettingsApple") : "Speech Dispatcher";
}

/** Returns the primary subtag of a language. Voices use both `en_GB` and `en-GB`. */
export function primary(lang: string): string {
  return (lang.split(/[-_]/)[0] ?? "").toLowerCase();
}

/**
 * Returns the voices of a language, best first: those of its country or of one of the browser's languages, then the
 * system's default, then base voices before the variants that eSpeak lists by the hundred (`English+Max`).
 */
export function voicesOf(lang: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice[] {
  const normalize = (value: string): string => value.replaceAll("_", "-").toLowerCase();
  const preferred = navigator.languages.map(normalize);
  const last = preferred.length;
  const rank = (voice: SpeechSynthesisVoice): number[] => {
    const language = normalize(voice.lang);
    const preference = preferred.indexOf(language);
    return [
      language === normalize(lang) ? 0 : 1,
      voice.name.includes("+") ? 1 : 0,
      preference < 0 ? last : preference,
      voice.default ? 0 : 1,
      language.length,
    ];
  };
  return voices
    .filter((voice) => primary(voice.lang) === primary(lang))
    .map((voice) => ({ voice, rank: rank(voice) }))
    .toSorted((a, b) => a.rank.map((value, i) => value - (b.rank[i] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ voice }) => voice);
}

/** Returns the voice for a language: the chosen one, otherwise the best; null if there is none. */
export function voiceOf(lang: string, preferences: ReadAloudSettings): SpeechSynthesisVoice | null {
  const candidates = voicesOf(lang, voicesFor(preferences));
  const chosen = preferences.voices[primary(lang)];
  return candidates.find(({ voiceURI }) => voiceURI === chosen) ?? candidates[0] ?? null;
}

/** Returns a voice for text in a language without one: the article's, otherwise the system's default. */
export function fallbackVoice(article: string, preferences: ReadAloudSettings): SpeechSynthesisVoice | null {
  const voices = voicesFor(preferences);
  return voiceOf(article, preferences) ?? voices.find((voice) => voice.default) ?? voices[0] ?? null;
}

/** Returns the name of a language; its tag if it has none. */
export function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: "language" }).of(lang) ?? lang;
  } catch {
    // A page's language may not be a valid tag.
    return lang;
  }
}
