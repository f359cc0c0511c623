/**
 * Syncs settings across devices, if the user has switched that on. Changes are copied to `storage.sync`, and what
 * arrives there is stored here. The last change of a setting wins. Only settings and the custom CSS are synced.
 */

import { validSettings, settingNames } from "../shared/settings/settings.ts";
import { ext } from "../shared/ext.ts";
import { checkCss } from "./export/writer.ts";
import { isRecord } from "../shared/record.ts";
import { serialize } from "../shared/serialize.ts";
import { customCssKey as sheetKey } from "../shared/settings/custom-css.ts";
import { unsyncedKey, timesKey } from "../shared/settings/sync-state.ts";
import { syncDebounce } from "../shared/timeouts.ts";

/** The switch itself isn't synced. */
const syncedNames: readonly string[] = [...settingNames.filter((name) => name !== "sync"), sheetKey];

/** Prefix of settings in `storage.sync`. */
const syncPrefix = "setting:";

interface SyncedValue {
  value: unknown;
  time: number;
}

function isSyncedValue(stored: unknown): stored is SyncedValue {
  return isRecord(stored) && typeof stored.time === "number" && stored.value !== undefined;
}

let syncTimer: ReturnType<typeof setTimeout> | undefined;

/** Handles a change on this device. Values copied from the account carry their times. */
export function onLocalChange(changes: { [name: string]: chrome.storage.StorageChange }): void {
  const changedNames = syncedNames.filter((name) => name in changes);
  if ("sync" in changes) {
    void serialize(() => (changes.sync?.newValue === true ? syncSettings() : clearSyncState()));
  } else if (changedNames.length > 0 && !(timesKey in changes)) {
    void serialize(() => recordTimes(changedNames));
  }
}

/** Handles a change on another device. */
export function onSyncChange(): void {
  void serialize(syncSettings);
}

async function recordTimes(changedNames: readonly string[]): Promise<void> {
  const { sync, [timesKey]: times } = await ext.storage.local.get(["sync", timesKey]);
  if (sync === true) {
    const now = Object.fromEntries(changedNames.map((name) => [name, Date.now()]));
    await ext.storage.local.set({ [timesKey]: { ...(isRecord(times) ? times : {}), ...now } });
    clearTimeout(syncTimer);
    syncTimer = setTimeout(() => void serialize(syncSettings), syncDebounce);
  }
}

async function clearSyncState(): Promise<void> {
  await ext.storage.local.remove([timesKey, unsyncedKey]);
}

/** Copies the latest value of each setting in both directions. */
async function syncSettings(): Promise<void> {
  const account = ext.storage.sync as typeof ext.storage.sync | undefined;
  const local = await ext.storage.local.get(["sync", timesKey, ...syncedNames]);
  if (local.sync !== true || !account) {
    return;
  }
  const stored = await account.get(syncedNames.map((name) => syncPrefix + name));
  const times = isRecord(local[timesKey]) ? local[timesKey] : {};
  const received: { [name: string]: unknown } = {};
  const newTimes: { [name: string]: number } = {};
  const unsynced: string[] = [];
  for (const name of syncedNames) {
    const entry = stored[syncPrefix + name];
    const time = Number(times[name] ?? 0);
    if (isSyncedValue(entry) && entry.time > time) {
      const value = await validValue(name, entry.value);
      if (value !== undefined) {
        received[name] = value;
        newTimes[name] = entry.time;
      }
    } else if (local[name] !== undefined && !(isSyncedValue(entry) && entry.time === time)) {
      newTimes[name] = time || Date.now();
      const synced: SyncedValue = { value: local[name], time: newTimes[name] };
      // The value is too large for the account, or the account is full.
      await account.set({ [syncPrefix + name]: synced }).catch(() => unsynced.push(name));
    }
  }
  await ext.storage.local.set({ ...received, [timesKey]: { ...times, ...newTimes }, [unsyncedKey]: unsynced });
}

/** Checks a value from another device; undefined if it is invalid for the setting. */
async function validValue(name: string, value: unknown): Promise<unknown> {
  if (name !== sheetKey) {
    return (validSettings({ [name]: value }) as { [name: string]: unknown })[name];
  }
  if (!isRecord(value) || typeof value.text !== "string") {
    return undefined;
  }
  if (value.text === "") {
    return { text: "", sheet: "" };
  }
  const checked = await checkCss({ text: value.text });
  return "failure" in checked || checked.sheet === null ? undefined : { text: value.text, sheet: checked.sheet };
}
