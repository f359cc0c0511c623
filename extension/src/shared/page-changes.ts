/** The user's corrections on a page: one value of `storage.local` per page, under its URL. */

import { ext } from "./ext.ts";
import { isRecord } from "./record.ts";
import { changesKey } from "./highlights/page-url.ts";

/** Version of the stored format. Later versions read all earlier ones. */
const version = 1;

/** Maximum pages with saved corrections. The oldest are deleted. */
export const maxChangedPages = 200;

/** Days after which corrections expire. */
const expiryDays = 180;

/** Maximum corrections on one page, and characters of the text by which a part is found again. */
const maxNodes = 500;
const textLength = 160;

/** A part of the page with the user's correction. */
export interface ChangedNode {
  kind: string;
  /** The tag of an element; null for a block, by its first text. */
  tag: string | null;
  /** The beginning of its text, and its index among the parts that begin with it. */
  text: string;
  nth: number;
}

export interface PageChanges {
  version: typeof version;
  /** ISO 8601, UTC. */
  time: string;
  level: string;
  nodes: ChangedNode[];
}

/** Returns the form of a text by which a part is found again. */
export function identifyingText(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, textLength);
}

/** Returns corrections in the stored format. */
export function createPageChanges(level: string, nodes: readonly ChangedNode[]): PageChanges {
  return { version, time: new Date().toISOString(), level, nodes: nodes.slice(-maxNodes) };
}

/** Returns the corrections stored for a page by any version; null if they are expired or invalid. */
export function readChanges(stored: unknown, now = Date.now()): PageChanges | "newer" | null {
  if (!isRecord(stored) || typeof stored.version !== "number") {
    return null;
  }
  if (stored.version > version) {
    return "newer";
  }
  const { time, level, nodes } = stored;
  const isFresh = typeof time === "string" && now - Date.parse(time) < expiryDays * 86_400_000;
  if (!isFresh || typeof level !== "string" || !Array.isArray(nodes)) {
    return null;
  }
  const changedNodes = nodes.slice(0, maxNodes).flatMap((node): ChangedNode[] => {
    const { kind, tag, text, nth } = isRecord(node) ? node : {};
    return typeof kind === "string" && typeof text === "string" && Number.isInteger(nth)
      ? [{ kind, tag: typeof tag === "string" ? tag : null, text, nth: nth as number }]
      : [];
  });
  return { version, time, level, nodes: changedNodes };
}

/** Returns all stored corrections with their keys. */
export async function storedChanges(): Promise<[string, unknown][]> {
  return Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(changesKey("")));
}
