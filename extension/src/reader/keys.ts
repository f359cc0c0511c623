/** The single keys that act in the reader, and their list. */

import { element } from "../build.ts";
import { defaults, fonts, next, resize, type Settings, themes, widths } from "../config.ts";
import { type MessageKey, t } from "../ext.ts";
import { percent } from "../numbers.ts";
import { valueName } from "../panel.ts";

export interface Actions {
  change(change: Partial<Settings>): void;
  /** Opens or closes the menu of the views, or the panel of the settings. */
  toggle(popup: "views" | "look"): void;
  help(): void;
  /** Marks what is selected; where nothing is, goes to the next mark. */
  mark(): void;
}

interface Key {
  /** As `KeyboardEvent.key`; the first is the one shown. */
  keys: string[];
  /** Message for the list of keys. */
  label: MessageKey;
  act(settings: Settings, actions: Actions): void;
}

const keys: Key[] = [
  { keys: ["v"], label: "views", act: (_settings, actions) => actions.toggle("views") },
  { keys: ["a"], label: "look", act: (_settings, actions) => actions.toggle("look") },
  { keys: ["t"], label: "theme_key", act: ({ theme }, actions) => actions.change({ theme: next(themes, theme) }) },
  { keys: ["f"], label: "font_key", act: ({ font }, actions) => actions.change({ font: next(fonts, font) }) },
  { keys: ["-"], label: "smaller", act: ({ size }, actions) => actions.change({ size: resize(size, -1) }) },
  { keys: ["+", "="], label: "larger", act: ({ size }, actions) => actions.change({ size: resize(size, 1) }) },
  { keys: ["0"], label: "sizeReset", act: (_settings, actions) => actions.change({ size: defaults.size }) },
  { keys: ["w"], label: "width_key", act: ({ width }, actions) => actions.change({ width: next(widths, width) }) },
  { keys: ["m"], label: "mark", act: (_settings, actions) => actions.mark() },
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
  const named: string[] = [];
  for (const key of ["theme", "font", "width", "spacing", "align"] as const) {
    if (key in change) {
      named.push(`${t(`option_${key}`)}: ${valueName(key, settings[key])}`);
    }
  }
  if (change.size !== undefined) {
    named.push(`${t("option_size")}: ${percent(settings.size / 100)}`);
  }
  return named.join(", ");
}
