/** Sync on the settings page. */

import { element } from "../../ui/build.ts";
import { type SettingName, watch } from "../../shared/settings/settings.ts";
import { ext, t } from "../../shared/ext.ts";
import { listed } from "../../shared/i18n/numbers.ts";
import { key as sheetKey } from "../../shared/settings/custom-css.ts";
import { heldKey } from "../../shared/settings/sync-state.ts";

/** Returns notes on what is synced, and on what doesn't fit into the browser's sync storage. */
export function syncNotes(): HTMLElement[] {
  if (!ext.storage.sync) {
    return [element("p", {}, t("settingsSyncNone"))];
  }
  const held = element("p", { class: "held", role: "status" });
  const show = async (): Promise<void> => {
    const { [heldKey]: names } = await ext.storage.local.get<{ [heldKey]?: string[] }>(heldKey);
    const named = (names ?? []).map((name) => t(name === sheetKey ? "settingsCss" : `option_${name as SettingName}`));
    held.textContent = named.length > 0 ? t("settingsSyncLocal", listed(named)) : "";
  };
  void show();
  watch(() => void show());
  return [element("p", {}, t("settingsSyncHint")), held];
}
