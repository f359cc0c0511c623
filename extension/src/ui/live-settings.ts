/** Applies settings to an element, and follows them as they change. */

import {
  type Amount,
  type Choice,
  deleteSiteSettings,
  isOf,
  load,
  names,
  save,
  type Settings,
  siteKey,
  table,
  watch,
} from "../shared/settings/settings.ts";

/**
 * Sets the settings on an element for the styles below it: each as the attribute `data-NAME` and the custom property
 * `--pith-NAME`. The theme is never `auto` there.
 */
export function applyTo(node: HTMLElement, settings: Settings, isDark: boolean): void {
  const theme = settings.theme !== "auto" ? settings.theme : settings[isDark ? "night" : "day"];
  for (const name of names.filter((each) => !isOf("words", each))) {
    const value = name === "theme" ? theme : settings[name];
    const { styles, unit } = table[name] as Partial<Choice & Amount>;
    const style = typeof value === "number" && unit === "percent" ? value / 100 : (styles?.[`${value}`] ?? value);
    node.dataset[name] = `${value}`;
    node.style.setProperty(`--pith-${name}`, `${style}`);
  }
  for (const [i, color] of settings.own.split(" ").entries()) {
    node.style.setProperty(`--pith-own${i}`, color);
  }
  node.style.setProperty("--pith-face", `"${settings.face}"`);
}

type Show = (settings: Settings, change: Partial<Settings>) => void;

/** The settings while they are shown, including changes in other tabs. */
export class LiveSettings {
  #now: Settings;
  readonly #show: Show;
  readonly #signal: AbortSignal | undefined;
  /** Number of changes made here, and of those already stored. */
  #made = 0;
  #stored = 0;
  /** True if other changes were stored while a change made here was pending. */
  #isBehind = false;

  /** Calls `show` with the new settings and the changes made here, until `signal` is aborted. */
  constructor(settings: Settings, show: Show, signal?: AbortSignal) {
    this.#now = settings;
    this.#show = show;
    this.#signal = signal;
    watch(() => void this.read(), signal);
  }

  get now(): Settings {
    return this.#now;
  }

  /** Makes a change; only for this site if it has site-specific settings. */
  change(change: Partial<Settings>): void {
    const { site } = this.#now;
    const stored = site ? { site: { ...site, ...change } } : change;
    this.#now = { ...this.#now, ...change, ...stored };
    this.#show(this.#now, change);
    this.#keep(() => save(stored));
  }

  /** Makes later changes site-specific, or deletes the site-specific settings. */
  keepForSite(isAlone: boolean): void {
    this.#now = { ...this.#now, site: isAlone ? {} : undefined };
    this.#show(this.#now, {});
    this.#keep(() => (isAlone ? save({ site: {} }) : deleteSiteSettings(siteKey())));
  }

  #keep(store: () => Promise<void>): void {
    this.#made += 1;
    void store().finally(() => {
      this.#stored += 1;
      if (this.#isBehind) {
        void this.read();
      }
    });
  }

  /** Shows the stored settings. Reading them before a change made here is stored would revert it. */
  async read(): Promise<void> {
    const made = this.#made;
    this.#isBehind = this.#stored !== made;
    if (this.#isBehind) {
      return;
    }
    const stored = await load();
    if (this.#made === made && !this.#signal?.aborted) {
      this.#now = stored;
      this.#show(stored, {});
    }
  }
}
