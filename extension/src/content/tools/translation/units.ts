/**
 * Finds the texts of an article that are translated as wholes. The core says what each of its elements is, and in
 * which language.
 */

import type { SpokenElement } from "../../../shared/messages.ts";
import { isInline } from "../../views/reader/inline.ts";

/** Nodes of a block that stand in its lines, one after the other. */
export interface Unit {
  holder: Element;
  nodes: readonly ChildNode[];
  /** What they say, with a place for each element that is kept as it is. */
  text: string;
  kept: readonly Element[];
  /** As a BCP 47 tag; empty if unknown. */
  lang: string;
}

/** What is ours in an article, what others show in it, and who says what in a discussion. */
const foreign = "button, .pith-tools, .pith-page, .pith-pair, .pith-embed, .pith-says, .pith-who";

/** Returns what stands for an element that is kept, in the text that is translated. */
function placeOf(number: number): string {
  return `{{${number}}}`;
}

const places = /\{\{(\d+)\}\}/;

/** Returns elements with what each is. `elements`: all that the core wrote, in order. */
export function kindsOf(elements: readonly Element[], spoken: readonly SpokenElement[]): [Element, SpokenElement][] {
  return spoken.flatMap((what): [Element, SpokenElement][] => {
    const counted = elements[what.element];
    return counted ? [[counted, what]] : [];
  });
}

/** Returns the texts in an element of the article that have words and are not translated yet. `lang`: the article's. */
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
  // Places that the text itself has would be taken for ours.
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
    return element ? [copyOf(element)] : part === "" ? [] : [part];
  });
}

/** Returns the text with what the kept elements say in their places; null if one of them isn't text. */
export function inWords({ text, kept }: Unit): string | null {
  const isText = kept.every((element) => element.namespaceURI === "http://www.w3.org/1999/xhtml");
  return isText ? text.replace(new RegExp(places, "g"), (_, number) => kept[Number(number)]?.textContent ?? "") : null;
}

/** Returns a copy that nothing leads to. */
function copyOf(element: Element): Element {
  const copy = element.cloneNode(true) as Element;
  for (const one of [copy, ...copy.querySelectorAll("*")]) {
    one.removeAttribute("id");
    one.removeAttribute("tabindex");
  }
  return copy;
}
