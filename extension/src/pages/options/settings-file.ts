/** Reads and writes the settings as a file: JSON with a version. */

import { areValidBindings } from "../../shared/settings/shortcuts.ts";
import { validSettings, settingNames, type Settings } from "../../shared/settings/settings.ts";
import { isRecord } from "../../shared/record.ts";

const format = "pith-settings";

/** The version of the file. Newer versions of Pith read all older ones. */
const fileVersion = 1;

/** Maximum bytes of a file. */
export const maxFileBytes = 100_000;

export function toFile(settings: Settings): string {
  const values = Object.fromEntries(settingNames.map((name) => [name, settings[name]]));
  return `${JSON.stringify({ format, version: fileVersion, settings: values }, null, 1)}\n`;
}

/**
 * `broken`: invalid JSON, or an invalid value in it. `foreign`: not a settings file. `newer`: saved by a newer version.
 */
type SettingsFileProblem = "broken" | "foreign" | "newer";

/** Returns the settings of a file, or why it is rejected. */
export function fromFile(text: string): Partial<Settings> | SettingsFileProblem {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return "broken";
  }
  if (!isRecord(value) || value.format !== format || typeof value.version !== "number") {
    return "foreign";
  }
  if (value.version > fileVersion) {
    return "newer";
  }
  const { settings } = value;
  if (!isRecord(settings)) {
    return "broken";
  }
  const valid = validSettings(settings);
  const isComplete = Object.keys(settings).every((name) => Object.hasOwn(valid, name));
  return isComplete && areValidBindings(valid.bindings ?? "") ? valid : "broken";
}
