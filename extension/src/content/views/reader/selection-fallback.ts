/** Selects text of the article if the page prevents the browser from doing so. */

import { caretAt, closest, contains, selection } from "../../../ui/nodes.ts";
import { provide } from "../../session/parts.ts";

/** Starts with the given pointer press. */
function selectOnDrag(host: HTMLElement, firstPress: PointerEvent, signal: AbortSignal): void {
  const options = { capture: true, passive: true, signal };
  let start: CaretPosition | null = null;
  let isSelecting = false;
  let isMoved = false;
  const onPress = (event: PointerEvent): void => {
    const { target, isTrusted, button, pointerType } = event;
    // Controls and draggable elements can't be selected as text.
    const isText =
      target instanceof Element &&
      target !== host &&
      contains(host, target) &&
      !closest(target, "a, img, button, summary, input, textarea");
    start = isTrusted && isText && button === 0 && pointerType === "mouse" ? caretAt(event) : null;
    isSelecting = isMoved = false;
  };
  window.addEventListener("pointerdown", onPress, options);
  window.addEventListener(
    "pointermove",
    (event) => {
      const end = start && event.isTrusted && event.buttons === 1 ? caretAt(event) : null;
      if (start && end && contains(host, end.offsetNode)) {
        // The browser updates the selection after each move.
        isSelecting ||= isMoved && selection()?.isCollapsed !== false;
        isMoved ||= end.offset !== start.offset || end.offsetNode !== start.offsetNode;
        if (isSelecting) {
          selection()?.setBaseAndExtent(start.offsetNode, start.offset, end.offsetNode, end.offset);
        }
      }
    },
    options,
  );
  onPress(firstPress);
}

declare module "../../session/parts.ts" {
  interface Provided {
    /** Selects text in an article, starting with this press. */
    "selection-fallback": (host: HTMLElement, firstPress: PointerEvent, signal: AbortSignal) => void;
  }
}

provide("selection-fallback", selectOnDrag);
