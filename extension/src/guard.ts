/** Keeps a view up against what the page's scripts do while it is open. */

export interface Guarded {
  host: HTMLElement;
  /** Puts the view back into the page and on top. */
  raise(): void;
  leave(): void;
  /** Closes what is open above the view itself. Returns whether anything was. */
  dismiss(): boolean;
  /** A key went down in a view that covers the page. Returns whether it meant something there.
   * Null where the page stays in use and its keys are its own: only Escape leaves. */
  press: ((event: KeyboardEvent) => boolean) | null;
}

/** Guards until `signal` is aborted. */
export function guard({ host, raise, leave, dismiss, press }: Guarded, signal: AbortSignal): void {
  keepInPlace(host, raise, leave, signal);
  keepOnTop(host, raise, signal);
  leaveWithPage(leave, press !== null, signal);
  if (press) {
    keepKeys(host, press, signal);
  } else {
    leaveOnEscape(leave, dismiss, signal);
  }
}

/** Scripts that remove what they do not know: put back once; on the second removal give in. */
function keepInPlace(host: HTMLElement, raise: () => void, leave: () => void, signal: AbortSignal): void {
  let removals = 0;
  const observer = new MutationObserver(() => {
    if (!host.isConnected) {
      removals += 1;
      (removals === 1 ? raise : leave)();
    }
  });
  // Two targets, because `document.write` replaces the root element.
  observer.observe(document, { childList: true });
  observer.observe(document.documentElement, { childList: true });
  signal.addEventListener("abort", () => observer.disconnect());
}

/** A dialog or popover the page opens meanwhile (a newsletter, mostly) would cover the view and,
 * if modal, make it inert. It stays open, below. */
function keepOnTop(host: HTMLElement, raise: () => void, signal: AbortSignal): void {
  const opened = (event: Event): void => {
    const { target } = event;
    if (target instanceof Element && !host.contains(target) && target.matches("dialog:modal, :popover-open")) {
      raise();
    }
  };
  document.addEventListener("toggle", opened, { capture: true, signal });
}

/** When the page moves on without a reload, what is shown is no longer what is there. Where the
 * page's own links are in use (`byFragment` is false), going to a place on it is no move. */
function leaveWithPage(leave: () => void, byFragment: boolean, signal: AbortSignal): void {
  const page = (): string => location.href.replace(/#.*/, "");
  const from = page();
  const move = (): void => {
    if (byFragment || page() !== from) {
      leave();
    }
  };
  // The Navigation API is in Firefox from 147 on.
  const navigation: Navigation | undefined = window.navigation;
  if (navigation) {
    // Replacing the address is no move: pages do that for the place scrolled to, or to tidy it.
    const moved = ({ navigationType }: NavigationCurrentEntryChangeEvent): void => {
      if (navigationType === "push" || navigationType === "traverse") {
        move();
      }
    };
    navigation.addEventListener("currententrychange", moved, { signal });
  } else {
    window.addEventListener("popstate", move, { signal });
    window.addEventListener("hashchange", move, { signal });
  }
}

/** Also from a field: there the key means nothing to a browser. */
function leaveOnEscape(leave: () => void, dismiss: () => boolean, signal: AbortSignal): void {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Escape" && !event.isComposing && !event.ctrlKey && !event.altKey && !event.metaKey) {
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

/** Keys pressed in the reader are not the page's: many pages act on single letters. */
function keepKeys(host: HTMLElement, press: NonNullable<Guarded["press"]>, signal: AbortSignal): void {
  const options = { capture: true, signal };
  const typing = (event: Event): boolean => {
    const [target] = event.composedPath();
    return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
  };
  window.addEventListener(
    "keydown",
    (event) => {
      event.stopPropagation();
      if (!typing(event) && (selectAll(event, host) || press(event))) {
        event.preventDefault();
      }
    },
    options,
  );
  for (const type of ["keypress", "keyup"]) {
    window.addEventListener(type, (event) => event.stopPropagation(), options);
  }
  // Copied text goes to the clipboard as it stands; some pages add a line on where it is from.
  const copied = (event: Event): void => {
    if (event.target instanceof Node && host.contains(event.target)) {
      event.stopPropagation();
    }
  };
  window.addEventListener("copy", copied, options);
}

/** Firefox would select the page behind as well. */
function selectAll(event: KeyboardEvent, host: HTMLElement): boolean {
  const all = event.key.toLowerCase() === "a" && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
  if (all) {
    document.getSelection()?.selectAllChildren(host);
  }
  return all;
}
