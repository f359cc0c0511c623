/** The stored list of patterns. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";
import { withListNames } from "./patterns.ts";

/** The version of the stored form. A later one reads every earlier one. */
export const version = 1;

export const key = "always";

/** A change of the list: from what it was to what it is to be. */
export interface ListChange {
  before: string;
  after: string;
}

/** Why nothing was changed: no room or no leave to write, data of a newer version, lines that aren't valid patterns, too many. */
export type ListRefusal = "full" | "newer" | "broken" | "huge";

/** Returns the saved list, with the names that views have today; null if a newer version has saved it. */
export async function loadList(): Promise<string | null> {
  const { [key]: stored } = await ext.storage.local.get(key);
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return "";
  }
  return stored.version > version ? null : typeof stored.text === "string" ? withListNames(stored.text) : "";
}
