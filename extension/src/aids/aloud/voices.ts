/** The voices of the system, and which of them reads a language. */

import { locale } from "../../ext.ts";
import type { Preferences } from "./preferences.ts";

/** Ms for which voices are waited for: browsers ask the system for them when somebody first wants them. */
const patience = 3_000;

/** Returns what a browser speaks with; undefined where it cannot. */
export function synthesis(): SpeechSynthesis | undefined {
  return (globalThis as { speechSynthesis?: SpeechSynthesis }).speechSynthesis;
}

/** Returns the voices that may be used. */
export function voicesFor({ isRemote }: Preferences): SpeechSynthesisVoice[] {
  return (synthesis()?.getVoices() ?? []).filter(({ localService }) => localService || isRemote);
}

/** Resolves once there are voices, or none have come. */
export async function arrived(signal: AbortSignal): Promise<void> {
  const speech = synthesis();
  if (!speech || speech.getVoices().length > 0) {
    return;
  }
  await new Promise<void>((resolve) => {
    const come = (): void => {
      if (speech.getVoices().length > 0) {
        resolve();
      }
    };
    speech.addEventListener("voiceschanged", come, { signal });
    signal.addEventListener("abort", () => resolve());
    setTimeout(resolve, patience);
  });
}

/** Returns the first subtag of a language: voices write `en_GB` as well as `en-GB`. */
export function primary(lang: string): string {
  return (lang.split(/[-_]/)[0] ?? "").toLowerCase();
}

/** Returns the voices of a language, those of its country first, and before others the system's own. */
export function voicesOf(lang: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice[] {
  const tag = (one: string): string => one.replaceAll("_", "-").toLowerCase();
  const rank = (voice: SpeechSynthesisVoice): number =>
    (tag(voice.lang) === tag(lang) ? 0 : 2) + (voice.default ? 0 : 1);
  return voices.filter((voice) => primary(voice.lang) === primary(lang)).toSorted((a, b) => rank(a) - rank(b));
}

/** Returns the voice of a language: the one that was chosen for it, else the one that fits best; null where there is none. */
export function voiceOf(lang: string, preferences: Preferences): SpeechSynthesisVoice | null {
  const own = voicesOf(lang, voicesFor(preferences));
  const chosen = preferences.voices[primary(lang)];
  return own.find(({ voiceURI }) => voiceURI === chosen) ?? own[0] ?? null;
}

/** Returns a voice for what none of its language can read: that of the article, else the system's own. */
export function otherVoice(article: string, preferences: Preferences): SpeechSynthesisVoice | null {
  const all = voicesFor(preferences);
  return voiceOf(article, preferences) ?? all.find((voice) => voice.default) ?? all[0] ?? null;
}

/** Returns the name of a language; its tag where it has none. */
export function languageName(lang: string): string {
  try {
    return new Intl.DisplayNames([locale()], { type: "language" }).of(lang) ?? lang;
  } catch {
    // What a page calls its language may be no tag.
    return lang;
  }
}
