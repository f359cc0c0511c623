/** Shows highlights in a view, with its styles. */

import { documentOf, styleRootOf } from "../../../ui/nodes.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import { addArticleStyle } from "./style.ts";
import { NearStyle } from "./near-style.ts";
import { registerHighlights, type Span } from "./registry.ts";

export class HighlightPainter {
  readonly #styleRoots = new StyleRoots();
  #isStyled = false;
  readonly #documents = new Set<Document>();
  readonly #session: Session;
  /** Null in Reader, which renders only what is near the viewport. */
  readonly #nearStyle: NearStyle | null;

  constructor(session: Session, isReader: boolean) {
    this.#session = session;
    this.#nearStyle = isReader ? null : new NearStyle(session);
  }

  /** Shows only these spans. */
  show(spans: readonly Span[]): void {
    const highlightRoots = this.#session.highlightRoots;
    if (this.#nearStyle) {
      const unstyled = spans
        .map(({ span }) => span)
        .filter((span) => !highlightRoots?.has(styleRootOf(span.startContainer)));
      this.#nearStyle.show(unstyled);
    } else if (spans.length > 0 && !this.#isStyled) {
      this.#isStyled = true;
      if (!highlightRoots?.has(document) || !inheritsHighlights(this.#session.shadow)) {
        addArticleStyle(this.#styleRoots, this.#session);
      }
      this.#styleRoots.apply();
    }
    const spansByDocument = Map.groupBy(spans, ({ span }) => documentOf(span.startContainer));
    for (const tree of spansByDocument.keys()) {
      this.#documents.add(tree);
    }
    for (const tree of this.#documents) {
      registerHighlights(tree, spansByDocument.get(tree) ?? []);
    }
  }

  remove(): void {
    this.show([]);
    this.#nearStyle?.remove();
    StyleRoots.remove([this.#styleRoots], false);
  }
}
