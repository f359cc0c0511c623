/** What the comments need of their view. */

import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { ViewName } from "../../../parts.ts";
import type { Threads } from "../../../shared/messages.ts";

/** The place in a view for what people say about the article. */
export interface DiscussionHost {
  session: Session;
  finding: FoundDetection;
  line: HTMLElement;
  /** The view; null where it is the reader. */
  view: Exclude<ViewName, "reader"> | null;
  threads: Threads;
  /** The article, where it is the discussion; else null. */
  thread: HTMLElement | null;
  /** Makes nodes of HTML of the core. */
  bodyOf(html: string): HTMLElement;
}

/** Fills the place. What is told there ends with the view, or when `signal` is aborted. */
export type OpenDiscussion = (host: DiscussionHost, signal: AbortSignal) => void;
