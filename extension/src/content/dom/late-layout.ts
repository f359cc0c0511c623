/**
 * Keeps the reading position while the page lays out content it had skipped (`content-visibility: auto`): after a view
 * that has laid out all of it, the browser updates its remembered sizes over the next frames.
 */

import { shared } from "../../shared/state.ts";
import { lateLayoutTimeout } from "../../shared/timeouts.ts";
import { body, isConnected, rangeAround } from "../../ui/nodes.ts";

/** Keeps a node at its position in the window, until the user moves on or a view opens. */
export function keepInPlace(node: Node): void {
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
