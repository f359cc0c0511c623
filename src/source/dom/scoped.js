
/**
 * Walks over a document, or over one element of it with what lies around that element, up to the root, and the head. Where
 * an address is given, links are resolved against it and not against the document's own.
 */
class ScopedCollector extends Collector {
  /** The nodes go to `nodes`, in the order of the records. */
  constructor(document, nodes, element, address) {
    super(document, nodes);
    /** The children to walk over, of each element around the one that is wanted. */
    this.ways = new Map();
    if (element !== null) this.lead(document, element);
    if (address !== null && this.base !== null) this.base = addressed(document, address);
  }

  /** Notes the way from the root to an element; throws a RangeError where none leads there. */
  lead(document, element) {
    const root = own(document, Document, 'documentElement');
    const head = own(document, Document, 'head');
    for (let at = element; at !== root; ) {
      const parent = flatParent(at);
      if (parent === null) throw new RangeError('The element is not in its document');
      this.ways.set(parent, parent === root && head !== null && at !== head ? [head, at] : [at]);
      at = parent;
    }
  }

  first(element, tag, inside) {
    const way = this.ways.get(element);
    if (way === undefined) return super.first(element, tag, inside);
    inside.assigned = way;
    inside.at = 1;
    return way[0];
  }
}

/** The element that is around a node in the flattened tree; null where there is none. */
function flatParent(node) {
  const slot = own(node, Element, 'assignedSlot');
  if (slot !== null) return slot;
  const parent = own(node, Node, 'parentNode');
  return own(parent, ShadowRoot, 'host') ?? (own(parent, Node, 'nodeType') === 1 ? parent : null);
}

/** The base address of a document that is of a page at an address. */
function addressed(document, address) {
  const base = Document.prototype.querySelector.call(document, 'base[href]');
  try {
    return new URL(base?.getAttribute('href') ?? '', address).href;
  } catch {
    return address;
  }
}
