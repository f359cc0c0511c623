/** What the next pages need of the reader. */

import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { Pager } from "../../../shared/core.ts";

/** The end of the reader's article, below which its further pages go. */
export interface PagesHost {
  session: Session;
  finding: FoundDetection;
  pager: Pager;
  /** The line that offers them; they go before it. */
  line: HTMLElement;
  /** Makes the body of a page. */
  bodyOf(html: string): HTMLElement;
}

/** Shows the further pages there are, and reads the next ones. */
export type OpenPages = (host: PagesHost) => void;
