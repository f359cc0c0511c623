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
  type Amount,
  defaults,
  isOf,
  type SettingName,
  type Settings,
  shownIn,
  stepped,
  table,
} from "../../../shared/settings/settings.ts";
import { t } from "../../../shared/ext.ts";
import type { ToolKeyName, ToolName } from "../../../parts.ts";
import { listed } from "../../../shared/i18n/numbers.ts";
import { valueName } from "../../../ui/value-name.ts";
import type { Step } from "../../tools/tool.ts";
import type { ActName } from "../toolbar.ts";

interface ShortcutActions {
  change(change: Partial<Settings>): void;
  /** Opens or closes the menu of views or the settings panel. */
  toggle(popup: "views" | "text"): void;
  help(): void;
  /** Highlights the selection, or moves to the next highlight if nothing is selected. */
  highlight(): void;
  /** Runs the action of a toolbar button or menu item. */
  press(name: "export" | "highlights" | "removedParts"): void;
  /** Starts the picker to remove parts. */
  pick(): void;
  /** Uses a reading tool. */
  use(name: ToolName, step?: Step): void;
}

const acts: Record<GeneralShortcut, (actions: ShortcutActions) => void> = {
  views: (actions) => actions.toggle("views"),
  textAndColors: (actions) => actions.toggle("text"),
  highlightSelection: (actions) => actions.highlight(),
  pickToRemove: (actions) => actions.pick(),
  saveOrShare: (actions) => actions.press("export"),
  highlights: (actions) => actions.press("highlights"),
  removedParts: (actions) => actions.press("removedParts"),
  keys: (actions) => actions.help(),
};

/** Shortcuts that change settings. */
type ChangeKey = Exclude<ShortcutName, GeneralShortcut | ToolKeyName>;

/** Returns whether a value looks different from the current one and is set up. */
function isOther(name: SettingName, value: string | number, settings: Settings): boolean {
  const shown = (theme: string | number): string | number =>
    theme !== "auto" ? theme : settings[matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "day"];
  if (name === "theme") {
    return shown(value) !== shown(settings.theme) && (value !== "own" || settings.own !== defaults.own);
  }
  return name !== "font" || value !== "named" || settings.face !== "";
}

/** Returns the change of settings for a shortcut. */
function changeBy(shortcut: ChangeKey, settings: Settings): Partial<Settings> {
  const [name, step] = shortcut.split("_") as [SettingName, string];
  const { values } = table[name] as { values: readonly (string | number)[] };
  const now = settings[name];
  if (isOf("number", name) && step !== "key") {
    const to =
      step === "reset"
        ? defaults[name]
        : stepped((table[name] as Amount).values, settings[name], step === "less" ? -1 : 1);
    return { [name]: to };
  }
  const at = values.indexOf(now as string | number);
  const next = [...values.slice(at + 1), ...values.slice(0, at)];
  return { [name]: next.find((value) => isOther(name, value, settings)) ?? now };
}

/** Handles a key. Returns false if it isn't a shortcut. */
export function pressKey(event: KeyboardEvent, settings: Settings, actions: ShortcutActions): boolean {
  if (!settings.keys || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) {
    return false;
  }
  const shortcut = actionFor(event.key, settings.bindings);
  const toolKey = toolKeys.get(shortcut ?? "");
  if (toolKey) {
    actions.use(toolKey.tool, toolKey.step);
  } else if (shortcut !== undefined && shortcut in acts) {
    acts[shortcut as GeneralShortcut](actions);
  } else if (shortcut !== undefined) {
    actions.change(changeBy(shortcut as ChangeKey, settings));
  }
  return shortcut !== undefined;
}

/** Returns the changed settings in words, for screen readers. */
export function phrase(change: Partial<Settings>, settings: Settings): string {
  const changed = shownIn("reader").filter((name) => name in change);
  return listed(changed.map((name) => `${t(`option_${name}`)}: ${valueName(name, settings[name])}`));
}

/** Shortcuts of the toolbar's buttons. */
const keyed: { readonly [Name in ActName]?: ShortcutName } = {
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
export function shownKey(name: ActName, { keys, bindings }: Settings): string | undefined {
  const shortcut = keyed[name];
  const key = keys && shortcut ? keysOf(shortcut, bindings)[0] : undefined;
  return key && keyName(key);
}
