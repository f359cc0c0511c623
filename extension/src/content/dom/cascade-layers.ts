/** Reads the cascade layers of a page's readable style sheets. */

import { type StyleRoot, sheetsOf, viewOf } from "../../ui/nodes.ts";

/**
 * Returns the names, outermost first, of the layer whose important declarations override all others: the first layer,
 * the first one inside it, and so on. Empty if there are no important declarations in layers, or if the first layer has
 * no name.
 */
export function innermostFirstLayer(styleRoot: StyleRoot): string[] {
  const view = viewOf(styleRoot);
  const sheets = sheetsOf(styleRoot).filter((sheet) => !sheet.disabled && matches(sheet.media, view));
  if (!sheets.some((sheet) => hasImportant(rulesOf(sheet), false, view))) {
    return [];
  }
  const layers = sheets.flatMap((sheet) => [...layersOf(rulesOf(sheet), "", view)]);
  const names: string[] = [];
  for (;;) {
    const prefix = names.map((name) => `${name}.`).join("");
    const first = layers.find((layer) => layer !== prefix && layer.startsWith(prefix));
    const name = first?.slice(prefix.length).split(".")[0];
    if (!name) {
      return names;
    }
    names.push(name);
  }
}

/** Returns whether a rule in a layer contains an important declaration; `inLayer` is true if all rules are in one. */
function hasImportant(rules: Iterable<CSSRule>, inLayer: boolean, view: typeof globalThis): boolean {
  return [...rules].some((rule) => {
    if (rule instanceof view.CSSImportRule) {
      const { styleSheet, layerName } = rule;
      return styleSheet !== null && hasImportant(rulesOf(styleSheet), inLayer || layerName !== null, view);
    }
    if (rule instanceof view.CSSLayerBlockRule) {
      return rule.cssText.includes("!important");
    }
    if (rule instanceof view.CSSStyleRule) {
      return inLayer && rule.cssText.includes("!important");
    }
    return "cssRules" in rule && hasImportant((rule as CSSGroupingRule).cssRules, inLayer, view);
  });
}

/**
 * Yields every layer in the order of first mention, as a path with a dot after each name; an unnamed layer is only a
 * dot.
 */
function* layersOf(rules: Iterable<CSSRule>, prefix: string, view: typeof globalThis): Generator<string> {
  for (const rule of rules) {
    if (rule instanceof view.CSSLayerStatementRule) {
      yield* [...rule.nameList].map((name) => `${prefix}${name}.`);
    } else if (rule instanceof view.CSSLayerBlockRule) {
      const layer = `${prefix}${rule.name}.`;
      yield layer;
      yield* layersOf(rule.cssRules, layer, view);
    } else if (rule instanceof view.CSSImportRule) {
      yield* importedLayers(rule, prefix, view);
    } else if (
      rule instanceof view.CSSMediaRule
        ? matches(rule.media, view)
        : rule instanceof view.CSSSupportsRule && view.CSS.supports(rule.conditionText)
    ) {
      yield* layersOf((rule as CSSGroupingRule).cssRules, prefix, view);
    }
  }
}

function* importedLayers(
  { styleSheet, layerName, media }: CSSImportRule,
  prefix: string,
  view: typeof globalThis,
): Generator<string> {
  if (!matches(media, view)) {
    return;
  }
  // An unnamed layer has the empty name; null means no layer.
  const layer = layerName === null ? prefix : `${prefix}${layerName}.`;
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

/** Returns the rules of a sheet; none if it is of another origin. */
function rulesOf(sheet: CSSStyleSheet): CSSRuleList | [] {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
