/**
 * Settings of translation on this device. They are apart from the settings of style, which come with the first
 * click.
 */

import { ext, isAlive } from "../../../shared/ext.ts";

/** The name under which it is stored. */
const stored = "translation";

/** Where the original is shown: below the translation, beside it, or only on request. */
export const places = ["below", "beside", "press"] as const;

export type OriginalPlace = (typeof places)[number];

export interface TranslationSettings {
  /** The language into which is translated, as translators know it; empty for that of the browser. */
  target: string;
  original: OriginalPlace;
}

/** Returns the saved preferences; defaults for invalid values. */
export async function loadPreferences(): Promise<TranslationSettings> {
  const { [stored]: found }: { [name: string]: unknown } = isAlive() ? await ext.storage.local.get(stored) : {};
  const { target, original } = Object(found) as Partial<Record<string, unknown>>;
  return {
    target: typeof target === "string" ? target : "",
    original: places.find((place) => place === original) ?? "below",
  };
}

/** Saves them; does nothing if the extension has been updated or removed meanwhile. */
export async function savePreferences(preferences: TranslationSettings): Promise<void> {
  if (isAlive()) {
    await ext.storage.local.set({ [stored]: preferences });
  }
}
