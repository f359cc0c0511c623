/** Data stored for the page under its URL. */

import { ext } from "../../shared/ext.ts";
import { addressOf, changesKey, keyOf } from "../../shared/highlights/page-url.ts";

/** The user's data of earlier visits; empty in private windows. */
interface PageStorage {
  isMarked: boolean;
  /** The user's corrections in the stored format. */
  changes: unknown;
}

export async function loadPage(): Promise<PageStorage> {
  const address = addressOf(location.href);
  const marks = keyOf(address);
  const changes = changesKey(address);
  const stored = ext.extension.inIncognitoContext ? {} : await ext.storage.local.get([marks, changes]);
  return { isMarked: marks in stored, changes: stored[changes] };
}
