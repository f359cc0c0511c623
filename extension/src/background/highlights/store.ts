/**
 * The only writer of highlights. Pages send their changes to the background, which applies them one after the other, so that
 * two tabs can change highlights at the same time without losing any.
 */

import { ext } from "../../shared/ext.ts";
import { type HighlightedPage, readPage, version } from "../../shared/highlights/highlight.ts";
import { addressOf, keyOf } from "../../shared/highlights/page-url.ts";
import type { PageChange, StoreResult } from "../../shared/highlights/stored.ts";
import { serialize } from "../../shared/serialize.ts";

/** Makes all of the changes, or none. `isNew`: existing highlights stay as they are. */
export function store(changes: readonly PageChange[], isNew = false): Promise<StoreResult> {
  return serialize(() => write(changes, isNew));
}

async function write(changes: readonly PageChange[], isNew: boolean): Promise<StoreResult> {
  const values: { [key: string]: HighlightedPage } = {};
  const emptied: string[] = [];
  try {
    const keys = changes.map(({ url }) => keyOf(addressOf(url)));
    const before = await ext.storage.local.get(keys);
    for (const [i, change] of changes.entries()) {
      const key = keys[i] ?? "";
      const page = values[key] ?? readPage(before[key]);
      if (page === "newer") {
        return { refusal: "newer" };
      }
      values[key] = changed(page, change, isNew);
    }
    for (const [key, { marks }] of Object.entries(values)) {
      if (marks.length === 0) {
        delete values[key];
        emptied.push(key);
      }
    }
    if (Object.keys(values).length > 0) {
      await ext.storage.local.set(values);
    }
    if (emptied.length > 0) {
      await ext.storage.local.remove(emptied);
    }
    return { refusal: null };
  } catch {
    return { refusal: "full" };
  }
}

function changed(
  page: HighlightedPage | null,
  { url, title, put, remove }: PageChange,
  isNew: boolean,
): HighlightedPage {
  const marks = new Map((page?.marks ?? []).map((mark) => [mark.id, mark]));
  for (const id of remove) {
    marks.delete(id);
  }
  for (const mark of put) {
    if (!(isNew && marks.has(mark.id))) {
      marks.set(mark.id, mark);
    }
  }
  return { version, url: addressOf(url), title: title || (page?.title ?? ""), marks: [...marks.values()] };
}
