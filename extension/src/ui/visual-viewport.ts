/** Size and position of the visual viewport for the styles of a view, also on pages wider than the screen. */

import { cssZoom } from "./nodes.ts";

/**
 * Px of the visible part below which panels are sheets and actions are at the bottom, and from which panels leave room
 * for the text.
 */
const narrowBelow = 600;
const wideFrom = 1000;

/**
 * Keeps `data-room` (`narrow`, `middle`, `wide`) and `--pith-seen-…` of a dialog up to date until `signal` is aborted. `zoom`:
 * px of the window per px of the dialog, which may not be in the page yet.
 */
export function trackViewport(
  dialog: HTMLElement,
  signal?: AbortSignal,
  zoom = (): number => cssZoom(dialog) || 1,
): void {
  const viewport = visualViewport;
  if (!viewport || dialog.dataset.room) {
    return;
  }
  const update = (): void => {
    const scale = zoom();
    const { offsetLeft: left, offsetTop: top, width: inline, height: block } = viewport;
    for (const [name, length] of Object.entries({ left, top, inline, block })) {
      dialog.style.setProperty(`--pith-seen-${name}`, `${length / scale}px`);
    }
    dialog.dataset.room = inline < narrowBelow * scale ? "narrow" : inline < wideFrom * scale ? "middle" : "wide";
  };
  update();
  for (const type of ["resize", "scroll"]) {
    viewport.addEventListener(type, update, signal && { signal });
  }
}
