/**
 * The text of many nodes, folded for finding quotes: without white space and without characters that
 * aren't visible. A page and its article differ in these and in little else.
 */

/** White space, soft hyphens, and marks of direction and joining. */
const blanks = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Runs of them, and of the control characters before them in Unicode: the same as `isBlank` for each. */
const runs = /(?:[^!-\uffff]|[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff])+/g;

/** Returns a short text without them. `Fold` gives the same for long texts, faster. */
export function folded(text: string): string {
  return text.replace(runs, "").toWellFormed();
}

/** Folds many texts into one, unit by unit, because a page has a blank for every word. */
class Fold {
  readonly #units: Uint16Array;
  length = 0;

  /** Creates an empty text. `most`: maximum length of all that will be written to it. */
  constructor(most: number) {
    this.#units = new Uint16Array(most);
  }

  add(text: string): this {
    for (let i = 0; i < text.length; i++) {
      if (!isBlank(text, i)) {
        this.#units[this.length++] = text.charCodeAt(i);
      }
    }
    return this;
  }

  get text(): string {
    return new TextDecoder("utf-16le", { ignoreBOM: true }).decode(this.#units.subarray(0, this.length));
  }
}

function isBlank(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  // The most frequent characters first.
  if (code > 0x20 && code < 0x80) {
    return false;
  }
  return code <= 0x20 || code === 0xa0 || (code < 0x3001 && blanks.test(text.charAt(index))) || code === 0xfeff;
}

/** A position in a node: its number, and UTF-16 units from its beginning. */
interface Position {
  node: number;
  offset: number;
}

export class NodeText {
  /** The text of all nodes, folded. Positions in it are UTF-16 units. */
  readonly folded: string;
  readonly #values: readonly string[];
  /** The start of each node in the folded text, and the end of the text. */
  readonly #starts: Uint32Array;
  readonly #isBreak: (node: number) => boolean;
  /** Length of all nodes, including blanks. */
  readonly #length: number;

  /** Folds `values`, the texts of the nodes; `isBreak` says whether a line begins with a node. */
  constructor(values: readonly string[], isBreak: (node: number) => boolean) {
    this.#values = values;
    this.#isBreak = isBreak;
    this.#starts = new Uint32Array(values.length + 1);
    this.#length = values.reduce((sum, { length }) => sum + length, 0);
    const fold = new Fold(this.#length);
    for (const [node, value] of values.entries()) {
      this.#starts[node + 1] = fold.add(value).length;
    }
    this.folded = fold.text;
  }

  /** Returns the node that contains a character of the folded text, and the character's offset in it. */
  at(index: number): Position {
    let [low, high] = [0, this.#values.length];
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#starts[middle] ?? 0) <= index) {
        low = middle;
      } else {
        high = middle;
      }
    }
    const value = this.#values[low] ?? "";
    let left = index - (this.#starts[low] ?? 0);
    for (let offset = 0; offset < value.length; offset++) {
      if (!isBlank(value, offset)) {
        if (left === 0) {
          return { node: low, offset };
        }
        left -= 1;
      }
    }
    return { node: low, offset: value.length };
  }

  /** Returns the offset in the folded text of a position in a node. */
  indexOf({ node, offset }: Position): number {
    const before = folded((this.#values[node] ?? "").slice(0, offset));
    return (this.#starts[node] ?? 0) + before.length;
  }

  /** Returns a range of the folded text as readable text: white space as one space, and new lines between lines. */
  read(start: number, end: number): string {
    if (end <= start) {
      return "";
    }
    const [from, to] = [this.at(start), this.at(end - 1)];
    let text = "";
    for (let node = from.node; node <= to.node; node++) {
      const value = this.#values[node] ?? "";
      const part = value.slice(node === from.node ? from.offset : 0, node === to.node ? to.offset + 1 : undefined);
      text += `${node > from.node && this.#isBreak(node) ? "\n" : ""}${part.replace(/\s+/g, " ")}`;
    }
    return text.replace(/ *\n[ \n]*| {2,}/g, (gap) => (gap.includes("\n") ? "\n" : " "));
  }

  /**
   * Returns the number of UTF-16 units before a character in the readable text of all nodes, give or take those at
   * breaks.
   */
  readableIndex(index: number): number {
    const { node, offset } = this.at(index);
    let length = 0;
    for (const [number, value] of this.#values.slice(0, node + 1).entries()) {
      const part = number === node ? value.slice(0, offset) : value;
      length += (number > 0 && this.#isBreak(number) ? 1 : 0) + part.replace(/\s+/g, " ").length;
    }
    return length;
  }

  /** Returns about where in the folded text a number of UTF-16 units of the readable one ends. */
  foldedIndex(readable: number): number {
    return Math.round((readable * this.folded.length) / Math.max(1, this.#length));
  }
}
