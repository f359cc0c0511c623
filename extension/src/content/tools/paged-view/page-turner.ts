/** Input that turns pages or scrolls sideways: keys, the wheel, taps at the sides, and swipes. */

import type { ToolHost } from "../tool.ts";
import type { Axes } from "../axes.ts";

/** Minimum px of a swipe, and of a wheel movement, that turns a page. */
const [minSwipe, minWheelDistance] = [40, 50];

/** Ms in which the wheel turns only one page, because touchpads send more events after the gesture. */
const wheelPause = 250;

/** Share of the width on each side in which a tap turns a page. */
const tapShare = 0.22;

/** Share of the visible part that is scrolled sideways at once. */
const screenShare = 0.9;

/** Px that an arrow key scrolls sideways. */
const arrowStep = 60;

interface PageActions {
  axes(): Axes;
  /** Returns true if pages are turned, false if text is scrolled sideways. */
  arePaged(): boolean;
  turn(step: 1 | -1): void;
  /** Turns to the first or the last page. */
  goTo(page: number): void;
}

/** Handles input until Reader closes. */
export class PageTurner {
  readonly #host: ToolHost;
  readonly #pages: PageActions;
  #wheelDistance = 0;
  #lastWheelTime = 0;
  #lastTurnTime = 0;
  #touchStart: Touch | null = null;

  constructor(host: ToolHost, pages: PageActions) {
    this.#host = host;
    this.#pages = pages;
    const { dialog, session } = host;
    const { signal } = session;
    // On the window, because Reader keeps keys from the page and from the article there.
    window.addEventListener("keydown", (event) => this.#onKey(event), { capture: true, signal });
    dialog.addEventListener("wheel", (event) => this.#onWheel(event), { passive: true, signal });
    dialog.addEventListener("click", (event) => this.#onClick(event), { signal });
    dialog.addEventListener("touchstart", (event) => this.#onTouchStart(event), { passive: true, signal });
    dialog.addEventListener("touchend", (event) => this.#onTouchEnd(event), { passive: true, signal });
  }

  #onKey(event: KeyboardEvent): void {
    const { dialog, session } = this.#host;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const focused = session.shadow.activeElement;
    const isHandledElsewhere =
      dialog.querySelector("[popover=auto]:popover-open") ?? focused?.matches("input, textarea, select");
    // Line focus moves from page to page by itself.
    const isForLineFocus =
      /^Arrow(?:Up|Down)$/.test(event.key) && dialog.querySelector(".line-focus-frame:not([hidden])");
    if (
      !this.#handlesInput ||
      !event.isTrusted ||
      event.defaultPrevented ||
      event.isComposing ||
      hasModifier ||
      isHandledElsewhere ||
      isForLineFocus
    ) {
      return;
    }
    const [target] = event.composedPath();
    const isControl =
      focused?.matches("button") || (target instanceof Element && target.closest("button, summary, audio, video"));
    if (event.key === " " ? isControl : target instanceof Element && scrollsByKey(target, event.key)) {
      return;
    }
    const [right, left] = this.#isLeftward ? ([-1, 1] as const) : ([1, -1] as const);
    const steps: { [key: string]: 1 | -1 } = {
      ArrowRight: right,
      ArrowLeft: left,
      ArrowDown: 1,
      ArrowUp: -1,
      PageDown: 1,
      PageUp: -1,
      " ": event.shiftKey ? -1 : 1,
    };
    const step = steps[event.key];
    const { flow } = this.#host.reader;
    if (step && (!event.shiftKey || event.key === " ")) {
      if (this.#pages.arePaged()) {
        this.#pages.turn(step);
      } else {
        flow.move(step * (event.key.startsWith("Arrow") ? arrowStep : screenShare * flow.visibleLength));
      }
    } else if (event.key === "Home" || event.key === "End") {
      if (this.#pages.arePaged()) {
        this.#pages.goTo(event.key === "Home" ? 0 : Infinity);
      } else {
        flow.move(event.key === "Home" ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /** True unless the browser itself can scroll the article, which it only does vertically. */
  get #handlesInput(): boolean {
    return this.#pages.arePaged() || this.#pages.axes().writing !== "horizontal-tb";
  }

  /** True if the next page is on the left, for right-to-left text and for lines stacked leftward. */
  get #isLeftward(): boolean {
    const { isRtl, writing } = this.#pages.axes();
    return writing === "vertical-rl" || (writing === "horizontal-tb" && isRtl);
  }

  #onWheel(event: WheelEvent): void {
    const { deltaX, deltaY, deltaMode, timeStamp } = event;
    const isHorizontal = Math.abs(deltaX) > Math.abs(deltaY);
    if (!event.isTrusted || event.ctrlKey || !this.#isOnPages(event) || scrollsByWheel(event, isHorizontal)) {
      return;
    }
    if (timeStamp - this.#lastWheelTime > wheelPause) {
      this.#wheelDistance = 0;
    }
    this.#lastWheelTime = timeStamp;
    const delta = isHorizontal ? deltaX * (this.#isLeftward ? -1 : 1) : deltaY;
    const distance = deltaMode === 0 ? delta : delta * minWheelDistance;
    if (!this.#pages.arePaged()) {
      // The browser scrolls sideways, or Reader does if the page has prevented the event.
      if (!isHorizontal && !event.defaultPrevented) {
        this.#host.reader.flow.move(distance);
      }
      return;
    }
    this.#wheelDistance += distance;
    if (Math.abs(this.#wheelDistance) >= minWheelDistance && timeStamp - this.#lastTurnTime > wheelPause) {
      this.#lastTurnTime = timeStamp;
      this.#pages.turn(this.#wheelDistance > 0 ? 1 : -1);
      this.#wheelDistance = 0;
    }
  }

  /** Turns the page after a tap on either side, or a mouse click beside the text. */
  #onClick(event: MouseEvent): void {
    const { dialog, scroller } = this.#host;
    const isAllowed = this.#pages.arePaged() && this.#isOnPages(event) && !isControl(event);
    if (!isAllowed || !event.isTrusted || event.defaultPrevented) {
      return;
    }
    if (getSelection()?.isCollapsed === false) {
      return;
    }
    const { left, right } = dialog.getBoundingClientRect();
    const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
    const textRect = scroller.getBoundingClientRect();
    const edge = (Number.parseFloat(dialog.style.getPropertyValue("--pith-gap")) / 2) * (dialog.currentCSSZoom || 1);
    const [leftEdge, rightEdge] = isTouch
      ? [left + tapShare * (right - left), right - tapShare * (right - left)]
      : [textRect.left + edge, textRect.right - edge];
    if (event.clientX < leftEdge || event.clientX > rightEdge) {
      this.#pages.turn(event.clientX < leftEdge === this.#isLeftward ? 1 : -1);
    }
  }

  #onTouchStart(event: TouchEvent): void {
    const [touch] = event.touches;
    const isAllowed = event.touches.length === 1 && this.#isOnPages(event) && !event.composedPath().some(canScroll);
    this.#touchStart = (isAllowed && touch) || null;
  }

  #onTouchEnd(event: TouchEvent): void {
    const [touch] = event.changedTouches;
    const touchStart = this.#touchStart;
    this.#touchStart = null;
    if (!touch || !touchStart || !this.#pages.arePaged() || !event.isTrusted || getSelection()?.isCollapsed === false) {
      return;
    }
    // In a zoomed page, a finger pans.
    if ((visualViewport?.scale ?? 1) > 1.05) {
      return;
    }
    const deltaX = touch.clientX - touchStart.clientX;
    const deltaY = touch.clientY - touchStart.clientY;
    if (Math.max(Math.abs(deltaX), Math.abs(deltaY)) < minSwipe) {
      return;
    }
    const isForward = Math.abs(deltaX) > Math.abs(deltaY) ? deltaX < 0 !== this.#isLeftward : deltaY < 0;
    this.#pages.turn(isForward ? 1 : -1);
  }

  /** Returns whether an event occurred on or beside the pages, not in a panel over them. */
  #isOnPages(event: Event): boolean {
    const { dialog, scroller } = this.#host;
    return this.#handlesInput && (event.composedPath().includes(scroller) || event.composedPath()[0] === dialog);
  }
}

/** Returns whether a control with its own action was clicked. */
function isControl(event: Event): boolean {
  return event
    .composedPath()
    .some(
      (node) =>
        node instanceof Element &&
        node.matches("a, button, summary, input, label, [role=button], math, audio, video, iframe"),
    );
}

/** Returns whether a node is a scrollable part of the article. */
function canScroll(node: EventTarget): boolean {
  return node instanceof Element && node.matches("pre[tabindex], .pith-table[tabindex]");
}

/** Returns whether a key scrolls the focused element. */
function scrollsByKey(focused: Element, key: string): boolean {
  return key.startsWith("Arrow") && canScroll(focused);
}

/** Returns whether the wheel scrolls a part of the article. */
function scrollsByWheel(event: WheelEvent, isHorizontal: boolean): boolean {
  return event.composedPath().some((node) => {
    if (!(node instanceof Element && canScroll(node))) {
      return false;
    }
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = node;
    if (isHorizontal) {
      return scrollWidth > clientWidth;
    }
    return event.deltaY < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1 && scrollLeft >= 0;
  });
}
