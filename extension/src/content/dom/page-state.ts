/**
 * State of the page that views may disturb without changing its nodes: scroll positions, selection, focus, popovers.
 * Form values and playing media aren't affected, because the page stays rendered.
 */

import {
  body,
  clientWidth,
  elements,
  focus,
  focusedElement,
  isConnected,
  matches,
  parentElement,
  popover,
  rootElement,
  type StyleRoot,
  scrollLeft,
  scrollTo,
  scrollTop,
  selection,
  shadowRoot,
  showPopover,
} from "../../ui/nodes.ts";

/** The effect of a view on the page: none, covered, or laid out differently. */
export type PageEffect = "untouched" | "covered" | "reflowed";

/**
 * Saves the state of the page before a view opens; `position` is its scroll position. Returns the function that restores it
 * after the view has closed.
 */
export function savePage(effect: PageEffect, position: ScrollPosition): () => void {
  // While the page is visible, changes of selection and focus are intended. A focused element of the view is gone.
  const isLost = (now: Element | null): boolean => now === null || now === body() || now === rootElement();
  const restorers = {
    untouched: () => [saveFocus(isLost)],
    covered: () => [saveScroll(position, false), savePopovers(), saveFocus(() => true), saveSelection()],
    reflowed: () => [saveScroll(position, true), savePopovers(), saveFocus(isLost)],
  }[effect]();
  return () => {
    for (const restore of restorers) {
      restore();
    }
  };
}

export interface PageWatcher {
  hasChanged(): boolean;
  stop(): void;
}

/** Watches for changes of the page's nodes from now on, except for Pith's own elements. */
export function watchPage(isOwn: (node: Node) => boolean): PageWatcher {
  let hasSeenChange = false;
  const checkRecords = (records: MutationRecord[]): void => {
    hasSeenChange ||= records.some(({ type, target, addedNodes, removedNodes }) => {
      if (type === "childList" && target === rootElement()) {
        return [...addedNodes, ...removedNodes].some((node) => !isOwn(node));
      }
      return !isOwn(target);
    });
  };
  const observer = new MutationObserver(checkRecords);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class", "hidden", "open"],
  });
  return {
    hasChanged: () => {
      checkRecords(observer.takeRecords());
      return hasSeenChange;
    },
    stop: () => observer.disconnect(),
  };
}

/** Scroll position of the window, and whether a scrollbar takes room. */
export interface ScrollPosition {
  x: number;
  y: number;
  hasScrollbar: boolean;
}

/** Returns the scroll position of the window. Forces a layout. */
export function scrollPosition(): ScrollPosition {
  const { scrollX, scrollY, innerWidth } = window;
  return { x: scrollX, y: scrollY, hasScrollbar: innerWidth !== clientWidth(rootElement()) };
}

/**
 * Saves the page's scroll position. Returns the function that restores it. `everywhere`: including scrollers in the
 * page, which a new layout may move.
 */
function saveScroll({ x, y, hasScrollbar }: ScrollPosition, everywhere: boolean): () => void {
  // Hiding a classic scrollbar widens the page a little while a view is open. A scroller may then have less to scroll,
  // and the browser moves its content for good.
  const scrollers = everywhere || hasScrollbar ? scrolledElements(document) : [];
  return () => {
    for (const [element, left, top] of scrollers) {
      if (scrollLeft(element) !== left || scrollTop(element) !== top) {
        scrollTo(element, { left, top, behavior: "instant" });
      }
    }
    if (window.scrollX !== x || window.scrollY !== y) {
      window.scrollTo({ left: x, top: y, behavior: "instant" });
    }
  };
}

/** Saves the scroll positions of an element's ancestors and the window. Returns the function that restores them. */
export function saveScrollAround(element: Element): () => void {
  const restoreWindow = saveScroll(scrollPosition(), false);
  const scrollers: [Element, number][] = [];
  for (let ancestor: Element | null = element; ancestor; ancestor = parentElement(ancestor)) {
    scrollers.push([ancestor, scrollTop(ancestor)]);
  }
  return () => {
    for (const [box, top] of scrollers) {
      scrollTo(box, { top, behavior: "instant" });
    }
    restoreWindow();
  };
}

/** Returns the scrolled elements with their scroll positions, including those in open shadow trees. */
function scrolledElements(styleRoot: StyleRoot): [Element, number, number][] {
  const scrollers: [Element, number, number][] = [];
  for (const element of elements("*", styleRoot)) {
    const [left, top] = [scrollLeft(element), scrollTop(element)];
    if (left !== 0 || top !== 0) {
      scrollers.push([element, left, top]);
    }
    const inner = shadowRoot(element);
    if (inner) {
      scrollers.push(...scrolledElements(inner));
    }
  }
  return scrollers;
}

/**
 * Saves the page's open popovers, which a modal dialog closes like a click outside of them. Returns the function that
 * reopens them.
 */
function savePopovers(): () => void {
  const open = [...elements("[popover]:popover-open")].filter((element) => element instanceof HTMLElement);
  return () => {
    for (const element of open) {
      if (isConnected(element) && popover(element) !== null && !matches(element, ":popover-open")) {
        showPopover(element);
      }
    }
  };
}

/**
 * Saves the focus. Returns the function that restores it. `isUnintended`: returns whether a later focus wasn't set by the
 * user.
 */
function saveFocus(isUnintended: (focusedNow: Element | null) => boolean): () => void {
  const focusedBefore = focusedElement();
  return () => {
    const focusedNow = focusedElement();
    if (
      focusedBefore instanceof HTMLElement &&
      isConnected(focusedBefore) &&
      focusedNow !== focusedBefore &&
      isUnintended(focusedNow)
    ) {
      focus(focusedBefore, { preventScroll: true });
    }
  };
}

function saveSelection(): () => void {
  const selected = selection();
  if (!selected) {
    return () => {};
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selected;
  // A text field has its own selection. Restoring the document's would remove its caret.
  const field = focusedElement();
  const inField = field !== null && matches(field, "input, textarea");
  return () => {
    const unchanged =
      selected.anchorNode === anchorNode &&
      selected.anchorOffset === anchorOffset &&
      selected.focusNode === focusNode &&
      selected.focusOffset === focusOffset;
    if (unchanged || inField) {
      return;
    }
    if (anchorNode && focusNode && isConnected(anchorNode) && isConnected(focusNode)) {
      try {
        selected.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
      } catch {
        // The page has shortened the text meanwhile.
        selected.removeAllRanges();
      }
    } else {
      selected.removeAllRanges();
    }
  };
}
