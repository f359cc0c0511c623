/** The only writer of saved corrections. Nothing is saved for private windows. */

import { ext } from "../shared/ext.ts";
import { pageUrl, changesKey } from "../shared/highlights/page-url.ts";
import type { StoreResult } from "../shared/highlights/stored.ts";
import { maxChangedPages, type PageChanges, readChanges, storedChanges } from "../shared/page-changes.ts";
import { serialize } from "../shared/serialize.ts";
import type { Handlers } from "./rpc.ts";

export const pageChangeHandlers = {
  "store-changes": ({ url, changes }, tab) =>
    tab?.incognito ? { refusal: "private" } : serialize(() => saveChanges(changesKey(pageUrl(url)), changes)),
  "delete-changes": (_, tab) =>
    tab?.incognito ? { refusal: "private" } : serialize(async () => removeEntries(await storedChanges())),
} satisfies Partial<Handlers>;

async function saveChanges(key: string, changes: PageChanges | null): Promise<StoreResult> {
  try {
    const { local } = ext.storage;
    if (readChanges((await local.get(key))[key]) === "newer") {
      return { refusal: "newer" };
    }
    await (changes ? local.set({ [key]: changes }) : local.remove(key));
    await removeOldChanges();
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

async function removeEntries(stored: readonly [string, unknown][]): Promise<StoreResult> {
  try {
    await ext.storage.local.remove(stored.map(([key]) => key));
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

/** Deletes expired corrections, and the oldest if there are too many. */
async function removeOldChanges(): Promise<void> {
  const entries = (await storedChanges()).map(([key, value]) => [key, readChanges(value)] as const);
  const expired = entries.filter(([, changes]) => changes === null).map(([key]) => key);
  const current = entries.flatMap(([key, changes]) =>
    changes && changes !== "newer" ? [{ key, time: changes.time }] : [],
  );
  const oldest = current.toSorted((a, b) => (a.time < b.time ? -1 : 1));
  const surplus = oldest.slice(0, Math.max(0, current.length - maxChangedPages)).map(({ key }) => key);
  if (expired.length + surplus.length > 0) {
    await ext.storage.local.remove([...expired, ...surplus]);
  }
}
