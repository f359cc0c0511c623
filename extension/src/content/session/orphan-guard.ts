/**
 * Restores the page if nothing else does. When an extension is updated, reloaded or removed, Firefox stops its scripts, and
 * an open view no longer reacts. Scripts in the page's own world continue, so this one runs there. It sends nothing.
 *
 * A working view stops Escape and clicks on its controls before the document (`hideClicksFromDocument` in guard.ts). So events
 * that arrive here were handled by no view.
 */

import { removeStaleUi } from "./stale-ui.ts";
import { onDocument } from "../../ui/nodes.ts";

const { signal } = new AbortController();

/** Elements from before the first view are the page's own. */
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
