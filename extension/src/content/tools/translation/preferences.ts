/**
 * Settings of translation on this device. They are separate from the style settings, which load with the first click.
 */

import { ext, isAlive } from "../../../shared/ext.ts";

/** Name under which they are saved. */
const storageKey = "translation";

/** Position of the original: below the translation, beside it, or shown on a click. */
export const originalPlaces = ["below", "beside", "press"] as const;

export type OriginalPlace = (typeof originalPlaces)[number];

export interface TranslationSettings {
  /** Target language, as translators expect it; empty for the browser's language. */
  target: string;
  original: OriginalPlace;
}

/** Returns the saved settings; defaults for invalid values. */
export async function loadPreferences(): Promise<TranslationSettings> {
  const { [storageKey]: saved }: { [name: string]: unknown } = isAlive() ? await ext.storage.local.get(storageKey) : {};
  const { target, original } = Object(saved) as Partial<Record<string, unknown>>;
  return {
    target: typeof target === "string" ? target : "",
    original: originalPlaces.find((candidate) => candidate === original) ?? "below",
  };
}

/** Saves the settings; does nothing if the extension has been updated or removed meanwhile. */
export async function savePreferences(preferences: TranslationSettings): Promise<void> {
  if (isAlive()) {
    await ext.storage.local.set({ [storageKey]: preferences });
  }
}
