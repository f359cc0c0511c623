/** A popup, opened by a button at its own place: a menu or a panel, above everything and gone with the next click beside it. */

/** Px between a popup and its button, and between it and the edges of what is seen. */
const gap = 8;

/**
 * Makes `button` open and close `popup`, which `fill` fills each time. The popup has to stand in the same
 * tree. The step that opens the popup moves the focus to what `fill` returns: the event `toggle` comes
 * later, and a key pressed before it would go elsewhere.
 */
export function opens(button: HTMLButtonElement, popup: HTMLElement, fill: () => HTMLElement): void {
  popup.popover = "auto";
  button.popoverTargetElement = popup;
  let ended = new AbortController();
  popup.addEventListener("beforetoggle", ({ newState }) => {
    ended.abort();
    if (newState === "open") {
      ended = new AbortController();
      // Transparent until it has its place: a hidden element could not take the focus.
      popup.style.opacity = "0";
      fill().autofocus = true;
    }
  });
  popup.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") {
      const again = (): void => place(popup, button.getBoundingClientRect());
      again();
      window.addEventListener("resize", again, { signal: ended.signal });
      popup.style.opacity = "";
    }
  });
}

/** Places the popup above what it belongs to in the lower half of what is seen, else below it, its end at the end of that. */
export function place(popup: HTMLElement, at: DOMRect): void {
  const seen = seenBox();
  const isLow = at.top + at.height / 2 > (seen.top + seen.bottom) / 2;
  const zoom = popup.currentCSSZoom || 1;
  const { style } = popup;
  const room = isLow ? at.top - seen.top : seen.bottom - at.bottom;
  style.maxHeight = `${(room - 2 * gap) / zoom}px`;
  style.maxWidth = `${(seen.right - seen.left - 2 * gap) / zoom}px`;
  const { width, height } = popup.getBoundingClientRect();
  const middle = at.left + (at.width - width) / 2;
  const end = getComputedStyle(popup).direction === "rtl" ? at.left : at.right - width;
  const left = Math.max(seen.left + gap, Math.min(isLow ? middle : end, seen.right - width - gap));
  const top = isLow ? at.top - height - gap : at.bottom + gap;
  style.left = `${left / zoom}px`;
  style.top = `${top / zoom}px`;
}

/** Returns the part of the window that is seen, in px of the layout. */
function seenBox(): { left: number; top: number; right: number; bottom: number } {
  const {
    offsetLeft: left,
    offsetTop: top,
    width,
    height,
  } = visualViewport ?? {
    offsetLeft: 0,
    offsetTop: 0,
    width: innerWidth,
    height: innerHeight,
  };
  return { left, top, right: left + width, bottom: top + height };
}
