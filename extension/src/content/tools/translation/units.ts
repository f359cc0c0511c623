/**
 * Finds the texts of an article that are translated as a whole. The core determines the kind and language of each
 * element.
 */

import type { SpokenElement } from "../../../shared/messages.ts";
import { isInline } from "../../views/reader/inline.ts";

/** Consecutive inline nodes of a block. */
export interface Unit {
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
function placeOf(number: number): string {
  return `{{${number}}}`;
}

const places = /\{\{(\d+)\}\}/;

/** Pairs elements with their kinds. `elements`: all that the core wrote, in order. */
export function kindsOf(elements: readonly Element[], roles: readonly SpokenElement[]): [Element, SpokenElement][] {
  return roles.flatMap((what): [Element, SpokenElement][] => {
    const counted = elements[what.element];
    return counted ? [[counted, what]] : [];
  });
}

/** Returns the untranslated texts with words in an element of the article. `lang`: the article's language. */
export function* unitsIn(root: Element, known: ReadonlyMap<Node, SpokenElement>, lang: string): Generator<Unit> {
  let nodes: ChildNode[] = [];
  const whole = (): Unit[] => {
    const unit = unitOf(root, nodes, known, lang);
    nodes = [];
    return unit ? [unit] : [];
  };
  for (const child of [...root.childNodes]) {
    if (!(child instanceof Element)) {
      nodes.push(child);
      continue;
    }
    const what = known.get(child);
    const isApart = what?.kind === "formula" || what?.kind === "mark";
    const holdsBlocks = (): boolean => [...child.querySelectorAll("*")].some((inner) => !isInline(inner));
    if (isInline(child) && (isApart || !holdsBlocks())) {
      nodes.push(child);
      continue;
    }
    yield* whole();
    if (what?.kind !== "code" && !isApart && !child.matches(`${foreign}, [translate=no]`)) {
      yield* unitsIn(child, known, what?.lang || lang);
    }
  }
  yield* whole();
}

function unitOf(
  holder: Element,
  nodes: readonly ChildNode[],
  known: ReadonlyMap<Node, SpokenElement>,
  lang: string,
): Unit | null {
  const kept: Element[] = [];
  let words = "";
  const read = (node: Node): string => {
    if (node instanceof Text) {
      words += node.data;
      return node.data.replace(/\s+/g, " ");
    }
    if (!(node instanceof Element) || known.get(node)?.kind === "mark") {
      return "";
    }
    if (node.localName === "br") {
      return "\n";
    }
    if (known.get(node)?.kind === "formula" || node.matches("[translate=no]")) {
      return placeOf(kept.push(node) - 1);
    }
    return [...node.childNodes].map(read).join("");
  };
  const text = nodes.map(read).join("");
  // Placeholders in the text itself would be confused with Pith's.
  return /\p{L}/u.test(words) && !places.test(words)
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
  const parts = translation.split(places);
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
export function plainTextOf({ text, kept }: Unit): string | null {
  const isText = kept.every((element) => element.namespaceURI === "http://www.w3.org/1999/xhtml");
  return isText ? text.replace(new RegExp(places, "g"), (_, number) => kept[Number(number)]?.textContent ?? "") : null;
}

/** Returns a copy that links and Tab can't reach. */
function inertCopy(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    one.removeAttribute("id");
    one.removeAttribute("tabindex");
  }
  return copy;
}
