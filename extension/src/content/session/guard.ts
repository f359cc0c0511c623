/** Protects an open view from the page's scripts. */

import { isAlive } from "../../shared/ext.ts";
import {
  contains,
  focusInRoot,
  isConnected,
  isEditable,
  matches,
  onDocument,
  rootElement,
  selection,
  viewOf,
} from "../../ui/nodes.ts";
import type { Session } from "./session.ts";

interface GuardOptions {
  session: Session;
  /** Puts the view back into the page and on top. */
  raise(): void;
  /** Closes popups above the view. Returns whether there were any. */
  close(): boolean;
  /**
   * Handles a keydown in a view that covers the page. Returns whether it was a shortcut. Null in views that leave keys
   * to the page; only Escape works there.
   */
  press: ((event: KeyboardEvent) => boolean) | null;
}

/** Times that a view is restored within `period` ms before it is closed. */
const maxAttempts = 5;
const period = 10_000;

/** Guards until the session ends. */
export function guard({ session, raise, close, press }: GuardOptions): void {
  const { host, signal } = session;
  const raiseAgain = limitedRaise(session, raise);
  keepInPlace(session, raiseAgain);
  keepOnTop(host, raiseAgain, signal, press !== null);
  leaveWithPage(session, press !== null);
  keepFromDocument(host, signal);
  if (press) {
    keepKeys(session, press, close);
  } else {
    leaveOnEscape(session, close);
  }
}

/** Raises the view, at most as often as allowed: the page may remove or cover it each time. */
function limitedRaise({ signal, giveUp }: Session, raise: () => void): () => void {
  const times: number[] = [];
  return () => {
    if (signal.aborted) {
      return;
    }
    const now = performance.now();
    while (times[0] !== undefined && now - times[0] > period) {
      times.shift();
    }
    times.push(now);
    if (times.length > maxAttempts) {
      giveUp();
      return;
    }
    try {
      raise();
    } catch (error) {
      // Without a root element there is nowhere to put the view.
      console.error(error);
      giveUp();
    }
  };
}

/** Restores the view if a script of the page removes it. If a newer run of the extension removes it, it stays removed. */
function keepInPlace({ host, shadow, signal, leave }: Session, raiseAgain: () => void): void {
  let root: Element | null = null;
  let isHeard = true;
  shadow.addEventListener("pith-heard", () => {
    isHeard = true;
  });
  const check = (): void => {
    if (rootElement() !== root) {
      // `document.open` removes all listeners, those of the view too, so nothing in it would work.
      isHeard = false;
      shadow.dispatchEvent(new Event("pith-heard"));
      if (!isHeard) {
        leave();
        return;
      }
      observe();
    }
    if (!isConnected(host)) {
      (isAlive() ? raiseAgain : leave)();
    }
  };
  const observer = new MutationObserver(check);
  // Two targets, because `document.write` replaces the root element.
  const observe = (): void => {
    observer.disconnect();
    observer.observe(document, { childList: true });
    root = rootElement();
    if (root) {
      observer.observe(root, { childList: true });
    }
  };
  observe();
  // The page's own focus handlers run before this.
  queueMicrotask(check);
  signal.addEventListener("abort", () => observer.disconnect());
}

/**
 * Raises the view above a dialog or popover that the page opens, usually for a newsletter. It would cover the view and,
 * if modal, make it inert. It stays open below the view. A view that `covers` the page is also raised above full-screen
 * elements; in other views those are videos that the user wants to see.
 */
function keepOnTop(host: HTMLElement, raiseAgain: () => void, signal: AbortSignal, covers: boolean): void {
  const opened = ({ target, isTrusted }: Event): void => {
    if (
      isTrusted &&
      target instanceof Element &&
      (target === host || !contains(host, target)) &&
      matches(target, "dialog:modal, :popover-open, :fullscreen")
    ) {
      raiseAgain();
    }
  };
  onDocument("toggle", opened, signal);
  if (covers) {
    onDocument("fullscreenchange", opened, signal);
  }
}

/**
 * Notifies the session of navigation without a reload, because the page then shows something else. If `byFragment` is
 * false, because the page's own links are in use, jumps within the page aren't navigation.
 */
function leaveWithPage({ signal, moved }: Session, byFragment: boolean): void {
  const page = (): string => location.href.replace(/#.*/, "");
  const from = page();
  const move = ({ isTrusted }: Event): void => {
    if (isTrusted && (byFragment || page() !== from)) {
      moved();
    }
  };
  // Firefox has the Navigation API from version 147 on; before, `navigation` may be an element with that ID.
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // Replacing the URL isn't navigation: pages do it to record the scroll position or to clean up the URL.
    const entered = (event: NavigationCurrentEntryChangeEvent): void => {
      if (event.navigationType === "push" || event.navigationType === "traverse") {
        move(event);
      }
    };
    navigation.addEventListener("currententrychange", entered, { signal });
  } else {
    window.addEventListener("popstate", move, { signal });
    // There is no event for a pushed URL, but the new text shows it.
    const observer = new MutationObserver(() => {
      if (page() !== from) {
        observer.disconnect();
        moved();
      }
    });
    observer.observe(document, { subtree: true, childList: true });
    signal.addEventListener("abort", () => observer.disconnect());
  }
}

/** Stops clicks on controls before the document, where orphan-guard.ts would take them for unhandled clicks. */
export function keepFromDocument(host: HTMLElement, signal: AbortSignal): void {
  const keep = (event: Event): void => {
    if (event.target === host) {
      event.stopPropagation();
    }
  };
  window.addEventListener("pointerup", keep, { capture: true, signal });
}

/** Returns whether the user pressed Escape without modifiers. */
export function isEscape({ isTrusted, key, isComposing, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return isTrusted && key === "Escape" && !isComposing && !ctrlKey && !altKey && !metaKey;
}

/** Undefined if the browser lacks it. */
declare const CloseWatcher: new (options: { signal: AbortSignal }) => { onclose: () => void };

/** Handles Escape, also in fields, where browsers don't use it. */
function leaveOnEscape({ leave, signal }: Session, close: () => boolean): void {
  const watch = (): void => {
    if ("CloseWatcher" in window && !signal.aborted) {
      // For pages that suppress the key, and for a phone's back gesture.
      new CloseWatcher({ signal }).onclose = () => (close() ? watch() : leave());
    }
  };
  watch();
  window.addEventListener(
    "keydown",
    (event) => {
      if (isEscape(event)) {
        event.stopPropagation();
        event.preventDefault();
        if (!close()) {
          leave();
        }
      }
    },
    { capture: true, signal },
  );
}

/** Returns whether a key is typed into a field of the page or of a view. */
export function isTyping(event: Event, { host, shadow }: Session): boolean {
  if (event.target === host) {
    const field = focusInRoot(shadow);
    const isField =
      field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "search");
    // Chromium keeps the focus in a hidden field until the next frame.
    return isField && field.checkVisibility();
  }
  const [target] = event.composedPath();
  // It may be in a frame, whose elements have other classes.
  return (
    target instanceof viewOf(target as Node).HTMLElement &&
    (isEditable(target) || matches(target, "input, textarea, select"))
  );
}

/** Stops keys typed into a field of the view: to the page they would look like keys outside a field. */
export function keepTyping(session: Session): void {
  for (const type of ["keydown", "keypress", "keyup"]) {
    const keep = (event: Event): void => {
      if (event.isTrusted && event.target === session.host && isTyping(event, session)) {
        event.stopPropagation();
      }
    };
    window.addEventListener(type, keep, { capture: true, signal: session.signal });
  }
}

/** Stops keys pressed in Reader, because many pages have single-letter shortcuts. Synthetic keys of the page's scripts pass. */
function keepKeys(session: Session, press: NonNullable<GuardOptions["press"]>, close: () => boolean): void {
  const { host, shadow, signal, leave, layers } = session;
  // The number of open layers isn't enough: another key may open one before the timer fires.
  let closed = 0;
  const count = ({ newState }: ToggleEvent): void => {
    closed += newState === "closed" ? 1 : 0;
  };
  shadow.addEventListener("beforetoggle", count as EventListener, { capture: true, signal });
  /** Closes if Escape had no effect: the page's close watcher took it, or the page prevented it. */
  const escaped = (event: KeyboardEvent): void => {
    const [isFree, before] = [!event.defaultPrevented, closed];
    setTimeout(() => {
      if (!signal.aborted && !(isFree && event.defaultPrevented) && closed === before && !close()) {
        leave();
      }
    });
  };
  const options = { capture: true, signal };
  window.addEventListener(
    "keydown",
    (event) => {
      if (!event.isTrusted) {
        return;
      }
      event.stopPropagation();
      if (isEscape(event)) {
        // Popups are above layers, and the browser closes them.
        if (!shadow.querySelector("[popover=auto]:popover-open, dialog dialog[open]") && layers.close()) {
          event.preventDefault();
          return;
        }
        escaped(event);
      }
      if (!isTyping(event, session) && (selectAll(event, host) || press(event))) {
        event.preventDefault();
      }
    },
    options,
  );
  const keep = (event: Event): void => {
    if (event.isTrusted) {
      event.stopPropagation();
    }
  };
  for (const type of ["keypress", "keyup"]) {
    window.addEventListener(type, keep, options);
  }
  // Copied text stays as it is; some pages would append a line about its source.
  const copied = (event: Event): void => {
    if (event.target instanceof Node && contains(host, event.target)) {
      event.stopPropagation();
    }
  };
  window.addEventListener("copy", copied, options);
}

/** Selects only the article; Firefox would also select the page behind it. */
function selectAll(event: KeyboardEvent, host: HTMLElement): boolean {
  const all = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (all) {
    selection()?.selectAllChildren(host);
  }
  return all;
}
