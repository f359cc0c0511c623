/** The look of marks in a tree of the page. */

import type { Scope } from "../../../ui/nodes.ts";
import { inheritsHighlights, Scopes } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import styles from "./style.css";

/** The article in the reader, from the root. */
const article = '& > [data-pith="reader"] > article';

/** Adds the look of marks to a tree, for its root, or for what a selector names from there. */
export function addLook(scopes: Scopes, scope: Scope, { shadow }: Session, within = "&"): void {
  scopes.addTo(scope, `${within}${inheritsHighlights(shadow) ? "" : " *"} { ${styles} }`);
}

/**
 * Adds it to a tree along with the styles of Highlight itself, where the page has marks: a browser computes the styles of the
 * whole page once for both.
 */
export function addKnownLook(scopes: Scopes, scope: Scope, session: Session): void {
  if (session.dressed) {
    session.dressed.add(scope);
    addLook(scopes, scope, session);
  }
}

/** Adds it to the reader's article alone, which spares the page behind it having its styles computed anew. */
export function addArticleLook(scopes: Scopes, session: Session): void {
  addLook(scopes, document, session, article);
}

/**
 * Gives the reader's article the look of marks before it is in the page, where the page has marks: its styles are then
 * computed once. Only of use where elements inherit it, which cannot be asked so early.
 */
export function dressArticle({ dressed, signal }: Session): void {
  if (dressed) {
    const scopes = new Scopes();
    scopes.addTo(document, `${article} { ${styles} }`);
    scopes.apply();
    dressed.add(document);
    signal.addEventListener("abort", () => Scopes.remove([scopes], false));
  }
}
