/** The body of the reader's article as other parts see it. */

/** A child of the article's body as the core wrote it, and its elements before anything of ours stands among them. */
export interface ArticleChild {
  node: ChildNode;
  elements: HTMLElement[];
}

/** The article's body. */
export interface ArticleBody {
  readonly node: HTMLElement;
  /** What it was made of; the panel of removed parts keeps both up to date. */
  html: string;
  children: ArticleChild[];
  /** The elements that the core wrote, in order. */
  readonly elements: HTMLElement[];
  /** Makes children of some nodes of sanitized markup, in an element of their own. */
  add(markup: DocumentFragment, nodes: readonly ChildNode[]): { children: ArticleChild[]; room: HTMLElement };
}
