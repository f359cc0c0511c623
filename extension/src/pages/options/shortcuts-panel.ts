/** Shortcuts and context menu items on the settings page. */

import {
  type ShortcutName,
  shortcutNames,
  actionFor,
  keyName,
  keysOf,
  withKey,
} from "../../shared/settings/shortcuts.ts";
import { element } from "../../ui/build.ts";
import type { SettingOfKind } from "../../shared/settings/settings.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import { menuItems, switchedOffItems } from "../../shared/menu-items.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import type { ChangeSettings, Panel } from "../../ui/settings-panel.ts";
import { commandName, openShortcutsPage } from "../keys.ts";
import { group } from "../own-page.ts";

/** Returns a field for the shortcut of each action in Reader. */
export function bindingsRow(name: SettingOfKind<"words">, change: ChangeSettings): Panel {
  const status = element("p", { role: "status" });
  let bindings = "";
  const show = (): void => {
    for (const [shortcut, input] of inputs) {
      input.value = keyName(keysOf(shortcut, bindings)[0] ?? "");
    }
  };
  const handleInput = (shortcut: ShortcutName, typed: string): void => {
    const key = typed.toLowerCase();
    reassign = null;
    const other = key === "" ? undefined : actionFor(key, bindings);
    if (!/^[^\s\p{C}]?$/u.test(key)) {
      status.textContent = t("settingsKeyUnknown");
    } else if (other !== undefined && other !== shortcut) {
      status.textContent = t("settingsKeyTaken", keyName(key), t(other));
      reassign = () => {
        bindings = withKey(other, "", bindings);
        assign(shortcut, key);
        inputs.get(shortcut)?.focus();
      };
    } else {
      assign(shortcut, key);
    }
    reassignButton.hidden = reassign === null;
    show();
  };
  const assign = (shortcut: ShortcutName, key: string): void => {
    bindings = withKey(shortcut, key, bindings);
    status.textContent = t("settingsSaved");
    reassign = null;
    reassignButton.hidden = true;
    change({ [name]: bindings });
    show();
  };
  /** Removes the last typed key from the action that has it. */
  let reassign: (() => void) | null = null;
  const reassignButton = textButton(t("settingsKeyHere"), () => reassign?.());
  reassignButton.hidden = true;
  const attributes = { type: "text", name, size: 2, autocomplete: "off", autocapitalize: "none", spellcheck: false };
  const inputs = new Map(shortcutNames.map((shortcut) => [shortcut, element("input", attributes)]));
  const rows = [...inputs].map(([shortcut, input]) => {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", (event) => {
      const { data, isComposing } = event as InputEvent;
      // The field may still contain the old key next to the new one.
      if (!isComposing) {
        handleInput(shortcut, input.value === "" ? "" : ([...(data ?? input.value)].at(-1) ?? ""));
      }
    });
    return element("label", {}, input, t(shortcut));
  });
  const legend = element("legend", {}, t(`option_${name}`));
  const hint = element("p", {}, t("settingsKeyHint"));
  return {
    nodes: [
      element(
        "fieldset",
        { class: name },
        legend,
        hint,
        element("div", { class: "choices" }, ...rows),
        element("div", { class: "message" }, status, reassignButton),
      ),
    ],
    show: (settings) => {
      bindings = settings[name];
      show();
    },
  };
}

/** The API for changing shortcuts of views, which only Firefox has. */
interface WritableCommands {
  getAll(): Promise<chrome.commands.Command[]>;
  update?(detail: { name: string; shortcut: string }): Promise<void>;
  reset?(name: string): Promise<void>;
}

/** Firefox's names of keys, by `KeyboardEvent.code`, except for letters, digits, and function keys. */
const firefoxKeyNames: Readonly<Record<string, string>> = {
  Comma: "Comma",
  Period: "Period",
  Home: "Home",
  End: "End",
  PageUp: "PageUp",
  PageDown: "PageDown",
  Space: "Space",
  Insert: "Insert",
  ArrowUp: "Up",
  ArrowDown: "Down",
  ArrowLeft: "Left",
  ArrowRight: "Right",
};

/** Formats a key event as a Firefox shortcut; null if only modifiers are down. */
function formatShortcut(
  { key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent,
  isMac: boolean,
): string | null {
  if (["Control", "Alt", "AltGraph", "Meta", "Shift"].includes(key)) {
    return null;
  }
  const isPlain = /^(?:[a-z\d]|F\d+)$/i.test(key);
  const main = isPlain ? key.toUpperCase() : (firefoxKeyNames[code] ?? code.replace(/^(?:Key|Digit)/, ""));
  return [ctrlKey && (isMac ? "MacCtrl" : "Ctrl"), metaKey && "Command", altKey && "Alt", shiftKey && "Shift", main]
    .filter(Boolean)
    .join("+");
}

/**
 * Returns fields for the views' shortcuts if extensions can change them, else a link to the browser's page for that.
 */
export function viewShortcuts(): HTMLElement[] {
  const commands = ext.commands as WritableCommands | undefined;
  if (!commands) {
    return [];
  }
  const status = element("p", { role: "status" });
  const inputs = new Map(
    viewNames.map((view) => [
      view,
      element("input", {
        type: "text",
        readonly: true,
        size: 16,
        dir: "ltr",
        placeholder: t("settingsKeyUnset"),
      }),
    ]),
  );
  const show = async (): Promise<void> => {
    const allCommands = await commands.getAll();
    for (const [view, input] of inputs) {
      input.value = allCommands.find(({ name }) => name === commandName(view))?.shortcut ?? "";
    }
  };
  const rows = [...inputs].map(([view, input]) => element("label", {}, input, t(`view_${view}`)));
  const { update, reset } = commands;
  if (update && reset) {
    const setShortcut = async (view: ViewName, shortcut: string): Promise<void> => {
      const other = viewNames.find(
        (otherView) => otherView !== view && shortcut !== "" && inputs.get(otherView)?.value === shortcut,
      );
      if (other) {
        status.textContent = t("settingsKeyTaken", shortcut, t(`view_${other}`));
        return;
      }
      try {
        await update.call(commands, { name: commandName(view), shortcut });
        status.textContent = t("settingsSaved");
      } catch {
        status.textContent = t("settingsViewKeyRefused", shortcut);
      }
      await show();
    };
    let isMac = false;
    void ext.runtime.getPlatformInfo().then(({ os }) => {
      isMac = os === "mac";
    });
    for (const [view, input] of inputs) {
      input.addEventListener("keydown", (event) => {
        const shortcut = formatShortcut(event, isMac);
        if (shortcut === null || event.key === "Tab" || event.key === "Escape") {
          return;
        }
        event.preventDefault();
        void setShortcut(view, ["Backspace", "Delete"].includes(event.key) ? "" : shortcut);
      });
    }
  }
  const resetShortcuts = async (): Promise<void> => {
    for (const view of viewNames) {
      await reset?.call(commands, commandName(view));
    }
    status.textContent = "";
    await show();
  };
  const button =
    update && reset
      ? textButton(t("reset"), () => void resetShortcuts())
      : textButton(t("settingsViewKeysOpen"), () => void openShortcutsPage());
  void show();
  // Shortcuts may have been changed on the browser's own page.
  window.addEventListener("focus", () => void show());
  const hint = update ? [element("p", {}, t("settingsViewKeysHint"))] : [];
  const list = element(
    "div",
    { class: "view-keys" },
    ...hint,
    element("div", { class: "choices" }, ...rows),
    element("div", { class: "actions" }, button, status),
  );
  return [group("browser-keys", t("settingsViewKeys"), list)];
}

/** Returns a checkbox for each item in the browser's context menus. */
export function menusRow(name: SettingOfKind<"words">, change: ChangeSettings): Panel {
  const boxes = new Map(
    Object.keys(menuItems).map((id) => [id, element("input", { type: "checkbox", name, value: id })]),
  );
  const saveMenus = (): void => {
    const switchedOffIds = [...boxes].filter(([, box]) => !box.checked).map(([id]) => id);
    change({ [name]: switchedOffIds.join(" ") });
  };
  const rows = [...boxes].map(([id, box]) => {
    const menuItem = menuItems[id];
    box.addEventListener("change", saveMenus);
    return element("label", { class: menuItem?.parentId }, box, t(menuItem?.title ?? "menu_simplify"));
  });
  const legend = element("legend", {}, t(`option_${name}`));
  return {
    nodes: [element("fieldset", { class: name }, legend, element("div", { class: "choices" }, ...rows))],
    show: (settings) => {
      const switchedOffIds = switchedOffItems(settings[name]);
      for (const [id, box] of boxes) {
        box.checked = !switchedOffIds.has(id);
      }
    },
  };
}
