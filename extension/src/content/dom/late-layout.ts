/**
 * Keeps what is read in place while the page lays out what it had put off (`content-visibility: auto`): after a view that has
 * laid out all of it, sizes that browsers remember of such parts change with the next frames.
 */

import { shared } from "../../shared/state.ts";
import { lateLayoutTimeout } from "../../shared/timeouts.ts";
import { body, isConnected, rangeAround } from "../../ui/nodes.ts";

/** Holds a node where it is in the window, until the user goes on or a view opens. */
export function holdInPlace(node: Node): void {
  const top = (): number => {
    const range = rangeAround(node, node);
    return range.getBoundingClientRect().top;
  };
  const wanted = top();
  const ended = new AbortController();
  const over = AbortSignal.any([ended.signal, AbortSignal.timeout(lateLayoutTimeout)]);
  const resized = new ResizeObserver(() => {
    if (shared("pithShell")?.session || !isConnected(node)) {
      ended.abort();
      return;
    }
    const distance = top() - wanted;
    if (Math.abs(distance) >= 1) {
      window.scrollBy({ top: distance, behavior: "instant" });
    }
  });
  const page = body();
  if (page) {
    resized.observe(page);
  }
  over.addEventListener("abort", () => resized.disconnect());
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => ended.abort(), { capture: true, passive: true, signal: over });
  }
}
