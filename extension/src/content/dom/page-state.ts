/**
 * State of the page that a view would disturb without touching its nodes: scroll positions, selection,
 * focus, popovers. Form values and playing media are never disturbed: the page stays rendered.
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

/** The effect of a view on the page: nothing, something put over it, or its boxes laid out again. */
export type Effect = "untouched" | "covered" | "laid out anew";

/**
 * Remembers the page as it is before a view comes into it, and where it `was` scrolled to. Returns the function that
 * restores it once the view is out of it.
 */
export function savePage(effect: Effect, was: ScrollPosition): () => void {
  // While the page stays in sight, people select and focus on purpose. What had the focus in the view is gone.
  const lost = (now: Element | null): boolean => now === null || now === body() || now === rootElement();
  const steps = {
    untouched: () => [saveFocus(lost)],
    covered: () => [saveScroll(was, false), savePopovers(), saveFocus(() => true), saveSelection()],
    "laid out anew": () => [saveScroll(was, true), savePopovers(), saveFocus(lost)],
  }[effect]();
  return () => {
    for (const restore of steps) {
      restore();
    }
  };
}

export interface Watched {
  changed(): boolean;
  end(): void;
}

/** Watches for changes of the page's nodes from now on, our own elements apart. */
export function watchPage(isOurs: (node: Node) => boolean): Watched {
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

/** Where the window is scrolled to, and whether it has a scrollbar that takes room. */
export interface ScrollPosition {
  x: number;
  y: number;
  isNarrowed: boolean;
}

/** Reads where the window is scrolled to, which makes the browser lay out what has changed. */
export function scrolled(): ScrollPosition {
  const { scrollX, scrollY, innerWidth } = window;
  return { x: scrollX, y: scrollY, isNarrowed: innerWidth !== clientWidth(rootElement()) };
}

/**
 * Remembers where the page is scrolled to. Returns what scrolls it back. `everywhere`: with the boxes that scroll
 * inside the page, which a new layout may move.
 */
function saveScroll({ x, y, isNarrowed }: ScrollPosition, everywhere: boolean): () => void {
  // Hiding a classic scrollbar widens the page a little while a view is open. An element that scrolls
  // inside itself may then have less to scroll; the browser moves it, and it stays moved.
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

/** Remembers where the boxes around an element of the page, and the window, are scrolled to. Returns what scrolls them back. */
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

/** Returns the boxes that are scrolled, open shadow trees included, each with its left and top. */
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
 * Remembers the page's open popovers, which a modal dialog closes as a click beside them would. Returns what opens
 * them.
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
 * Remembers what has the focus. Returns what gives it back. `byChance`: true if the element that has the focus later
 * has it without the user's doing.
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
  // A text field keeps its own selection, and restoring the document's would take its caret.
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
        // The page shortened the text meanwhile.
        selected.removeAllRanges();
      }
    } else {
      selected.removeAllRanges();
    }
  };
}
