/** Tints text by CSS highlights, with one registry for the page and one for each frame. Nodes aren't wrapped. */

import { documentOf, viewOf } from "../../../ui/nodes.ts";
import { addKnownStyle } from "../../panels/highlights/style.ts";
import { inheritsHighlights, StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import { tints } from "../../dom/own-markers.ts";
import marks from "./tints.css";

type Tint = (typeof tints)[number];

export class Tints {
  readonly #styleRoots = new StyleRoots();
  readonly #documents = new Set<Document>();
  readonly #marks: string;
  readonly #session: Session;

  /**
   * Writes the rules of the tints: only for the root if elements inherit highlight styles (CSS Pseudo-Elements 4, 3.6).
   */
  constructor(session: Session) {
    this.#session = session;
    this.#marks = inheritsHighlights(session.shadow) ? marks : `& * { ${marks} }`;
  }

  /** Tints these spans only; spans in detached documents are ignored. */
  set(tint: Tint, spans: readonly StaticRange[]): void {
    const marked = Map.groupBy(spans, ({ startContainer }) => documentOf(startContainer));
    for (const styleRoot of marked.keys()) {
      if (!this.#documents.has(styleRoot)) {
        this.#documents.add(styleRoot);
        this.#styleRoots.addTo(styleRoot, this.#marks);
        addKnownStyle(this.#styleRoots, styleRoot, this.#session);
        this.#styleRoots.apply();
      }
    }
    for (const styleRoot of this.#documents) {
      const view = viewOf(styleRoot);
      const here = marked.get(styleRoot);
      if (here) {
        view.CSS.highlights.set(tint, new view.Highlight(...here));
      } else {
        view.CSS.highlights.delete(tint);
      }
    }
  }

  remove(): void {
    for (const tint of tints) {
      this.set(tint, []);
    }
    StyleRoots.remove([this.#styleRoots], false);
  }
}
