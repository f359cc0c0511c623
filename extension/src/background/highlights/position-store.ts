/** The only writer of saved reading positions. */

import { ext } from "../../shared/ext.ts";
import { pageUrl, positionKey } from "../../shared/highlights/page-url.ts";
import {
  maxPositions,
  type StoredPosition,
  readPosition,
  storedPositions,
} from "../../shared/highlights/reading-position.ts";
import type { StoreResult } from "../../shared/highlights/stored.ts";
import { serialize } from "../../shared/serialize.ts";
import { loadSettings } from "../../shared/settings/settings.ts";

/** Saves the reading position on a page, or deletes it if null. Saves nothing unless the user has switched that on. */
export function writePosition(url: string, position: StoredPosition | null): Promise<StoreResult> {
  return serialize(() => write(positionKey(pageUrl(url)), position));
}

async function write(key: string, position: StoredPosition | null): Promise<StoreResult> {
  try {
    const { local } = ext.storage;
    const { [key]: stored } = await local.get(key);
    if (readPosition(stored) === "newer") {
      return { refusal: "newer" };
    }
    if (!position) {
      await local.remove(key);
    } else if ((await loadSettings()).resume) {
      if (stored === undefined) {
        await deleteOldest();
      }
      await local.set({ [key]: position });
    }
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

/** Deletes the oldest positions if the limit is reached. */
async function deleteOldest(): Promise<void> {
  const entries = await storedPositions();
  const timeOf = (value: unknown): string => {
    const position = readPosition(value);
    return position && position !== "newer" ? position.time : "";
  };
  const oldest = entries.toSorted(([, a], [, b]) => (timeOf(a) < timeOf(b) ? -1 : 1));
  const surplus = oldest.slice(0, Math.max(0, entries.length + 1 - maxPositions)).map(([key]) => key);
  if (surplus.length > 0) {
    await ext.storage.local.remove(surplus);
  }
}

/** Deletes all positions. */
export function deletePositions(): Promise<StoreResult> {
  return serialize(async () => {
    try {
      await ext.storage.local.remove((await storedPositions()).map(([key]) => key));
      return { refusal: null };
    } catch {
      return { refusal: "full" };
    }
  });
}
