/** Finds the transitions in a page's style sheets, as far as they are readable. */

import { elements, type StyleRoot, sheetsOf, viewOf } from "../../ui/nodes.ts";

/** Returns whether anything in a tree may have a transition; true where a sheet cannot be read. */
export function hasTransitions(styleRoot: StyleRoot): boolean {
  const view = viewOf(styleRoot);
  return (
    sheetsOf(styleRoot).some((sheet) => isMoving(sheet, view)) || elements("[style*=transition]", styleRoot).length > 0
  );
}

function isMoving(sheet: CSSStyleSheet, view: typeof globalThis): boolean {
  try {
    return anyMoves(sheet.cssRules, view);
  } catch {
    // Of another origin.
    return true;
  }
}

function anyMoves(rules: Iterable<CSSRule>, view: typeof globalThis): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof view.CSSImportRule) {
      return rule.styleSheet !== null && isMoving(rule.styleSheet, view);
    }
    // The value of a variable cannot be read from the longhand.
    const names = ["transition", "transition-duration"];
    const moves =
      rule instanceof view.CSSStyleRule &&
      names.some((name) => !/^(?:|none|0s)$/.test(rule.style.getPropertyValue(name)));
    return moves || ("cssRules" in rule && anyMoves((rule as CSSGroupingRule).cssRules, view));
  });
}
