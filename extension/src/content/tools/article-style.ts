/** Styles CSS highlights in Reader's article. Style sheets of user origin have no effect on highlights. */

import { inheritsHighlights, StyleRoots } from "../dom/style-roots.ts";
import type { Session } from "../session/session.ts";

/**
 * Adds rules to the article, nested in a rule for the article, or for all of its content if highlight styles aren't
 * inherited.
 */
export function addStyle({ shadow, signal }: Session, rules: string): void {
  const styleRoots = new StyleRoots();
  const within = inheritsHighlights(shadow) ? "" : " *";
  styleRoots.addTo(document, `& > [data-pith="reader"] > article${within} { ${rules} }`);
  styleRoots.apply();
  signal.addEventListener("abort", () => StyleRoots.remove([styleRoots], false));
}
