/**
 * A popover at its button: a menu or a panel, above everything, closed by the next click outside.
 */

/** Px between a popup and its button, and between it and the edges of the visual viewport. */
const gap = 8;

/**
 * Maximum px of the visible part in which a panel is a sheet along its button's edge, and its maximum share of the
 * height.
 */
const narrow = 640;
const sheetShare = 0.5;

/** Px from a button to the edge of its bar. */
const edge = 5;

/**
 * Makes `button` open and close `popup`, which `fill` fills each time. The popup has to be in the same tree. Opening moves the
 * focus immediately to the element that `fill` returns: the event `toggle` is later, and a key before it would go elsewhere.
 */
export function connectPopup(button: HTMLButtonElement, popup: HTMLElement, fill: () => HTMLElement): void {
  popup.popover = "auto";
  button.popoverTargetElement = popup;
  let ended = new AbortController();
  popup.addEventListener("beforetoggle", ({ newState }) => {
    ended.abort();
    if (newState === "open") {
      ended = new AbortController();
      // Transparent until it is placed: a hidden element couldn't take the focus.
      popup.style.opacity = "0";
      fill().autofocus = true;
    }
  });
  popup.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") {
      const canBeSheet = popup.classList.contains("panel");
      const again = (): void => place(popup, button.getBoundingClientRect(), canBeSheet);
      again();
      window.addEventListener("resize", again, { signal: ended.signal });
      popup.style.opacity = "";
    }
  });
}

/**
 * Places the popup above its button in the lower half of the visual viewport, otherwise below, with aligned ends. On a phone it
 * becomes a sheet if it can: as wide as the viewport, with the text still visible.
 */
export function place(popup: HTMLElement, at: DOMRect, canBeSheet = false): void {
  const seen = seenBox();
  const isLow = at.top + at.height / 2 > (seen.top + seen.bottom) / 2;
  const zoom = popup.currentCSSZoom || 1;
  const { style } = popup;
  const isSheet = canBeSheet && seen.right - seen.left <= narrow * zoom;
  popup.classList.toggle("sheet", isSheet);
  const room = isLow ? at.top - seen.top : seen.bottom - at.bottom;
  const most = isSheet ? sheetShare * (seen.bottom - seen.top) : room;
  const [inset, apart] = isSheet ? [0, edge] : [gap, gap];
  style.maxHeight = `${Math.min(room - 2 * gap, most) / zoom}px`;
  style.maxWidth = `${(seen.right - seen.left - 2 * inset) / zoom}px`;
  const { width, height } = popup.getBoundingClientRect();
  const middle = at.left + (at.width - width) / 2;
  const end = getComputedStyle(popup).direction === "rtl" ? at.left : at.right - width;
  const left = Math.max(seen.left + inset, Math.min(isLow ? middle : end, seen.right - width - inset));
  const top = isLow ? at.top - height - apart : at.bottom + apart;
  style.left = `${left / zoom}px`;
  style.top = `${top / zoom}px`;
}

/** Returns whether panels are sheets at the bottom, by the same condition as in components.css. */
export function isNarrow(zoom: number): boolean {
  const { left, right } = seenBox();
  return right - left < 600 * zoom;
}

/** Returns the visual viewport in layout px. */
export function seenBox(): { left: number; top: number; right: number; bottom: number } {
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
