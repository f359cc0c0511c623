/**
 * Finds the texts of an article that are translated as a whole. The core determines the kind and language of each
 * element.
 */

import type { SpokenElement } from "../../../shared/messages.ts";
import { isInline } from "../../views/reader/inline.ts";

/** Consecutive inline nodes of a block. */
export interface TranslationUnit {
  holder: Element;
  nodes: readonly ChildNode[];
  /** Their text, with a placeholder for each kept element. */
  text: string;
  kept: readonly Element[];
  /** BCP 47 tag; empty if unknown. */
  lang: string;
}

/** Pith's own elements, embeds, and authors of comments. */
const foreign = "button, .pith-tools, .pith-page, .pith-pair, .pith-embed, .pith-says, .pith-who";

/** Returns the placeholder of a kept element. */
function placeholder(number: number): string {
  return `{{${number}}}`;
}

const placeholderPattern = /\{\{(\d+)\}\}/;

/** Pairs elements with their kinds. `elements`: all that the core wrote, in order. */
export function kindsOf(elements: readonly Element[], roles: readonly SpokenElement[]): [Element, SpokenElement][] {
  return roles.flatMap((role): [Element, SpokenElement][] => {
    const element = elements[role.element];
    return element ? [[element, role]] : [];
  });
}

/** Returns the untranslated texts with words in an element of the article. `lang`: the article's language. */
export function* unitsIn(
  root: Element,
  kinds: ReadonlyMap<Node, SpokenElement>,
  lang: string,
): Generator<TranslationUnit> {
  let nodes: ChildNode[] = [];
  const takeUnit = (): TranslationUnit[] => {
    const unit = unitOf(root, nodes, kinds, lang);
    nodes = [];
    return unit ? [unit] : [];
  };
  for (const child of [...root.childNodes]) {
    if (!(child instanceof Element)) {
      nodes.push(child);
      continue;
    }
    const role = kinds.get(child);
    const isInlineRole = role?.kind === "formula" || role?.kind === "mark";
    const containsBlocks = (): boolean => [...child.querySelectorAll("*")].some((inner) => !isInline(inner));
    if (isInline(child) && (isInlineRole || !containsBlocks())) {
      nodes.push(child);
      continue;
    }
    yield* takeUnit();
    if (role?.kind !== "code" && !isInlineRole && !child.matches(`${foreign}, [translate=no]`)) {
      yield* unitsIn(child, kinds, role?.lang || lang);
    }
  }
  yield* takeUnit();
}

function unitOf(
  holder: Element,
  nodes: readonly ChildNode[],
  kinds: ReadonlyMap<Node, SpokenElement>,
  lang: string,
): TranslationUnit | null {
  const kept: Element[] = [];
  let letters = "";
  const readNode = (node: Node): string => {
    if (node instanceof Text) {
      letters += node.data;
      return node.data.replace(/\s+/g, " ");
    }
    if (!(node instanceof Element) || kinds.get(node)?.kind === "mark") {
      return "";
    }
    if (node.localName === "br") {
      return "\n";
    }
    if (kinds.get(node)?.kind === "formula" || node.matches("[translate=no]")) {
      return placeholder(kept.push(node) - 1);
    }
    return [...node.childNodes].map(readNode).join("");
  };
  const text = nodes.map(readNode).join("");
  // Placeholders in the text itself would be confused with Pith's.
  return /\p{L}/u.test(letters) && !placeholderPattern.test(letters)
    ? {
        holder,
        nodes,
        text: text
          .replace(/ *\n */g, "\n")
          .replace(/ {2,}/g, " ")
          .trim(),
        kept,
        lang,
      }
    : null;
}

/** Returns a translation as nodes, with copies of the kept elements; null unless it has each of them exactly once. */
export function nodesOf(translation: string, kept: readonly Element[]): (Node | string)[] | null {
  const parts = translation.split(placeholderPattern);
  const numbers = parts.filter((_, i) => i % 2 === 1).map(Number);
  if (numbers.toSorted((a, b) => a - b).join() !== kept.map((_, number) => number).join()) {
    return null;
  }
  return parts.flatMap((part, i): (Node | string)[] => {
    const element = i % 2 === 1 ? kept[Number(part)] : undefined;
    return element ? [inertCopy(element)] : part === "" ? [] : [part];
  });
}

/** Returns the text with each placeholder replaced by the element's own text; null if an element isn't text. */
export function plainTextOf({ text, kept }: TranslationUnit): string | null {
  const isText = kept.every((element) => element.namespaceURI === "http://www.w3.org/1999/xhtml");
  return isText
    ? text.replace(new RegExp(placeholderPattern, "g"), (_, number) => kept[Number(number)]?.textContent ?? "")
    : null;
}

/** Returns a copy that links and Tab can't reach. */
function inertCopy(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  for (const node of [copy, ...copy.querySelectorAll("*")]) {
    node.removeAttribute("id");
    node.removeAttribute("tabindex");
  }
  return copy;
}
