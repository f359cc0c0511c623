/** The order of comments and whether they are unfolded, as last chosen on this device. */

import { ext, isAlive } from "../../../shared/ext.ts";
import type { Branch } from "../../../shared/messages.ts";

/** The storage key. */
const storageKey = "discussion";

/** `page` is the page's order. The others sort by the first comment of each thread, except `answered`. */
export const orders = ["page", "newest", "oldest", "voted", "answered"] as const;

export type Order = (typeof orders)[number];

interface DiscussionPreferences {
  isOpen: boolean;
  order: Order;
}

/** Returns the saved preferences; defaults for invalid values. */
export async function loadPreferences(): Promise<DiscussionPreferences> {
  const { [storageKey]: preferences }: { [name: string]: unknown } = isAlive()
    ? await ext.storage.local.get(storageKey)
    : {};
  const { isOpen, order } = Object(preferences) as Partial<Record<string, unknown>>;
  return { isOpen: isOpen === true, order: orders.find((name) => name === order) ?? "page" };
}

/** Saves the preferences. Does nothing in private windows, or if the extension is gone. */
export async function savePreferences(preferences: DiscussionPreferences): Promise<void> {
  if (isAlive() && !ext.extension.inIncognitoContext) {
    await ext.storage.local.set({ [storageKey]: preferences });
  }
}

/** Sort keys of a thread, in descending order; NaN if unknown. */
const sortKeys: Record<Exclude<Order, "page">, (thread: Branch) => number> = {
  newest: ({ time }) => Date.parse(time ?? ""),
  oldest: ({ time }) => -Date.parse(time ?? ""),
  voted: ({ votes }) => votes ?? Number.NaN,
  answered: ({ replies }) => replies,
};

/** Returns the orders that differ from the page's, preceded by the page's. */
export function availableOrders(threads: readonly Branch[]): Order[] {
  const differs = (order: Exclude<Order, "page">): boolean =>
    new Set(threads.map(sortKeys[order]).filter((rank) => !Number.isNaN(rank))).size > 1;
  return orders.filter((order) => order === "page" || differs(order));
}

/** Sorts threads. Equal ones keep the page's order; threads without a sort key come last. */
export function sortThreads(threads: readonly Branch[], order: Order): readonly Branch[] {
  if (order === "page") {
    return threads;
  }
  const ranked = threads.map((thread) => ({ thread, rank: sortKeys[order](thread) }));
  const sortKey = (rank: number): number => (Number.isNaN(rank) ? Number.NEGATIVE_INFINITY : rank);
  // `Infinity - Infinity` is NaN, which counts as equal.
  return ranked.toSorted((a, b) => sortKey(b.rank) - sortKey(a.rank) || 0).map(({ thread }) => thread);
}
