/** The list of patterns as it is stored, and its one writer. */

import { ext } from "../ext.ts";
import { isRecord } from "../highlights/highlight.ts";
import { inTurn } from "../serialize.ts";
import { faultyLines, longestList, merged, originsOf, patternsIn } from "./patterns.ts";

/** The version of the stored form. A later one reads every earlier one. */
const version = 1;

const key = "always";

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

/** Changes the list. What others have changed meanwhile stays changed. */
export function changeList({ before, after }: ListChange): Promise<ListRefusal | null> {
  return inTurn(async () => {
    try {
      const stored = await loadList();
      if (stored === null) {
        return "newer";
      }
      const text = merged(before, after, stored);
      if (faultyLines(after).length > 0) {
        return "broken";
      }
      if (text.length > longestList) {
        return "huge";
      }
      await ext.storage.local.set({ [key]: { version, text } });
      await giveUp(stored, text);
      return null;
    } catch {
      return "full";
    }
  });
}

/** Gives the permissions back that no pattern needs any more. */
async function giveUp(before: string, after: string): Promise<void> {
  const needed = originsOf(patternsIn(after));
  const origins = originsOf(patternsIn(before)).filter((origin) => !needed.includes(origin));
  if (origins.length > 0) {
    // What was given otherwise cannot be given back.
    await ext.permissions.remove({ origins }).catch(() => {});
  }
}
