/** The user's saved templates for file names and front matter. */

import { ext } from "../ext.ts";
import { isRecord } from "../record.ts";

export const templatesKey = "templates";

/** Version of the stored format. Later versions read all earlier ones. */
export const version = 1;

interface Templates {
  name: string;
  frontMatter: string;
}

/** Placeholders for templates that the user hasn't written, so the core uses its own. */
const unsetTemplates: Templates = { name: "{", frontMatter: "{" };

/** Returns whether the user has written a template. */
export function isWritten(text: string): boolean {
  return text !== "{";
}

/** Returns the templates; placeholders for those that aren't saved, or saved by a newer version. */
export async function loadTemplates(): Promise<Templates> {
  const { [templatesKey]: stored } = await ext.storage.local.get(templatesKey);
  if (!isRecord(stored) || typeof stored.version !== "number" || stored.version > version) {
    return unsetTemplates;
  }
  const textOf = (value: unknown): string => (typeof value === "string" ? value : "{");
  return { name: textOf(stored.name), frontMatter: textOf(stored.frontMatter) };
}
