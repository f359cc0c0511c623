/** The look of marks in a tree of the page. */

import type { Scope } from "../nodes.ts";
import { inheritsHighlights, type Scopes } from "../scopes.ts";
import type { Session } from "../session.ts";
import styles from "./look.css";

/** Adds the look of marks to a tree, for its root, or for what a selector names from there. */
export function addLook(scopes: Scopes, scope: Scope, { shadow }: Session, within = "&"): void {
  scopes.addTo(scope, `${within}${inheritsHighlights(shadow) ? "" : " *"} { ${styles} }`);
}

/**
 * Adds it to a tree along with the styles of a view itself, where the page has marks: a browser computes the styles of the
 * whole page once for both.
 */
export function addKnownLook(scopes: Scopes, scope: Scope, session: Session): void {
  if (session.dressed) {
    session.dressed.add(scope);
    addLook(scopes, scope, session);
  }
}
