/** Selects text of the article if the page prevents the browser from doing so. */

import { caretAt, closest, contains, selection } from "../../../ui/nodes.ts";
import { provide } from "../../session/parts.ts";

/** Starts with the given pointer press. */
function keepSelecting(host: HTMLElement, press: PointerEvent, signal: AbortSignal): void {
  const options = { capture: true, passive: true, signal };
  let from: CaretPosition | null = null;
  let isOwn = false;
  let isMoved = false;
  const pressed = (event: PointerEvent): void => {
    const { target, isTrusted, button, pointerType } = event;
    // Controls and draggable elements can't be selected as text.
    const isText =
      target instanceof Element &&
      target !== host &&
      contains(host, target) &&
      !closest(target, "a, img, button, summary, input, textarea");
    from = isTrusted && isText && button === 0 && pointerType === "mouse" ? caretAt(event) : null;
    isOwn = isMoved = false;
  };
  window.addEventListener("pointerdown", pressed, options);
  window.addEventListener(
    "pointermove",
    (event) => {
      const to = from && event.isTrusted && event.buttons === 1 ? caretAt(event) : null;
      if (from && to && contains(host, to.offsetNode)) {
        // The browser updates the selection after each move.
        isOwn ||= isMoved && selection()?.isCollapsed !== false;
        isMoved ||= to.offset !== from.offset || to.offsetNode !== from.offsetNode;
        if (isOwn) {
          selection()?.setBaseAndExtent(from.offsetNode, from.offset, to.offsetNode, to.offset);
        }
      }
    },
    options,
  );
  pressed(press);
}

declare module "../../session/parts.ts" {
  interface Provided {
    /** Selects text in an article, starting with this press. */
    "selection-fallback": (host: HTMLElement, press: PointerEvent, signal: AbortSignal) => void;
  }
}

provide("selection-fallback", keepSelecting);
