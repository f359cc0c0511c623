/**
 * DOM methods for Reader that a page can't shadow: a form or image of the page may be named like a method of its
 * document.
 */

/** Returns a walker over the nodes of an element, of the kinds in `NodeFilter`. */
export function createWalker(root: Node, whatToShow: number): TreeWalker {
  return Reflect.apply(Document.prototype.createTreeWalker, document, [root, whatToShow]);
}

/** Returns the element at a point of the viewport. */
export function elementAt(x: number, y: number): Element | null {
  return Reflect.apply(Document.prototype.elementFromPoint, document, [x, y]);
}

/** Returns the text position at a point of the viewport. */
export function caretAt(x: number, y: number): CaretPosition | null {
  return Reflect.apply(Document.prototype.caretPositionFromPoint, document, [x, y]);
}
