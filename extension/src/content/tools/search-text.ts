/** Normalizes the text of an article for search: no case, no accents, and single spaces. */

import { createWalker } from "./document-methods.ts";

/** Scripts in which diacritics are optional in a search. */
const diacriticScripts = /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/;

/** Soft hyphens and other invisible characters. */
const invisible = /[\u00ad\u200b-\u200f\u2060\ufeff]/;

/** Returns a character as it is compared; empty if it is invisible. */
function foldCharacter(character: string): string {
  if (invisible.test(character) || /\p{Mn}/u.test(character)) {
    return "";
  }
  if (/\s/.test(character)) {
    return " ";
  }
  const foldedCharacter = diacriticScripts.test(character)
    ? character.normalize("NFD").replace(/\p{M}/gu, "")
    : character;
  return foldedCharacter.toLowerCase().replace(/[‘’]/, "'").replace(/[“”]/, '"');
}

export class SearchText {
  readonly #nodes: Text[] = [];
  /** For each unit of the text: index of its node, and start and end there. */
  readonly #unitPositions: { node: number; start: number; end: number }[] = [];
  /** Pieces, because appending to one string would copy it for every word. */
  readonly #pieces: string[] = [];
  #text: string | undefined;

  /** Reads elements one after the other. `isInline` returns whether an element is inline. */
  constructor(roots: Iterable<Element>, isInline: (element: Element) => boolean) {
    for (const root of roots) {
      this.#break();
      this.#readElement(root, isInline);
    }
  }

  /** Returns the matches of a query, in order. */
  find(query: string): Range[] {
    this.#text ??= this.#pieces.join("");
    const text = this.#text;
    const foldedQuery = [...query.normalize("NFC")].map(foldCharacter).join("").replace(/ +/g, " ").trim();
    const matches: Range[] = [];
    for (
      let index = foldedQuery ? text.indexOf(foldedQuery) : -1;
      index >= 0;
      index = text.indexOf(foldedQuery, index + foldedQuery.length)
    ) {
      const [first, last] = [this.#unitPositions[index], this.#unitPositions[index + foldedQuery.length - 1]];
      const [from, to] = [this.#nodes[first?.node ?? -1], this.#nodes[last?.node ?? -1]];
      if (first && last && from && to) {
        const range = new Range();
        range.setStart(from, first.start);
        range.setEnd(to, last.end);
        matches.push(range);
      }
    }
    return matches;
  }

  #readElement(root: Element, isInline: (element: Element) => boolean): void {
    const walker = createWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let currentBlock: Element | null = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        let block = node.parentElement;
        while (block && block !== root && isInline(block)) {
          block = block.parentElement;
        }
        if (block !== currentBlock) {
          this.#break();
          currentBlock = block;
        }
        this.#add(node);
      } else if (node instanceof Element && node.localName === "br") {
        this.#space(this.#nodes.length - 1);
      }
    }
  }

  #add(node: Text): void {
    const nodeIndex = this.#nodes.push(node) - 1;
    let offset = 0;
    for (const character of node.data) {
      const start = offset;
      offset += character.length;
      const foldedCharacter = foldCharacter(character);
      if (foldedCharacter === " ") {
        this.#space(nodeIndex, start);
      } else if (foldedCharacter !== "") {
        this.#pieces.push(foldedCharacter);
        for (let i = 0; i < foldedCharacter.length; i++) {
          this.#unitPositions.push({ node: nodeIndex, start, end: offset });
        }
      }
    }
  }

  #space(node: number, start = 0): void {
    const last = this.#pieces.at(-1);
    if (last !== " " && last !== "\n") {
      this.#pieces.push(" ");
      this.#unitPositions.push({ node, start, end: start + 1 });
    }
  }

  /** Ends a block, since matches don't continue in the next one. */
  #break(): void {
    this.#pieces.push("\n");
    this.#unitPositions.push({ node: -1, start: 0, end: 0 });
  }
}
