/** Marks text through the registries of highlights, one for the page and one for each frame: no node is wrapped. */

import { documentOf, viewOf } from "../../../ui/nodes.ts";
import { addKnownLook } from "../../panels/highlights/style.ts";
import { inheritsHighlights, Scopes } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import { tints } from "../../dom/own-markers.ts";
import marks from "./tints.css";

type Tint = (typeof tints)[number];

export class Tints {
  readonly #scopes = new Scopes();
  readonly #documents = new Set<Document>();
  readonly #marks: string;
  readonly #session: Session;

  /**
   * Writes the rule of the marks: for the root alone if elements inherit the look of marks (CSS Pseudo-Elements 4,
   * 3.6).
   */
  constructor(session: Session) {
    this.#session = session;
    this.#marks = inheritsHighlights(session.shadow) ? marks : `& * { ${marks} }`;
  }

  /** Marks these spans and no others; spans of closed documents mark nothing. */
  set(tint: Tint, spans: readonly StaticRange[]): void {
    const marked = Map.groupBy(spans, ({ startContainer }) => documentOf(startContainer));
    for (const scope of marked.keys()) {
      if (!this.#documents.has(scope)) {
        this.#documents.add(scope);
        this.#scopes.addTo(scope, this.#marks);
        addKnownLook(this.#scopes, scope, this.#session);
        this.#scopes.apply();
      }
    }
    for (const scope of this.#documents) {
      const view = viewOf(scope);
      const here = marked.get(scope);
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
    Scopes.remove([this.#scopes], false);
  }
}
