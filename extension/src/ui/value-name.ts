/** Names of the settings' values. */

import {
  type NumberSetting,
  type ChoiceSetting,
  type SettingOfKind,
  type Settings,
  settingsTable,
} from "../shared/settings/settings.ts";
import { t } from "../shared/ext.ts";
import { formatNumber, formatPercent } from "../shared/i18n/numbers.ts";

type NamedChoice = Exclude<SettingOfKind<"choice">, "day" | "night">;

type WordKey = { [Name in NamedChoice]: `${Name}_${Settings[Name]}` }[NamedChoice];

/** Returns the name of a setting's value. */
export function valueName(name: SettingOfKind<"choice" | "number">, value: string | number): string {
  const { texts = name, unit } = settingsTable[name] as Partial<ChoiceSetting & NumberSetting>;
  // The type check would combine all settings with all values, although a value only belongs to its setting.
  if (typeof value !== "number") {
    return t(`${texts}_${value}` as WordKey);
  }
  return unit === "percent" ? formatPercent(value / 100) : formatNumber(value);
}
