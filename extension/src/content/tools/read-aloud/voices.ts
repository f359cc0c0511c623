/** Finds the voices of the system, and the one that reads a language. */

import { locale } from "../../../shared/ext.ts";
import type { ReadAloudSettings } from "./preferences.ts";
import { voicesTimeout } from "../../../shared/timeouts.ts";

/** Returns what a browser speaks with; undefined where it cannot. */
export function synthesis(): SpeechSynthesis | undefined {
  return (globalThis as { speechSynthesis?: SpeechSynthesis }).speechSynthesis;
}

/**
 * Begins the addresses of voices that are the system's, whatever Firefox says: of those of Linux's speech-dispatcher it calls
 * local only the one whose name is "default".
 */
const ofSystem = "urn:moz-tts:speechd:";

/** Returns the voices that may be used. */
export function voicesFor({ isRemote }: ReadAloudSettings): SpeechSynthesisVoice[] {
  const isLocal = ({ localService, voiceURI }: SpeechSynthesisVoice): boolean =>
    localService || voiceURI.startsWith(ofSystem);
  return (synthesis()?.getVoices() ?? []).filter((voice) => isRemote || isLocal(voice));
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
    setTimeout(resolve, voicesTimeout);
  });
}

/** Returns the first subtag of a language: voices write `en_GB` as well as `en-GB`. */
export function primary(lang: string): string {
  return (lang.split(/[-_]/)[0] ?? "").toLowerCase();
}

/**
 * Returns the voices of a language, those that fit best first: of its country, or of one whose language the browser is set to,
 * the system's own, and plain ones before the variants of the same voice that eSpeak lists by the hundred (`English+Max`).
 */
export function voicesOf(lang: string, voices: readonly SpeechSynthesisVoice[]): SpeechSynthesisVoice[] {
  const tag = (one: string): string => one.replaceAll("_", "-").toLowerCase();
  const preferred = navigator.languages.map(tag);
  const last = preferred.length;
  const rank = (voice: SpeechSynthesisVoice): number[] => {
    const own = tag(voice.lang);
    const place = preferred.indexOf(own);
    return [
      own === tag(lang) ? 0 : 1,
      voice.name.includes("+") ? 1 : 0,
      place < 0 ? last : place,
      voice.default ? 0 : 1,
      own.length,
    ];
  };
  return voices
    .filter((voice) => primary(voice.lang) === primary(lang))
    .map((voice) => ({ voice, rank: rank(voice) }))
    .toSorted((a, b) => a.rank.map((one, i) => one - (b.rank[i] ?? 0)).find((difference) => difference !== 0) ?? 0)
    .map(({ voice }) => voice);
}

/** Returns the voice of a language: the one that was chosen for it, else the one that fits best; null where there is none. */
export function voiceOf(lang: string, preferences: ReadAloudSettings): SpeechSynthesisVoice | null {
  const own = voicesOf(lang, voicesFor(preferences));
  const chosen = preferences.voices[primary(lang)];
  return own.find(({ voiceURI }) => voiceURI === chosen) ?? own[0] ?? null;
}

/** Returns a voice for what none of its language can read: that of the article, else the system's own. */
export function otherVoice(article: string, preferences: ReadAloudSettings): SpeechSynthesisVoice | null {
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
