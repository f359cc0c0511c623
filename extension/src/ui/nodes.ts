/**
 * The page's nodes, read through the getters and methods of the platform's own prototypes.
 *
 * If a form has a control named `children`, `form.children` is that control, in the world of a content
 * script too; `document.body` may be an image of that name. So no other file of the shell reads a
 * property of the page's nodes or of the document (`tests/extension/nodes.test.mjs` checks that).
 */

/**
 * Returns the platform's getter of a property as a function of the node. A script contains only those it uses.
 * @__NO_SIDE_EFFECTS__
 */
function getter<Interface extends object, Name extends keyof Interface>(
  { prototype }: { prototype: Interface },
  name: Name,
): (node: Interface) => Interface[Name] {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get ?? (() => undefined);
  return (node) => Reflect.apply(get, node, []);
}

type Method = (...values: never[]) => unknown;

/**
 * Returns the platform's method, as a function of the node and the method's arguments.
 * @__NO_SIDE_EFFECTS__
 */
function method<Interface extends object, Call extends Method>(
  { prototype }: { prototype: Interface },
  name: keyof Interface,
): (node: Interface, ...values: Parameters<Call>) => ReturnType<Call> {
  const call = prototype[name] as Call;
  return (node, ...values) => Reflect.apply(call, node, values) as ReturnType<Call>;
}

export const parentNode = getter(Node, "parentNode");
export const parentElement = getter(Node, "parentElement");
export const isConnected = getter(Node, "isConnected");
export const nodeValue = getter(Node, "nodeValue");
const nodeTypeOf = getter(Node, "nodeType");
const textLengthOf = getter(CharacterData, "length");
export const childNodes = getter(Node, "childNodes");
export const textContent = getter(Node, "textContent");
export const rootOf = method<Node, () => Node>(Node, "getRootNode");
export const contains = method<Node, (other: Node | null) => boolean>(Node, "contains");
const ownerDocument = getter(Node, "ownerDocument");

export const localName = getter(Element, "localName");
export const assignedSlot = getter(Element, "assignedSlot");
export const nextElement = getter(Element, "nextElementSibling");
export const previousElement = getter(Element, "previousElementSibling");
export const textSlot = getter(Text, "assignedSlot");
export const shadowRoot = getter(Element, "shadowRoot");
export const scrollLeft = getter(Element, "scrollLeft");
export const scrollTop = getter(Element, "scrollTop");
export const scrollWidth = getter(Element, "scrollWidth");
export const scrollHeight = getter(Element, "scrollHeight");
export const clientLeft = getter(Element, "clientLeft");
export const clientTop = getter(Element, "clientTop");
export const clientWidth = getter(Element, "clientWidth");
export const clientHeight = getter(Element, "clientHeight");
export const cssZoom = getter(Element, "currentCSSZoom");
export const rectOf = method<Element, () => DOMRect>(Element, "getBoundingClientRect");
export const matches = method<Element, (selector: string) => boolean>(Element, "matches");
export const closest = method<Element, (selector: string) => Element | null>(Element, "closest");
export const scrollIntoView = method<Element, (options: ScrollIntoViewOptions) => void>(Element, "scrollIntoView");
export const scrollTo = method<Element, (options: ScrollToOptions) => void>(Element, "scrollTo");
export const hostOf = getter(ShadowRoot, "host");
const firstInElement = getter(Element, "firstElementChild");
const firstInFragment = getter(DocumentFragment, "firstElementChild");

export const popover = getter(HTMLElement, "popover");
export const showPopover = method<HTMLElement, () => void>(HTMLElement, "showPopover");
export const focus = method<HTMLElement, (options: FocusOptions) => void>(HTMLElement, "focus");
export const isEditable = getter(HTMLElement, "isContentEditable");

const namespaceOf = getter(Element, "namespaceURI");
const contentDocument = getter(HTMLIFrameElement, "contentDocument");

const documentChildren = getter(Document, "children");
const fragmentChildren = getter(DocumentFragment, "children");
const elementChildren = getter(Element, "children");
const windowOf = getter(Document, "defaultView");
const bodyOfDocument = getter(Document, "body");
const rootElementOf = getter(Document, "documentElement");
const elementsOfDocument = method<Document, (selector: string) => NodeListOf<Element>>(Document, "querySelectorAll");
export const elementsOfFragment = method<DocumentFragment, (selector: string) => NodeListOf<Element>>(
  DocumentFragment,
  "querySelectorAll",
);
const focusInDocument = getter(Document, "activeElement");
export const focusInRoot = getter(ShadowRoot, "activeElement");
const selectionOf = method<Document, () => Selection | null>(Document, "getSelection");
const rangeIn = method<Document, () => Range>(Document, "createRange");
const elementIn = method<Document, (name: string) => HTMLElement>(Document, "createElement");
const elementOfNamespaceIn = method<Document, (namespace: string, name: string) => Element>(
  Document,
  "createElementNS",
);
const elementInDocument = method<Document, (x: number, y: number) => Element | null>(Document, "elementFromPoint");
const elementInTree = method<ShadowRoot, (x: number, y: number) => Element | null>(ShadowRoot, "elementFromPoint");
const caretInDocument = method<Document, (x: number, y: number) => CaretPosition | null>(
  Document,
  "caretPositionFromPoint",
);
const append = method<Element, (...nodes: Node[]) => void>(Element, "append");
const implementationOf = getter(Document, "implementation");
const typeOfContent = getter(Document, "contentType");
const encodingOf = getter(Document, "characterSet");
const fontsOf = getter(Document, "fonts");
const documentSheets = getter(Document, "styleSheets");
const rootSheets = getter(ShadowRoot, "styleSheets");
const adoptedDescriptors = [Document, ShadowRoot].map(({ prototype }) =>
  Object.getOwnPropertyDescriptor(prototype, "adoptedStyleSheets"),
);
const listen = method<EventTarget, EventTarget["addEventListener"]>(EventTarget, "addEventListener");

/** A node tree in the page: its document, a frame's document, or a shadow root. */
export type StyleRoot = Document | ShadowRoot;

export function isShadowRoot(node: Node | null): node is ShadowRoot {
  return node !== null && Object.prototype.toString.call(node) === "[object ShadowRoot]";
}

/** Returns the document of a node. */
export function documentOf(node: Node): Document {
  return ownerDocument(node) ?? (node as Document);
}

/** Returns the tree of a node. */
export function styleRootOf(node: Node): StyleRoot {
  const root = rootOf(node);
  return isShadowRoot(root) ? root : documentOf(node);
}

/** Returns the window whose classes a tree's nodes, sheets, and rules have; Pith's own if the tree has no window. */
export function viewOf(node: Node): typeof globalThis {
  return (windowOf(documentOf(node)) as typeof globalThis | null) ?? globalThis;
}

/** Returns the frame of a document if it is accessible; null for the page itself. */
export function frameOf(inner: Document): Element | null {
  const view = windowOf(inner);
  return view && view !== window ? view.frameElement : null;
}

/** Returns the document in a frame if it is accessible; null if the element isn't a frame. */
export function frameDocument(element: Element): Document | null {
  const isFrame = localName(element) === "iframe" && namespaceOf(element) === "http://www.w3.org/1999/xhtml";
  return isFrame ? contentDocument(element as HTMLIFrameElement) : null;
}

/** Returns the parent of an element in the flattened tree: its slot, its parent, or the host of its tree. */
export function flatTreeParent(element: Element): Element | null {
  const parent = assignedSlot(element) ?? parentElement(element);
  if (parent) {
    return parent;
  }
  const tree = rootOf(element);
  return isShadowRoot(tree) ? hostOf(tree) : null;
}

export function childrenOf(node: Element | StyleRoot): HTMLCollection {
  if (isShadowRoot(node)) {
    return fragmentChildren(node);
  }
  return ownerDocument(node) ? elementChildren(node as Element) : documentChildren(node as Document);
}

/** Returns the first element in another or in a shadow tree. */
export function firstElement(tree: Element | ShadowRoot): Element | null {
  return isElement(tree) ? firstInElement(tree) : firstInFragment(tree);
}

export function elements(selector: string, within: StyleRoot = document): NodeListOf<Element> {
  return isShadowRoot(within) ? elementsOfFragment(within, selector) : elementsOfDocument(within, selector);
}

export function rootElement(of: Document = document): HTMLElement {
  return rootElementOf(of);
}

/** Returns the `body`; null while a script has removed it. */
export function body(of: Document = document): HTMLElement | null {
  return bodyOfDocument(of);
}

/** Returns the element with the focus, within open shadow trees too. */
export function focusedElement(): Element | null {
  let element = focusInDocument(document);
  for (;;) {
    const inner = element && shadowRoot(element);
    const within = inner && focusInRoot(inner);
    if (!within) {
      return element;
    }
    element = within;
  }
}

export function selection(of: Document = document): Selection | null {
  return selectionOf(of);
}

/**
 * Returns the selection of a document, including some of its open shadow trees; null if there is none. Browsers without
 * `getComposedRanges` (Firefox before 142) report selections in shadow trees themselves.
 */
export function selectedRange(tree: Document, roots: readonly ShadowRoot[]): AbstractRange | null {
  const selected = selectionOf(tree);
  if (!selected || selected.rangeCount === 0) {
    return null;
  }
  const composed = Selection.prototype.getComposedRanges;
  const [range] = composed ? Reflect.apply(composed, selected, [{ shadowRoots: roots }]) : [selected.getRangeAt(0)];
  // A caret in any other shadow tree is reported as a range around its host.
  const hasSelection = !selected.isCollapsed || (range && isShadowRoot(rootOf(range.startContainer)));
  return hasSelection && range && !range.collapsed ? range : null;
}

/** Clears the selection of a document. */
export function clearSelection(tree: Document): void {
  selectionOf(tree)?.removeAllRanges();
}

export function contentType(): string {
  return typeOfContent(document);
}

/** Returns the fonts of the page. */
export const fonts = (): FontFaceSet => fontsOf(document) as FontFaceSet;

/** Calls `listener` whenever fonts of the page have loaded. */
export function onFontsLoaded(listener: () => void, signal: AbortSignal): void {
  listen(fontsOf(document), "loadingdone", listener, { signal });
}

/** Returns the topmost element of a tree at a point of its viewport; null outside of it. */
export function elementAt(x: number, y: number, within: StyleRoot = document): Element | null {
  return isShadowRoot(within) ? elementInTree(within, x, y) : elementInDocument(within, x, y);
}

/** Returns the text position of the page under the pointer. */
export function caretAt({ clientX, clientY }: MouseEvent): CaretPosition | null {
  return caretInDocument(document, clientX, clientY);
}

/**
 * Returns the range from the beginning of one node to the end of another, valid until the next call. It begins and ends in
 * text, so nodes that the page inserts beside the text don't move it.
 */
export function rangeAround(first: Node, last: Node): Range {
  const range = rangeOf(documentOf(first));
  if (isText(first)) {
    range.setStart(first, 0);
  } else {
    range.setStartBefore(first);
  }
  if (isText(last)) {
    range.setEnd(last, lengthOf(last));
  } else {
    range.setEndAfter(last);
  }
  return range;
}

/**
 * Returns the same as a static span. Browsers would update a live range with every change of the page.
 */
export function spanAround(first: Node, last: Node): StaticRange {
  const isInText = isText(first) && isText(last);
  return new StaticRange(
    isInText
      ? { startContainer: first, startOffset: 0, endContainer: last, endOffset: lengthOf(last) }
      : rangeAround(first, last),
  );
}

/** Returns a span as a range, valid until the next call; if the tree has shrunk, the range ends where the tree does. */
export function toRange({ startContainer, startOffset, endContainer, endOffset }: AbstractRange): Range {
  const range = rangeOf(documentOf(startContainer));
  range.setStart(startContainer, Math.min(startOffset, lengthOf(startContainer)));
  range.setEnd(endContainer, Math.min(endOffset, lengthOf(endContainer)));
  return range;
}

const ranges = new WeakMap<Document, Range>();

/** Returns the one range of a document. */
function rangeOf(tree: Document): Range {
  const range = ranges.get(tree) ?? rangeIn(tree);
  ranges.set(tree, range);
  return range;
}

export function isElement(node: Node): node is Element {
  return nodeTypeOf(node) === Node.ELEMENT_NODE;
}

/** Returns whether a node is text, in any document. */
export function isText(node: Node): boolean {
  const type = nodeTypeOf(node);
  return type === Node.TEXT_NODE || type === Node.CDATA_SECTION_NODE;
}

/** Returns the length of a node: of its text, or the number of its children. */
export function lengthOf(node: Node): number {
  return isText(node) ? textLengthOf(node as Text) : childNodes(node).length;
}

export function createElement(name: string): HTMLElement {
  return elementIn(document, name);
}

export function createElementNS(namespace: string, name: string): Element {
  return elementOfNamespaceIn(document, namespace, name);
}

/** Returns the name of the encoding that the page was read in. */
export function encoding(): string {
  return encodingOf(document);
}

/** Creates an element in a separate document, which runs and loads nothing. */
export function createInert(): HTMLElement {
  return elementIn(implementationOf(document).createHTMLDocument(""), "div");
}

/** Adds one of Pith's own elements beside the page's `body`. */
export function appendToRoot(element: Element): void {
  append(rootElement(), element);
}

/** Returns every style sheet of a tree, disabled ones included. */
export function sheetsOf(styleRoot: StyleRoot): CSSStyleSheet[] {
  return [
    ...(isShadowRoot(styleRoot) ? rootSheets(styleRoot) : documentSheets(styleRoot)),
    ...adoptedSheets(styleRoot),
  ];
}

export function adoptedSheets(styleRoot: StyleRoot): CSSStyleSheet[] {
  const get = adoptedDescriptors[isShadowRoot(styleRoot) ? 1 : 0]?.get;
  return get ? [...Reflect.apply(get, styleRoot, [])] : [];
}

export function adoptSheets(styleRoot: StyleRoot, sheets: CSSStyleSheet[]): void {
  const set = adoptedDescriptors[isShadowRoot(styleRoot) ? 1 : 0]?.set;
  if (set) {
    Reflect.apply(set, styleRoot, [sheets]);
  }
}

/** Adds a capturing listener to the page's document or a frame's. */
export function onDocument<Heard extends Event = Event>(
  type: string,
  listener: (event: Heard) => void,
  signal: AbortSignal,
  passive = false,
  tree: Document = document,
): void {
  listen(tree, type, listener as (event: Event) => void, { capture: true, passive, signal });
}
