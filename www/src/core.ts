/**
 * The core with all methods. `cargo xtask inspection` builds it and generates its types from
 * `src/wasm/inspection.rs`.
 */

import type * as inspection from "../../target/pith/inspection/core.d.ts";

export type {
  Detection,
  FspLabels as Labels,
  MethodAccount as Account,
  MethodDescription as Method,
  QreadPartition as Partition,
  VisualImportance as Importance,
} from "../../target/pith/inspection/core.d.ts";

declare global {
  /** Set by `core-wasm.js`, which needs the collector and glue scripts loaded before it; removed after a panic. */
  var pithCore: typeof inspection | undefined;
}

/** Returns the core; throws after a panic, which removes it. */
export function core(): typeof inspection {
  if (!globalThis.pithCore) {
    throw new Error("The core stopped on this page. Reload, then choose another page.");
  }
  return globalThis.pithCore;
}
