/** The reader's settings: their values, defaults, and where they are kept. */

import { ext, isAlive } from "./ext.ts";

export const themes = ["auto", "light", "sepia", "dark"] as const;
export const fonts = ["serif", "sans"] as const;
export const widths = ["narrow", "medium", "wide"] as const;
export const spacings = ["tight", "normal", "loose"] as const;
export const alignments = ["auto", "start", "justify"] as const;
/** Text sizes in per cent. */
export const sizes = [75, 85, 100, 115, 130, 150, 175, 200] as const;

export interface Settings {
  theme: (typeof themes)[number];
  font: (typeof fonts)[number];
  width: (typeof widths)[number];
  spacing: (typeof spacings)[number];
  /** `auto`: as the script has it. */
  align: (typeof alignments)[number];
  size: (typeof sizes)[number];
  /** True where single letters (t, f, w, +, - …) act in the reader. */
  keys: boolean;
}

/** A setting of how the text looks. */
export type SettingName = Exclude<keyof Settings, "keys">;

export const defaults: Readonly<Settings> = {
  theme: "auto",
  font: "serif",
  width: "medium",
  spacing: "normal",
  align: "auto",
  size: 100,
  keys: true,
};

export const choices: { readonly [Key in keyof Settings]: readonly Settings[Key][] } = {
  theme: themes,
  font: fonts,
  width: widths,
  spacing: spacings,
  align: alignments,
  size: sizes,
  keys: [true, false],
};

/** Stored values that are (still) among the choices, defaults for the rest. */
function read(stored: { [key: string]: unknown }): Settings {
  const known = Object.entries(choices).filter(([key, values]) => (values as readonly unknown[]).includes(stored[key]));
  return { ...defaults, ...Object.fromEntries(known.map(([key]) => [key, stored[key]])) };
}

/**
 * The settings as stored. They stay in `storage.local`: `storage.sync` would hand them to the
 * browser maker's servers, and Pith sends nothing anywhere.
 */
export async function load(): Promise<Settings> {
  return read(await ext.storage.local.get(Object.keys(defaults)));
}

/** Does nothing where the extension has been updated or removed meanwhile. */
export async function save(change: Partial<Settings>): Promise<void> {
  if (isAlive()) {
    await ext.storage.local.set(change);
  }
}

/** Calls back whenever the settings have changed, in whatever tab, until `signal` is aborted. */
export function watch(changed: () => void, signal?: AbortSignal): void {
  const listener = (): void => changed();
  ext.storage.local.onChanged.addListener(listener);
  signal?.addEventListener("abort", () => {
    if (isAlive()) {
      ext.storage.local.onChanged.removeListener(listener);
    }
  });
}

/** Returns the choice after `value`, from the last back to the first. */
export function next<Value>(values: readonly Value[], value: Value): Value {
  return values[(values.indexOf(value) + 1) % values.length] ?? value;
}

/** Returns the size `steps` further on, as far as there are sizes. */
export function resize(size: Settings["size"], steps: 1 | -1): Settings["size"] {
  return sizes[sizes.indexOf(size) + steps] ?? size;
}

type Show = (settings: Settings, change: Partial<Settings>) => void;

/** The settings while a view is open, whoever changes them. */
export class Preferences {
  #now: Settings;
  readonly #show: Show;
  readonly #signal: AbortSignal;
  /** Number of changes made here, and of those that have been stored. */
  #made = 0;
  #stored = 0;
  /** True where something was stored while a change made here was not. */
  #isBehind = false;

  /** `show` is called with what the settings have become and what was changed here, until `signal` is aborted. */
  constructor(settings: Settings, show: Show, signal: AbortSignal) {
    this.#now = settings;
    this.#show = show;
    this.#signal = signal;
    watch(() => void this.#read(), signal);
  }

  get now(): Settings {
    return this.#now;
  }

  change(change: Partial<Settings>): void {
    this.#now = { ...this.#now, ...change };
    this.#show(this.#now, change);
    this.#made += 1;
    void save(change).finally(() => {
      this.#stored += 1;
      if (this.#isBehind) {
        void this.#read();
      }
    });
  }

  /** Shows what is stored. What is read before a change made here is stored would take it back. */
  async #read(): Promise<void> {
    const made = this.#made;
    this.#isBehind = this.#stored !== made;
    if (this.#isBehind) {
      return;
    }
    const stored = await load();
    if (this.#made === made && !this.#signal.aborted) {
      this.#now = stored;
      this.#show(stored, {});
    }
  }
}
