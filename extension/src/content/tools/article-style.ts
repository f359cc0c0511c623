/** Styles of CSS highlights in Reader's article. A sheet of user origin has no effect on them. */

import { inheritsHighlights, StyleRoots } from "../dom/style-roots.ts";
import type { Session } from "../session/session.ts";

/** Adds rules to the article, nested in one for it, or for all that is in it where that inherits no highlights. */
export function addStyle({ shadow, signal }: Session, rules: string): void {
  const styleRoots = new StyleRoots();
  const within = inheritsHighlights(shadow) ? "" : " *";
  styleRoots.addTo(document, `& > [data-pith="reader"] > article${within} { ${rules} }`);
  styleRoots.apply();
  signal.addEventListener("abort", () => StyleRoots.remove([styleRoots], false));
}
