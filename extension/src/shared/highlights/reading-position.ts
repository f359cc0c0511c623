/** The saved reading position of a page: one value of `storage.local` for each page, under its URL. */

import { ext } from "../ext.ts";
import { type Anchors, readAnchors } from "./highlight.ts";
import { isRecord } from "../record.ts";
import { positionKey } from "./page-url.ts";

/** The version of the stored form. A later one reads every earlier one. */
export const positionVersion = 1;

/** Pages whose places are kept at most: those read last. */
export const maxPositions = 200;

export interface StoredPosition extends Anchors {
  version: typeof positionVersion;
  /** ISO 8601, UTC. */
  time: string;
  /** Share of the paragraph above the top edge, 0 to 1. */
  above: number;
  /** Where the page itself was scrolled to then, in CSS px. */
  scrolled: number;
}

/** Returns what is stored for a page, whatever version has stored it; null where it is none of ours. */
export function readPosition(stored: unknown): StoredPosition | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > positionVersion) {
    return "newer";
  }
  const anchors = readAnchors(stored);
  const { time, above, scrolled } = stored;
  return (
    anchors && {
      ...anchors,
      version: positionVersion,
      time: typeof time === "string" ? time : "",
      above: typeof above === "number" && above >= 0 && above <= 1 ? above : 0,
      scrolled: typeof scrolled === "number" ? scrolled : 0,
    }
  );
}

/** Returns the number of pages whose places are stored. */
export async function countPositions(): Promise<number> {
  return (await storedPositions()).length;
}

/** Returns all that is stored, each with its key. */
export async function storedPositions(): Promise<[string, unknown][]> {
  return Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(positionKey("")));
}
