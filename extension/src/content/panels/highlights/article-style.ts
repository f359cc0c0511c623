/** The look of highlights for the article of Reader, on pages that have any. */

import { StyleRoots } from "../../dom/style-roots.ts";
import { provide } from "../../session/parts.ts";
import type { Session } from "../../session/session.ts";
import { article } from "./style.ts";
import styles from "./style.css";

declare module "../../session/parts.ts" {
  interface Provided {
    "article-highlights": (session: Session) => void;
  }
}

/**
 * Gives the article the look of highlights before it is in the page: its styles are then computed once. Only of use if
 * elements inherit it, which can't be asked so early.
 */
provide("article-highlights", ({ highlightRoots, signal }) => {
  if (highlightRoots) {
    const styleRoots = new StyleRoots();
    styleRoots.addTo(document, `${article} { ${styles} }`);
    styleRoots.apply();
    highlightRoots.add(document);
    signal.addEventListener("abort", () => StyleRoots.remove([styleRoots], false));
  }
});
