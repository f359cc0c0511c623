/** The styles of highlights in a tree of the page. */

import type { StyleRoot } from "../../../ui/nodes.ts";
import { inheritsHighlights, type StyleRoots } from "../../dom/style-roots.ts";
import type { Session } from "../../session/session.ts";
import styles from "./style.css";

/** Selector of Reader's article, from the root. */
export const articleSelector = '& > [data-pith="reader"] > article';

/** Adds the styles of highlights to a tree, for its root or for the elements that match a selector. */
export function addStyle(styleRoots: StyleRoots, styleRoot: StyleRoot, { shadow }: Session, within = "&"): void {
  styleRoots.addTo(styleRoot, `${within}${inheritsHighlights(shadow) ? "" : " *"} { ${styles} }`);
}

/**
 * Adds them to a tree together with the styles of Inspect, if the page has highlights. The browser then computes the
 * page's styles only once.
 */
export function addStyleIfHighlighted(styleRoots: StyleRoots, styleRoot: StyleRoot, session: Session): void {
  if (session.highlightRoots) {
    session.highlightRoots.add(styleRoot);
    addStyle(styleRoots, styleRoot, session);
  }
}

/** Adds them only to Reader's article. The styles of the page behind it aren't recomputed. */
export function addArticleStyle(styleRoots: StyleRoots, session: Session): void {
  addStyle(styleRoots, document, session, articleSelector);
}
