/** Long work, divided so that the page can be used meanwhile. */

/** Ms of work after which the page has its turn: half of what people notice of a press. */
const longest = 40;

/** Work that can be put down and given up wherever it yields. */
export type Work = Generator<void, void>;

/** Does the work, its first slice at once. Resolves with whether it was done to the end before `signal` was aborted. */
export async function inSlices(work: Work, signal: AbortSignal): Promise<boolean> {
  let end = performance.now() + longest;
  while (!signal.aborted) {
    if (work.next().done) {
      return true;
    }
    if (performance.now() >= end) {
      await turn();
      end = performance.now() + longest;
    }
  }
  work.return();
  return false;
}

/**
 * Resolves once the page has had its turn, and every press, key and click on the toolbar button so far was heard. Not
 * by `scheduler.yield`, which goes on before what the browser itself has to tell.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
