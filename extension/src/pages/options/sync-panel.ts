/** Sync on the settings page. */

import { element } from "../../ui/build.ts";
import { type SettingName, watchSettings } from "../../shared/settings/settings.ts";
import { ext, t } from "../../shared/ext.ts";
import { formatList } from "../../shared/i18n/numbers.ts";
import { customCssKey as sheetKey } from "../../shared/settings/custom-css.ts";
import { unsyncedKey } from "../../shared/settings/sync-state.ts";

/** Returns notes on what is synced, and on what doesn't fit into the browser's sync storage. */
export function syncNotes(): HTMLElement[] {
  if (!ext.storage.sync) {
    return [element("p", {}, t("settingsSyncNone"))];
  }
  const unsyncedNote = element("p", { class: "unsynced", role: "status" });
  const show = async (): Promise<void> => {
    const { [unsyncedKey]: names } = await ext.storage.local.get<{ [unsyncedKey]?: string[] }>(unsyncedKey);
    const labels = (names ?? []).map((name) => t(name === sheetKey ? "settingsCss" : `option_${name as SettingName}`));
    unsyncedNote.textContent = labels.length > 0 ? t("settingsSyncLocal", formatList(labels)) : "";
  };
  void show();
  watchSettings(() => void show());
  return [element("p", {}, t("settingsSyncHint")), unsyncedNote];
}
