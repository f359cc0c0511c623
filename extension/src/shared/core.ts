/**
 * The core as the shell sees it. The types are made from `src/wasm.rs` and
 * the records that it returns (`src/extract/report.rs`, `src/extract/views.rs`) together with the core, so
 * the type check fails where the two drift apart; build the core first (`cargo xtask core`).
 */

import type { Application, Detection as Live, WrongPage as ProblemReport } from "../../../target/pith/core.d.ts";

export type {
  Application,
  Correction,
  Description,
  Fold,
  Found,
  Grounds,
  Pager,
  Reason,
  RemovedBlock as Removed,
  Summary,
  ViewedBlock as Block,
  WrongPage as ProblemReport,
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
  /** Returns for every element of the article's HTML, in order, the leaf that it begins with. */
  origins(): ArrayLike<number>;
  /** Decides again on the page as it was read: all that is asked from then on says so. Throws a sentence, and nothing is
   * changed then. */
  decide(overrides: Uint32Array): void | Promise<void>;
  /** Returns what would be removed with these overrides, if that can be asked without deciding again. Throws as `decide` does. */
  removedWith?(overrides: Uint32Array): Promise<ReturnType<Live["removed"]>>;
  /** Applies the site's rules, and then the last overrides. Returns the outcome of each rule. Throws
   * as `decide` does. */
  remembered(site: Uint8Array): Application[] | Promise<Application[]>;
  /** Returns the places, among the rules of the site, of those that the user has undone here. */
  undone(): ArrayLike<number>;
  /** Returns the core's half of a report of the page. Throws a sentence. */
  wrongPage(): ProblemReport | Promise<ProblemReport>;
}

export interface Core {
  /** True where detecting has to wait for another process. */
  isRemote?: boolean;
  /**
   * Throws an `Error` whose message is a sentence where the page is beyond the core's limits. Null where the other
   * process does not answer: another core is needed then. Another process applies the site's rules at once.
   */
  detect(site: Promise<Uint8Array>): Detection | Promise<Detection | null>;
}
