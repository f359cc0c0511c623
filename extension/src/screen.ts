/** The part of the window that is seen. */

import { cssZoom, rootElement } from "./nodes.ts";

/**
 * Returns the factor from CSS px of the layout to those of the screen. On phones a page
 * that is wider than the screen is laid out wider than what is seen and shown smaller. What the
 * user magnifies then does not count.
 */
export function layoutScale(): number {
  return 1 / Math.min(visualViewport?.scale || 1, 1);
}

/** The same for our own elements: a `zoom` on the page's root multiplies into every length below. */
export function ownScale(): number {
  return layoutScale() / (cssZoom(rootElement()) || 1);
}
