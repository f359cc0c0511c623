/** The browser's keys of the views, as they are really assigned. */

import { ext, t } from "../shared/ext.ts";
import type { ViewName } from "../parts.ts";
import { element } from "../ui/build.ts";

/** Missing in the types: in Firefox since version 137. */
interface Commands {
  getAll(): Promise<chrome.commands.Command[]>;
  openShortcutSettings?(): Promise<void>;
}

/** The name of the command that opens a view. */
export const commandOf = (view: ViewName): string => (view === "reader" ? "_execute_action" : view);

export const isFirefox = location.protocol === "moz-extension:";

/** Opens the browser's page on which the keys of extensions are changed. */
export async function openKeyPage(): Promise<void> {
  const commands = ext.commands as Commands;
  if (commands.openShortcutSettings) {
    await commands.openShortcutSettings();
  } else {
    await ext.tabs.create({ url: isFirefox ? "options.html#shortcuts" : "chrome://extensions/shortcuts" });
  }
}

/** Returns what shows the key of each view, or a way to set one if it has none. Firefox for Android has no keys. */
export async function shownKeys(): Promise<(view: ViewName) => HTMLElement[]> {
  const all = (await ext.commands?.getAll()) ?? [];
  return (view) => {
    const command = all.find(({ name }) => name === commandOf(view));
    if (command?.shortcut) {
      return [element("kbd", { class: "not-touch", dir: "ltr" }, command.shortcut)];
    }
    const set = element("button", { type: "button", class: "quiet set-key not-touch" }, t("settingsKeySet"));
    set.addEventListener("click", () => void openKeyPage());
    return command ? [set] : [];
  };
}
