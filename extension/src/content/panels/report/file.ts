/** The file of a problem report: the core's data about the page, and the user's statement (`src/problem_report.rs`). */

import type { ProblemReport } from "../../../shared/core.ts";
import type { ViewName } from "../../../parts.ts";

/** Problems that a page can have. */
export const problemKinds = ["missing", "extra", "title", "byline", "date", "look"] as const;

type ProblemKind = (typeof problemKinds)[number];

/** Facts that the core can't know; see `Statement` in `src/problem_report.rs`. */
export interface Statement {
  wrong: readonly ProblemKind[];
  note: string;
  /** Null if it is omitted. */
  address: string | null;
  view: ViewName;
  browser: string;
  /** ISO 8601. */
  saved: string;
}

/** Returns the content of the file. The part for human readers comes first. */
export function formatReport({ format, version, pith, ...page }: ProblemReport, statement: Statement): string {
  return `${JSON.stringify({ format, version, pith, ...statement, ...page })}\n`;
}

/** Returns the name of a file saved at a given time. It contains no data of the page. */
export function fileName(saved: string): string {
  return `pith-report-${saved.slice(0, 19).replaceAll(":", "")}.json`;
}
