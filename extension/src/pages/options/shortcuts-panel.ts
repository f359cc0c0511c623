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
import type { Named } from "../../shared/settings/settings.ts";
import { textButton } from "../../ui/controls.ts";
import { ext, t } from "../../shared/ext.ts";
import { entries, switchedOff } from "../../shared/menu-items.ts";
import { type ViewName, viewNames } from "../../parts.ts";
import type { ChangeSettings, Panel } from "../../ui/settings-panel.ts";
import { commandOf, openKeyPage } from "../keys.ts";
import { group } from "../own-page.ts";

/** Returns a field for the shortcut of each action in Reader. */
export function bindingsRow(name: Named<"words">, change: ChangeSettings): Panel {
  const status = element("p", { role: "status" });
  let now = "";
  const show = (): void => {
    for (const [bound, input] of inputs) {
      input.value = keyName(keysOf(bound, now)[0] ?? "");
    }
  };
  const take = (bound: ShortcutName, typed: string): void => {
    const key = typed.toLowerCase();
    settle = null;
    const other = key === "" ? undefined : actionFor(key, now);
    if (!/^[^\s\p{C}]?$/u.test(key)) {
      status.textContent = t("settingsKeyUnknown");
    } else if (other !== undefined && other !== bound) {
      status.textContent = t("settingsKeyTaken", keyName(key), t(other));
      settle = () => {
        now = withKey(other, "", now);
        bind(bound, key);
        inputs.get(bound)?.focus();
      };
    } else {
      bind(bound, key);
    }
    here.hidden = settle === null;
    show();
  };
  const bind = (bound: ShortcutName, key: string): void => {
    now = withKey(bound, key, now);
    status.textContent = t("settingsSaved");
    settle = null;
    here.hidden = true;
    change({ [name]: now });
    show();
  };
  /** Removes the last typed key from the action that has it. */
  let settle: (() => void) | null = null;
  const here = textButton(t("settingsKeyHere"), () => settle?.());
  here.hidden = true;
  const attributes = { type: "text", name, size: 2, autocomplete: "off", autocapitalize: "none", spellcheck: false };
  const inputs = new Map(shortcutNames.map((bound) => [bound, element("input", attributes)]));
  const rows = [...inputs].map(([bound, input]) => {
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", (event) => {
      const { data, isComposing } = event as InputEvent;
      // The field may still contain the old key next to the new one.
      if (!isComposing) {
        take(bound, input.value === "" ? "" : ([...(data ?? input.value)].at(-1) ?? ""));
      }
    });
    return element("label", {}, input, t(bound));
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
        element("div", { class: "said" }, status, here),
      ),
    ],
    show: (settings) => {
      now = settings[name];
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
function shortcutOf({ key, code, ctrlKey, altKey, metaKey, shiftKey }: KeyboardEvent, isMac: boolean): string | null {
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
export function viewKeys(): HTMLElement[] {
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
    const all = await commands.getAll();
    for (const [view, input] of inputs) {
      input.value = all.find(({ name }) => name === commandOf(view))?.shortcut ?? "";
    }
  };
  const rows = [...inputs].map(([view, input]) => element("label", {}, input, t(`view_${view}`)));
  const { update, reset } = commands;
  if (update && reset) {
    const take = async (view: ViewName, shortcut: string): Promise<void> => {
      const other = viewNames.find((one) => one !== view && shortcut !== "" && inputs.get(one)?.value === shortcut);
      if (other) {
        status.textContent = t("settingsKeyTaken", shortcut, t(`view_${other}`));
        return;
      }
      try {
        await update.call(commands, { name: commandOf(view), shortcut });
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
        const shortcut = shortcutOf(event, isMac);
        if (shortcut === null || event.key === "Tab" || event.key === "Escape") {
          return;
        }
        event.preventDefault();
        void take(view, ["Backspace", "Delete"].includes(event.key) ? "" : shortcut);
      });
    }
  }
  const back = async (): Promise<void> => {
    for (const view of viewNames) {
      await reset?.call(commands, commandOf(view));
    }
    status.textContent = "";
    await show();
  };
  const act =
    update && reset
      ? textButton(t("reset"), () => void back())
      : textButton(t("settingsViewKeysOpen"), () => void openKeyPage());
  void show();
  // Shortcuts may have been changed on the browser's own page.
  window.addEventListener("focus", () => void show());
  const hint = update ? [element("p", {}, t("settingsViewKeysHint"))] : [];
  const list = element(
    "div",
    { class: "view-keys" },
    ...hint,
    element("div", { class: "choices" }, ...rows),
    element("div", { class: "acts" }, act, status),
  );
  return [group("browser-keys", t("settingsViewKeys"), list)];
}

/** Returns a checkbox for each item in the browser's context menus. */
export function menusRow(name: Named<"words">, change: ChangeSettings): Panel {
  const boxes = new Map(
    Object.keys(entries).map((id) => [id, element("input", { type: "checkbox", name, value: id })]),
  );
  const changed = (): void => {
    const off = [...boxes].filter(([, box]) => !box.checked).map(([id]) => id);
    change({ [name]: off.join(" ") });
  };
  const rows = [...boxes].map(([id, box]) => {
    const entry = entries[id];
    box.addEventListener("change", changed);
    return element("label", { class: entry?.parentId }, box, t(entry?.title ?? "menu_simplify"));
  });
  const legend = element("legend", {}, t(`option_${name}`));
  return {
    nodes: [element("fieldset", { class: name }, legend, element("div", { class: "choices" }, ...rows))],
    show: (settings) => {
      const off = switchedOff(settings[name]);
      for (const [id, box] of boxes) {
        box.checked = !off.has(id);
      }
    },
  };
}
