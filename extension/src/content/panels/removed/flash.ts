/** Scrolls to a restored part and flashes it. */

import { element } from "../../../ui/build.ts";

/** Flashes boxes in the window. Resolves when the flash ends. */
export function flash(shadow: ShadowRoot, area: DOMRect): void {
  const box = element("div", { class: "flash", popover: "manual", "aria-hidden": "true" });
  shadow.querySelector("dialog")?.append(box);
  box.showPopover();
  const zoom = box.currentCSSZoom || 1;
  const lengths = { left: area.left - 8, top: area.top - 4, width: area.width + 16, height: area.height + 8 };
  for (const [name, length] of Object.entries(lengths)) {
    box.style.setProperty(name, `${length / zoom}px`);
  }
  const end = (): void => box.remove();
  box.addEventListener("animationend", end);
  // The flash wouldn't move with the page.
  window.addEventListener("wheel", end, { once: true, passive: true });
}
