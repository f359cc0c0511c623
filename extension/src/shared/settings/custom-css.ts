/** The user's custom CSS for articles. Stored as typed, and as checked by the core. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

export const customCssKey = "ownSheet";

interface StoredCss {
  text: string;
  sheet: string;
}

async function loadStoredCss(): Promise<StoredCss> {
  const { [customCssKey]: stored } = await ext.storage.local.get(customCssKey);
  return isRecord(stored) && typeof stored.text === "string" && typeof stored.sheet === "string"
    ? { text: stored.text, sheet: stored.sheet }
    : { text: "", sheet: "" };
}

/** Returns the checked CSS for pages; empty if there is none. */
export async function storedCss(): Promise<string> {
  return (await loadStoredCss()).sheet;
}

/** Returns the CSS as typed; empty if there is none. */
export async function typedCss(): Promise<string> {
  return (await loadStoredCss()).text;
}

export async function saveCustomCss(text: string, sheet: string): Promise<void> {
  await ext.storage.local.set({ [customCssKey]: { text, sheet } });
}

/** Deletes the CSS, on other devices too if settings are synced. */
export async function deleteCustomCss(): Promise<void> {
  await saveCustomCss("", "");
}
