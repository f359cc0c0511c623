/** The visible part of the window. */

import { cssZoom, rootElement, scrollTo, scrollTop } from "../../ui/nodes.ts";

/**
 * Returns the factor from CSS px of the layout to those of the screen. If a page is wider than a phone's screen, it is
 * laid out wider than the visible part and scaled down. Zooming in by the user isn't included.
 */
export function layoutScale(): number {
  return 1 / Math.min(visualViewport?.scale || 1, 1);
}

/** Returns the same for Pith's own elements: a `zoom` on the page's root scales all lengths below it. */
export function ownScale(): number {
  return layoutScale() / (cssZoom(rootElement()) || 1);
}

/**
 * Scrolls a box by a distance in px of the window, and returns the distance scrolled. In an element with `zoom`, scroll
 * positions are in px of its own, but boxes are in those of the window.
 */
export function scrollBox(box: Element, distance: number): number {
  const zoom = cssZoom(box) || 1;
  const before = scrollTop(box);
  scrollTo(box, { top: before + distance / zoom, behavior: "instant" });
  return (scrollTop(box) - before) * zoom;
}
