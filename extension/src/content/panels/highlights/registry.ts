/** Registers CSS highlights for the page and for each frame. No node is wrapped. */

import { viewOf } from "../../../ui/nodes.ts";
import { highlightNames } from "../../dom/own-markers.ts";
import type { HighlightColor } from "../../../shared/highlights/highlight.ts";

/** A range of one highlight in one tree. */
export interface Span {
  span: StaticRange;
  color: HighlightColor;
}

/** Shows only these spans in their document. */
export function registerHighlights(tree: Document, spans: readonly Span[]): void {
  const view = viewOf(tree);
  const byName = Map.groupBy(spans, ({ color }) => `pith-mark-${color}`);
  for (const name of highlightNames) {
    const documentSpans = byName.get(name);
    if (documentSpans) {
      const highlight = new view.Highlight(...documentSpans.map(({ span }) => span));
      // Above the styles of Inspect.
      highlight.priority = 1;
      view.CSS.highlights.set(name, highlight);
    } else {
      view.CSS.highlights.delete(name);
    }
  }
}
