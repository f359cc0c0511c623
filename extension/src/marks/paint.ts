/** Shows marks through the registry of highlights of the page and of each frame: no node is wrapped. */

import { documentOf, scopeOf, viewOf } from "../nodes.ts";
import { inheritsHighlights, Scopes } from "../scopes.ts";
import type { Session } from "../session.ts";
import { markNames } from "../traces.ts";
import { addArticleLook } from "./look.ts";
import type { Colour } from "./mark.ts";
import { NearLook } from "./near-look.ts";

export class Paint {
  readonly #scopes = new Scopes();
  #isStyled = false;
  readonly #documents = new Set<Document>();
  readonly #session: Session;
  /** Null in the reader, which lays out only what is near what is seen. */
  readonly #near: NearLook | null;

  constructor(session: Session, isReader: boolean) {
    this.#session = session;
    this.#near = isReader ? null : new NearLook(session);
  }

  /** Shows these spans and no others. */
  show(spans: readonly { span: StaticRange; colour: Colour }[]): void {
    const dressed = this.#session.dressed;
    if (this.#near) {
      const bare = spans.map(({ span }) => span).filter((span) => !dressed?.has(scopeOf(span.startContainer)));
      this.#near.show(bare);
    } else if (spans.length > 0 && !this.#isStyled) {
      this.#isStyled = true;
      if (!dressed?.has(document) || !inheritsHighlights(this.#session.shadow)) {
        addArticleLook(this.#scopes, this.#session);
      }
      this.#scopes.apply();
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
    this.#near?.remove();
    Scopes.remove([this.#scopes], false);
  }
}
