/**
 * Keeps scrolling and selecting possible in Reader if the page prevents it: with a library that scrolls the page
 * itself, or because it forbids copying. Events in Reader don't reach the page's listeners, except those in the capture
 * phase. If these prevent an event, Reader scrolls by itself.
 */

import { contains, selection } from "../../../ui/nodes.ts";
import type { Session } from "../../session/session.ts";
import type { Flow } from "./flow.ts";
import { loaded } from "../../session/parts.ts";

/** Events with listeners in Pith's own controls. They are stopped after those. */
const handledEvents = ["wheel", "touchstart", "touchmove", "mousedown"];

/** Events without listeners in Pith's own controls. */
const unhandledEvents = ["selectstart", "contextmenu", "dragstart"];

/** Px per line, for wheels that report lines. */
const line = 40;

export function keepGestures({ host, signal }: Session, reader: { flow: Flow }): void {
  const isOurs = ({ target, isTrusted }: Event): boolean =>
    isTrusted && target instanceof Node && contains(host, target);
  const keep = (event: Event): void => event.stopPropagation();
  for (const type of handledEvents) {
    host.addEventListener(type, keep, { passive: true, signal });
  }
  for (const type of unhandledEvents) {
    window.addEventListener(type, (event) => isOurs(event) && keep(event), { capture: true, signal });
  }
  /** Events that weren't prevented before they reached Reader. If they are prevented later, Pith did it. */
  const free = new WeakSet<Event>();
  for (const type of ["wheel", "touchstart", "touchmove"]) {
    host.addEventListener(type, (event) => !event.defaultPrevented && free.add(event), {
      capture: true,
      passive: true,
      signal,
    });
  }
  /** Acts after all listeners, if one of the page has prevented the event. */
  const whenPrevented = (event: Event, act: () => void): void => {
    setTimeout(() => event.defaultPrevented && !free.has(event) && !signal.aborted && act());
  };
  const options = { capture: true, passive: true, signal };
  window.addEventListener(
    "wheel",
    (event) => {
      if (isOurs(event) && !event.ctrlKey) {
        const unit = [1, line, reader.flow.seen][event.deltaMode] ?? 1;
        whenPrevented(event, () => reader.flow.move(event.deltaY * unit));
      }
    },
    options,
  );
  keepTouches({ isOurs, whenPrevented, reader, signal });
  keepSelecting(host, isOurs, signal);
}

/**
 * Protects the selection in the article from pages that clear it. The first press loads the fallback that selects text
 * if they prevent it.
 */
function keepSelecting(host: HTMLElement, isOurs: (event: Event) => boolean, signal: AbortSignal): void {
  window.addEventListener(
    "selectionchange",
    (event) => {
      if (contains(host, selection()?.anchorNode ?? null)) {
        event.stopPropagation();
      }
    },
    { capture: true, signal },
  );
  const first = new AbortController();
  const pressed = async (press: PointerEvent): Promise<void> => {
    if (isOurs(press) && press.target !== host) {
      first.abort();
      (await loaded("selection-fallback"))?.(host, press, signal);
    }
  };
  const ended = AbortSignal.any([signal, first.signal]);
  window.addEventListener("pointerdown", pressed, { capture: true, signal: ended });
}

interface TouchOptions {
  isOurs: (event: Event) => boolean;
  whenPrevented: (event: Event, act: () => void) => void;
  reader: { flow: Flow };
  signal: AbortSignal;
}

/** Scrolls with one finger if the page has prevented that the browser does. */
function keepTouches({ isOurs, whenPrevented, reader, signal }: TouchOptions): void {
  const options = { capture: true, passive: true, signal };
  let last = 0;
  let isHeld = false;
  window.addEventListener(
    "touchstart",
    (event) => {
      isHeld = false;
      if (isOurs(event) && event.touches.length === 1) {
        last = event.touches[0]?.clientY ?? 0;
        whenPrevented(event, () => {
          isHeld = true;
        });
      }
    },
    options,
  );
  window.addEventListener(
    "touchmove",
    (event) => {
      const [touch] = event.touches;
      if (!touch || event.touches.length > 1 || !isOurs(event)) {
        return;
      }
      const distance = last - touch.clientY;
      last = touch.clientY;
      if (isHeld) {
        reader.flow.move(distance);
      } else {
        whenPrevented(event, () => reader.flow.move(distance));
      }
    },
    options,
  );
}
