/** Input that turns pages or scrolls sideways: keys, the wheel, taps at the sides, and swipes. */

import type { ToolHost } from "../tool.ts";
import type { Axes } from "../axes.ts";

/** Minimum px of a swipe, and of a wheel movement, that turns a page. */
const [longSwipe, longTurn] = [40, 50];

/** Ms in which the wheel turns only one page, because touchpads send more events after the gesture. */
const wheelPause = 250;

/** Share of the width on each side in which a tap turns a page. */
const tapShare = 0.22;

/** Share of the visible part that is scrolled sideways at once. */
const screen = 0.9;

/** Px that an arrow key scrolls sideways. */
const arrow = 60;

interface TurnedPages {
  axes(): Axes;
  /** Returns true if pages are turned, false if text is scrolled sideways. */
  arePaged(): boolean;
  turn(step: 1 | -1): void;
  /** Turns to the first or the last page. */
  to(page: number): void;
}

/** Handles input until Reader closes. */
export class PageTurner {
  readonly #host: ToolHost;
  readonly #pages: TurnedPages;
  #wheeled = 0;
  #wheeledAt = 0;
  #turnedAt = 0;
  #touched: Touch | null = null;

  constructor(host: ToolHost, pages: TurnedPages) {
    this.#host = host;
    this.#pages = pages;
    const { dialog, session } = host;
    const { signal } = session;
    // On the window, because Reader keeps keys from the page and from the article there.
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
    dialog.addEventListener("wheel", (event) => this.#wheel(event), { passive: true, signal });
    dialog.addEventListener("click", (event) => this.#tap(event), { signal });
    dialog.addEventListener("touchstart", (event) => this.#touch(event), { passive: true, signal });
    dialog.addEventListener("touchend", (event) => this.#swipe(event), { passive: true, signal });
  }

  #press(event: KeyboardEvent): void {
    const { dialog, session } = this.#host;
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
    const focused = session.shadow.activeElement;
    const isElsewhere =
      dialog.querySelector("[popover=auto]:popover-open") ?? focused?.matches("input, textarea, select");
    // Line focus moves from page to page by itself.
    const isByLines = /^Arrow(?:Up|Down)$/.test(event.key) && dialog.querySelector(".band:not([hidden])");
    if (
      !this.#isOurs ||
      !event.isTrusted ||
      event.defaultPrevented ||
      event.isComposing ||
      hasModifier ||
      isElsewhere ||
      isByLines
    ) {
      return;
    }
    const [target] = event.composedPath();
    const isControl =
      focused?.matches("button") || (target instanceof Element && target.closest("button, summary, audio, video"));
    if (event.key === " " ? isControl : target instanceof Element && scrolls(target, event.key)) {
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
        flow.move(step * (event.key.startsWith("Arrow") ? arrow : screen * flow.seen));
      }
    } else if (event.key === "Home" || event.key === "End") {
      if (this.#pages.arePaged()) {
        this.#pages.to(event.key === "Home" ? 0 : Infinity);
      } else {
        flow.move(event.key === "Home" ? -Number.MAX_SAFE_INTEGER : Number.MAX_SAFE_INTEGER);
      }
    } else {
      return;
    }
    event.preventDefault();
  }

  /** True unless the browser itself can scroll the article, which it only does vertically. */
  get #isOurs(): boolean {
    return this.#pages.arePaged() || this.#pages.axes().writing !== "horizontal-tb";
  }

  /** True if the next page is on the left, for right-to-left text and for lines stacked leftward. */
  get #isLeftward(): boolean {
    const { isRtl, writing } = this.#pages.axes();
    return writing === "vertical-rl" || (writing === "horizontal-tb" && isRtl);
  }

  #wheel(event: WheelEvent): void {
    const { deltaX, deltaY, deltaMode, timeStamp } = event;
    const isAcross = Math.abs(deltaX) > Math.abs(deltaY);
    if (!event.isTrusted || event.ctrlKey || !this.#isOnPages(event) || scrollsBy(event, isAcross)) {
      return;
    }
    if (timeStamp - this.#wheeledAt > wheelPause) {
      this.#wheeled = 0;
    }
    this.#wheeledAt = timeStamp;
    const turned = isAcross ? deltaX * (this.#isLeftward ? -1 : 1) : deltaY;
    const distance = deltaMode === 0 ? turned : turned * longTurn;
    if (!this.#pages.arePaged()) {
      // The browser scrolls sideways, or Reader does if the page has prevented the event.
      if (!isAcross && !event.defaultPrevented) {
        this.#host.reader.flow.move(distance);
      }
      return;
    }
    this.#wheeled += distance;
    if (Math.abs(this.#wheeled) >= longTurn && timeStamp - this.#turnedAt > wheelPause) {
      this.#turnedAt = timeStamp;
      this.#pages.turn(this.#wheeled > 0 ? 1 : -1);
      this.#wheeled = 0;
    }
  }

  /** Turns the page after a tap on either side, or a mouse click beside the text. */
  #tap(event: MouseEvent): void {
    const { dialog, scroller } = this.#host;
    const isFree = this.#pages.arePaged() && this.#isOnPages(event) && !isControl(event);
    if (!isFree || !event.isTrusted || event.defaultPrevented) {
      return;
    }
    if (getSelection()?.isCollapsed === false) {
      return;
    }
    const { left, right } = dialog.getBoundingClientRect();
    const isTouch = event instanceof PointerEvent && event.pointerType !== "mouse";
    const text = scroller.getBoundingClientRect();
    const edge = (Number.parseFloat(dialog.style.getPropertyValue("--pith-gap")) / 2) * (dialog.currentCSSZoom || 1);
    const [from, to] = isTouch
      ? [left + tapShare * (right - left), right - tapShare * (right - left)]
      : [text.left + edge, text.right - edge];
    if (event.clientX < from || event.clientX > to) {
      this.#pages.turn(event.clientX < from === this.#isLeftward ? 1 : -1);
    }
  }

  #touch(event: TouchEvent): void {
    const [touch] = event.touches;
    const isFree = event.touches.length === 1 && this.#isOnPages(event) && !event.composedPath().some(canScroll);
    this.#touched = (isFree && touch) || null;
  }

  #swipe(event: TouchEvent): void {
    const [touch] = event.changedTouches;
    const from = this.#touched;
    this.#touched = null;
    if (!touch || !from || !this.#pages.arePaged() || !event.isTrusted || getSelection()?.isCollapsed === false) {
      return;
    }
    // In a zoomed page, a finger pans.
    if ((visualViewport?.scale ?? 1) > 1.05) {
      return;
    }
    const across = touch.clientX - from.clientX;
    const down = touch.clientY - from.clientY;
    if (Math.max(Math.abs(across), Math.abs(down)) < longSwipe) {
      return;
    }
    const isForward = Math.abs(across) > Math.abs(down) ? across < 0 !== this.#isLeftward : down < 0;
    this.#pages.turn(isForward ? 1 : -1);
  }

  /** Returns whether an event occurred on or beside the pages, not in a panel over them. */
  #isOnPages(event: Event): boolean {
    const { dialog, scroller } = this.#host;
    return this.#isOurs && (event.composedPath().includes(scroller) || event.composedPath()[0] === dialog);
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
function scrolls(focused: Element, key: string): boolean {
  return key.startsWith("Arrow") && canScroll(focused);
}

/** Returns whether the wheel scrolls a part of the article. */
function scrollsBy(event: WheelEvent, isAcross: boolean): boolean {
  return event.composedPath().some((node) => {
    if (!(node instanceof Element && canScroll(node))) {
      return false;
    }
    const { scrollLeft, scrollTop, scrollWidth, scrollHeight, clientWidth, clientHeight } = node;
    if (isAcross) {
      return scrollWidth > clientWidth;
    }
    return event.deltaY < 0 ? scrollTop > 0 : scrollTop + clientHeight < scrollHeight - 1 && scrollLeft >= 0;
  });
}
