/** The interface between the next pages and Reader. */

import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { Pager } from "../../../shared/core.ts";

/** The end of Reader's article, where its next pages are inserted. */
export interface PaginationHost {
  session: Session;
  finding: FoundDetection;
  pager: Pager;
  /** The line with the button that loads the next pages. They are inserted before it. */
  line: HTMLElement;
  /** Builds the body of a page. */
  bodyOf(html: string): HTMLElement;
}

/** Shows the loaded pages, and loads the next ones. */
export type OpenPagination = (host: PaginationHost) => void;
