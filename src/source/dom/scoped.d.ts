/** Walks over a document or an element of it; see scoped.js. */
export class ScopedCollector {
  /** The node of each record goes to `nodes`. Throws a RangeError where the element is not in the document. */
  constructor(document: Document, nodes: Node[], element: Element | null, address: string | null);
}
