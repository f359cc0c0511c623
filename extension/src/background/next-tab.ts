/** Continues reading aloud in the next tab to the right in which a view shows an article. */

import { ext } from "../shared/ext.ts";
import type { Argument } from "../shared/requests.ts";
import { readOnTimeout } from "../shared/timeouts.ts";

/**
 * Continues reading aloud in the next open article, and activates its tab if the finished one was active. Resolves to false
 * if there is none. Tabs without a view deny access, so they are skipped.
 */
export async function readNextArticle({ until }: Argument<"read-on">, finishedTab: chrome.tabs.Tab): Promise<boolean> {
  const { index, active } = await ext.tabs.get(finishedTab.id ?? -1);
  const tabs = await ext.tabs.query({ windowId: finishedTab.windowId });
  const candidates = tabs.filter((tab) => tab.index > index && !tab.discarded).toSorted((a, b) => a.index - b.index);
  for (const { id } of candidates) {
    if (id !== undefined && (await startReading(id, null))) {
      if (active) {
        await ext.tabs.update(id, { active: true });
      }
      if (await startReading(id, { until })) {
        return true;
      }
    }
  }
  return false;
}

/** Starts reading aloud in a tab; only checks if `request` is null. Resolves to whether a view shows an article there. */
async function startReading(tabId: number, request: { until: number | null } | null): Promise<boolean> {
  const injection = ext.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [request],
    // Runs in the page, like those in inject.ts.
    func: (start: typeof request): boolean => {
      const readAloud = Object.getOwnPropertyDescriptor(globalThis, "pithShell")?.value.session?.readAloud;
      if (readAloud && start) {
        Object.defineProperty(globalThis, "pithReadOn", { value: start, configurable: true, writable: true });
        readAloud();
      }
      return Boolean(readAloud);
    },
  });
  const timeout = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer")), readOnTimeout));
  const results = await Promise.race([injection, timeout]).catch(() => []);
  return results[0]?.result === true;
}
