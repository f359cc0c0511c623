/** The visible part of the window. */

import { cssZoom, rootElement, scrollTo, scrollTop } from "../../ui/nodes.ts";

/**
 * Returns the factor from CSS px of the layout to those of the screen. On phones a page
 * that is wider than the screen is laid out wider than what is seen and shown smaller. What the
 * user magnifies then does not count.
 */
export function layoutScale(): number {
  return 1 / Math.min(visualViewport?.scale || 1, 1);
}

/** Returns the same for our own elements: a `zoom` on the page's root multiplies into every length below. */
export function ownScale(): number {
  return layoutScale() / (cssZoom(rootElement()) || 1);
}

/**
 * Scrolls a box by a distance in px of the window, and returns how far it went. What is in an element with `zoom`
 * scrolls in px of its own, and is measured in those of the window.
 */
export function scrollBox(box: Element, distance: number): number {
  const zoom = cssZoom(box) || 1;
  const before = scrollTop(box);
  scrollTo(box, { top: before + distance / zoom, behavior: "instant" });
  return (scrollTop(box) - before) * zoom;
}
