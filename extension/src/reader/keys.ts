/** The single keys that act in the reader, and their list. */

import { element } from "../build.ts";
import {
  type Amount,
  defaults,
  isOf,
  type Named,
  type SettingName,
  type Settings,
  type ShownIn,
  shownIn,
  stepped,
  type Table,
  table,
} from "../config.ts";
import { type MessageKey, t } from "../ext.ts";
import type { AidName } from "../messages.ts";
import type { Step } from "../session.ts";
import { valueName } from "../panel.ts";

export interface Actions {
  change(change: Partial<Settings>): void;
  /** Opens or closes the menu of the views, or the panel of the settings. */
  toggle(popup: "views" | "look"): void;
  help(): void;
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
  /** Begins the mode in which parts of the article are pointed at, to be taken out. */
  takeOut(): void;
  /** Uses an aid to reading. */
  use(name: AidName, step?: Step): void;
}

interface Key {
  /** As `KeyboardEvent.key`; the first is the one shown. */
  keys: readonly string[];
  /** Message for the list of keys. */
  label: MessageKey;
  act(settings: Settings, actions: Actions): void;
}

/** The settings that a single key changes. */
type Keyed = { [Name in SettingName]: Table[Name] extends { key: string } ? Name : never }[SettingName];

/** The settings that keys change step by step. */
type Stepped = { [Name in SettingName]: Table[Name] extends { keys: object } ? Name : never }[SettingName];

/** Returns the keys of a setting. */
function keysOf(name: ShownIn<"reader">): Key[] {
  const { key, keys } = table[name] as Partial<Amount>;
  if (isOf("number", name) && keys) {
    return stepKeys(name, keys);
  }
  const values: readonly (string | number)[] = table[name].values;
  const after = (value: string | number): string | number =>
    values[(values.indexOf(value) + 1) % values.length] ?? value;
  const act: Key["act"] = (settings, { change }) => change({ [name]: after(settings[name]) });
  return key ? [{ keys: [key], label: `${name as Keyed}_key`, act }] : [];
}

function stepKeys(name: Named<"number">, keys: NonNullable<Amount["keys"]>): Key[] {
  const { values }: Amount = table[name];
  const to =
    (changed: (value: number) => number): Key["act"] =>
    (settings, { change }) =>
      change({ [name]: changed(settings[name]) });
  return [
    { keys: keys.less, label: `${name as Stepped}_less`, act: to((value) => stepped(values, value, -1)) },
    { keys: keys.more, label: `${name as Stepped}_more`, act: to((value) => stepped(values, value, 1)) },
    { keys: keys.reset, label: `${name as Stepped}_reset`, act: to(() => defaults[name]) },
  ];
}

const aidKeys: [key: string, label: MessageKey, name: AidName, step?: Step][] = [
  ["o", "guide", "guide"],
  ["j", "sectionNext", "guide", 1],
  ["k", "sectionPrevious", "guide", -1],
  ["/", "find", "find"],
  ["l", "lineFocus", "line-focus"],
  ["s", "pace", "pace"],
  ["p", "paged", "flow"],
  ["c", "cite", "cite"],
  ["r", "aloud", "aloud"],
];

const keys: Key[] = [
  { keys: ["v"], label: "views", act: (_settings, actions) => actions.toggle("views") },
  { keys: ["a"], label: "look", act: (_settings, actions) => actions.toggle("look") },
  ...shownIn("reader").flatMap(keysOf),
  { keys: ["m"], label: "mark", act: (_settings, actions) => actions.mark() },
  { keys: ["x"], label: "takeOut", act: (_settings, actions) => actions.takeOut() },
  ...aidKeys.map(
    ([key, label, name, step]): Key => ({ keys: [key], label, act: (_settings, { use }) => use(name, step) }),
  ),
  { keys: ["?"], label: "keys", act: (_settings, actions) => actions.help() },
];

/** Does what the pressed key stands for. Returns whether it stands for anything. */
export function pressKey(event: KeyboardEvent, settings: Settings, actions: Actions): boolean {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false;
  }
  const key = keys.find((known) => known.keys.includes(event.key.toLowerCase()));
  key?.act(settings, actions);
  return key !== undefined;
}

/** Returns the list of keys. Escape is the dialog's own: it closes what is on top. */
export function keyList(): HTMLElement {
  const rows = [
    ["Esc", t("back")],
    ...keys.slice(0, -1).map(({ keys: [key = ""], label }) => [key.toUpperCase(), t(label)]),
  ];
  const list = element(
    "dl",
    {},
    ...rows.map(([key = "", label = ""]) =>
      element("div", {}, element("dt", {}, element("kbd", {}, key)), element("dd", {}, label)),
    ),
  );
  const heading = element("h2", { id: "keys" }, t("keys"));
  return element("div", { class: "keys", popover: "auto", role: "dialog", "aria-labelledby": "keys" }, heading, list);
}

/** Returns the settings after a change in words, for those who do not see them. */
export function spoken(change: Partial<Settings>, settings: Settings): string {
  const changed = shownIn("reader").filter((name) => name in change);
  return changed.map((name) => `${t(`option_${name}`)}: ${valueName(name, settings[name])}`).join(", ");
}
