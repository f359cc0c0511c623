/** Handles the single-key shortcuts of Reader. */

import {
  type ShortcutName,
  actionFor,
  keyName,
  keysOf,
  type GeneralShortcut,
  toolKeys,
} from "../../../shared/settings/shortcuts.ts";
import {
  type NumberSetting,
  defaults,
  isOfKind,
  type SettingName,
  type Settings,
  shownIn,
  nextStep,
  settingsTable,
} from "../../../shared/settings/settings.ts";
import { t } from "../../../shared/ext.ts";
import type { ToolKeyName, ToolName } from "../../../parts.ts";
import { formatList } from "../../../shared/i18n/numbers.ts";
import { valueName } from "../../../ui/value-name.ts";
import type { Step } from "../../tools/tool.ts";
import type { ActionName } from "../toolbar.ts";

interface ShortcutActions {
  change(change: Partial<Settings>): void;
  /** Opens or closes the menu of views or the settings panel. */
  toggle(popup: "views" | "text"): void;
  help(): void;
  /** Highlights the selection, or moves to the next highlight if nothing is selected. */
  highlight(): void;
  /** Runs the action of a toolbar button or menu item. */
  runAction(name: "export" | "highlights" | "removedParts"): void;
  /** Starts the picker to remove parts. */
  pick(): void;
  /** Uses a reading tool. */
  useTool(name: ToolName, step?: Step): void;
}

const generalActions: Record<GeneralShortcut, (actions: ShortcutActions) => void> = {
  views: (actions) => actions.toggle("views"),
  textAndColors: (actions) => actions.toggle("text"),
  highlightSelection: (actions) => actions.highlight(),
  pickToRemove: (actions) => actions.pick(),
  saveOrShare: (actions) => actions.runAction("export"),
  highlights: (actions) => actions.runAction("highlights"),
  removedParts: (actions) => actions.runAction("removedParts"),
  keys: (actions) => actions.help(),
};

/** Shortcuts that change settings. */
type ChangeKey = Exclude<ShortcutName, GeneralShortcut | ToolKeyName>;

/** Returns whether a value looks different from the current one and is set up. */
function isDifferent(name: SettingName, value: string | number, settings: Settings): boolean {
  const resolveTheme = (theme: string | number): string | number =>
    theme !== "auto" ? theme : settings[matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day"];
  if (name === "theme") {
    return resolveTheme(value) !== resolveTheme(settings.theme) && (value !== "own" || settings.own !== defaults.own);
  }
  return name !== "font" || value !== "named" || settings.face !== "";
}

/** Returns the change of settings for a shortcut. */
function changeFor(shortcut: ChangeKey, settings: Settings): Partial<Settings> {
  const [name, step] = shortcut.split("_") as [SettingName, string];
  const { values } = settingsTable[name] as { values: readonly (string | number)[] };
  const current = settings[name];
  if (isOfKind("number", name) && step !== "key") {
    const target =
      step === "reset"
        ? defaults[name]
        : nextStep((settingsTable[name] as NumberSetting).values, settings[name], step === "less" ? -1 : 1);
    return { [name]: target };
  }
  const index = values.indexOf(current as string | number);
  const candidates = [...values.slice(index + 1), ...values.slice(0, index)];
  return { [name]: candidates.find((value) => isDifferent(name, value, settings)) ?? current };
}

/** Handles a key. Returns false if it isn't a shortcut. */
export function pressKey(event: KeyboardEvent, settings: Settings, actions: ShortcutActions): boolean {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false;
  }
  const shortcut = actionFor(event.key, settings.bindings);
  const toolKey = toolKeys.get(shortcut ?? "");
  if (toolKey) {
    actions.useTool(toolKey.tool, toolKey.step);
  } else if (shortcut !== undefined && shortcut in generalActions) {
    generalActions[shortcut as GeneralShortcut](actions);
  } else if (shortcut !== undefined) {
    actions.change(changeFor(shortcut as ChangeKey, settings));
  }
  return shortcut !== undefined;
}

/** Returns the changed settings in words, for screen readers. */
export function describeChange(change: Partial<Settings>, settings: Settings): string {
  const changed = shownIn("reader").filter((name) => name in change);
  return formatList(changed.map((name) => `${t(`option_${name}`)}: ${valueName(name, settings[name])}`));
}

/** Shortcuts of the toolbar's buttons. */
const buttonShortcuts: { readonly [Name in ActionName]?: ShortcutName } = {
  contents: "contents",
  text: "textAndColors",
  removedParts: "removedParts",
  pick: "pickToRemove",
  highlights: "highlights",
  listen: "readAloud",
  export: "saveOrShare",
  views: "views",
};

/** Returns the label of a button's shortcut; undefined if it has none. */
export function shortcutLabel(name: ActionName, { keys, bindings }: Settings): string | undefined {
  const shortcut = buttonShortcuts[name];
  const key = keys && shortcut ? keysOf(shortcut, bindings)[0] : undefined;
  return key && keyName(key);
}
