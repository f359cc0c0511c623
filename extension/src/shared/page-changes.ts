/** What the user has changed of the article of a page: one value of `storage.local` for each page, under its URL. */

import { ext } from "./ext.ts";
import { isRecord } from "./record.ts";
import { changesKey } from "./highlights/page-url.ts";

/** The version of the stored form. A later one reads every earlier one. */
const version = 1;

/** Pages whose changes are saved at most: those changed last. */
export const maxChangedPages = 200;

/** Days after which changes expire. */
const expiryDays = 180;

/** Changes of one page at most, and characters of a text by which a part is found again. */
const maxNodes = 500;
const textLength = 160;

/** A part of the page that is said to be something. */
export interface ChangedNode {
  kind: string;
  /** The tag of an element; null for a block, by its first text. */
  tag: string | null;
  /** How its text begins, and its place among those that begin so, from 0. */
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

/** Returns a text as parts are found again by it. */
export function identifying(text: string): string {
  return text.replace(/\s+/g, " ").trim().slice(0, textLength);
}

/** Returns changes to be saved. */
export function pageChanges(level: string, nodes: readonly ChangedNode[]): PageChanges {
  return { version, time: new Date().toISOString(), level, nodes: nodes.slice(-maxNodes) };
}

/** Returns what is stored for a page, whatever version has stored it; null if it is expired or none of ours. */
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
  const read = nodes.slice(0, maxNodes).flatMap((node): ChangedNode[] => {
    const { kind, tag, text, nth } = isRecord(node) ? node : {};
    return typeof kind === "string" && typeof text === "string" && Number.isInteger(nth)
      ? [{ kind, tag: typeof tag === "string" ? tag : null, text, nth: nth as number }]
      : [];
  });
  return { version, time, level, nodes: read };
}

/** Returns all that is stored, each with its key. */
export async function storedChanges(): Promise<[string, unknown][]> {
  return Object.entries(await ext.storage.local.get(null)).filter(([key]) => key.startsWith(changesKey("")));
}
