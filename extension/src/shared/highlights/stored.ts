/** All saved highlights, and requests to the background to change them. */

import { ext } from "../ext.ts";
import { type StoredHighlight, type HighlightedPage, readPage } from "./highlight.ts";
import { highlightsKey } from "./page-url.ts";

/** Changes of the highlights on one page. */
export interface PageChange {
  url: string;
  title: string;
  byline: string;
  /** New or changed highlights. */
  put: StoredHighlight[];
  /** IDs of highlights to delete. */
  remove: string[];
}

/** Why nothing was changed: storage full or unavailable, data of a newer version, a private window. */
export type Refusal = "full" | "newer" | "private";

export interface StoreResult {
  refusal: Refusal | null;
}

/** Returns the highlights of all pages, and the number of pages saved by a newer version. */
export async function loadAllHighlights(): Promise<{ pages: HighlightedPage[]; newer: number }> {
  const entries = Object.entries(await ext.storage.local.get(null)).filter(([key]) =>
    key.startsWith(highlightsKey("")),
  );
  const parsed = entries.map(([, value]) => readPage(value));
  const pages = parsed.filter((page) => page !== null && page !== "newer");
  return { pages, newer: parsed.filter((page) => page === "newer").length };
}
