/** Input that turns pages or scrolls sideways: keys, the wheel, taps at the sides, and swipes. */

import type { ToolHost } from "../tool.ts";
import type { Axes } from "../axes.ts";

/** Px that a finger swipes over at least, and that a wheel turns. */
const [longSwipe, longTurn] = [40, 50];

/** Ms in which the wheel turns only one page: a touchpad sends more events after the gesture. */
const still = 250;

/** Shares of the width at both sides in which a tap turns a page. */
const side = 0.22;

/** Share of what is seen that is gone on by at once, where it is scrolled sideways. */
const screen = 0.9;

/** Px that an arrow goes on by there. */
const arrow = 60;

interface TurnedPages {
  axes(): Axes;
  /** Returns whether pages are turned; else what is scrolled sideways is. */
  arePaged(): boolean;
  turn(step: 1 | -1): void;
  /** Goes to the first page, or to the last one. */
  to(page: number): void;
}

/** Goes through the article until the reader is left. */
export class Turning {
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
    // At the window: there the reader keeps keys from the page, and from all that stands in it.
    window.addEventListener("keydown", (event) => this.#press(event), { capture: true, signal });
    dialog.addEventListener("wheel", (event) => this.#wheel(event), { passive: true, signal });
    dialog.addEventListener("click", (event) => this.#tap(event), { signal });
    dialog.addEventListener("touchstart", (event) => this.#touch(event), { passive: true, signal });
    dialog.addEventListener("touchend", (event) => this.#swipe(event), { passive: true, signal });
  }

  #press(event: KeyboardEvent): void {
    const { dialog, session } = this.#host;
    const isHeld = event.ctrlKey || event.metaKey || event.altKey;
    const focused = session.shadow.activeElement;
    const isElsewhere =
      dialog.querySelector("[popover=auto]:popover-open") ?? focused?.matches("input, textarea, select");
    // Line focus goes on without it, from page to page.
    const isByLines = /^Arrow(?:Up|Down)$/.test(event.key) && dialog.querySelector(".band:not([hidden])");
    if (
      !this.#isOurs ||
      !event.isTrusted ||
      event.defaultPrevented ||
      event.isComposing ||
      isHeld ||
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

  /** True where the browser itself does not go through the article: it scrolls down alone. */
  get #isOurs(): boolean {
    return this.#pages.arePaged() || this.#pages.axes().writing !== "horizontal-tb";
  }

  /** True where what comes next lies to the left: text that runs so, or whose lines follow one another so. */
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
    if (timeStamp - this.#wheeledAt > still) {
      this.#wheeled = 0;
    }
    this.#wheeledAt = timeStamp;
    const turned = isAcross ? deltaX * (this.#isLeftward ? -1 : 1) : deltaY;
    const distance = deltaMode === 0 ? turned : turned * longTurn;
    if (!this.#pages.arePaged()) {
      // The browser scrolls sideways; if the page has prevented the wheel, the reader does.
      if (!isAcross && !event.defaultPrevented) {
        this.#host.reader.flow.move(distance);
      }
      return;
    }
    this.#wheeled += distance;
    if (Math.abs(this.#wheeled) >= longTurn && timeStamp - this.#turnedAt > still) {
      this.#turnedAt = timeStamp;
      this.#pages.turn(this.#wheeled > 0 ? 1 : -1);
      this.#wheeled = 0;
    }
  }

  /** Turns where a finger taps at a side, or a mouse beside the text. */
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
      ? [left + side * (right - left), right - side * (right - left)]
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
    // What is magnified is moved about by a finger.
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

  /** Returns whether something happens on the pages or beside them, and not in a panel over these. */
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

/** Returns whether a node is a part of the article that scrolls in itself. */
function canScroll(node: EventTarget): boolean {
  return node instanceof Element && node.matches("pre[tabindex], .pith-table[tabindex]");
}

/** Returns whether a key scrolls what has the focus. */
function scrolls(focused: Element, key: string): boolean {
  return key.startsWith("Arrow") && canScroll(focused);
}

/** Returns whether the wheel scrolls something within the article. */
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
