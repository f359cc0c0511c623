/** What pages and the list of marks ask of the background. */

import { ext } from "../shared/ext.ts";
import { forgetPlaces, storePlace } from "../shared/highlights/position-store.ts";
import type { ReadingPlace } from "../shared/highlights/reading-position.ts";
import { type PageChange, type Stored, store } from "../shared/highlights/store.ts";

/** Bring marks.js or at-rest.js into the page, change what is stored, show the list of all marks; keep where one left off, forget all that. */
export type MarksRequest =
  | { kind: "bring-marks" }
  | { kind: "bring-marks-at-rest" }
  | { kind: "store-marks"; changes: PageChange[]; isNew: boolean }
  | { kind: "list-marks"; url: string }
  | { kind: "store-place"; url: string; place: ReadingPlace | null }
  | { kind: "forget-places" };

const kinds: ReadonlySet<string> = new Set<MarksRequest["kind"]>([
  "bring-marks",
  "bring-marks-at-rest",
  "store-marks",
  "list-marks",
  "store-place",
  "forget-places",
]);

export function isMarksRequest(message: { kind: string }): message is MarksRequest {
  return kinds.has(message.kind);
}

/** Does what is asked for by a page in a tab, or by the list of marks. Nothing is stored for private windows. */
export async function answerMarks(request: MarksRequest, tab: chrome.tabs.Tab | undefined): Promise<Stored> {
  if (tab?.incognito) {
    return { refusal: "private" };
  }
  if (request.kind === "store-marks") {
    return store(request.changes, request.isNew);
  }
  if (request.kind === "store-place") {
    return storePlace(request.url, request.place);
  }
  if (request.kind === "forget-places") {
    return forgetPlaces();
  }
  if (request.kind === "list-marks") {
    await showMarks(request.url);
  } else if (tab?.id !== undefined) {
    await ext.scripting.executeScript({
      target: { tabId: tab.id },
      injectImmediately: true,
      files: request.kind === "bring-marks" ? ["dock.js", "marks.js"] : ["at-rest.js"],
    });
  }
  return { refusal: null };
}

/** Opens the list of all marks, at those of a page where its address is given. */
export async function showMarks(url: string): Promise<void> {
  const page = ext.runtime.getURL("marks.html");
  await ext.tabs.create({ url: url ? `${page}?${new URLSearchParams({ url })}` : page });
}
