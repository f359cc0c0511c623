/**
 * Keeps the reading position while the page lays out content it had skipped (`content-visibility: auto`): after a view
 * that has laid out all of it, the browser updates its remembered sizes over the next frames.
 */

import { shared } from "../../shared/state.ts";
import { lateLayoutTimeout } from "../../shared/timeouts.ts";
import { body, isConnected, rangeAround } from "../../ui/nodes.ts";

/** Keeps a node at its position in the window, until the user moves on or a view opens. */
export function holdInPlace(node: Node): void {
  const top = (): number => {
    const range = rangeAround(node, node);
    return range.getBoundingClientRect().top;
  };
  const initialTop = top();
  const stopped = new AbortController();
  const signal = AbortSignal.any([stopped.signal, AbortSignal.timeout(lateLayoutTimeout)]);
  const observer = new ResizeObserver(() => {
    if (shared("pithShell")?.session || !isConnected(node)) {
      stopped.abort();
      return;
    }
    const distance = top() - initialTop;
    if (Math.abs(distance) >= 1) {
      window.scrollBy({ top: distance, behavior: "instant" });
    }
  });
  const pageBody = body();
  if (pageBody) {
    observer.observe(pageBody);
  }
  signal.addEventListener("abort", () => observer.disconnect());
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown"]) {
    window.addEventListener(type, () => stopped.abort(), { capture: true, passive: true, signal });
  }
}
