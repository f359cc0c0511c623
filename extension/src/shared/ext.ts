import type messages from "../../_locales/en/messages.json";
import { aliveInterval } from "./timeouts.ts";

/**
 * The only module that names the browser's extension object: `browser` in Firefox, `chrome` in Chromium. Its type depends
 * on the process; see process.d.ts in each.
 */
export const ext: ExtensionApi = (globalThis as { browser?: typeof chrome }).browser ?? chrome;

/**
 * The key of a message. Every locale has the same keys: see `checkLocales` in build.mjs. It also adds the formats of numbers
 * and times as JSON, so that a page gets only those of its language.
 */
export type MessageKey = keyof typeof messages | "numberForms" | "timeForms";

/** Returns whether the extension of this script still runs. It stops when it is updated or removed. */
export function isAlive(): boolean {
  try {
    return ext.runtime.id !== undefined;
  } catch {
    return false;
  }
}

/**
 * Asks the background. Rejects if it is gone, even if the browser doesn't report it: Chromium never answers messages
 * sent while the extension is shutting down.
 */
export async function ask<Reply>(message: object): Promise<Reply> {
  let timer = 0;
  const disconnected = new Promise<never>((_, reject) => {
    timer = setInterval(() => isAlive() || reject(new Error("the extension is gone")), aliveInterval);
  });
  try {
    return await Promise.race([ext.runtime.sendMessage(message), disconnected]);
  } finally {
    clearInterval(timer);
  }
}

/** Every message in the browser's language, with `$1` to `$9` as placeholders. */
export type Texts = Readonly<Record<MessageKey, string>>;

/** Messages that a page got from the background. */
let receivedTexts: Texts | undefined;

/** Stores the messages that the background sent. */
export function setTexts(texts: Texts): void {
  receivedTexts = texts;
}

/**
 * Returns a message of `_locales` in the browser's language, or the empty string. Pages get the messages from the
 * background: Chromium's main thread would wait for files, and the messages have to outlive an update of the extension.
 */
export function t(key: MessageKey, ...parts: string[]): string {
  const text = receivedTexts?.[key];
  if (text === undefined) {
    return isAlive() ? ext.i18n.getMessage(key, parts) : "";
  }
  return text.replace(/\$([1-9])/g, (_, position) => parts[position - 1] ?? "");
}

/**
 * Returns the language of the messages, for numbers and dates. It is itself a message, because there may be no messages
 * in the browser's language, and a date must be in the language of the text around it.
 */
export function locale(): string {
  return t("locale");
}

/** Returns the writing direction of the messages. */
export function messageDirection(): "ltr" | "rtl" {
  return new Set(["ar", "fa", "he", "ur"]).has(locale()) ? "rtl" : "ltr";
}

/** Returns `lang` and `dir` attributes for Pith's own words within the page. */
export function languageAttributes(): { lang: string; dir: string } {
  return { lang: locale(), dir: messageDirection() };
}
