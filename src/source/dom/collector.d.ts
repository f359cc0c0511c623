/** Walks over a document and the frames in it; see collector.js. */
export class Collector {
  /** The node of each record goes to `nodes`. */
  constructor(document: Document, nodes: Node[]);
  /** Writes down the next `most` steps in place of what was written down before; whether there may be more. */
  collect(most: number): boolean;
  writtenNumbers(): Uint32Array<ArrayBuffer>;
  writtenRects(): Float32Array<ArrayBuffer>;
  writtenString(): string;
  writtenValues(): string;
}
