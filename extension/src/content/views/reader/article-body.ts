/** The body of Reader's article, as other modules see it. */

/** A child of the article's body as the core wrote it, and its elements before Pith adds its own. */
export interface ArticleChild {
  node: ChildNode;
  elements: HTMLElement[];
}

/** The article's body. */
export interface ArticleBody {
  readonly node: HTMLElement;
  /** HTML and nodes of the body. The panel of removed parts updates both. */
  html: string;
  children: ArticleChild[];
  /** Elements written by the core, in order. */
  readonly elements: HTMLElement[];
  /** Wraps some nodes of sanitized markup in a new element, and returns them as children of the body. */
  add(markup: DocumentFragment, nodes: readonly ChildNode[]): { children: ArticleChild[]; container: HTMLElement };
}
