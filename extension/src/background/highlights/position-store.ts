/** The only writer of saved reading positions. */

import { ext } from "../../shared/ext.ts";
import { addressOf, positionKey } from "../../shared/highlights/page-url.ts";
import {
  maxPositions,
  type StoredPosition,
  readPosition,
  storedPositions,
} from "../../shared/highlights/reading-position.ts";
import type { StoreResult } from "../../shared/highlights/stored.ts";
import { serialize } from "../../shared/serialize.ts";
import { load } from "../../shared/settings/settings.ts";

/** Saves the reading position on a page, or deletes it if null. Saves nothing unless the user has switched that on. */
export function writePosition(url: string, place: StoredPosition | null): Promise<StoreResult> {
  return serialize(() => write(positionKey(addressOf(url)), place));
}

async function write(key: string, place: StoredPosition | null): Promise<StoreResult> {
  try {
    const { local } = ext.storage;
    const { [key]: before } = await local.get(key);
    if (readPosition(before) === "newer") {
      return { refusal: "newer" };
    }
    if (!place) {
      await local.remove(key);
    } else if ((await load()).resume) {
      if (before === undefined) {
        await deleteOldest();
      }
      await local.set({ [key]: place });
    }
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

/** Deletes the oldest positions if the limit is reached. */
async function deleteOldest(): Promise<void> {
  const all = await storedPositions();
  const timeOf = (value: unknown): string => {
    const place = readPosition(value);
    return place && place !== "newer" ? place.time : "";
  };
  const oldest = all.toSorted(([, a], [, b]) => (timeOf(a) < timeOf(b) ? -1 : 1));
  const surplus = oldest.slice(0, Math.max(0, all.length + 1 - maxPositions)).map(([key]) => key);
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
