/** The settings: their table, where each is shown, and how they are stored. */

import { ext, isAlive } from "../ext.ts";

/** Where a setting is shown: in a view's panel, which then follows it, or on the settings page. */
type SettingPlace = "reader" | "simplify" | "options";

/**
 * One word of a list. Messages: `option_NAME`, `NAME_WORD` for each word, and `NAME_key` if there is a key.
 */
export interface ChoiceSetting {
  kind: "choice";
  values: readonly string[];
  default: string;
  /** Values for style sheets, by word. */
  styles?: { readonly [value: string]: string };
  /** The setting whose messages are used for its words. */
  texts?: "theme";
  /** The key that selects the next word in Reader. */
  key?: string;
  rare?: boolean;
  shown: readonly SettingPlace[];
}

/**
 * A number. Messages: `option_NAME`, and, if there are keys, `NAME_less`, `NAME_more` and `NAME_reset`, or `NAME_key`.
 */
export interface NumberSetting {
  kind: "number";
  /** A percentage, which style sheets get as a fraction, or a plain number. */
  unit: "percent" | "plain";
  /** The steps of buttons and keys, ascending. Any number between the first and the last can be stored. */
  values: readonly number[];
  /** Step of the slider. */
  step: number;
  default: number;
  /** Numbers for words that earlier versions stored. */
  words?: { readonly [word: string]: number };
  /** The keys of each step in Reader; the first is shown. */
  keys?: { readonly [Step in "less" | "more" | "reset"]: readonly string[] };
  /** The key that selects the next number in Reader, and the first after the last. */
  key?: string;
  /** True if the panel shows it only after "More". */
  rare?: boolean;
  shown: readonly SettingPlace[];
}

/** Yes or no. Message: `option_NAME`. No panel of a view has a control for it. */
interface SwitchSetting {
  kind: "switch";
  default: boolean;
  shown: readonly "options"[];
}

/** Colors. Message: `option_NAME`. */
interface ColorsSetting {
  kind: "colors";
  /** `#rrggbb` of text, background and links, and whether the background is `light` or `dark`, separated by spaces. */
  default: string;
  shown: readonly "options"[];
}

/** A line of text without quotes, backslashes and control characters. Message: `option_NAME`. */
interface LineSetting {
  kind: "line";
  default: string;
  shown: readonly "options"[];
}

/** Words separated by spaces. Message: `option_NAME`. The settings page has a special control for it. */
interface WordsSetting {
  kind: "words";
  form: RegExp;
  default: string;
  shown: readonly "options"[];
}

type Setting = ChoiceSetting | NumberSetting | SwitchSetting | ColorsSetting | LineSetting | WordsSetting;

const themes = ["light", "sepia", "grey", "dark", "black", "contrast", "own"] as const;

/**
 * Every setting, in display order. Each is stored under its name.
 *
 * - `width`: characters of Latin text per line.
 * - `letters`, `words`: additional spacing as a share of the font size; `paragraphs`: as a share of the normal spacing.
 * - `theme`: `auto` follows the system (`day` or `night`); `own` has the colors of the setting `own`.
 * - `font`: `page` is the page's, `browser` the browser's, `named` the installed font named in `face`.
 * - `pictures`: `words` shows the alt text instead.
 * - `align`: `auto` depends on the script.
 * - `keys`: whether single-key shortcuts (t, f, w, +, - …) work in Reader.
 * - `addresses`: whether a printed article lists the URLs of its links as notes.
 * - `resume`: whether reading positions are saved and resumed.
 * - `contents`: whether the contents are beside the article if there is room.
 * - `paged`: whether the article is shown in pages instead of scrolling.
 * - `vertical`: whether vertical text of the page stays vertical in Reader.
 * - `cards`: whether tables are cards on narrow screens.
 * - `bindings`: shortcuts that differ from the defaults in shortcuts.ts, as `NAME=KEY`; the key is empty if removed.
 * - `menus`: names of switched-off menu items (menu-items.ts).
 * - `sync`: whether settings are synced to the browser's other devices; see sync.ts.
 */
export const settingsTable = {
  theme: {
    kind: "choice",
    values: ["auto", ...themes],
    default: "auto",
    key: "t",
    shown: ["reader", "options"],
  },
  day: { kind: "choice", values: themes, default: "light", texts: "theme", shown: ["options"] },
  night: { kind: "choice", values: themes, default: "dark", texts: "theme", shown: ["options"] },
  own: { kind: "colors", default: "#22303a #eef3f6 #0b5a8a light", shown: ["options"] },
  font: {
    kind: "choice",
    values: ["serif", "sans", "mono", "page", "browser", "hyperlegible", "dyslexic", "named"],
    default: "serif",
    key: "f",
    shown: ["reader", "options"],
  },
  face: { kind: "line", default: "", shown: ["options"] },
  size: {
    kind: "number",
    unit: "percent",
    values: [75, 85, 100, 115, 130, 150, 175, 200],
    step: 5,
    default: 100,
    keys: { less: ["-"], more: ["+", "="], reset: ["0"] },
    shown: ["reader", "simplify", "options"],
  },
  width: {
    kind: "number",
    unit: "plain",
    values: [44, 56, 68, 86, 100],
    step: 2,
    default: 68,
    words: { narrow: 56, medium: 68, wide: 86 },
    key: "w",
    shown: ["reader", "simplify", "options"],
  },
  spacing: {
    kind: "number",
    unit: "percent",
    values: [125, 145, 160, 180, 200, 225],
    step: 5,
    default: 160,
    words: { tight: 145, normal: 160, loose: 180 },
    shown: ["reader", "simplify", "options"],
  },
  letters: {
    kind: "number",
    unit: "percent",
    values: [0, 2, 5, 8, 12],
    step: 1,
    default: 0,
    rare: true,
    shown: ["reader", "options"],
  },
  words: {
    kind: "number",
    unit: "percent",
    values: [0, 10, 20, 30, 50],
    step: 5,
    default: 0,
    rare: true,
    shown: ["reader", "options"],
  },
  paragraphs: {
    kind: "number",
    unit: "percent",
    values: [30, 65, 100, 150, 200],
    step: 5,
    default: 100,
    rare: true,
    shown: ["reader", "options"],
  },
  weight: {
    kind: "number",
    unit: "plain",
    values: [300, 400, 500, 600, 700],
    step: 50,
    default: 400,
    rare: true,
    shown: ["reader", "options"],
  },
  align: {
    kind: "choice",
    values: ["auto", "start", "justify"],
    default: "auto",
    styles: { auto: "initial" },
    rare: true,
    shown: ["reader", "options"],
  },
  hyphens: { kind: "choice", values: ["auto", "none"], default: "auto", rare: true, shown: ["reader", "options"] },
  pictures: {
    kind: "choice",
    values: ["shown", "dimmed", "words", "hidden"],
    default: "shown",
    rare: true,
    shown: ["reader", "options"],
  },
  links: { kind: "choice", values: ["shown", "plain"], default: "shown", rare: true, shown: ["reader", "options"] },
  keys: { kind: "switch", default: true, shown: ["options"] },
  resume: { kind: "switch", default: false, shown: ["options"] },
  addresses: { kind: "switch", default: true, shown: ["options"] },
  contents: { kind: "switch", default: false, shown: ["options"] },
  paged: { kind: "switch", default: false, shown: ["options"] },
  vertical: { kind: "switch", default: true, shown: ["options"] },
  cards: { kind: "switch", default: true, shown: ["options"] },
  bindings: { kind: "words", form: /^(?:[a-z]\w*=\S?(?: |$))*$/iu, default: "", shown: ["options"] },
  menus: { kind: "words", form: /^(?:[a-z][\w-]*(?: |$))*$/i, default: "", shown: ["options"] },
  sync: { kind: "switch", default: false, shown: ["options"] },
} as const satisfies { readonly [name: string]: Setting };

export type SettingsTable = typeof settingsTable;

export type SettingName = keyof SettingsTable;

type Value<Row> = Row extends { kind: "choice"; values: readonly (infer Word)[] }
  ? Word
  : Row extends { kind: "number" }
    ? number
    : Row extends { kind: "switch" }
      ? boolean
      : string;

export type Settings = { [Name in SettingName]: Value<SettingsTable[Name]> } & {
  /** Site-specific values; absent if there are none. */
  site?: Partial<Settings> | undefined;
};

export const settingNames = Object.keys(settingsTable) as SettingName[];

export const defaults = Object.fromEntries(
  settingNames.map((name) => [name, settingsTable[name].default]),
) as unknown as Settings;

/** The settings of one kind. */
export type SettingOfKind<Kind extends Setting["kind"]> = {
  [Name in SettingName]: SettingsTable[Name]["kind"] extends Kind ? Name : never;
}[SettingName];

/** Returns whether a setting is of a kind. */
export function isOfKind<Kind extends Setting["kind"]>(kind: Kind, name: SettingName): name is SettingOfKind<Kind> {
  return settingsTable[name].kind === kind;
}

/** The settings shown in a place. */
type SettingsShownIn<Place extends SettingPlace> = {
  [Name in SettingName]: Place extends SettingsTable[Name]["shown"][number] ? Name : never;
}[SettingName];

/** The settings that panels can contain. */
export type PanelSetting = SettingsShownIn<Exclude<SettingPlace, "options">>;

/** Returns the settings shown in a place, in order. */
export function shownIn<Place extends SettingPlace>(place: Place): SettingsShownIn<Place>[] {
  return settingNames.filter((name): name is SettingsShownIn<Place> =>
    (settingsTable[name].shown as readonly SettingPlace[]).includes(place),
  );
}

/** Returns whether a value, stored by any version, is valid for a setting. */
function isValidValue(setting: Setting, value: unknown): boolean {
  if (setting.kind === "number") {
    return typeof value === "number" && value >= Math.min(...setting.values) && value <= Math.max(...setting.values);
  }
  if (setting.kind === "colors" || setting.kind === "line") {
    const form = setting.kind === "line" ? /^[^"\\\p{Cc}]{0,100}$/u : /^(#[\da-f]{6} ){3}(light|dark)$/;
    return typeof value === "string" && form.test(value);
  }
  if (setting.kind === "words") {
    return typeof value === "string" && value.length <= 2_000 && setting.form.test(value);
  }
  return setting.kind === "switch"
    ? typeof value === "boolean"
    : (setting.values as readonly unknown[]).includes(value);
}

/**
 * Returns the stored settings, with defaults for invalid values. They are read only from `storage.local`; sync.ts copies
 * them to other devices.
 */
export async function loadSettings(): Promise<Settings> {
  const key = siteKey();
  const { [key]: stored, ...general }: { [name: string]: unknown } = await ext.storage.local.get([
    ...settingNames,
    key,
  ]);
  const site = stored ? validSettings(stored) : undefined;
  return { ...defaults, ...validSettings(general), ...site, site };
}

/** Prefix of the keys of site-specific settings. */
export const siteKeyPrefix = "look:";

/** Returns the key for this page's site. */
export function siteKey(): string {
  return siteKeyPrefix + globalThis.location?.hostname;
}

/** Returns the valid settings of a stored or imported object. */
export function validSettings(stored: object): Partial<Settings> {
  const entries = Object.entries(stored).map(([name, value]) => [name, convertWord(name, value)] as const);
  return Object.fromEntries(
    entries.filter(
      ([name, value]) => Object.hasOwn(settingsTable, name) && isValidValue(settingsTable[name as SettingName], value),
    ),
  );
}

/** Converts a word stored by an earlier version to its number; returns other values as they are. */
function convertWord(name: string, value: unknown): unknown {
  const { words } = (settingsTable[name as SettingName] ?? {}) as Partial<NumberSetting>;
  return (typeof value === "string" && words?.[value]) || value;
}

/** Does nothing if the extension has been updated or removed. */
export async function saveSettings(change: Partial<Settings>): Promise<void> {
  if (isAlive()) {
    const { site } = change;
    await ext.storage.local.set(site ? { [siteKey()]: site } : change);
  }
}

/** Deletes the site-specific settings of a key. */
export async function deleteSiteSettings(key: string): Promise<void> {
  if (isAlive()) {
    await ext.storage.local.remove(key);
  }
}

/** Calls back when the settings change in any tab, until `signal` is aborted. */
export function watchSettings(onChange: () => void, signal?: AbortSignal): void {
  const listener = (): void => onChange();
  ext.storage.local.onChanged.addListener(listener);
  signal?.addEventListener("abort", () => {
    if (isAlive()) {
      ext.storage.local.onChanged.removeListener(listener);
    }
  });
}

/** Returns the step after `value` or before it; `value` if there is none. */
export function nextStep(numbers: readonly number[], value: number, direction: 1 | -1): number {
  const candidates = numbers.filter((number) => (number - value) * direction > 0);
  return candidates.at(direction === 1 ? 0 : -1) ?? value;
}
