/** Answers requests about highlights and reading positions. Nothing is stored for private windows. */

import { ext } from "../../shared/ext.ts";
import type { StoreResult } from "../../shared/highlights/stored.ts";
import { scriptsOf } from "../inject.ts";
import type { Handlers, SenderTab } from "../rpc.ts";
import { deletePositions, writePosition } from "./position-store.ts";
import { store } from "./store.ts";

const refusedPrivate: StoreResult = { refusal: "private" };

const succeeded: StoreResult = { refusal: null };

export const highlightHandlers = {
  "inject-highlights": (_, tab) => inject(tab, "highlights"),
  "inject-passive-highlights": (_, tab) => (tab?.incognito ? refusedPrivate : inject(tab, "passive")),
  "store-marks": ({ changes, isNew }, tab) => (tab?.incognito ? refusedPrivate : store(changes, isNew)),
  "list-marks": async ({ url }, tab) => {
    if (tab?.incognito) {
      return refusedPrivate;
    }
    await openHighlightsPage(url);
    return succeeded;
  },
  "store-place": ({ url, place }, tab) => (tab?.incognito ? refusedPrivate : writePosition(url, place)),
  "forget-places": (_, tab) => (tab?.incognito ? refusedPrivate : deletePositions()),
} satisfies Partial<Handlers>;

async function inject(tab: SenderTab, part: "highlights" | "passive"): Promise<StoreResult> {
  if (tab?.id !== undefined) {
    await ext.scripting.executeScript({ target: { tabId: tab.id }, injectImmediately: true, files: scriptsOf(part) });
  }
  return succeeded;
}

/** Opens the list of all highlights, at those of a page if its URL is given. */
export async function openHighlightsPage(url: string): Promise<void> {
  const page = ext.runtime.getURL("highlights.html");
  await ext.tabs.create({ url: url ? `${page}?${new URLSearchParams({ url })}` : page });
}
