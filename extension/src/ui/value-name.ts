/** Names of the settings' values. */

import { type Amount, type Choice, type Named, type Settings, table } from "../shared/settings/settings.ts";
import { t } from "../shared/ext.ts";
import { number, percent } from "../shared/i18n/numbers.ts";

type NamedChoice = Exclude<Named<"choice">, "day" | "night">;

type WordKey = { [Name in NamedChoice]: `${Name}_${Settings[Name]}` }[NamedChoice];

/** Returns the name of a setting's value. */
export function valueName(name: Named<"choice" | "number">, value: string | number): string {
  const { texts = name, unit } = table[name] as Partial<Choice & Amount>;
  // The type check would combine all settings with all values, although a value only belongs to its setting.
  if (typeof value !== "number") {
    return t(`${texts}_${value}` as WordKey);
  }
  return unit === "percent" ? percent(value / 100) : number(value);
}
