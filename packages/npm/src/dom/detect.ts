import { address } from "../address.js";
import { type Article as AnyArticle, article, type Removed as AnyRemoved } from "../article.js";
import { PithError } from "../error.js";
import { Instances } from "../instances.js";
import { instantiate, ScopedCollector } from "./glue.js";

/** A removed part of the page. */
export interface Removed extends AnyRemoved {
  /**
   * The part's element, or the one it starts in. Not enumerable, so that an article can be serialized as JSON and sent to
   * a worker.
   */
  readonly element: Element;
}

/** The article of a document, with its metadata. */
export interface Article extends AnyArticle {
  removed: Removed[];
}

/** Options of `detect`. */
export interface DetectOptions {
  /** URL of the page, if it isn't the document's: a document from `DOMParser` has the URL of the page that created it. */
  url?: string | URL;
}

export const instances = new Instances("dom", instantiate);

/**
 * Finds the article in a document, or in an element's subtree, without modifying it. A rendered document is read with its
 * layout, open shadow trees, and same-origin frames. For an element, the metadata are those of its document. Throws a
 * `PithError`.
 */
export function detect(target: Document | Element, { url }: DetectOptions = {}): Article {
  if (typeof Document !== "function" || typeof getComputedStyle !== "function") {
    throw new PithError("bad-input", 'There is no DOM here. Import "pith-reader/html" to read HTML text.');
  }
  const kind = typeof target === "object" && target !== null ? nodeType(target) : null;
  if (kind !== Node.DOCUMENT_NODE && kind !== Node.ELEMENT_NODE) {
    throw new PithError("bad-input", "Pass a Document or an Element to detect().");
  }
  const isDocument = kind === Node.DOCUMENT_NODE;
  const page = isDocument ? (target as Document) : ownerOf(target as Element);
  const documentUrl = address(url);
  const nodes: Node[] = [];
  let collector: ScopedCollector;
  try {
    collector = new ScopedCollector(page, nodes, isDocument ? null : (target as Element), documentUrl || null);
  } catch (cause) {
    const message = "The element is not in its document. Insert it, or pass its HTML to pith-reader/html.";
    throw new PithError("bad-input", message, { cause });
  }
  const window = viewOf(page);
  const rendered = instances.rendered((core) =>
    core.extract(collector, documentUrl || addressOf(page), window?.innerWidth, window?.innerHeight),
  );
  return article(rendered, (block, node) =>
    Object.defineProperty(block as Removed, "element", { value: elementAt(nodes[node]) }),
  );
}

// Named forms and images can shadow a document's properties, so the getters of the prototypes are used.
const getter = (of: { prototype: object }, property: string) =>
  Object.getOwnPropertyDescriptor(of.prototype, property)?.get;

function nodeType(target: object): number | null {
  try {
    return getter(Node, "nodeType")?.call(target) ?? null;
  } catch {
    return null;
  }
}

const ownerOf = (element: Element): Document => getter(Node, "ownerDocument")?.call(element);
const viewOf = (page: Document): Window | null => getter(Document, "defaultView")?.call(page) ?? null;
const addressOf = (page: Document): string => getter(Document, "URL")?.call(page) ?? "";

function elementAt(node: Node | undefined): Node | undefined {
  return node?.nodeType === Node.TEXT_NODE || node?.nodeType === Node.CDATA_SECTION_NODE
    ? (node.parentElement ?? (node.getRootNode() as ShadowRoot).host)
    : node;
}
