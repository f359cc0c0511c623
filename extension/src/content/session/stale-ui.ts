/**
 * Removes the UI of an earlier run of the extension. When the extension is updated, Firefox stops its scripts (see
 * orphan-guard.ts); in Chromium they continue without extension APIs.
 */

import {
  adoptedSheets,
  adoptSheets,
  childrenOf,
  elements,
  frameDocument,
  rootElement,
  type StyleRoot,
  shadowRoot,
  viewOf,
} from "../../ui/nodes.ts";
import { codeNames, searchHighlightNames, isOurSheet, highlightNames, spokenNames, tints } from "../dom/own-markers.ts";

/**
 * Removes stale UI. `isView` decides about elements beside `body` that look like Pith's, because the page may have
 * similar ones. Returns whether there was a view.
 */
export function removeStaleUi(isView: (host: Element) => unknown): boolean {
  const root = rootElement();
  const hosts = root
    ? [...childrenOf(root)].filter(
        (child) => child instanceof HTMLDivElement && child.hasAttribute("data-pith") && isView(child),
      )
    : [];
  for (const host of hosts) {
    host.remove();
  }
  if (hosts.length > 0) {
    strip(document);
  }
  return hosts.length > 0;
}

/** Removes Pith's sheets and highlights from a tree and its nested trees. */
function strip(styleRoot: StyleRoot): void {
  const sheets = adoptedSheets(styleRoot);
  const others = sheets.filter((sheet) => !isOurSheet(sheet));
  if (others.length < sheets.length) {
    adoptSheets(styleRoot, others);
  }
  const { highlights } = viewOf(styleRoot).CSS;
  // By name, because in Firefox a content script can't list the names in a page's registry.
  for (const tint of [...tints, ...highlightNames, ...searchHighlightNames, ...codeNames, ...spokenNames]) {
    highlights.delete(tint);
  }
  for (const element of elements("*", styleRoot)) {
    const inner = frameDocument(element) ?? shadowRoot(element);
    if (inner) {
      strip(inner);
    }
  }
}
