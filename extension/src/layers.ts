/** The cascade layers of a page, as far as its style sheets can be read. */

import { type Scope, sheetsOf, viewOf } from "./nodes.ts";

/**
 * The names, from the outside in, of the layer whose important declarations beat those of all
 * others: the first, in it the first again, and so on. Empty where the page has none, or where its
 * first one has no name.
 */
export function innermostFirstLayer(scope: Scope): string[] {
  const view = viewOf(scope);
  const layers = sheetsOf(scope).flatMap((sheet) =>
    sheet.disabled || !matches(sheet.media, view) ? [] : [...layersOf(rulesOf(sheet), "", view)],
  );
  const names: string[] = [];
  for (;;) {
    const outside = names.map((name) => `${name}.`).join("");
    const first = layers.find((layer) => layer !== outside && layer.startsWith(outside));
    const name = first?.slice(outside.length).split(".")[0];
    if (!name) {
      return names;
    }
    names.push(name);
  }
}

/** Every layer in the order in which it is first named, a dot after each of its names; one without a name is a dot alone. */
function* layersOf(rules: Iterable<CSSRule>, outside: string, view: typeof globalThis): Generator<string> {
  for (const rule of rules) {
    if (rule instanceof view.CSSLayerStatementRule) {
      yield* [...rule.nameList].map((name) => `${outside}${name}.`);
    } else if (rule instanceof view.CSSLayerBlockRule) {
      const layer = `${outside}${rule.name}.`;
      yield layer;
      yield* layersOf(rule.cssRules, layer, view);
    } else if (rule instanceof view.CSSImportRule) {
      yield* imported(rule, outside, view);
    } else if (
      rule instanceof view.CSSMediaRule
        ? matches(rule.media, view)
        : rule instanceof view.CSSSupportsRule && view.CSS.supports(rule.conditionText)
    ) {
      yield* layersOf((rule as CSSGroupingRule).cssRules, outside, view);
    }
  }
}

function* imported(
  { styleSheet, layerName, media }: CSSImportRule,
  outside: string,
  view: typeof globalThis,
): Generator<string> {
  if (!matches(media, view)) {
    return;
  }
  // An empty name is that of a layer without one; null is no layer.
  const layer = layerName === null ? outside : `${outside}${layerName}.`;
  if (layerName !== null) {
    yield layer;
  }
  if (styleSheet) {
    yield* layersOf(rulesOf(styleSheet), layer, view);
  }
}

function matches({ mediaText }: MediaList, view: typeof globalThis): boolean {
  return mediaText === "" || view.matchMedia(mediaText).matches;
}

/** None where the sheet is of another origin. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | [] {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
