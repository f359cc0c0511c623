/**
 * Syncs settings across devices, if the user has switched that on. Changes are copied to `storage.sync`, and what
 * arrives there is stored here. The last change of a setting wins. Only settings and the custom CSS are synced.
 */

import { known, names } from "../shared/settings/settings.ts";
import { ext } from "../shared/ext.ts";
import { readSheet } from "./export/writer.ts";
import { isRecord } from "../shared/record.ts";
import { serialize } from "../shared/serialize.ts";
import { key as sheetKey } from "../shared/settings/custom-css.ts";
import { heldKey, timesKey } from "../shared/settings/sync-state.ts";
import { syncDebounce } from "../shared/timeouts.ts";

/** The switch itself isn't synced. */
const shared: readonly string[] = [...names.filter((name) => name !== "sync"), sheetKey];

/** Prefix of settings in `storage.sync`. */
const prefix = "setting:";

interface SyncedValue {
  value: unknown;
  time: number;
}

function isEntry(stored: unknown): stored is SyncedValue {
  return isRecord(stored) && typeof stored.time === "number" && stored.value !== undefined;
}

let timer: ReturnType<typeof setTimeout> | undefined;

/** Handles a change on this device. Values copied from the account carry their times. */
export function followLocal(changes: { [name: string]: chrome.storage.StorageChange }): void {
  const changed = shared.filter((name) => name in changes);
  if ("sync" in changes) {
    void serialize(() => (changes.sync?.newValue === true ? syncSettings() : forget()));
  } else if (changed.length > 0 && !(timesKey in changes)) {
    void serialize(() => stamp(changed));
  }
}

/** Handles a change on another device. */
export function followSync(): void {
  void serialize(syncSettings);
}

async function stamp(changed: readonly string[]): Promise<void> {
  const { sync, [timesKey]: times } = await ext.storage.local.get(["sync", timesKey]);
  if (sync === true) {
    const now = Object.fromEntries(changed.map((name) => [name, Date.now()]));
    await ext.storage.local.set({ [timesKey]: { ...(isRecord(times) ? times : {}), ...now } });
    clearTimeout(timer);
    timer = setTimeout(() => void serialize(syncSettings), syncDebounce);
  }
}

async function forget(): Promise<void> {
  await ext.storage.local.remove([timesKey, heldKey]);
}

/** Copies the latest value of each setting in both directions. */
async function syncSettings(): Promise<void> {
  const there = ext.storage.sync as typeof ext.storage.sync | undefined;
  const here = await ext.storage.local.get(["sync", timesKey, ...shared]);
  if (here.sync !== true || !there) {
    return;
  }
  const stored = await there.get(shared.map((name) => prefix + name));
  const times = isRecord(here[timesKey]) ? here[timesKey] : {};
  const taken: { [name: string]: unknown } = {};
  const newer: { [name: string]: number } = {};
  const held: string[] = [];
  for (const name of shared) {
    const entry = stored[prefix + name];
    const time = Number(times[name] ?? 0);
    if (isEntry(entry) && entry.time > time) {
      const value = await validValue(name, entry.value);
      if (value !== undefined) {
        taken[name] = value;
        newer[name] = entry.time;
      }
    } else if (here[name] !== undefined && !(isEntry(entry) && entry.time === time)) {
      newer[name] = time || Date.now();
      const sent: SyncedValue = { value: here[name], time: newer[name] };
      // The value is too large for the account, or the account is full.
      await there.set({ [prefix + name]: sent }).catch(() => held.push(name));
    }
  }
  await ext.storage.local.set({ ...taken, [timesKey]: { ...times, ...newer }, [heldKey]: held });
}

/** Checks a value from another device; undefined if it is invalid for the setting. */
async function validValue(name: string, value: unknown): Promise<unknown> {
  if (name !== sheetKey) {
    return (known({ [name]: value }) as { [name: string]: unknown })[name];
  }
  if (!isRecord(value) || typeof value.text !== "string") {
    return undefined;
  }
  if (value.text === "") {
    return { text: "", sheet: "" };
  }
  const read = await readSheet({ text: value.text });
  return "failure" in read || read.sheet === null ? undefined : { text: value.text, sheet: read.sheet };
}
