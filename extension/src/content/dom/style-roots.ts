/**
 * Style sheets for the page, without any change to its nodes.
 *
 * A rule selects an element by its path (`:root > :nth-child(2) > …`), in a constructed style sheet adopted by the
 * element's document, shadow root, or frame. Since no attribute, class, or node changes, no MutationObserver notices,
 * no policy of the page can forbid it, and removing the sheet restores everything. Paths become wrong as soon as the
 * page adds or removes a node; the sheets are then rewritten before the next paint.
 *
 * The declarations are important, and every selector has a higher specificity than any page's. Important declarations
 * in layers override all others. If the page has some, Pith's are in a layer inside the first of them: among important
 * declarations the earlier layer wins, and the inner layer over the outer. Other pages get no layer, because browsers
 * lay out the whole page and shape its text again when a sheet with layers changes or is removed. Two kinds of
 * important declarations still override Pith's: those in `style` attributes, and those in a first layer that has no
 * name or is in a sheet of another origin, because nothing can be added to such a layer.
 */

import { innermostFirstLayer } from "./cascade-layers.ts";
import { highSpecificity } from "./own-markers.ts";
import { hasTransitions } from "./transitions.ts";
import {
  adoptedSheets,
  adoptSheets,
  childrenOf,
  hostOf,
  isShadowRoot,
  localName,
  parentElement,
  parentNode,
  rectOf,
  rootElement,
  type StyleRoot,
  styleRootOf,
  viewOf,
} from "../../ui/nodes.ts";

/** Turns transitions off, so that changes take effect immediately. */
const noTransitions = "&, *, ::before, ::after { transition: none !important; }";

/** Name of the layer of Pith's sheets, if they have one. */
const ourLayer = "pith";

export class StyleRoots {
  readonly #sheets = new Map<StyleRoot, CSSStyleSheet>();
  /**
   * Text of each sheet, because inserting the same text again would make the browser recompute the styles of the whole
   * page.
   */
  readonly #texts = new Map<StyleRoot, string>();
  readonly #rules = new Map<StyleRoot, string[]>();
  readonly #paths = new Map<Element, string>();
  /** Child indices of elements with a sibling on a path. */
  readonly #childIndices = new Map<Element, number>();
  readonly #layers = new Map<StyleRoot, readonly string[]>();
  /** The rules of each sheet, so that its text isn't created again. */
  readonly #applied = new WeakMap<CSSStyleSheet, { rules: string; withoutTransitions: boolean }>();

  /** Starts collecting rules again, without the earlier ones. */
  clearRules(): void {
    this.#rules.clear();
  }

  /** Deletes the cached paths, because the page has added or removed elements. */
  invalidatePaths(): void {
    this.#paths.clear();
    this.#childIndices.clear();
  }

  /** Adds declarations for an element, or for the target of a relative selector `relativeSelector` (` > p`, `::before`). */
  add(element: Element, declarations: string, relativeSelector = ""): void {
    this.addTo(styleRootOf(element), `${this.#path(element)}${relativeSelector} { ${declarations} }`);
  }

  /** Removes an element's `::before` and `::after`. */
  removePseudoElements(element: Element): void {
    const path = this.#path(element);
    this.addTo(styleRootOf(element), `${path}::before, ${path}::after { content: none; display: none; }`);
  }

  /** Adds declarations for the children of a shadow root that match `child`. */
  addToRoot(root: ShadowRoot, declarations: string, child: string): void {
    this.addTo(root, `& > ${child} { ${declarations} }`);
  }

  /** Adds a rule for a whole tree, in which `&` is its root element or host. */
  addTo(styleRoot: StyleRoot, rule: string): void {
    const rules = this.#rules.get(styleRoot);
    if (rules) {
      rules.push(rule);
    } else {
      this.#rules.set(styleRoot, [rule]);
    }
  }

  get roots(): StyleRoot[] {
    return [...this.#rules.keys()];
  }

  /** Applies the rules. `withoutTransitions`: without the page's transitions. */
  apply(withoutTransitions = false): void {
    for (const styleRoot of new Set([...this.#rules.keys(), ...this.#sheets.keys()])) {
      const sheet = this.#sheet(styleRoot);
      const rules = (this.#rules.get(styleRoot) ?? []).join("\n");
      const before = this.#applied.get(sheet);
      if (before?.rules === rules && before.withoutTransitions === withoutTransitions) {
        continue;
      }
      this.#applied.set(sheet, { rules, withoutTransitions });
      const text = this.#sheetText(styleRoot, important(rules), withoutTransitions && hasTransitions(styleRoot));
      if (this.#texts.get(styleRoot) !== text) {
        this.#texts.set(styleRoot, text);
        sheet.replaceSync(text);
      }
    }
  }

  /**
   * Removes the sheets of some roots. `skipsTransitions`: they have moved elements for which the page may have transitions, which
   * would otherwise run while the reading position is restored.
   */
  static remove(instances: readonly StyleRoots[], skipsTransitions: boolean): void {
    const sheets = instances.flatMap((instance) =>
      [...instance.#sheets].map(([styleRoot, sheet]) => ({ instance, styleRoot, sheet })),
    );
    const withTransitions = skipsTransitions ? sheets.filter(({ styleRoot }) => hasTransitions(styleRoot)) : [];
    for (const { instance, styleRoot, sheet } of withTransitions) {
      sheet.replaceSync(instance.#sheetText(styleRoot, "", true));
    }
    for (const styleRoot of new Set(withTransitions.map(({ styleRoot }) => styleRoot))) {
      rectOf(isShadowRoot(styleRoot) ? hostOf(styleRoot) : rootElement(styleRoot));
    }
    const removedSheets = new Set(sheets.map(({ sheet }) => sheet));
    for (const styleRoot of new Set(sheets.map(({ styleRoot }) => styleRoot))) {
      adoptSheets(
        styleRoot,
        adoptedSheets(styleRoot).filter((other) => !removedSheets.has(other)),
      );
    }
    // The page may have kept references to the sheets, and adopt them again.
    for (const sheet of removedSheets) {
      sheet.replaceSync("");
    }
    for (const instance of instances) {
      instance.#sheets.clear();
      instance.#texts.clear();
    }
  }

  #sheetText(styleRoot: StyleRoot, rules: string, withoutTransitions: boolean): string {
    const top = isShadowRoot(styleRoot) ? `:host(${highSpecificity})` : `:root${highSpecificity}`;
    const text = `${top} { ${rules} ${withoutTransitions ? noTransitions : ""} }`;
    const layers = this.#layersOf(styleRoot);
    return layers.length > 0 ? `@layer ${[...layers, ourLayer].join(".")} { ${text} }` : text;
  }

  /**
   * Returns the layers for Pith's rules. Cached: a page has many sheets, but names its first layer in the first of
   * them.
   */
  #layersOf(styleRoot: StyleRoot): readonly string[] {
    const layers = this.#layers.get(styleRoot) ?? innermostFirstLayer(styleRoot);
    this.#layers.set(styleRoot, layers);
    return layers;
  }

  #sheet(styleRoot: StyleRoot): CSSStyleSheet {
    let sheet = this.#sheets.get(styleRoot);
    if (!sheet) {
      // A document only adopts sheets created for it.
      sheet = new (viewOf(styleRoot).CSSStyleSheet)();
      this.#sheets.set(styleRoot, sheet);
    }
    const adopted = adoptedSheets(styleRoot);
    if (!adopted.includes(sheet)) {
      adoptSheets(styleRoot, [...adopted, sheet]);
    }
    return sheet;
  }

  #path(element: Element): string {
    const cachedPath = this.#paths.get(element);
    if (cachedPath !== undefined) {
      return cachedPath;
    }
    const parent = parentElement(element);
    const tree = parentNode(element);
    if (!parent && !isShadowRoot(tree)) {
      return "&";
    }
    const parentPath = parent ? this.#path(parent) : "&";
    if (!this.#childIndices.has(element)) {
      // Numbers all children at once: counting from each would take quadratic time.
      for (const [index, child] of [...childrenOf(parent ?? (tree as ShadowRoot))].entries()) {
        this.#childIndices.set(child, index + 1);
      }
    }
    const index = this.#childIndices.get(element);
    if (index === undefined) {
      return parentPath;
    }
    const path = `${parentPath} > ${CSS.escape(localName(element))}:nth-child(${index})`;
    this.#paths.set(element, path);
    return path;
  }
}

/** Undefined until the browser was tested. */
let inherits: boolean | undefined;

/**
 * Returns whether elements inherit highlight styles (CSS Pseudo-Elements 4, 3.6). `shadow` is a view's tree in the
 * page: theme.css sets a color for `::highlight(pith-probe)` on its dialog.
 */
export function inheritsHighlights(shadow: ShadowRoot): boolean {
  const child = shadow.querySelector("dialog > *");
  inherits ??= child !== null && getComputedStyle(child, "::highlight(pith-probe)").color === "rgb(1, 2, 3)";
  return inherits;
}

/**
 * Makes every declaration important, including the last of a rule, which may lack a semicolon. Values in Pith's rules
 * don't contain semicolons or braces.
 */
function important(rules: string): string {
  return rules.replace(/(?<=[^\s{};])(?:\s*!important)?\s*(?:;|(?=\}))/g, " !important;");
}
