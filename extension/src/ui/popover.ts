/**
 * A popover at its button: a menu or a panel, above everything, closed by the next click outside.
 */

/** Px between a popup and its button, and between it and the edges of the visual viewport. */
const gap = 8;

/**
 * Maximum px of the visible part in which a panel is a sheet along its button's edge, and its maximum share of the
 * height.
 */
const maxSheetWidth = 640;
const sheetShare = 0.5;

/** Px from a button to the edge of its bar. */
const sheetGap = 5;

/**
 * Makes `button` open and close `popup`, which `fill` fills each time. The popup has to be in the same tree. Opening moves the
 * focus immediately to the element that `fill` returns: the event `toggle` is later, and a key before it would go elsewhere.
 */
export function connectPopup(button: HTMLButtonElement, popup: HTMLElement, fill: () => HTMLElement): void {
  popup.popover = "auto";
  button.popoverTargetElement = popup;
  let closed = new AbortController();
  popup.addEventListener("beforetoggle", ({ newState }) => {
    closed.abort();
    if (newState === "open") {
      closed = new AbortController();
      // Transparent until it is placed: a hidden element couldn't take the focus.
      popup.style.opacity = "0";
      fill().autofocus = true;
    }
  });
  popup.addEventListener("toggle", ({ newState }) => {
    if (newState === "open") {
      const canBeSheet = popup.classList.contains("panel");
      const update = (): void => positionPopup(popup, button.getBoundingClientRect(), canBeSheet);
      update();
      window.addEventListener("resize", update, { signal: closed.signal });
      popup.style.opacity = "";
    }
  });
}

/**
 * Places the popup above its button in the lower half of the visual viewport, otherwise below, with aligned ends. On a phone it
 * becomes a sheet if it can: as wide as the viewport, with the text still visible.
 */
export function positionPopup(popup: HTMLElement, anchor: DOMRect, canBeSheet = false): void {
  const visible = visualViewportBox();
  const isLow = anchor.top + anchor.height / 2 > (visible.top + visible.bottom) / 2;
  const zoom = popup.currentCSSZoom || 1;
  const { style } = popup;
  const isSheet = canBeSheet && visible.right - visible.left <= maxSheetWidth * zoom;
  popup.classList.toggle("sheet", isSheet);
  const available = isLow ? anchor.top - visible.top : visible.bottom - anchor.bottom;
  const maxHeight = isSheet ? sheetShare * (visible.bottom - visible.top) : available;
  const [inset, distance] = isSheet ? [0, sheetGap] : [gap, gap];
  style.maxHeight = `${Math.min(available - 2 * gap, maxHeight) / zoom}px`;
  style.maxWidth = `${(visible.right - visible.left - 2 * inset) / zoom}px`;
  const { width, height } = popup.getBoundingClientRect();
  const centered = anchor.left + (anchor.width - width) / 2;
  const aligned = getComputedStyle(popup).direction === "rtl" ? anchor.left : anchor.right - width;
  const top = isLow ? anchor.top - height - distance : anchor.bottom + distance;
  moveTo(popup, isLow ? centered : aligned, top, inset);
}

/** Moves a popup to a place in the window, or as near as it's at least `inset` px inside of the visual viewport. */
export function moveTo(popup: HTMLElement, left: number, top: number, inset = gap): void {
  const visible = visualViewportBox();
  const zoom = popup.currentCSSZoom || 1;
  const { width, height } = popup.getBoundingClientRect();
  const x = Math.max(visible.left + inset, Math.min(left, visible.right - width - inset));
  const y = Math.max(visible.top + inset, Math.min(top, visible.bottom - height - inset));
  popup.style.left = `${x / zoom}px`;
  popup.style.top = `${y / zoom}px`;
}

/** Returns whether panels are sheets at the bottom, by the same condition as in components.css. */
export function isNarrow(zoom: number): boolean {
  const { left, right } = visualViewportBox();
  return right - left < 600 * zoom;
}

/** Returns the visual viewport in layout px. */
export function visualViewportBox(): { left: number; top: number; right: number; bottom: number } {
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
