import { address } from "../address.js";
import { type Article as AnyArticle, article, type Removed as AnyRemoved } from "../article.js";
import { PithError } from "../error.js";
import { Instances } from "../instances.js";
import { instantiate, ScopedCollector } from "./glue.js";

/** A part of the page that is not part of the article. */
export interface Removed extends AnyRemoved {
  /**
   * The element that it is, or that it begins in. It is not enumerable, so that an article can be written as JSON and sent
   * to a worker.
   */
  readonly element: Element;
}

/** The article of a document, with what is known of it. */
export interface Article extends AnyArticle {
  removed: Removed[];
}

/** What `detect` is told besides the document. */
export interface DetectOptions {
  /** The address of the page, where the document is not at it: `DOMParser` gives a document that of its own page. */
  url?: string | URL;
}

export const instances = new Instances("dom", instantiate);

/**
 * Finds the article in a document, or in one element of it; changes nothing in it. A document that is shown is read as it is
 * laid out, with open shadow trees and the frames of the same origin. Of an element, what is below it is read, and the title
 * and the like of its document. Throws a `PithError`.
 */
export function detect(target: Document | Element, { url }: DetectOptions = {}): Article {
  if (typeof Document !== "function" || typeof getComputedStyle !== "function") {
    throw new PithError("bad-input", 'There is no DOM here: import "pith-reader/html", which reads HTML text.');
  }
  const kind = typeof target === "object" && target !== null ? nodeType(target) : null;
  if (kind !== Node.DOCUMENT_NODE && kind !== Node.ELEMENT_NODE) {
    throw new PithError("bad-input", "Give detect() a Document or an Element.");
  }
  const isDocument = kind === Node.DOCUMENT_NODE;
  const page = isDocument ? (target as Document) : ownerOf(target as Element);
  const documentUrl = address(url);
  const nodes: Node[] = [];
  let collector: ScopedCollector;
  try {
    collector = new ScopedCollector(page, nodes, isDocument ? null : (target as Element), documentUrl || null);
  } catch (cause) {
    const message = "The element is not in its document: put it there, or give its HTML to pith-reader/html.";
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

// A document's named forms and images stand in the place of its own properties; the getters of the platform answer.
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
