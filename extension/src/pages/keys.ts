/** The browser's shortcuts for the views, as currently assigned. */

import { ext, t } from "../shared/ext.ts";
import type { ViewName } from "../parts.ts";
import { element } from "../ui/build.ts";

/** Missing in the types. In Firefox since version 137. */
interface Commands {
  getAll(): Promise<chrome.commands.Command[]>;
  openShortcutSettings?(): Promise<void>;
}

/** The name of the command that opens a view. */
export const commandName = (view: ViewName): string => (view === "reader" ? "_execute_action" : view);

export const isFirefox = location.protocol === "moz-extension:";

/** Opens the browser's page for extension shortcuts. */
export async function openShortcutsPage(): Promise<void> {
  const commands = ext.commands as Commands;
  if (commands.openShortcutSettings) {
    await commands.openShortcutSettings();
  } else {
    await ext.tabs.create({ url: isFirefox ? "options.html#shortcuts" : "chrome://extensions/shortcuts" });
  }
}

/** Returns a function that shows a view's shortcut, or a button to set one. Firefox for Android has no shortcuts. */
export async function loadShortcutElements(): Promise<(view: ViewName) => HTMLElement[]> {
  const commands = (await ext.commands?.getAll()) ?? [];
  return (view) => {
    const command = commands.find(({ name }) => name === commandName(view));
    if (command?.shortcut) {
      return [element("kbd", { class: "not-touch", dir: "ltr" }, command.shortcut)];
    }
    const setButton = element("button", { type: "button", class: "quiet set-key not-touch" }, t("settingsKeySet"));
    setButton.addEventListener("click", () => void openShortcutsPage());
    return command ? [setButton] : [];
  };
}
