/**
 * The core as the shell sees it. Building the core (`cargo xtask core`) writes these types from
 * `src/wasm.rs` and the records that it returns, so the type check fails where core and shell differ.
 */

import type { Detection as Live } from "../../target/pith/core.d.ts";

export type {
  Fold,
  Found,
  Reason,
  RemovedBlock as Removed,
  Summary,
  ViewedBlock as Block,
} from "../../target/pith/core.d.ts";

/** The result for a page, whether the core ran in the page itself or in the background. */
export interface Detection
  extends Pick<Live, "summary" | "html" | "removed" | "blocks" | "fold" | "element" | "node" | "free"> {
  /** For every element of the article's HTML, in order, the leaf that it begins with. */
  origins(): ArrayLike<number>;
}

export interface Core {
  /** True where detecting has to wait for another process. */
  isRemote?: boolean;
  /** Throws an `Error` whose message is a sentence where the page is beyond the core's limits. */
  detect(): Detection | Promise<Detection>;
}
