/** Single-key shortcuts. The user can change or remove them. */

import { type NumberSetting, type SettingName, shownIn, type SettingsTable, settingsTable } from "./settings.ts";
import { type Part, parts, type ToolKey, type ToolKeyName, type ToolName, toolNames } from "../../parts.ts";
import type { MessageKey } from "../ext.ts";

/** Actions other than settings and tools. Each has a message with its name. */
const generalShortcuts = {
  views: "v",
  textAndColors: "a",
  highlightSelection: "m",
  pickToRemove: "x",
  saveOrShare: "e",
  highlights: "h",
  removedParts: "d",
  keys: "?",
} as const satisfies { readonly [Name in MessageKey]?: string };

/** Current names of shortcuts whose keys an earlier version saved under others. */
const currentNames: { readonly [name: string]: ShortcutName } = {
  aloud: "readAloud",
  guide: "contents",
  look: "textAndColors",
  mark: "highlightSelection",
  pace: "autoScroll",
  takeAlong: "saveOrShare",
  takeOut: "pickToRemove",
};

export type GeneralShortcut = keyof typeof generalShortcuts;

/** The tools' shortcuts by name, each with its tool. */
export const toolKeys: ReadonlyMap<string, ToolKey & { tool: ToolName }> = new Map(
  toolNames.flatMap((tool) =>
    Object.entries((parts[tool] as Part).keys ?? {}).map(([name, key]) => [name, { ...key, tool }] as const),
  ),
);

/** The settings that have a shortcut. */
type KeyedSetting = { [Name in SettingName]: SettingsTable[Name] extends { key: string } ? Name : never }[SettingName];

/** The settings whose shortcuts change them step by step. */
type SteppedSetting = {
  [Name in SettingName]: SettingsTable[Name] extends { keys: object } ? Name : never;
}[SettingName];

/** Everything that can have a shortcut. */
export type ShortcutName =
  | GeneralShortcut
  | ToolKeyName
  | `${KeyedSetting}_key`
  | `${SteppedSetting}_${"less" | "more" | "reset"}`;

/** Default keys, as `KeyboardEvent.key` in lower case; the first is shown. */
const defaultKeys = new Map<ShortcutName, readonly string[]>([
  ["views", []],
  ["textAndColors", []],
]);
for (const name of shownIn("reader")) {
  const { key, keys } = settingsTable[name] as Partial<NumberSetting>;
  if (key) {
    defaultKeys.set(`${name as KeyedSetting}_key`, [key]);
  }
  for (const step of ["less", "more", "reset"] as const) {
    if (keys) {
      defaultKeys.set(`${name as SteppedSetting}_${step}`, keys[step]);
    }
  }
}
const { keys: listKey, ...otherShortcuts } = generalShortcuts;
for (const [name, key] of Object.entries(otherShortcuts)) {
  defaultKeys.set(name as GeneralShortcut, [key]);
}
for (const [name, { key }] of toolKeys) {
  defaultKeys.set(name as ToolKeyName, [key]);
}
defaultKeys.set("keys", [listKey]);

/** All shortcuts in the order of the list. */
export const shortcutNames: readonly ShortcutName[] = [...defaultKeys.keys()];

/** Parses the user's changes (`NAME=KEY`, separated by spaces): keys by name in lower case, empty if removed. */
function parseBindings(bindings: string): Map<string, string> {
  const matches = bindings.matchAll(/(\w+)=(\S?)/gu) as Iterable<[string, string, string]>;
  return new Map(Array.from(matches, ([, name, key]) => [currentNames[name] ?? name, key.toLowerCase()]));
}

/** Returns the keys of a shortcut, the shown one first; empty if it has none. Keys that the user gave to another are excluded. */
export function keysOf(name: ShortcutName, bindings: string): readonly string[] {
  const customKeys = parseBindings(bindings);
  const customKey = customKeys.get(name);
  const usedKeys = [...customKeys.values()];
  return customKey
    ? [customKey]
    : customKey === ""
      ? []
      : (defaultKeys.get(name) ?? []).filter((key) => !usedKeys.includes(key));
}

/** Returns the shortcut of a `KeyboardEvent.key`. */
export function actionFor(key: string, bindings: string): ShortcutName | undefined {
  const lowerCaseKey = key.toLowerCase();
  return shortcutNames.find((name) => keysOf(name, bindings).includes(lowerCaseKey));
}

/** Returns the bindings with a new key for one shortcut; an empty key removes it. */
export function withKey(name: ShortcutName, key: string, bindings: string): string {
  const customKeys = parseBindings(bindings).set(name, key);
  if (defaultKeys.get(name)?.[0] === key) {
    customKeys.delete(name);
  }
  return [...customKeys].map((binding) => binding.join("=")).join(" ");
}

/** Returns whether every name is a shortcut, and no two have the same key. */
export function areValidBindings(bindings: string): boolean {
  const keys = shortcutNames.flatMap((name) => keysOf(name, bindings));
  return (
    new Set(keys).size === keys.length &&
    [...parseBindings(bindings).keys()].every((name) => defaultKeys.has(name as ShortcutName))
  );
}

/** Returns the label of a key: letters in upper case, as on keyboards. */
export function keyName(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
