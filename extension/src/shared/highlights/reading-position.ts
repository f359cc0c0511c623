/** The paragraph read last on a page, as it is stored: one value of `storage.local` for each page, under its address. */

import { ext } from "../ext.ts";
import { type Anchors, isRecord, readAnchors } from "./highlight.ts";
import { placeKey } from "./page-url.ts";

/** The version of the stored form. A later one reads every earlier one. */
export const placeVersion = 1;

/** Pages whose places are kept at most: those read last. */
export const mostPlaces = 200;

export interface ReadingPlace extends Anchors {
  version: typeof placeVersion;
  /** ISO 8601, UTC. */
  time: string;
  /** Share of the paragraph above the top edge, 0 to 1. */
  above: number;
  /** Where the page itself was scrolled to then, in CSS px. */
  scrolled: number;
}

/** Returns what is stored for a page, whatever version has stored it; null where it is none of ours. */
export function readPlace(stored: unknown): ReadingPlace | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > placeVersion) {
    return "newer";
  }
  const anchors = readAnchors(stored);
  const { time, above, scrolled } = stored;
  return (
    anchors && {
      ...anchors,
      version: placeVersion,
      time: typeof time === "string" ? time : "",
      above: typeof above === "number" && above >= 0 && above <= 1 ? above : 0,
      scrolled: typeof scrolled === "number" ? scrolled : 0,
    }
  );
}

/** Returns the number of pages whose places are stored. */
export async function countPlaces(): Promise<number> {
  return (await storedPlaces()).length;
}

/** Returns all that is stored, each with its key. */
export async function storedPlaces(): Promise<[string, unknown][]> {
  return Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(placeKey("")));
}
