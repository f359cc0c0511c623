/** Detects when elements scroll into view. */

/** Calls `onVisible` once, when an element is visible or within `margin` px of it, unless `signal` is aborted first. */
export function whenVisible(element: Element, signal: AbortSignal, onVisible: () => void, margin = 0): void {
  if (signal.aborted) {
    return;
  }
  const observer = new IntersectionObserver(
    (entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) {
        observer.disconnect();
        onVisible();
      }
    },
    { rootMargin: `${margin}px` },
  );
  observer.observe(element);
  signal.addEventListener("abort", () => observer.disconnect(), { once: true });
}
