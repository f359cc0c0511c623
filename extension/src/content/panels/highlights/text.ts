/**
 * The text of many nodes, folded for finding quotes: without white space and invisible characters. A page and its
 * article differ in little else.
 */

/** White space, soft hyphens, joiners, and directional marks. */
const blanks = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;

/** Runs of blanks, including control characters: matches the same characters as `isBlank`. */
const blankRuns = /(?:[^!-\uffff]|[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff])+/g;

/** Returns a short text without blanks. `Fold` does the same for long texts, faster. */
export function foldText(text: string): string {
  return text.replace(blankRuns, "").toWellFormed();
}

/** Folds many texts into one. Works unit by unit, because a page has a blank after every word. */
class Fold {
  readonly #units: Uint16Array;
  length = 0;

  /** Creates an empty text. `maxLength`: maximum length of all added texts. */
  constructor(maxLength: number) {
    this.#units = new Uint16Array(maxLength);
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
  // The most frequent characters come first.
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

  /** Folds `values`, the texts of the nodes. `isBreak` returns whether a node begins a line. */
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
  positionAt(index: number): Position {
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
    let remaining = index - (this.#starts[low] ?? 0);
    for (let offset = 0; offset < value.length; offset++) {
      if (!isBlank(value, offset)) {
        if (remaining === 0) {
          return { node: low, offset };
        }
        remaining -= 1;
      }
    }
    return { node: low, offset: value.length };
  }

  /** Returns the offset in the folded text of a position in a node. */
  indexOf({ node, offset }: Position): number {
    const prefix = foldText((this.#values[node] ?? "").slice(0, offset));
    return (this.#starts[node] ?? 0) + prefix.length;
  }

  /**
   * Returns a range of the folded text as readable text: runs of white space become one space, and lines are separated
   * by newlines.
   */
  read(start: number, end: number): string {
    if (end <= start) {
      return "";
    }
    const [from, to] = [this.positionAt(start), this.positionAt(end - 1)];
    let text = "";
    for (let node = from.node; node <= to.node; node++) {
      const value = this.#values[node] ?? "";
      const part = value.slice(node === from.node ? from.offset : 0, node === to.node ? to.offset + 1 : undefined);
      text += `${node > from.node && this.#isBreak(node) ? "\n" : ""}${part.replace(/\s+/g, " ")}`;
    }
    return text.replace(/ *\n[ \n]*| {2,}/g, (gap) => (gap.includes("\n") ? "\n" : " "));
  }

  /**
   * Converts a position in the folded text to UTF-16 units in the readable text of all nodes. Approximate near line
   * breaks.
   */
  readableIndex(index: number): number {
    const { node, offset } = this.positionAt(index);
    let length = 0;
    for (const [number, value] of this.#values.slice(0, node + 1).entries()) {
      const part = number === node ? value.slice(0, offset) : value;
      length += (number > 0 && this.#isBreak(number) ? 1 : 0) + part.replace(/\s+/g, " ").length;
    }
    return length;
  }

  /** Converts a position in the readable text to an approximate position in the folded text. */
  foldedIndex(readable: number): number {
    return Math.round((readable * this.folded.length) / Math.max(1, this.#length));
  }
}
