/** The user's stored templates for file names and front matter. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

export const key = "templates";

/** The version of the stored form. A later one reads every earlier one. */
export const version = 1;

interface Templates {
  name: string;
  frontMatter: string;
}

/** What stands for a template that nobody has written: the core has its own then. */
const unwritten: Templates = { name: "{", frontMatter: "{" };

/** Returns whether a text is one that somebody has written. */
export function isWritten(text: string): boolean {
  return text !== "{";
}

/** Returns the templates; of those that are not stored, or by a newer version, texts that are none. */
export async function loadTemplates(): Promise<Templates> {
  const { [key]: stored } = await ext.storage.local.get(key);
  if (!isRecord(stored) || typeof stored.version !== "number" || stored.version > version) {
    return unwritten;
  }
  const text = (value: unknown): string => (typeof value === "string" ? value : "{");
  return { name: text(stored.name), frontMatter: text(stored.frontMatter) };
}
