/** The file of a report: what the core says of the page, and what is said of it besides (`src/problem_report.rs`). */

import type { ProblemReport } from "../../../shared/core.ts";
import type { ViewName } from "../../../parts.ts";

/** What can be wrong with a page. */
export const faultKinds = ["missing", "extra", "title", "byline", "date", "look"] as const;

type FaultKind = (typeof faultKinds)[number];

/** What the core cannot know, as `Statement` in `src/problem_report.rs` reads it. */
export interface Statement {
  wrong: readonly FaultKind[];
  note: string;
  /** Null if it is omitted. */
  address: string | null;
  view: ViewName;
  browser: string;
  /** ISO 8601. */
  saved: string;
}

/** Returns the file. What people read stands first in it. */
export function fileOf({ format, version, pith, ...page }: ProblemReport, statement: Statement): string {
  return `${JSON.stringify({ format, version, pith, ...statement, ...page })}\n`;
}

/** Returns a name for a file that is saved at a time; nothing of the page is in it. */
export function fileName(saved: string): string {
  return `pith-report-${saved.slice(0, 19).replaceAll(":", "")}.json`;
}
