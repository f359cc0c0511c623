/**
 * The core's interface for the shell. The types are generated with the core, from `src/wasm.rs` and the records that it
 * returns (`src/extract/report.rs`, `src/extract/views.rs`), so the type check fails if the two differ. Build the core
 * first (`cargo xtask core`).
 */

import type { Application, Detection as Live, ProblemReport } from "../../../target/pith/core.d.ts";

export type {
  Application,
  Correction,
  Description,
  Fold,
  Found,
  Grounds,
  Pager,
  Reason,
  RemovedBlock,
  Summary,
  ViewedBlock as Block,
  ProblemReport,
} from "../../../target/pith/core.d.ts";

/** The result for a page, whether the core ran in the page itself or in the background. */
export interface Detection
  extends Pick<
    Live,
    | "summary"
    | "html"
    | "mayBeThread"
    | "pager"
    | "removed"
    | "blocks"
    | "fold"
    | "element"
    | "node"
    | "numberOf"
    | "corrections"
    | "free"
  > {
  /** Returns the first leaf of every element of the article's HTML, in order. */
  origins(): ArrayLike<number>;
  /** Reselects on the page as it was read; later answers use the new selection. If it throws, the error has a message for
   * the user and nothing has changed. */
  decide(overrides: Uint32Array): void | Promise<void>;
  /** Returns what these overrides would remove, if that is known without reselecting. Throws like `decide`. */
  removedWith?(overrides: Uint32Array): Promise<ReturnType<Live["removed"]>>;
  /** Applies the site's rules, and then the last overrides. Returns the outcome of each rule. Throws
   * like `decide`. */
  applySiteRules(site: Uint8Array): Application[] | Promise<Application[]>;
  /** Returns the indices of the site's rules that the user has undone on this page. */
  undone(): ArrayLike<number>;
  /** Returns the core's half of a problem report. Throws an error with a message for the user. */
  problemReport(): ProblemReport | Promise<ProblemReport>;
}

export interface Core {
  /** True if detection has to wait for another process. */
  isRemote?: boolean;
  /**
   * Throws an error with a message for the user if the page is beyond the core's limits. Null if the other process doesn't
   * answer; another core is needed then. Another process applies the site's rules immediately.
   */
  detect(site: Promise<Uint8Array>): Detection | Promise<Detection | null>;
}
