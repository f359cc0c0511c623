/**
 * What a view would disturb in the page without touching its nodes: scroll positions, selection,
 * focus, popovers. Form values and playing media are never disturbed: the page stays rendered.
 */

/** Remembers the page as it is. The returned function puts it back. */
export function savePage(): () => void {
  const steps = [saveScroll(), savePopovers(), saveFocus(), saveSelection()];
  return () => {
    for (const restore of steps) {
      restore();
    }
  };
}

function saveScroll(): () => void {
  const { scrollX, scrollY } = window;
  // Hiding a classic scrollbar widens the page a little while a view is open. Where an element
  // that scrolls inside itself gets less to scroll by that, the browser moves it, for good.
  const relayout = window.innerWidth !== document.documentElement.clientWidth;
  const scrolled = relayout ? scrolledElements() : [];
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

function scrolledElements(): [Element, number, number][] {
  const scrolled: [Element, number, number][] = [];
  for (const element of document.body?.querySelectorAll("*") ?? []) {
    const { scrollLeft, scrollTop } = element;
    if (scrollLeft !== 0 || scrollTop !== 0) {
      scrolled.push([element, scrollLeft, scrollTop]);
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

function saveFocus(): () => void {
  const before = focused();
  return () => {
    if (before instanceof HTMLElement && before.isConnected && focused() !== before) {
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
