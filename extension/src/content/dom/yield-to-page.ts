/** Yields to the page's event loop. */

import { paintTimeout } from "../../shared/timeouts.ts";

/**
 * Resolves once the page has run and all clicks and keys so far were handled. `scheduler.yield` would continue before
 * messages from the browser.
 */
export function yieldToPage(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Resolves once the current page is painted. */
export async function waitForPaint(): Promise<void> {
  const frame = new Promise((resolve) => requestAnimationFrame(resolve));
  // Hidden tabs aren't painted.
  await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, paintTimeout))]);
  await yieldToPage();
}
