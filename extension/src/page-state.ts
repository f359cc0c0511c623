/**
 * What a view would disturb in the page without touching its nodes: scroll positions, selection,
 * focus, popovers. Form values and playing media are never disturbed: the page stays rendered.
 */

/** What a view does to the page; see `Opener` in shell.ts. */
type Effect = "untouched" | "covered" | "laid out anew";

/** Remembers the page as it is. The returned function puts it back. */
export function savePage(effect: Effect): () => void {
  // Where the page stays in sight, what is selected and focused meanwhile is meant.
  const steps = {
    untouched: () => [saveFocus(isLost)],
    covered: () => [saveScroll(false), savePopovers(), saveFocus(), saveSelection()],
    "laid out anew": () => [saveScroll(true), savePopovers(), saveFocus(isLost)],
  }[effect]();
  return () => {
    for (const restore of steps) {
      restore();
    }
  };
}

/** Watches for changes of the page's nodes from now on, our own elements apart. */
export function watchPage(): { changed(): boolean; end(): void } {
  let seen = false;
  const take = (records: MutationRecord[]): void => {
    seen ||= records.some(({ type, target, addedNodes, removedNodes }) => {
      if (type === "childList" && target === document.documentElement) {
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

/** Whether a node is one of our elements or below one. */
function isOurs(node: Node): boolean {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest("pith-reader, pith-simplify, pith-highlight") != null;
}

/** `everywhere`: also boxes that scroll inside the page, which a new layout may move. */
function saveScroll(everywhere: boolean): () => void {
  const { scrollX, scrollY } = window;
  // Hiding a classic scrollbar widens the page a little while a view is open. Where an element
  // that scrolls inside itself gets less to scroll by that, the browser moves it, for good.
  const relayout = everywhere || window.innerWidth !== document.documentElement.clientWidth;
  const scrolled = relayout ? scrolledElements(document) : [];
  return () => {
    for (const [element, left, top] of scrolled) {
      if (element.scrollLeft !== left || element.scrollTop !== top) {
        element.scrollTo({ left, top, behavior: "instant" });
      }
    }
    if (window.scrollX !== scrollX || window.scrollY !== scrollY) {
      window.scrollTo({ left: scrollX, top: scrollY, behavior: "instant" });
    }
  };
}

/** Open shadow trees included. */
function scrolledElements(root: Document | ShadowRoot): [Element, number, number][] {
  const scrolled: [Element, number, number][] = [];
  for (const element of root.querySelectorAll("*")) {
    const { scrollLeft, scrollTop, shadowRoot } = element;
    if (scrollLeft !== 0 || scrollTop !== 0) {
      scrolled.push([element, scrollLeft, scrollTop]);
    }
    if (shadowRoot) {
      scrolled.push(...scrolledElements(shadowRoot));
    }
  }
  return scrolled;
}

/** A modal dialog closes the page's open popovers, as a click beside them would. */
function savePopovers(): () => void {
  const open = [...document.querySelectorAll<HTMLElement>("[popover]:popover-open")];
  return () => {
    for (const popover of open) {
      if (popover.isConnected && popover.popover !== null && !popover.matches(":popover-open")) {
        popover.showPopover();
      }
    }
  };
}

function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) {
    element = element.shadowRoot.activeElement;
  }
  return element;
}

/** Whether nothing of the page has the focus. */
function isLost(now: Element | null): boolean {
  return now === null || now === document.body || now === document.documentElement || isOurs(now);
}

/** `byChance`: whether what has the focus later has it without anybody's wish. */
function saveFocus(byChance: (now: Element | null) => boolean = () => true): () => void {
  const before = focused();
  return () => {
    const now = focused();
    if (before instanceof HTMLElement && before.isConnected && now !== before && byChance(now)) {
      before.focus({ preventScroll: true });
    }
  };
}

function saveSelection(): () => void {
  const selection = document.getSelection();
  if (!selection) {
    return () => {};
  }
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  // A text field keeps its selection itself, and putting the document's back would take its caret.
  const inField = focused()?.matches("input, textarea") ?? false;
  return () => {
    const unchanged =
      selection.anchorNode === anchorNode &&
      selection.anchorOffset === anchorOffset &&
      selection.focusNode === focusNode &&
      selection.focusOffset === focusOffset;
    if (unchanged || inField) {
      return;
    }
    if (anchorNode?.isConnected && focusNode?.isConnected) {
      try {
        selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
      } catch {
        // The page shortened the text meanwhile.
        selection.removeAllRanges();
      }
    } else {
      selection.removeAllRanges();
    }
  };
}
