/** Detects when elements scroll into view. */

/** Calls `then` once, when an element is visible or within `margin` px of it, unless `signal` is aborted first. */
export function whenVisible(element: Element, signal: AbortSignal, then: () => void, margin = 0): void {
  if (signal.aborted) {
    return;
  }
  const seen = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        seen.disconnect();
        then();
      }
    },
    { rootMargin: `${margin}px` },
  );
  seen.observe(element);
  signal.addEventListener("abort", () => seen.disconnect(), { once: true });
}
