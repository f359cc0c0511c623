/** Applies settings to an element, and follows them as they change. */

import {
  type NumberSetting,
  type ChoiceSetting,
  deleteSiteSettings,
  isOfKind,
  loadSettings,
  settingNames,
  saveSettings,
  type Settings,
  siteKey,
  settingsTable,
  watchSettings,
} from "../shared/settings/settings.ts";

/**
 * Sets the settings on an element for the styles below it: each as the attribute `data-NAME` and the custom property
 * `--pith-NAME`. The theme is never `auto` there.
 */
export function applySettings(node: HTMLElement, settings: Settings, isDark: boolean): void {
  const theme = settings.theme !== "auto" ? settings.theme : settings[isDark ? "night" : "day"];
  for (const name of settingNames.filter((setting) => !isOfKind("words", setting))) {
    const value = name === "theme" ? theme : settings[name];
    const { styles, unit } = settingsTable[name] as Partial<ChoiceSetting & NumberSetting>;
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
  #current: Settings;
  readonly #show: Show;
  readonly #signal: AbortSignal | undefined;
  /** Number of changes made here, and of those already stored. */
  #changeCount = 0;
  #savedCount = 0;
  /** True if other changes were stored while a change made here was pending. */
  #hasMissedChanges = false;

  /** Calls `show` with the new settings and the changes made here, until `signal` is aborted. */
  constructor(settings: Settings, show: Show, signal?: AbortSignal) {
    this.#current = settings;
    this.#show = show;
    this.#signal = signal;
    watchSettings(() => void this.reload(), signal);
  }

  get current(): Settings {
    return this.#current;
  }

  /** Makes a change; only for this site if it has site-specific settings. */
  change(change: Partial<Settings>): void {
    const { site } = this.#current;
    const stored = site ? { site: { ...site, ...change } } : change;
    this.#current = { ...this.#current, ...change, ...stored };
    this.#show(this.#current, change);
    this.#saveWith(() => saveSettings(stored));
  }

  /** Makes later changes site-specific, or deletes the site-specific settings. */
  setSiteSpecific(isSiteSpecific: boolean): void {
    this.#current = { ...this.#current, site: isSiteSpecific ? {} : undefined };
    this.#show(this.#current, {});
    this.#saveWith(() => (isSiteSpecific ? saveSettings({ site: {} }) : deleteSiteSettings(siteKey())));
  }

  #saveWith(store: () => Promise<void>): void {
    this.#changeCount += 1;
    void store().finally(() => {
      this.#savedCount += 1;
      if (this.#hasMissedChanges) {
        void this.reload();
      }
    });
  }

  /** Shows the stored settings. Reading them before a change made here is stored would revert it. */
  async reload(): Promise<void> {
    const changeCount = this.#changeCount;
    this.#hasMissedChanges = this.#savedCount !== changeCount;
    if (this.#hasMissedChanges) {
      return;
    }
    const stored = await loadSettings();
    if (this.#changeCount === changeCount && !this.#signal?.aborted) {
      this.#current = stored;
      this.#show(stored, {});
    }
  }
}
