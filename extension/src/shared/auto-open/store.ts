/** The saved list of patterns. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";
import { withCurrentViewNames } from "./patterns.ts";

/** Version of the stored format. Later versions read all earlier ones. */
export const version = 1;

export const autoOpenKey = "always";

/** A change of the list: its old and its new text. */
export interface ListChange {
  before: string;
  after: string;
}

/** Why nothing was changed: storage full or unavailable, data of a newer version, invalid patterns, too long. */
export type ListRefusal = "full" | "newer" | "broken" | "huge";

/** Returns the saved list, with the current names of views; null if a newer version has saved it. */
export async function loadList(): Promise<string | null> {
  const { [autoOpenKey]: stored } = await ext.storage.local.get(autoOpenKey);
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return "";
  }
  return stored.version > version ? null : typeof stored.text === "string" ? withCurrentViewNames(stored.text) : "";
}
