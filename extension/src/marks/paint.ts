/** Shows marks through the registry of highlights of the page and of each frame: no node is wrapped. */

import { documentOf, type Scope, scopeOf, viewOf } from "../nodes.ts";
import { Scopes } from "../scopes.ts";
import type { Session } from "../session.ts";
import { markNames } from "../traces.ts";
import { addLook } from "./look.ts";
import type { Colour } from "./mark.ts";

export class Paint {
  readonly #scopes = new Scopes();
  readonly #styled = new Set<Scope>();
  readonly #documents = new Set<Document>();
  readonly #session: Session;
  readonly #within: string;

  /**
   * Shows marks in a view. `isReader`: only the article is given their look, which spares the page behind it having its
   * styles computed anew.
   */
  constructor(session: Session, isReader: boolean) {
    this.#session = session;
    this.#within = isReader ? '& > [data-pith="reader"] > article' : "&";
  }

  /** Shows these spans and no others. */
  show(spans: readonly { span: StaticRange; colour: Colour }[]): void {
    for (const scope of new Set(spans.map(({ span }) => scopeOf(span.startContainer)))) {
      if (!this.#styled.has(scope) && !this.#session.dressed?.has(scope)) {
        this.#styled.add(scope);
        addLook(this.#scopes, scope, this.#session, this.#within);
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
