/** The stored list of patterns. */

import { ext } from "../ext.ts";
import { isRecord } from "../highlights/highlight.ts";

/** The version of the stored form. A later one reads every earlier one. */
export const version = 1;

export const key = "always";

/** A change of the list: from what it was to what it is to be. */
export interface ListChange {
  before: string;
  after: string;
}

/** Why nothing was changed: no room or no leave to write, data of a newer version, lines that are no patterns, too many. */
export type ListRefusal = "full" | "newer" | "broken" | "huge";

/** Returns the list as it is stored, whatever version has stored it; null where a newer one has. */
export async function loadList(): Promise<string | null> {
  const { [key]: stored } = await ext.storage.local.get(key);
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return "";
  }
  return stored.version > version ? null : typeof stored.text === "string" ? stored.text : "";
}
