import type messages from "../../_locales/en/messages.json";
import { aliveInterval } from "./timeouts.ts";

/**
 * The one module that names the browser's extension object: `browser` in Firefox, `chrome` in Chromium. Its type is that of
 * the process; see process.d.ts in each.
 */
export const ext: ExtensionApi = (globalThis as { browser?: typeof chrome }).browser ?? chrome;

/**
 * The name of a message. Every locale has the same: see `checkLocales` in build.mjs, which also puts the forms of numbers and
 * times among them, as JSON, so that a page gets those of its language alone.
 */
export type MessageKey = keyof typeof messages | "numberForms" | "timeForms";

/** Returns whether the extension of this script still runs, which ends when it is updated or removed. */
export function isAlive(): boolean {
  try {
    return ext.runtime.id !== undefined;
  } catch {
    return false;
  }
}

/**
 * Asks the background. Rejects where it is gone, also where the browser never says so: Chromium leaves a message without an
 * answer that is sent while the extension ends.
 */
export async function ask<Answer>(message: object): Promise<Answer> {
  let timer = 0;
  const gone = new Promise<never>((_, reject) => {
    timer = setInterval(() => isAlive() || reject(new Error("the extension is gone")), aliveInterval);
  });
  try {
    return await Promise.race([ext.runtime.sendMessage(message), gone]);
  } finally {
    clearInterval(timer);
  }
}

/** Every message in the language of the browser. `$1` to `$9` stand for their parts. */
export type Texts = Readonly<Record<MessageKey, string>>;

/** Those that a page has from the background. */
let sent: Texts | undefined;

/** Takes the messages that the background sent. */
export function takeTexts(texts: Texts): void {
  sent = texts;
}

/**
 * Returns a message of `_locales` in the language of the browser, or the empty string. A page has them from the background:
 * Chromium's main thread would wait for the browser to read them from files, and they outlive an extension that is updated.
 */
export function t(key: MessageKey, ...parts: string[]): string {
  const text = sent?.[key];
  if (text === undefined) {
    return isAlive() ? ext.i18n.getMessage(key, parts) : "";
  }
  return text.replace(/\$([1-9])/g, (_, place) => parts[place - 1] ?? "");
}

/**
 * Returns the language of the messages, for numbers and dates. It is a message itself: the browser's own
 * language may be one that has no messages, and a date in another language than the words around it
 * reads badly.
 */
export function locale(): string {
  return t("locale");
}

/** Returns the writing direction of the messages. */
export function messageDirection(): "ltr" | "rtl" {
  return new Set(["ar", "fa", "he", "ur"]).has(locale()) ? "rtl" : "ltr";
}

/** Returns the attributes that mark our words among the page's, in our language and direction. */
export function ourLanguage(): { lang: string; dir: string } {
  return { lang: locale(), dir: messageDirection() };
}
