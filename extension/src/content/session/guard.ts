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
  closePopups(): boolean;
  /**
   * Handles a keydown in a view that covers the page. Returns whether it was a shortcut. Null in views that leave keys
   * to the page; only Escape works there.
   */
  handleKey: ((event: KeyboardEvent) => boolean) | null;
}

/** Times that a view is restored within `period` ms before it is closed. */
const maxAttempts = 5;
const period = 10_000;

/** Guards until the session ends. */
export function guardView({ session, raise, closePopups, handleKey }: GuardOptions): void {
  const { host, signal } = session;
  const raiseAgain = limitRaises(session, raise);
  keepInPage(session, raiseAgain);
  keepOnTop(host, raiseAgain, signal, handleKey !== null);
  watchNavigation(session, handleKey !== null);
  hideClicksFromDocument(host, signal);
  if (handleKey) {
    captureKeys(session, handleKey, closePopups);
  } else {
    closeOnEscape(session, closePopups);
  }
}

/** Raises the view, at most as often as allowed: the page may remove or cover it each time. */
function limitRaises({ signal, giveUp }: Session, raise: () => void): () => void {
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
function keepInPage({ host, shadow, signal, closeView }: Session, raiseAgain: () => void): void {
  let root: Element | null = null;
  let hasListeners = true;
  shadow.addEventListener("pith-heard", () => {
    hasListeners = true;
  });
  const check = (): void => {
    if (rootElement() !== root) {
      // `document.open` removes all listeners, those of the view too, so nothing in it would work.
      hasListeners = false;
      shadow.dispatchEvent(new Event("pith-heard"));
      if (!hasListeners) {
        closeView();
        return;
      }
      observe();
    }
    if (!isConnected(host)) {
      (isAlive() ? raiseAgain : closeView)();
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
  const onOpened = ({ target, isTrusted }: Event): void => {
    if (
      isTrusted &&
      target instanceof Element &&
      (target === host || !contains(host, target)) &&
      matches(target, "dialog:modal, :popover-open, :fullscreen")
    ) {
      raiseAgain();
    }
  };
  onDocument("toggle", onOpened, signal);
  if (covers) {
    onDocument("fullscreenchange", onOpened, signal);
  }
}

/**
 * Notifies the session of navigation without a reload, because the page then shows something else. If `byFragment` is
 * false, because the page's own links are in use, jumps within the page aren't navigation.
 */
function watchNavigation({ signal, navigated }: Session, byFragment: boolean): void {
  const pageUrl = (): string => location.href.replace(/#.*/, "");
  const initialUrl = pageUrl();
  const handleNavigation = ({ isTrusted }: Event): void => {
    if (isTrusted && (byFragment || pageUrl() !== initialUrl)) {
      navigated();
    }
  };
  // Firefox has the Navigation API from version 147 on; before, `navigation` may be an element with that ID.
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // Replacing the URL isn't navigation: pages do it to record the scroll position or to clean up the URL.
    const onEntryChange = (event: NavigationCurrentEntryChangeEvent): void => {
      if (event.navigationType === "push" || event.navigationType === "traverse") {
        handleNavigation(event);
      }
    };
    navigation.addEventListener("currententrychange", onEntryChange, { signal });
  } else {
    window.addEventListener("popstate", handleNavigation, { signal });
    // There is no event for a pushed URL, but the new text shows it.
    const observer = new MutationObserver(() => {
      if (pageUrl() !== initialUrl) {
        observer.disconnect();
        navigated();
      }
    });
    observer.observe(document, { subtree: true, childList: true });
    signal.addEventListener("abort", () => observer.disconnect());
  }
}

/** Stops clicks on controls before the document, where orphan-guard.ts would take them for unhandled clicks. */
export function hideClicksFromDocument(host: HTMLElement, signal: AbortSignal): void {
  const stop = (event: Event): void => {
    if (event.target === host) {
      event.stopPropagation();
    }
  };
  window.addEventListener("pointerup", stop, { capture: true, signal });
}

/** Returns whether the user pressed Escape without modifiers. */
export function isEscape({ isTrusted, key, isComposing, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return isTrusted && key === "Escape" && !isComposing && !ctrlKey && !altKey && !metaKey;
}

/** Undefined if the browser lacks it. */
declare const CloseWatcher: new (options: { signal: AbortSignal }) => { onclose: () => void };

/** Handles Escape, also in fields, where browsers don't use it. */
function closeOnEscape({ closeView, signal }: Session, closePopups: () => boolean): void {
  const watch = (): void => {
    if ("CloseWatcher" in window && !signal.aborted) {
      // For pages that suppress the key, and for a phone's back gesture.
      new CloseWatcher({ signal }).onclose = () => (closePopups() ? watch() : closeView());
    }
  };
  watch();
  window.addEventListener(
    "keydown",
    (event) => {
      if (isEscape(event)) {
        event.stopPropagation();
        event.preventDefault();
        if (!closePopups()) {
          closeView();
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
export function hideTypingFromPage(session: Session): void {
  for (const type of ["keydown", "keypress", "keyup"]) {
    const stop = (event: Event): void => {
      if (event.isTrusted && event.target === session.host && isTyping(event, session)) {
        event.stopPropagation();
      }
    };
    window.addEventListener(type, stop, { capture: true, signal: session.signal });
  }
}

/** Stops keys pressed in Reader, because many pages have single-letter shortcuts. Synthetic keys of the page's scripts pass. */
function captureKeys(
  session: Session,
  handleKey: NonNullable<GuardOptions["handleKey"]>,
  closePopups: () => boolean,
): void {
  const { host, shadow, signal, closeView, layers } = session;
  // The number of open layers isn't enough: another key may open one before the timer fires.
  let closedCount = 0;
  const count = ({ newState }: ToggleEvent): void => {
    closedCount += newState === "closed" ? 1 : 0;
  };
  shadow.addEventListener("beforetoggle", count as EventListener, { capture: true, signal });
  /** Closes if Escape had no effect: the page's close watcher took it, or the page prevented it. */
  const handleEscape = (event: KeyboardEvent): void => {
    const [wasUnhandled, closedBefore] = [!event.defaultPrevented, closedCount];
    setTimeout(() => {
      if (
        !signal.aborted &&
        !(wasUnhandled && event.defaultPrevented) &&
        closedCount === closedBefore &&
        !closePopups()
      ) {
        closeView();
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
        handleEscape(event);
      }
      if (!isTyping(event, session) && (selectAll(event, host) || handleKey(event))) {
        event.preventDefault();
      }
    },
    options,
  );
  const stop = (event: Event): void => {
    if (event.isTrusted) {
      event.stopPropagation();
    }
  };
  for (const type of ["keypress", "keyup"]) {
    window.addEventListener(type, stop, options);
  }
  // Copied text stays as it is; some pages would append a line about its source.
  const onCopy = (event: Event): void => {
    if (event.target instanceof Node && contains(host, event.target)) {
      event.stopPropagation();
    }
  };
  window.addEventListener("copy", onCopy, options);
}

/** Selects only the article; Firefox would also select the page behind it. */
function selectAll(event: KeyboardEvent, host: HTMLElement): boolean {
  const isSelectAll =
    event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (isSelectAll) {
    selection()?.selectAllChildren(host);
  }
  return isSelectAll;
}
