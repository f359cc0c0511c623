/**
 * Gives the page back where nobody else does. Firefox stops the scripts of an extension that is
 * updated, reloaded or removed where they are: an open view stays and hears nothing any more. What
 * runs in the page's own world goes on, so there this stands by, and tells nobody of it.
 *
 * An open view keeps the Escape key and presses on its own controls from the document
 * (`keepFromDocument` in guard.ts): whatever of these arrives here was heard by no view.
 */

import { removeLeftovers } from "./leftovers.ts";
import { onDocument } from "./nodes.ts";

const { signal } = new AbortController();

onDocument(
  "keydown",
  (event) => {
    if (event.isTrusted && event instanceof KeyboardEvent && event.key === "Escape") {
      removeLeftovers();
    }
  },
  signal,
);
onDocument(
  "pointerup",
  ({ isTrusted, target }) => {
    if (isTrusted && target instanceof HTMLDivElement && target.dataset.pith) {
      removeLeftovers();
    }
  },
  signal,
);
