/** Measures what is where in Reader. A form or an image of the page may have the name of a method of its document. */

/** Returns a walker over nodes of an element, of the kinds that `NodeFilter` names. */
export function walkerOf(root: Node, kinds: number): TreeWalker {
  return Reflect.apply(Document.prototype.createTreeWalker, document, [root, kinds]);
}

/** Returns the element at a point of what is seen. */
export function elementAt(x: number, y: number): Element | null {
  return Reflect.apply(Document.prototype.elementFromPoint, document, [x, y]);
}

/** Returns the place in a text at a point of what is seen. */
export function caretAt(x: number, y: number): CaretPosition | null {
  return Reflect.apply(Document.prototype.caretPositionFromPoint, document, [x, y]);
}
