/** The single keys and what they do. The user may have changed or removed some. */

import { type Amount, type SettingName, shownIn, type Table, table } from "./settings.ts";
import { type Part, parts, type ToolKey, type ToolKeyName, type ToolName, toolNames } from "../../parts.ts";
import type { MessageKey } from "../ext.ts";

/** What keys stand for beside settings and tools. Each has a message of its name. */
const standing = {
  views: "v",
  look: "a",
  mark: "m",
  takeOut: "x",
  takeAlong: "e",
  highlights: "h",
  removedParts: "d",
  keys: "?",
} as const satisfies { readonly [Name in MessageKey]?: string };

export type Standing = keyof typeof standing;

/** The keys of tools, by their names, each with its tool. */
export const toolKeys: ReadonlyMap<string, ToolKey & { tool: ToolName }> = new Map(
  toolNames.flatMap((tool) =>
    Object.entries((parts[tool] as Part).keys ?? {}).map(([name, key]) => [name, { ...key, tool }] as const),
  ),
);

/** The settings that a single key changes. */
type Keyed = { [Name in SettingName]: Table[Name] extends { key: string } ? Name : never }[SettingName];

/** The settings that keys change step by step. */
type Stepped = { [Name in SettingName]: Table[Name] extends { keys: object } ? Name : never }[SettingName];

/** What a key can stand for. */
export type Bound = Standing | ToolKeyName | `${Keyed}_key` | `${Stepped}_${"less" | "more" | "reset"}`;

/** The keys that each has at first, as `KeyboardEvent.key` in lower case; the first is the one shown. */
const first = new Map<Bound, readonly string[]>([
  ["views", []],
  ["look", []],
]);
for (const name of shownIn("reader")) {
  const { key, keys } = table[name] as Partial<Amount>;
  if (key) {
    first.set(`${name as Keyed}_key`, [key]);
  }
  for (const step of ["less", "more", "reset"] as const) {
    if (keys) {
      first.set(`${name as Stepped}_${step}`, keys[step]);
    }
  }
}
const { keys: keysOfList, ...others } = standing;
for (const [name, key] of Object.entries(others)) {
  first.set(name as Standing, [key]);
}
for (const [name, { key }] of toolKeys) {
  first.set(name as ToolKeyName, [key]);
}
first.set("keys", [keysOfList]);

/** All that keys can stand for, in the order in which it is listed. */
export const bounds: readonly Bound[] = [...first.keys()];

/** Returns what the user has changed, as `NAME=KEY` parted by spaces: the key of each name in lower case, empty for none. */
function changed(bindings: string): Map<string, string> {
  const all = bindings.matchAll(/(\w+)=(\S?)/gu) as Iterable<[string, string, string]>;
  return new Map(Array.from(all, ([, name, key]) => [name, key.toLowerCase()]));
}

/** Returns the keys of one, the one that is shown first; empty if it has none. What the user gave to another is not its own. */
export function keysOf(name: Bound, bindings: string): readonly string[] {
  const given = changed(bindings);
  const own = given.get(name);
  const taken = [...given.values()];
  return own ? [own] : own === "" ? [] : (first.get(name) ?? []).filter((key) => !taken.includes(key));
}

/** Returns what a key stands for, as `KeyboardEvent.key` has it. */
export function boundTo(key: string, bindings: string): Bound | undefined {
  const pressed = key.toLowerCase();
  return bounds.find((name) => keysOf(name, bindings).includes(pressed));
}

/** Returns the bindings with another key for one, empty for none. */
export function rebound(name: Bound, key: string, bindings: string): string {
  const all = changed(bindings).set(name, key);
  if (first.get(name)?.[0] === key) {
    all.delete(name);
  }
  return [...all].map((entry) => entry.join("=")).join(" ");
}

/** Returns whether each name is one that keys can stand for, and no key stands for two. */
export function isSound(bindings: string): boolean {
  const keys = bounds.flatMap((name) => keysOf(name, bindings));
  return new Set(keys).size === keys.length && [...changed(bindings).keys()].every((name) => first.has(name as Bound));
}

/** Returns a key as it is shown: a letter as keyboards have it. */
export function keyName(key: string): string {
  return key.length === 1 ? key.toUpperCase() : key;
}
