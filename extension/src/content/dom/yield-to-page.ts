/** Yields to the page's event loop. */

import { paintTimeout } from "../../shared/timeouts.ts";

/**
 * Resolves once the page has had its turn, and every press, key and click on the toolbar button so far was heard. Not
 * by `scheduler.yield`, which goes on before what the browser itself has to tell.
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

/** Resolves once what is in the page now is painted. */
export async function painted(): Promise<void> {
  const frame = new Promise((resolve) => requestAnimationFrame(resolve));
  // A tab in the background paints nothing.
  await Promise.race([frame, new Promise((resolve) => setTimeout(resolve, paintTimeout))]);
  await yieldToPage();
}
