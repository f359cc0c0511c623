/** All highlights as they are stored, and changes of them that the background is asked for. */

import { ext } from "../ext.ts";
import { type StoredHighlight, type HighlightedPage, readPage } from "./highlight.ts";
import { keyOf } from "./page-url.ts";

/** Changes of the marks of one page. */
export interface PageChange {
  url: string;
  title: string;
  /** Marks that are new or have changed. */
  put: StoredHighlight[];
  /** Ids of marks to be deleted. */
  remove: string[];
}

/** The reason why nothing was changed: no room or no leave to write, data of a newer version, a private window. */
export type Refusal = "full" | "newer" | "private";

export interface StoreResult {
  refusal: Refusal | null;
}

/** Returns the marks of all pages, and how many pages a newer version has stored. */
export async function loadAll(): Promise<{ pages: HighlightedPage[]; newer: number }> {
  const all = Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(keyOf("")));
  const read = all.map(([, value]) => readPage(value));
  const pages = read.filter((page) => page !== null && page !== "newer");
  return { pages, newer: read.filter((page) => page === "newer").length };
}
