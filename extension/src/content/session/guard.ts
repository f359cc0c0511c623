/** Keeps a view up against what the page's scripts do while it is open. */

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

interface Guarded {
  session: Session;
  /** Puts the view back into the page and on top. */
  raise(): void;
  /** Closes what is open above the view itself. Returns whether anything was. */
  dismiss(): boolean;
  /** Handles a key that went down in a view that covers the page. Returns whether it had a meaning.
   * Null in views in which the page keeps its keys: there only Escape acts. */
  press: ((event: KeyboardEvent) => boolean) | null;
}

/** Times that a view is put back within `period` ms before it gives up. */
const tries = 5;
const period = 10_000;

/** Guards until the session ends. */
export function guard({ session, raise, dismiss, press }: Guarded): void {
  const { host, signal } = session;
  const insist = insistence(session, raise);
  keepInPlace(session, insist);
  keepOnTop(host, insist, signal, press !== null);
  leaveWithPage(session, press !== null);
  keepFromDocument(host, signal);
  if (press) {
    keepKeys(session, press, dismiss);
  } else {
    leaveOnEscape(session, dismiss);
  }
}

/** Raises the view as often as is allowed: the page may remove or cover it each time. */
function insistence({ signal, giveUp }: Session, raise: () => void): () => void {
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
    if (times.length > tries) {
      giveUp();
      return;
    }
    try {
      raise();
    } catch (error) {
      // Without a root element the view has no place.
      console.error(error);
      giveUp();
    }
  };
}

/** Puts the view back when a script of the page removes it. A newer run of the extension removes it for good. */
function keepInPlace({ host, shadow, signal, leave }: Session, insist: () => void): void {
  let root: Element | null = null;
  let isHeard = true;
  shadow.addEventListener("pith-heard", () => {
    isHeard = true;
  });
  const check = (): void => {
    if (rootElement() !== root) {
      // `document.open` takes all listeners from the page, those of the view too: nothing in it would work.
      isHeard = false;
      shadow.dispatchEvent(new Event("pith-heard"));
      if (!isHeard) {
        leave();
        return;
      }
      observe();
    }
    if (!isConnected(host)) {
      (isAlive() ? insist : leave)();
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
  // What the page does as it loses the focus to the view comes before that.
  queueMicrotask(check);
  signal.addEventListener("abort", () => observer.disconnect());
}

/** Raises the view above a dialog or popover that the page opens meanwhile, mostly for a newsletter. It
 * would cover the view and, if modal, make it inert. It stays open, below the view. A view that `covers` the page is
 * raised above what goes full screen as well; over the page itself that is a video the user wants to see. */
function keepOnTop(host: HTMLElement, insist: () => void, signal: AbortSignal, covers: boolean): void {
  const opened = ({ target, isTrusted }: Event): void => {
    if (
      isTrusted &&
      target instanceof Element &&
      (target === host || !contains(host, target)) &&
      matches(target, "dialog:modal, :popover-open, :fullscreen")
    ) {
      insist();
    }
  };
  onDocument("toggle", opened, signal);
  if (covers) {
    onDocument("fullscreenchange", opened, signal);
  }
}

/** Tells the session when the page moves on without a reload, because it then shows something else. With
 * `byFragment` false, where the page's own links are in use, going to a place on the page isn't a navigation. */
function leaveWithPage({ signal, moved }: Session, byFragment: boolean): void {
  const page = (): string => location.href.replace(/#.*/, "");
  const from = page();
  const move = ({ isTrusted }: Event): void => {
    if (isTrusted && (byFragment || page() !== from)) {
      moved();
    }
  };
  // The Navigation API is in Firefox from 147 on; before, `navigation` may be an element of that id.
  const { navigation } = window;
  if (String(navigation) === "[object Navigation]") {
    // Replacing the URL isn't a navigation: pages do it to note the place scrolled to, or to tidy the address.
    const entered = (event: NavigationCurrentEntryChangeEvent): void => {
      if (event.navigationType === "push" || event.navigationType === "traverse") {
        move(event);
      }
    };
    navigation.addEventListener("currententrychange", entered, { signal });
  } else {
    window.addEventListener("popstate", move, { signal });
    // There nothing tells of a pushed address, but the new text does.
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

/** Keeps presses on the controls from the document, where orphan-guard.ts would take them for presses that no view hears. */
export function keepFromDocument(host: HTMLElement, signal: AbortSignal): void {
  const keep = (event: Event): void => {
    if (event.target === host) {
      event.stopPropagation();
    }
  };
  window.addEventListener("pointerup", keep, { capture: true, signal });
}

/** Returns whether the user pressed Escape alone. */
export function isEscape({ isTrusted, key, isComposing, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return isTrusted && key === "Escape" && !isComposing && !ctrlKey && !altKey && !metaKey;
}

/** Where the browser has it. */
declare const CloseWatcher: new (options: { signal: AbortSignal }) => { onclose: () => void };

/** Handles Escape also in a field, where it means nothing to the browser. */
function leaveOnEscape({ leave, signal }: Session, dismiss: () => boolean): void {
  const watch = (): void => {
    if ("CloseWatcher" in window && !signal.aborted) {
      // Where the page keeps the key to itself, and for a phone's back gesture.
      new CloseWatcher({ signal }).onclose = () => (dismiss() ? watch() : leave());
    }
  };
  watch();
  window.addEventListener(
    "keydown",
    (event) => {
      if (isEscape(event)) {
        event.stopPropagation();
        event.preventDefault();
        if (!dismiss()) {
          leave();
        }
      }
    },
    { capture: true, signal },
  );
}

/** Returns whether a key goes into a field of the page or of a view. */
export function isTyping(event: Event, { host, shadow }: Session): boolean {
  if (event.target === host) {
    const field = focusInRoot(shadow);
    const isField =
      field instanceof HTMLTextAreaElement || (field instanceof HTMLInputElement && field.type === "search");
    // Chromium leaves the focus in a field that is shown no more until the next frame.
    return isField && field.checkVisibility();
  }
  const [target] = event.composedPath();
  // It may stand in a frame, whose elements are of other classes.
  return (
    target instanceof viewOf(target as Node).HTMLElement &&
    (isEditable(target) || matches(target, "input, textarea, select"))
  );
}

/** Keeps what is typed into a field of the view from the page, to which it seems typed at none. */
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

/** Keeps keys that are pressed in the reader from the page, because many pages act on single letters.
 * Keys that a script of the page makes up stay the page's. */
function keepKeys(session: Session, press: NonNullable<Guarded["press"]>, dismiss: () => boolean): void {
  const { host, shadow, signal, leave, layers } = session;
  // Not how many are open: another key may open one before the timer runs.
  let closed = 0;
  const count = ({ newState }: ToggleEvent): void => {
    closed += newState === "closed" ? 1 : 0;
  };
  shadow.addEventListener("beforetoggle", count as EventListener, { capture: true, signal });
  /** Acts where nothing came of Escape: a close watcher of the page has taken it, or the page has prevented it. */
  const escaped = (event: KeyboardEvent): void => {
    const [isFree, before] = [!event.defaultPrevented, closed];
    setTimeout(() => {
      if (!signal.aborted && !(isFree && event.defaultPrevented) && closed === before && !dismiss()) {
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
        // Popups come above layers, and the browser closes them.
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
  // Copied text goes to the clipboard as it is; some pages would add a line on its source.
  const copied = (event: Event): void => {
    if (event.target instanceof Node && contains(host, event.target)) {
      event.stopPropagation();
    }
  };
  window.addEventListener("copy", copied, options);
}

/** Selects the article alone; Firefox would select the page behind it as well. */
function selectAll(event: KeyboardEvent, host: HTMLElement): boolean {
  const all = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (all) {
    selection()?.selectAllChildren(host);
  }
  return all;
}
