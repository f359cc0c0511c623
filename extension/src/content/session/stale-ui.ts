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
import {
  codeHighlightNames,
  searchHighlightNames,
  isOurSheet,
  highlightNames,
  spokenHighlightNames,
  inspectHighlightNames,
} from "../dom/own-markers.ts";

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
    removeMarkers(document);
  }
  return hosts.length > 0;
}

/** Removes Pith's sheets and highlights from a tree and its nested trees. */
function removeMarkers(styleRoot: StyleRoot): void {
  const sheets = adoptedSheets(styleRoot);
  const pageSheets = sheets.filter((sheet) => !isOurSheet(sheet));
  if (pageSheets.length < sheets.length) {
    adoptSheets(styleRoot, pageSheets);
  }
  const { highlights } = viewOf(styleRoot).CSS;
  // By name, because in Firefox a content script can't list the names in a page's registry.
  for (const name of [
    ...inspectHighlightNames,
    ...highlightNames,
    ...searchHighlightNames,
    ...codeHighlightNames,
    ...spokenHighlightNames,
  ]) {
    highlights.delete(name);
  }
  for (const element of elements("*", styleRoot)) {
    const nestedRoot = frameDocument(element) ?? shadowRoot(element);
    if (nestedRoot) {
      removeMarkers(nestedRoot);
    }
  }
}
