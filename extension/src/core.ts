/**
 * What the shell expects of the core: the shape of `src/wasm.rs`, whose glue sets
 * `globalThis.pithCore`. wasm-bindgen types `article()` as `any`, so its fields are named here.
 */

export type Confidence = "strong" | "weak" | "none";

/** A block that is not part of the article. */
export interface Removed {
  /** One of the closed list of `src/select.rs`, in kebab case. */
  reason: string;
  text: string;
  /** The core's number of the node, for `Detection.element`. */
  node: number;
}

export interface Article {
  title: string | null;
  byline: string | null;
  published: string | null;
  modified: string | null;
  site: string | null;
  lang: string | null;
  dir: "ltr" | "rtl" | null;
  excerpt: string | null;
  image: string | null;
  canonical: string | null;
  /** The body without the title. Still passed through `sanitize`. */
  html: string;
  wordCount: number;
  readingMinutes: number;
  confidence: Confidence;
  removed: Removed[];
}

/** One look at the page. Every view takes one; no view looks at the page again. */
export interface Detection {
  article(): Article;
  text(): string;
  markdown(): string;
  element(node: number): Element | null;
  snapshot(): Uint8Array;
  free(): void;
}

export interface Core {
  /** Throws an `Error` whose message is a sentence where the page is beyond the core's limits. */
  detect(): Detection;
}
