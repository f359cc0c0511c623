/** The one writer of the places that were read last. */

import { ext } from "../../shared/ext.ts";
import { addressOf, placeKey } from "../../shared/highlights/page-url.ts";
import { mostPlaces, type ReadingPlace, readPlace, storedPlaces } from "../../shared/highlights/reading-position.ts";
import type { StoreResult } from "../../shared/highlights/stored.ts";
import { inTurn } from "../../shared/serialize.ts";
import { load } from "../../shared/settings/settings.ts";

/** Keeps the place in a page, or forgets it where it is null. Nothing is kept where that is not switched on. */
export function storePlace(url: string, place: ReadingPlace | null): Promise<StoreResult> {
  return inTurn(() => write(placeKey(addressOf(url)), place));
}

async function write(key: string, place: ReadingPlace | null): Promise<StoreResult> {
  try {
    const { local } = ext.storage;
    const { [key]: before } = await local.get(key);
    if (readPlace(before) === "newer") {
      return { refusal: "newer" };
    }
    if (!place) {
      await local.remove(key);
    } else if ((await load()).resume) {
      if (before === undefined) {
        await makeRoom();
      }
      await local.set({ [key]: place });
    }
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

/** Removes the oldest places where there are as many as may be. */
async function makeRoom(): Promise<void> {
  const all = await storedPlaces();
  const timeOf = (value: unknown): string => {
    const place = readPlace(value);
    return place && place !== "newer" ? place.time : "";
  };
  const oldest = all.toSorted(([, a], [, b]) => (timeOf(a) < timeOf(b) ? -1 : 1));
  const surplus = oldest.slice(0, Math.max(0, all.length + 1 - mostPlaces)).map(([key]) => key);
  if (surplus.length > 0) {
    await ext.storage.local.remove(surplus);
  }
}

/** Forgets all places. */
export function forgetPlaces(): Promise<StoreResult> {
  return inTurn(async () => {
    try {
      await ext.storage.local.remove((await storedPlaces()).map(([key]) => key));
      return { refusal: null };
    } catch {
      return { refusal: "full" };
    }
  });
}
