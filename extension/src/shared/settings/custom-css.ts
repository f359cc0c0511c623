/** The user's custom CSS for articles, as it is stored: as written, and as the core checked it. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

export const key = "ownSheet";

interface StoredSheet {
  text: string;
  sheet: string;
}

async function read(): Promise<StoredSheet> {
  const { [key]: stored } = await ext.storage.local.get(key);
  return isRecord(stored) && typeof stored.text === "string" && typeof stored.sheet === "string"
    ? { text: stored.text, sheet: stored.sheet }
    : { text: "", sheet: "" };
}

/** Returns the sheet as it goes into pages; empty where there is none. */
export async function storedCss(): Promise<string> {
  return (await read()).sheet;
}

/** Returns the sheet as it was written; empty where there is none. */
export async function writtenCss(): Promise<string> {
  return (await read()).text;
}

export async function saveCustomCss(text: string, sheet: string): Promise<void> {
  await ext.storage.local.set({ [key]: { text, sheet } });
}

/** Deletes the sheet, on other devices too where settings go there. */
export async function deleteCustomCss(): Promise<void> {
  await saveCustomCss("", "");
}
