/**
 * Keeps scrolling and selecting possible in Reader if the page prevents it: with a library that scrolls the page
 * itself, or because it forbids copying. Events in Reader don't reach the page's listeners, except those in the capture
 * phase. If these prevent an event, Reader scrolls by itself.
 */

import { contains, selection } from "../../../ui/nodes.ts";
import type { Session } from "../../session/session.ts";
import type { Flow } from "./flow.ts";
import { loadPart } from "../../session/parts.ts";

/** Events with listeners in Pith's own controls. They are stopped after those. */
const handledEvents = ["wheel", "touchstart", "touchmove", "mousedown"];

/** Events without listeners in Pith's own controls. */
const unhandledEvents = ["selectstart", "contextmenu", "dragstart"];

/** Px per line, for wheels that report lines. */
const lineHeight = 40;

export function preserveGestures({ host, signal }: Session, reader: { flow: Flow }): void {
  const isInReader = ({ target, isTrusted }: Event): boolean =>
    isTrusted && target instanceof Node && contains(host, target);
  const stop = (event: Event): void => event.stopPropagation();
  for (const type of handledEvents) {
    host.addEventListener(type, stop, { passive: true, signal });
  }
  for (const type of unhandledEvents) {
    window.addEventListener(type, (event) => isInReader(event) && stop(event), { capture: true, signal });
  }
  /** Events that weren't prevented before they reached Reader. If they are prevented later, Pith did it. */
  const notPrevented = new WeakSet<Event>();
  for (const type of ["wheel", "touchstart", "touchmove"]) {
    host.addEventListener(type, (event) => !event.defaultPrevented && notPrevented.add(event), {
      capture: true,
      passive: true,
      signal,
    });
  }
  /** Acts after all listeners, if one of the page has prevented the event. */
  const whenPrevented = (event: Event, action: () => void): void => {
    setTimeout(() => event.defaultPrevented && !notPrevented.has(event) && !signal.aborted && action());
  };
  const options = { capture: true, passive: true, signal };
  window.addEventListener(
    "wheel",
    (event) => {
      if (isInReader(event) && !event.ctrlKey) {
        const unit = [1, lineHeight, reader.flow.visibleLength][event.deltaMode] ?? 1;
        whenPrevented(event, () => reader.flow.move(event.deltaY * unit));
      }
    },
    options,
  );
  preserveTouchScrolling({ isInReader, whenPrevented, reader, signal });
  preserveSelection(host, isInReader, signal);
}

/**
 * Protects the selection in the article from pages that clear it. The first press loads the fallback that selects text
 * if they prevent it.
 */
function preserveSelection(host: HTMLElement, isInReader: (event: Event) => boolean, signal: AbortSignal): void {
  window.addEventListener(
    "selectionchange",
    (event) => {
      if (contains(host, selection()?.anchorNode ?? null)) {
        event.stopPropagation();
      }
    },
    { capture: true, signal },
  );
  const firstPress = new AbortController();
  const onPress = async (press: PointerEvent): Promise<void> => {
    if (isInReader(press) && press.target !== host) {
      firstPress.abort();
      (await loadPart("selection-fallback"))?.(host, press, signal);
    }
  };
  const ended = AbortSignal.any([signal, firstPress.signal]);
  window.addEventListener("pointerdown", onPress, { capture: true, signal: ended });
}

interface TouchOptions {
  isInReader: (event: Event) => boolean;
  whenPrevented: (event: Event, action: () => void) => void;
  reader: { flow: Flow };
  signal: AbortSignal;
}

/** Scrolls with one finger if the page has prevented that the browser does. */
function preserveTouchScrolling({ isInReader, whenPrevented, reader, signal }: TouchOptions): void {
  const options = { capture: true, passive: true, signal };
  let last = 0;
  let isScrolling = false;
  window.addEventListener(
    "touchstart",
    (event) => {
      isScrolling = false;
      if (isInReader(event) && event.touches.length === 1) {
        last = event.touches[0]?.clientY ?? 0;
        whenPrevented(event, () => {
          isScrolling = true;
        });
      }
    },
    options,
  );
  window.addEventListener(
    "touchmove",
    (event) => {
      const [touch] = event.touches;
      if (!touch || event.touches.length > 1 || !isInReader(event)) {
        return;
      }
      const distance = last - touch.clientY;
      last = touch.clientY;
      if (isScrolling) {
        reader.flow.move(distance);
      } else {
        whenPrevented(event, () => reader.flow.move(distance));
      }
    },
    options,
  );
}
