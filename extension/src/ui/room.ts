/** Size and position of the visual viewport for the styles of a view, also on pages wider than the screen. */

import { cssZoom } from "./nodes.ts";

/**
 * Px of the visible part below which panels are sheets and actions are at the bottom, and from which panels leave room
 * for the text.
 */
const narrow = 600;
const wide = 1000;

/**
 * Keeps `data-room` (`narrow`, `middle`, `wide`) and `--pith-seen-…` of a dialog up to date until `signal` is aborted. `zoom`:
 * px of the window per px of the dialog, which may not be in the page yet.
 */
export function fitTo(dialog: HTMLElement, signal?: AbortSignal, zoom = (): number => cssZoom(dialog) || 1): void {
  const seen = visualViewport;
  if (!seen || dialog.dataset.room) {
    return;
  }
  const fit = (): void => {
    const scale = zoom();
    const { offsetLeft: left, offsetTop: top, width: inline, height: block } = seen;
    for (const [name, length] of Object.entries({ left, top, inline, block })) {
      dialog.style.setProperty(`--pith-seen-${name}`, `${length / scale}px`);
    }
    dialog.dataset.room = inline < narrow * scale ? "narrow" : inline < wide * scale ? "middle" : "wide";
  };
  fit();
  for (const type of ["resize", "scroll"]) {
    seen.addEventListener(type, fit, signal && { signal });
  }
}
