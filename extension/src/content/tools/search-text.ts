/** Normalizes the text of an article for search: no case, no accents, and single spaces. */

import { walkerOf } from "./seen.ts";

/** Scripts in which diacritics are optional in a search. */
const diacriticScripts = /[\u00c0-\u024f\u0370-\u052f\u1e00-\u1fff]/;

/** Soft hyphens and other invisible characters. */
const unseen = /[\u00ad\u200b-\u200f\u2060\ufeff]/;

/** Returns a character as it is compared; empty if it is invisible. */
function folded(character: string): string {
  if (unseen.test(character) || /\p{Mn}/u.test(character)) {
    return "";
  }
  if (/\s/.test(character)) {
    return " ";
  }
  const plain = diacriticScripts.test(character) ? character.normalize("NFD").replace(/\p{M}/gu, "") : character;
  return plain.toLowerCase().replace(/[‘’]/, "'").replace(/[“”]/, '"');
}

export class SearchText {
  readonly #nodes: Text[] = [];
  /** For each unit of the text: index of its node, and start and end there. */
  readonly #places: { node: number; start: number; end: number }[] = [];
  /** Pieces, because appending to one string would copy it for every word. */
  readonly #pieces: string[] = [];
  #text: string | undefined;

  /** Reads elements one after the other. `isInline` returns whether an element is inline. */
  constructor(roots: Iterable<Element>, isInline: (element: Element) => boolean) {
    for (const root of roots) {
      this.#break();
      this.#read(root, isInline);
    }
  }

  /** Returns the matches of a query, in order. */
  find(query: string): Range[] {
    this.#text ??= this.#pieces.join("");
    const text = this.#text;
    const sought = [...query.normalize("NFC")].map(folded).join("").replace(/ +/g, " ").trim();
    const found: Range[] = [];
    for (let at = sought ? text.indexOf(sought) : -1; at >= 0; at = text.indexOf(sought, at + sought.length)) {
      const [first, last] = [this.#places[at], this.#places[at + sought.length - 1]];
      const [from, to] = [this.#nodes[first?.node ?? -1], this.#nodes[last?.node ?? -1]];
      if (first && last && from && to) {
        const range = new Range();
        range.setStart(from, first.start);
        range.setEnd(to, last.end);
        found.push(range);
      }
    }
    return found;
  }

  #read(root: Element, isInline: (element: Element) => boolean): void {
    const walker = walkerOf(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let block: Element | null = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (node instanceof Text) {
        let holder = node.parentElement;
        while (holder && holder !== root && isInline(holder)) {
          holder = holder.parentElement;
        }
        if (holder !== block) {
          this.#break();
          block = holder;
        }
        this.#add(node);
      } else if (node instanceof Element && node.localName === "br") {
        this.#space(this.#nodes.length - 1);
      }
    }
  }

  #add(node: Text): void {
    const number = this.#nodes.push(node) - 1;
    let at = 0;
    for (const character of node.data) {
      const start = at;
      at += character.length;
      const plain = folded(character);
      if (plain === " ") {
        this.#space(number, start);
      } else if (plain !== "") {
        this.#pieces.push(plain);
        for (let i = 0; i < plain.length; i++) {
          this.#places.push({ node: number, start, end: at });
        }
      }
    }
  }

  #space(node: number, start = 0): void {
    const last = this.#pieces.at(-1);
    if (last !== " " && last !== "\n") {
      this.#pieces.push(" ");
      this.#places.push({ node, start, end: start + 1 });
    }
  }

  /** Ends a block, since matches don't continue in the next one. */
  #break(): void {
    this.#pieces.push("\n");
    this.#places.push({ node: -1, start: 0, end: 0 });
  }
}
