/** Tells when elements scroll into view. */

/** Calls `then` once, when an element is in sight or nearer to it than `margin` px, unless `signal` is aborted before. */
export function whenSeen(element: Element, signal: AbortSignal, then: () => void, margin = 0): void {
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
