/**
 * State of the page that views may disturb without changing its nodes: scroll positions, selection, focus, popovers.
 * Form values and playing media aren't affected, because the page stays rendered.
 */

import {
  body,
  clientWidth,
  elements,
  focus,
  focused,
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
export type Effect = "untouched" | "covered" | "reflowed";

/**
 * Saves the state of the page before a view opens; `was` is its scroll position. Returns the function that restores it
 * after the view has closed.
 */
export function savePage(effect: Effect, was: ScrollPosition): () => void {
  // While the page is visible, changes of selection and focus are intended. A focused element of the view is gone.
  const lost = (now: Element | null): boolean => now === null || now === body() || now === rootElement();
  const steps = {
    untouched: () => [saveFocus(lost)],
    covered: () => [saveScroll(was, false), savePopovers(), saveFocus(() => true), saveSelection()],
    reflowed: () => [saveScroll(was, true), savePopovers(), saveFocus(lost)],
  }[effect]();
  return () => {
    for (const restore of steps) {
      restore();
    }
  };
}

export interface PageWatcher {
  changed(): boolean;
  end(): void;
}

/** Watches for changes of the page's nodes from now on, except for Pith's own elements. */
export function watchPage(isOurs: (node: Node) => boolean): PageWatcher {
  let seen = false;
  const take = (records: MutationRecord[]): void => {
    seen ||= records.some(({ type, target, addedNodes, removedNodes }) => {
      if (type === "childList" && target === rootElement()) {
        return [...addedNodes, ...removedNodes].some((node) => !isOurs(node));
      }
      return !isOurs(target);
    });
  };
  const observer = new MutationObserver(take);
  observer.observe(document, {
    subtree: true,
    childList: true,
    characterData: true,
    attributeFilter: ["class", "hidden", "open"],
  });
  return {
    changed: () => {
      take(observer.takeRecords());
      return seen;
    },
    end: () => observer.disconnect(),
  };
}

/** Scroll position of the window, and whether a scrollbar takes room. */
export interface ScrollPosition {
  x: number;
  y: number;
  isNarrowed: boolean;
}

/** Returns the scroll position of the window. Forces a layout. */
export function scrolled(): ScrollPosition {
  const { scrollX, scrollY, innerWidth } = window;
  return { x: scrollX, y: scrollY, isNarrowed: innerWidth !== clientWidth(rootElement()) };
}

/**
 * Saves the page's scroll position. Returns the function that restores it. `everywhere`: including scrollers in the
 * page, which a new layout may move.
 */
function saveScroll({ x, y, isNarrowed }: ScrollPosition, everywhere: boolean): () => void {
  // Hiding a classic scrollbar widens the page a little while a view is open. A scroller may then have less to scroll,
  // and the browser moves its content for good.
  const boxes = everywhere || isNarrowed ? scrolledElements(document) : [];
  return () => {
    for (const [element, left, top] of boxes) {
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
  const back = saveScroll(scrolled(), false);
  const boxes: [Element, number][] = [];
  for (let at: Element | null = element; at; at = parentElement(at)) {
    boxes.push([at, scrollTop(at)]);
  }
  return () => {
    for (const [box, top] of boxes) {
      scrollTo(box, { top, behavior: "instant" });
    }
    back();
  };
}

/** Returns the scrolled elements with their scroll positions, including those in open shadow trees. */
function scrolledElements(styleRoot: StyleRoot): [Element, number, number][] {
  const boxes: [Element, number, number][] = [];
  for (const element of elements("*", styleRoot)) {
    const [left, top] = [scrollLeft(element), scrollTop(element)];
    if (left !== 0 || top !== 0) {
      boxes.push([element, left, top]);
    }
    const inner = shadowRoot(element);
    if (inner) {
      boxes.push(...scrolledElements(inner));
    }
  }
  return boxes;
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
 * Saves the focus. Returns the function that restores it. `byChance`: returns whether a later focus wasn't set by the
 * user.
 */
function saveFocus(byChance: (now: Element | null) => boolean): () => void {
  const before = focused();
  return () => {
    const now = focused();
    if (before instanceof HTMLElement && isConnected(before) && now !== before && byChance(now)) {
      focus(before, { preventScroll: true });
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
  const field = focused();
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
