/** Data stored for the page under its URL. */

import { ext } from "../../shared/ext.ts";
import { pageUrl, changesKey, highlightsKey } from "../../shared/highlights/page-url.ts";

/** The user's data of earlier visits; empty in private windows. */
interface PageStorage {
  hasHighlights: boolean;
  /** The user's corrections in the stored format. */
  changes: unknown;
}

export async function loadPageData(): Promise<PageStorage> {
  const url = pageUrl(location.href);
  const storageKey = highlightsKey(url);
  const correctionsKey = changesKey(url);
  const stored = ext.extension.inIncognitoContext ? {} : await ext.storage.local.get([storageKey, correctionsKey]);
  return { hasHighlights: storageKey in stored, changes: stored[correctionsKey] };
}
