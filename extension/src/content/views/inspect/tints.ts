/** Tints text by CSS highlights, with one registry for the page and one for each frame. Nodes aren't wrapped. */

import { documentOf, viewOf } from "../../../ui/nodes.ts";
import { addStyleIfHighlighted } from "../../panels/highlights/style.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import { inspectHighlightNames } from "../../dom/own-markers.ts";
import tintStyles from "./tints.css";

type Tint = (typeof inspectHighlightNames)[number];

export class TextTints {
  readonly #styleRoots = new StyleRoots();
  readonly #documents = new Set<Document>();
  readonly #rules: string;
  readonly #session: Session;

  /**
   * Writes the rules of the tints: only for the root if elements inherit highlight styles (CSS Pseudo-Elements 4, 3.6).
   */
  constructor(session: Session) {
    this.#session = session;
    this.#rules = inheritsHighlights(session.shadow) ? tintStyles : `& * { ${tintStyles} }`;
  }

  /** Tints these spans only; spans in detached documents are ignored. */
  set(tint: Tint, spans: readonly StaticRange[]): void {
    const spansByDocument = Map.groupBy(spans, ({ startContainer }) => documentOf(startContainer));
    for (const styleRoot of spansByDocument.keys()) {
      if (!this.#documents.has(styleRoot)) {
        this.#documents.add(styleRoot);
        this.#styleRoots.addTo(styleRoot, this.#rules);
        addStyleIfHighlighted(this.#styleRoots, styleRoot, this.#session);
        this.#styleRoots.apply();
      }
    }
    for (const styleRoot of this.#documents) {
      const view = viewOf(styleRoot);
      const documentSpans = spansByDocument.get(styleRoot);
      if (documentSpans) {
        view.CSS.highlights.set(tint, new view.Highlight(...documentSpans));
      } else {
        view.CSS.highlights.delete(tint);
      }
    }
  }

  remove(): void {
    for (const tint of inspectHighlightNames) {
      this.set(tint, []);
    }
    StyleRoots.remove([this.#styleRoots], false);
  }
}
