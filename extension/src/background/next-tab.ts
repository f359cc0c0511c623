/** Continues reading aloud in the next tab to the right in which a view shows an article. */

import { ext } from "../shared/ext.ts";
import type { Argument } from "../shared/requests.ts";
import { readOnTimeout } from "../shared/timeouts.ts";

/**
 * Continues reading aloud in the next open article, and activates its tab if the finished one was active. Resolves to false
 * if there is none. Tabs without a view deny access, so they are skipped.
 */
export async function readOn({ until }: Argument<"read-on">, ended: chrome.tabs.Tab): Promise<boolean> {
  const { index, active } = await ext.tabs.get(ended.id ?? -1);
  const tabs = await ext.tabs.query({ windowId: ended.windowId });
  const following = tabs.filter((tab) => tab.index > index && !tab.discarded).toSorted((a, b) => a.index - b.index);
  for (const { id } of following) {
    if (id !== undefined && (await reads(id, null))) {
      if (active) {
        await ext.tabs.update(id, { active: true });
      }
      if (await reads(id, { until })) {
        return true;
      }
    }
  }
  return false;
}

/** Starts reading aloud in a tab; only checks if `begun` is null. Resolves to whether a view shows an article there. */
async function reads(tabId: number, begun: { until: number | null } | null): Promise<boolean> {
  const injected = ext.scripting.executeScript({
    target: { tabId },
    injectImmediately: true,
    args: [begun],
    // Runs in the page, like those in inject.ts.
    func: (start: typeof begun): boolean => {
      const read = Object.getOwnPropertyDescriptor(globalThis, "pithShell")?.value.session?.readAloud;
      if (read && start) {
        Object.defineProperty(globalThis, "pithReadOn", { value: start, configurable: true, writable: true });
        read();
      }
      return Boolean(read);
    },
  });
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new Error("no answer")), readOnTimeout));
  const answers = await Promise.race([injected, late]).catch(() => []);
  return answers[0]?.result === true;
}
