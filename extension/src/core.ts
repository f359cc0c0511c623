/**
 * The core as the shell sees it. The types are made from `src/wasm.rs` and
 * the records that it returns (`src/report.rs`, `src/views.rs`) together with the core, so
 * the type check fails where the two drift apart; build the core first (`cargo xtask core`).
 */

import type { detect } from "../../target/pith/core.d.ts";

export type { Block, Detection, Fold, Reason, RemovedBlock as Removed, Report as Article } from "../../target/pith/core.d.ts";

export interface Core {
  /** Throws an `Error` whose message is a sentence where the page is beyond the core's limits. */
  detect: typeof detect;
}
