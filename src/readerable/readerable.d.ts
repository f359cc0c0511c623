/** A glance at the page; see readerable.js. */
export interface Readerable {
  /** Returns what is weighed, as `columns` in `src/readerable.rs` does. */
  columns(): number[] | null;
  /** Returns whether the page has an article, as far as a glance can tell. */
  isReaderable(): boolean;
}
