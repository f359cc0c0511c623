/** Collects the messages for pages. */

import { ext, type MessageKey, type Texts } from "../ext.ts";

/** Keys of all messages, filled in by build.mjs. */
declare const MESSAGE_KEYS: readonly MessageKey[];

const placeholders = Array.from({ length: 9 }, (_, index) => `$${index + 1}`);

/** Returns every message, in the format that `t` expects in a page. */
export function collectTexts(): Texts {
  return Object.fromEntries(MESSAGE_KEYS.map((key) => [key, ext.i18n.getMessage(key, placeholders)])) as Texts;
}
