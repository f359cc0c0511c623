import type messages from "../_locales/en/messages.json";

/** The one module that names the browser's extension object: `browser` in Firefox, `chrome` in Chromium. */
export const ext: typeof chrome = (globalThis as { browser?: typeof chrome }).browser ?? chrome;

/** The name of a message. Every locale has the same: see `checkLocales` in build.mjs. */
export type MessageKey = keyof typeof messages;

/** Returns whether the extension that a script is of still runs: it does not once it was updated or removed. */
export function isAlive(): boolean {
  try {
    return ext.runtime.id !== undefined;
  } catch {
    return false;
  }
}

/** Messages asked for so far, for the time when the extension no longer answers. */
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
 * The language the messages are really in, for `Intl`. It is itself a message: the browser's own
 * language may be one we have no messages in, and a date in another language than the words
 * around it reads badly.
 */
export function locale(): string {
  return t("locale");
}

/** Writing direction of the messages. */
export function messageDirection(): "ltr" | "rtl" {
  return new Set(["ar", "fa", "he", "ur"]).has(locale()) ? "rtl" : "ltr";
}
