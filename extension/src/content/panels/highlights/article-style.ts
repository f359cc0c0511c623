/** The styles of highlights for Reader's article, on pages with highlights. */

import { StyleRoots } from "../../dom/style-roots.ts";
import { provide } from "../../session/parts.ts";
import type { Session } from "../../session/session.ts";
import { articleSelector } from "./style.ts";
import styles from "./style.css";

declare module "../../session/parts.ts" {
  interface Provided {
    "article-highlights": (session: Session) => void;
  }
}

/**
 * Adds the styles of highlights to the article before it is inserted, so its styles are computed only once. This helps
 * only if elements inherit highlight styles, which can't be detected so early.
 */
provide("article-highlights", ({ highlightRoots, signal }) => {
  if (highlightRoots) {
    const styleRoots = new StyleRoots();
    styleRoots.addTo(document, `${articleSelector} { ${styles} }`);
    styleRoots.apply();
    highlightRoots.add(document);
    signal.addEventListener("abort", () => StyleRoots.remove([styleRoots], false));
  }
});
