/** The saved reading position of a page: one value of `storage.local` for each page, under its URL. */

import { ext } from "../ext.ts";
import { type Anchors, readAnchors } from "./highlight.ts";
import { isRecord } from "../record.ts";
import { positionKey } from "./page-url.ts";

/** Version of the stored format. Later versions read all earlier ones. */
export const positionVersion = 1;

/** Maximum pages with a saved position, the latest ones. */
export const maxPositions = 200;

export interface StoredPosition extends Anchors {
  version: typeof positionVersion;
  /** ISO 8601, UTC. */
  time: string;
  /** Share of the paragraph above the top edge, 0 to 1. */
  above: number;
  /** Scroll position of the page at the time, in CSS px. */
  scrolled: number;
}

/** Returns the position saved for a page by any version; null if it is invalid. */
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

/** Returns the number of saved positions. */
export async function countPositions(): Promise<number> {
  return (await storedPositions()).length;
}

/** Returns all saved positions, each with its key. */
export async function storedPositions(): Promise<[string, unknown][]> {
  return Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(positionKey("")));
}
