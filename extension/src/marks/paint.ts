/** Shows marks through the registry of highlights of the page and of each frame: no node is wrapped. */

import { documentOf, type Scope, scopeOf, viewOf } from "../nodes.ts";
import { inheritsHighlights, Scopes } from "../scopes.ts";
import { markNames } from "../traces.ts";
import type { Colour } from "./mark.ts";
import styles from "./paint.css";

export class Paint {
  readonly #scopes = new Scopes();
  readonly #styled = new Set<Scope>();
  readonly #documents = new Set<Document>();
  readonly #styles: string;

  /**
   * Makes the look of marks. `probe`: see `inheritsHighlights`. `isReader`: only the article is given the look, which
   * spares the page behind it having its styles computed anew.
   */
  constructor(probe: Element, isReader: boolean) {
    const within = isReader ? '& > [data-pith="reader"] > article' : "&";
    this.#styles = `${within}${inheritsHighlights(probe) ? "" : " *"} { ${styles} }`;
  }

  /** Shows these spans and no others. */
  show(spans: readonly { span: StaticRange; colour: Colour }[]): void {
    for (const scope of new Set(spans.map(({ span }) => scopeOf(span.startContainer)))) {
      if (!this.#styled.has(scope)) {
        this.#styled.add(scope);
        this.#scopes.addTo(scope, this.#styles);
        this.#scopes.apply();
      }
    }
    const shown = Map.groupBy(spans, ({ span }) => documentOf(span.startContainer));
    for (const tree of shown.keys()) {
      this.#documents.add(tree);
    }
    for (const tree of this.#documents) {
      const view = viewOf(tree);
      const byName = Map.groupBy(shown.get(tree) ?? [], ({ colour }) => `pith-mark-${colour}`);
      for (const name of markNames) {
        const here = byName.get(name);
        if (here) {
          const highlight = new view.Highlight(...here.map(({ span }) => span));
          // Above what the view called Highlight shows.
          highlight.priority = 1;
          view.CSS.highlights.set(name, highlight);
        } else {
          view.CSS.highlights.delete(name);
        }
      }
    }
  }

  remove(): void {
    this.show([]);
    Scopes.remove([this.#scopes], false);
  }
}
