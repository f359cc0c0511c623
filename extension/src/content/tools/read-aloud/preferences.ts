/**
 * Settings of reading aloud on this device. They are separate from the style settings, which load with the first click.
 */

import { ext, isAlive } from "../../../shared/ext.ts";
import type { SpokenKind } from "../../../shared/messages.ts";

/** Name under which they are saved. */
const storageKey = "aloud";

/** Kinds that can be read or skipped, each with its default. */
export const choices = { code: false, table: true, caption: true, note: false, formula: true } as const;

export type ReadKind = keyof typeof choices;

/** Numeric settings: minimum, maximum, step, and default. */
export const numberRanges = {
  /** Multiple of the voice's normal speed. */
  rate: { min: 0.5, max: 3, step: 0.1, first: 1 },
  /** Multiple of the voice's normal pitch. */
  pitch: { min: 0.5, max: 1.5, step: 0.1, first: 1 },
  /** Seconds between two paragraphs. */
  gap: { min: 0, max: 3, step: 0.25, first: 0.25 },
} as const;

export type AmountName = keyof typeof numberRanges;

/** Maximum number of languages whose voice is saved, the latest ones. */
const maxVoices = 100;

export interface ReadAloudSettings extends Record<AmountName, number> {
  read: Record<ReadKind, boolean>;
  /** True if voices that send the text to a server are allowed. */
  isRemote: boolean;
  /** True if the next open article is read when one ends. */
  goesOn: boolean;
  /** The voice of each language, by its primary subtag. */
  voices: Record<string, string>;
}

/** Returns whether a kind of passage is read. */
export function isReadAloud(kind: SpokenKind, { read }: ReadAloudSettings): boolean {
  return kind in choices ? read[kind as ReadKind] : kind !== "mark";
}

/** Returns the saved settings; defaults for invalid values. */
export async function loadPreferences(): Promise<ReadAloudSettings> {
  const { [storageKey]: stored }: { [name: string]: unknown } = isAlive()
    ? await ext.storage.local.get(storageKey)
    : {};
  const saved = Object(stored) as Partial<Record<string, unknown>>;
  const amount = (name: AmountName): number => {
    const { min, max, first } = numberRanges[name];
    const value = saved[name];
    return typeof value === "number" && value >= min && value <= max ? value : first;
  };
  const read = Object(saved.read) as Partial<Record<string, unknown>>;
  const voices = Object.entries(Object(saved.voices)).filter(([, voice]) => typeof voice === "string");
  return {
    rate: amount("rate"),
    pitch: amount("pitch"),
    gap: amount("gap"),
    read: Object.fromEntries(
      Object.entries(choices).map(([kind, first]) => [kind, typeof read[kind] === "boolean" ? read[kind] : first]),
    ) as Record<ReadKind, boolean>,
    isRemote: saved.isRemote === true,
    goesOn: saved.goesOn === true,
    voices: Object.fromEntries(voices) as Record<string, string>,
  };
}

/** Saves the settings; does nothing if the extension has been updated or removed meanwhile. */
export async function savePreferences(preferences: ReadAloudSettings): Promise<void> {
  if (isAlive()) {
    const voices = Object.fromEntries(Object.entries(preferences.voices).slice(-maxVoices));
    await ext.storage.local.set({ [storageKey]: { ...preferences, voices } });
  }
}
