import type messages from "../_locales/en/messages.json";

/** The one module that names the browser's extension object: `browser` in Firefox, `chrome` in Chromium. */
export const ext: typeof chrome = (globalThis as { browser?: typeof chrome }).browser ?? chrome;

/** The name of a message. Every locale has the same: see `checkLocales` in build.mjs. */
export type MessageKey = keyof typeof messages;

/** Returns whether the extension of this script still runs, which ends when it is updated or removed. */
export function isAlive(): boolean {
  try {
    return ext.runtime.id !== undefined;
  } catch {
    return false;
  }
}

/** Messages read so far, for when the extension no longer answers. */
const said = new Map<string, string>();

/** Returns a message of `_locales` in the language of the browser, or the empty string. */
export function t(key: MessageKey, ...parts: string[]): string {
  const asked = [key, ...parts].join("\n");
  if (isAlive()) {
    said.set(asked, ext.i18n.getMessage(key, parts));
  }
  return said.get(asked) ?? "";
}

/**
 * The language of the messages, for numbers and dates. It is a message itself: the browser's own
 * language may be one that has no messages, and a date in another language than the words around it
 * reads badly.
 */
export function locale(): string {
  return t("locale");
}

/** Writing direction of the messages. */
export function messageDirection(): "ltr" | "rtl" {
  return new Set(["ar", "fa", "he", "ur"]).has(locale()) ? "rtl" : "ltr";
}
