/**
 * A text that stands in many nodes, as quotes are looked for in it: without white space and without characters that
 * nobody sees. A page and the article made of it differ in these and in little else.
 */

/** White space, soft hyphens, and marks of direction and joining. */
const blanks = /[\s\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/g;

/** Returns a text without them. */
export function folded(text: string): string {
  return text.replace(blanks, "");
}

/** A position in a node: its number, and UTF-16 units from its beginning. */
export interface Position {
  node: number;
  offset: number;
}

export class NodeText {
  /** The text of all nodes, folded. Positions in it are UTF-16 units. */
  readonly folded: string;
  readonly #values: readonly string[];
  /** Where each node begins in the folded text; one more for its end. */
  readonly #starts: Uint32Array;
  readonly #isBreak: (node: number) => boolean;
  /** Where each node begins in the readable text. */
  #readable: Uint32Array | undefined;

  /** `values` are the texts of the nodes; `isBreak` says whether a line begins with a node. */
  constructor(values: readonly string[], isBreak: (node: number) => boolean) {
    this.#values = values;
    this.#isBreak = isBreak;
    this.#starts = new Uint32Array(values.length + 1);
    const parts: string[] = [];
    let length = 0;
    for (const [node, value] of values.entries()) {
      const part = folded(value);
      parts.push(part);
      length += part.length;
      this.#starts[node + 1] = length;
    }
    this.folded = parts.join("");
  }

  /** Returns the node that holds a character of the folded text, and where in it the character stands. */
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

  /** Returns where a position in a node is in the folded text. */
  indexOf({ node, offset }: Position): number {
    const before = folded((this.#values[node] ?? "").slice(0, offset));
    return (this.#starts[node] ?? 0) + before.length;
  }

  /** Returns a stretch of the folded text as it is read: one space for white space, a new line where a line begins. */
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

  /** Returns the number of UTF-16 units before a character in the readable text of all nodes, give or take those at breaks. */
  readableIndex(index: number): number {
    this.#readable ??= this.#readableStarts();
    const { node, offset } = this.at(index);
    const before = (this.#values[node] ?? "").slice(0, offset).replace(/\s+/g, " ");
    return (this.#readable[node] ?? 0) + before.length;
  }

  #readableStarts(): Uint32Array {
    const starts = new Uint32Array(this.#values.length);
    let length = 0;
    for (const [node, value] of this.#values.entries()) {
      length += node > 0 && this.#isBreak(node) ? 1 : 0;
      starts[node] = length;
      length += value.replace(/\s+/g, " ").length;
    }
    return starts;
  }
}

function isBlank(value: string, offset: number): boolean {
  const code = value.charCodeAt(offset);
  // What is most frequent first.
  return code > 0x20 && code < 0x80 ? false : folded(value.charAt(offset)) === "";
}
