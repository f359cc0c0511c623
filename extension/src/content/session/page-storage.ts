/** What is stored for the page under its URL. */

import { ext } from "../../shared/ext.ts";
import { addressOf, changesKey, keyOf } from "../../shared/highlights/page-url.ts";

/** What the user has left on the page before; nothing in private windows. */
interface PageStorage {
  isMarked: boolean;
  /** What was removed, restored, or picked, as it is stored. */
  changes: unknown;
}

export async function loadPage(): Promise<PageStorage> {
  const address = addressOf(location.href);
  const marks = keyOf(address);
  const changes = changesKey(address);
  const stored = ext.extension.inIncognitoContext ? {} : await ext.storage.local.get([marks, changes]);
  return { isMarked: marks in stored, changes: stored[changes] };
}
