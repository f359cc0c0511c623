/**
 * Style sheets for the page that write nothing on its nodes.
 *
 * A rule selects an element by its path (`:root > :nth-child(2) > …`), in a constructed style sheet that the document, shadow
 * root or frame of the element adopts. No attribute, class or node is written, no MutationObserver sees it, no policy of the
 * page can forbid it, and removing the sheet restores everything. Paths become wrong as soon as the page adds or removes a
 * node; the sheets are then written again before anything is painted.
 *
 * The declarations are important, and every selector begins with more ids than any page's. If the page
 * has important declarations in layers, which beat all others, ours stand in a layer inside the first
 * of them: among important declarations the earlier layer wins, and the inner layer over the outer.
 * Other pages get no layer, because browsers lay out the whole page and shape its text again when a
 * sheet with layers changes or is removed. Two kinds of important declarations beat ours: those in
 * `style` attributes, and those in a first layer that has no name or lies in a sheet of another
 * origin, because nothing can be put into such a layer.
 */

import { innermostFirstLayer } from "./cascade-layers.ts";
import { strong } from "./own-markers.ts";
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
const atOnce = "&, *, ::before, ::after { transition: none !important; }";

/** The name of the layer of our sheets, if they have one. */
const ourLayer = "pith";

export class StyleRoots {
  readonly #sheets = new Map<StyleRoot, CSSStyleSheet>();
  /**
   * The text of each sheet: inserting the same text again would make the browser compute the styles of the whole page.
   */
  readonly #texts = new Map<StyleRoot, string>();
  readonly #rules = new Map<StyleRoot, string[]>();
  readonly #paths = new Map<Element, string>();
  /** The number of each child of those that stand on a path. */
  readonly #numbers = new Map<Element, number>();
  readonly #layers = new Map<StyleRoot, readonly string[]>();
  /** The rules of each sheet, so that its text isn't created again. */
  readonly #inForce = new WeakMap<CSSStyleSheet, { rules: string; still: boolean }>();

  /** Starts collecting rules again, without the earlier ones. */
  begin(): void {
    this.#rules.clear();
  }

  /** Deletes the cached paths, because the page has added or removed elements. */
  moved(): void {
    this.#paths.clear();
    this.#numbers.clear();
  }

  /**
   * Adds declarations for an element, or for what the relative selector `within` (` > p`, `::before`) names from it.
   */
  add(element: Element, declarations: string, within = ""): void {
    this.addTo(styleRootOf(element), `${this.#path(element)}${within} { ${declarations} }`);
  }

  /** Removes what is drawn before and after an element's content. */
  bare(element: Element): void {
    const path = this.#path(element);
    this.addTo(styleRootOf(element), `${path}::before, ${path}::after { content: none; display: none; }`);
  }

  /** Adds declarations for the children of a shadow root that `child` names. */
  addToRoot(root: ShadowRoot, declarations: string, child: string): void {
    this.addTo(root, `& > ${child} { ${declarations} }`);
  }

  /** Adds a rule for a whole tree, in which `&` is its root element or its host. */
  addTo(styleRoot: StyleRoot, rule: string): void {
    const rules = this.#rules.get(styleRoot);
    if (rules) {
      rules.push(rule);
    } else {
      this.#rules.set(styleRoot, [rule]);
    }
  }

  get all(): StyleRoot[] {
    return [...this.#rules.keys()];
  }

  /** Puts the rules into force. `still`: without the transitions that the page has for changes. */
  apply(still = false): void {
    for (const styleRoot of new Set([...this.#rules.keys(), ...this.#sheets.keys()])) {
      const sheet = this.#sheet(styleRoot);
      const rules = (this.#rules.get(styleRoot) ?? []).join("\n");
      const before = this.#inForce.get(sheet);
      if (before?.rules === rules && before.still === still) {
        continue;
      }
      this.#inForce.set(sheet, { rules, still });
      const text = this.#whole(styleRoot, important(rules), still && hasTransitions(styleRoot));
      if (this.#texts.get(styleRoot) !== text) {
        this.#texts.set(styleRoot, text);
        sheet.replaceSync(text);
      }
    }
  }

  /**
   * Removes the sheets of some scopes. `moving`: they have moved elements for which the page may have transitions, and
   * these would run while the place is being restored.
   */
  static remove(all: readonly StyleRoots[], moving: boolean): void {
    const sheets = all.flatMap((some) => [...some.#sheets].map(([styleRoot, sheet]) => ({ some, styleRoot, sheet })));
    const moved = moving ? sheets.filter(({ styleRoot }) => hasTransitions(styleRoot)) : [];
    for (const { some, styleRoot, sheet } of moved) {
      sheet.replaceSync(some.#whole(styleRoot, "", true));
    }
    for (const styleRoot of new Set(moved.map(({ styleRoot }) => styleRoot))) {
      rectOf(isShadowRoot(styleRoot) ? hostOf(styleRoot) : rootElement(styleRoot));
    }
    const gone = new Set(sheets.map(({ sheet }) => sheet));
    for (const styleRoot of new Set(sheets.map(({ styleRoot }) => styleRoot))) {
      adoptSheets(
        styleRoot,
        adoptedSheets(styleRoot).filter((other) => !gone.has(other)),
      );
    }
    // The page may have kept them, and adopt them again.
    for (const sheet of gone) {
      sheet.replaceSync("");
    }
    for (const some of all) {
      some.#sheets.clear();
      some.#texts.clear();
    }
  }

  #whole(styleRoot: StyleRoot, rules: string, still: boolean): string {
    const top = isShadowRoot(styleRoot) ? `:host(${strong})` : `:root${strong}`;
    const text = `${top} { ${rules} ${still ? atOnce : ""} }`;
    const layers = this.#layersOf(styleRoot);
    return layers.length > 0 ? `@layer ${[...layers, ourLayer].join(".")} { ${text} }` : text;
  }

  /**
   * Returns the layers to stand in, read once: a page has many sheets, and names its first layer in the first of them.
   */
  #layersOf(styleRoot: StyleRoot): readonly string[] {
    const known = this.#layers.get(styleRoot) ?? innermostFirstLayer(styleRoot);
    this.#layers.set(styleRoot, known);
    return known;
  }

  #sheet(styleRoot: StyleRoot): CSSStyleSheet {
    let sheet = this.#sheets.get(styleRoot);
    if (!sheet) {
      // A document adopts only sheets that were made for it.
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
    const known = this.#paths.get(element);
    if (known !== undefined) {
      return known;
    }
    const parent = parentElement(element);
    const tree = parentNode(element);
    if (!parent && !isShadowRoot(tree)) {
      return "&";
    }
    const above = parent ? this.#path(parent) : "&";
    if (!this.#numbers.has(element)) {
      // All children at once: counting from each would be quadratic.
      for (const [index, child] of [...childrenOf(parent ?? (tree as ShadowRoot))].entries()) {
        this.#numbers.set(child, index + 1);
      }
    }
    const number = this.#numbers.get(element);
    if (number === undefined) {
      return above;
    }
    const path = `${above} > ${CSS.escape(localName(element))}:nth-child(${number})`;
    this.#paths.set(element, path);
    return path;
  }
}

/** True where the browser has been found to; undefined where it was not asked yet. */
let inherits: boolean | undefined;

/**
 * Returns whether children have the look of a highlight that their parent has (CSS Pseudo-Elements 4, 3.6). `shadow` is
 * that of a view, in the page: theme.css gives `::highlight(pith-probe)` a color on its dialog.
 */
export function inheritsHighlights(shadow: ShadowRoot): boolean {
  const child = shadow.querySelector("dialog > *");
  inherits ??= child !== null && getComputedStyle(child, "::highlight(pith-probe)").color === "rgb(1, 2, 3)";
  return inherits;
}

/**
 * Makes every declaration important, also the last of a rule, which need not end in a semicolon. The rules are ours: no
 * value in them holds a semicolon or a brace.
 */
function important(rules: string): string {
  return rules.replace(/(?<=[^\s{};])(?:\s*!important)?\s*(?:;|(?=\}))/g, " !important;");
}
