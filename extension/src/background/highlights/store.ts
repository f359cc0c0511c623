/**
 * The only writer of highlights. Pages send their changes to the background, which applies them one after the other, so that
 * two tabs can change highlights at the same time without losing any.
 */

import { ext } from "../../shared/ext.ts";
import { type HighlightedPage, readPage, version } from "../../shared/highlights/highlight.ts";
import { pageUrl, highlightsKey } from "../../shared/highlights/page-url.ts";
import type { PageChange, StoreResult } from "../../shared/highlights/stored.ts";
import { serialize } from "../../shared/serialize.ts";

/** Makes all of the changes, or none. `isNew`: existing highlights stay as they are. */
export function store(changes: readonly PageChange[], isNew = false): Promise<StoreResult> {
  return serialize(() => write(changes, isNew));
}

async function write(changes: readonly PageChange[], isNew: boolean): Promise<StoreResult> {
  const values: { [key: string]: HighlightedPage } = {};
  const emptyKeys: string[] = [];
  try {
    const keys = changes.map(({ url }) => highlightsKey(pageUrl(url)));
    const stored = await ext.storage.local.get(keys);
    for (const [i, change] of changes.entries()) {
      const key = keys[i] ?? "";
      const page = values[key] ?? readPage(stored[key]);
      if (page === "newer") {
        return { refusal: "newer" };
      }
      values[key] = applyChange(page, change, isNew);
    }
    for (const [key, { marks }] of Object.entries(values)) {
      if (marks.length === 0) {
        delete values[key];
        emptyKeys.push(key);
      }
    }
    if (Object.keys(values).length > 0) {
      await ext.storage.local.set(values);
    }
    if (emptyKeys.length > 0) {
      await ext.storage.local.remove(emptyKeys);
    }
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

function applyChange(
  page: HighlightedPage | null,
  { url, title, byline, put, remove }: PageChange,
  isNew: boolean,
): HighlightedPage {
  const highlights = new Map((page?.marks ?? []).map((highlight) => [highlight.id, highlight]));
  for (const id of remove) {
    highlights.delete(id);
  }
  for (const highlight of put) {
    if (!(isNew && highlights.has(highlight.id))) {
      highlights.set(highlight.id, highlight);
    }
  }
  return {
    version,
    url: pageUrl(url),
    title: title || (page?.title ?? ""),
    byline: byline || (page?.byline ?? ""),
    marks: [...highlights.values()],
  };
}
