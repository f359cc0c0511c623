/**
 * Restores the page if nothing else does. When an extension is updated, reloaded or removed, Firefox
 * stops its scripts: an open view stays and hears nothing any more. Scripts in the page's own world go
 * on, so this one stands by there. It sends nothing.
 *
 * An open view keeps the Escape key and presses on its own controls from the document
 * (`keepFromDocument` in guard.ts). So no view has heard those that arrive here.
 */

import { removeStaleUi } from "./stale-ui.ts";
import { onDocument } from "../../ui/nodes.ts";

const { signal } = new AbortController();

/** What is there before the first view comes is the page's own. */
const foreign = new Set<Element>();
const isView = (host: Element): boolean => !foreign.has(host);
removeStaleUi((host) => void foreign.add(host));

onDocument(
  "keydown",
  (event) => {
    if (event.isTrusted && event instanceof KeyboardEvent && event.key === "Escape") {
      removeStaleUi(isView);
    }
  },
  signal,
);
onDocument(
  "pointerup",
  ({ isTrusted, target }) => {
    if (isTrusted && target instanceof HTMLDivElement && target.dataset.pith && isView(target)) {
      removeStaleUi(isView);
    }
  },
  signal,
);
