/** Finds transitions in a page's readable style sheets. */

import { elements, type StyleRoot, sheetsOf, viewOf } from "../../ui/nodes.ts";

/** Returns whether anything in a tree may have a transition; true if a sheet can't be read. */
export function hasTransitions(styleRoot: StyleRoot): boolean {
  const view = viewOf(styleRoot);
  return (
    sheetsOf(styleRoot).some((sheet) => sheetHasTransition(sheet, view)) ||
    elements("[style*=transition]", styleRoot).length > 0
  );
}

function sheetHasTransition(sheet: CSSStyleSheet, view: typeof globalThis): boolean {
  try {
    return hasTransition(sheet.cssRules, view);
  } catch {
    // The sheet is of another origin.
    return true;
  }
}

function hasTransition(rules: Iterable<CSSRule>, view: typeof globalThis): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof view.CSSImportRule) {
      return rule.styleSheet !== null && sheetHasTransition(rule.styleSheet, view);
    }
    // A longhand is empty if the value contains a variable.
    const names = ["transition", "transition-duration"];
    const isTransition =
      rule instanceof view.CSSStyleRule &&
      names.some((name) => !/^(?:|none|0s)$/.test(rule.style.getPropertyValue(name)));
    return isTransition || ("cssRules" in rule && hasTransition((rule as CSSGroupingRule).cssRules, view));
  });
}
