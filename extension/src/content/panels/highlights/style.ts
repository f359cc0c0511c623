/** The styles of highlights in a tree of the page. */

import type { StyleRoot } from "../../../ui/nodes.ts";
import { inheritsHighlights, type StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import styles from "./style.css";

/** The article in the reader, from the root. */
export const article = '& > [data-pith="reader"] > article';

/** Adds the look of marks to a tree, for its root, or for what a selector names from there. */
export function addStyle(styleRoots: StyleRoots, styleRoot: StyleRoot, { shadow }: Session, within = "&"): void {
  styleRoots.addTo(styleRoot, `${within}${inheritsHighlights(shadow) ? "" : " *"} { ${styles} }`);
}

/**
 * Adds it to a tree along with the styles of Highlight itself, where the page has marks: a browser computes the styles of the
 * whole page once for both.
 */
export function addKnownStyle(styleRoots: StyleRoots, styleRoot: StyleRoot, session: Session): void {
  if (session.highlightRoots) {
    session.highlightRoots.add(styleRoot);
    addStyle(styleRoots, styleRoot, session);
  }
}

/** Adds it to the reader's article alone, which spares the page behind it having its styles computed again. */
export function addArticleStyle(styleRoots: StyleRoots, session: Session): void {
  addStyle(styleRoots, document, session, article);
}
