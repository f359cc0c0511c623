/** The interface between the comments and their view. */

import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { ViewName } from "../../../parts.ts";
import type { Threads } from "../../../shared/messages.ts";

/** The place for comments in a view. */
export interface DiscussionHost {
  session: Session;
  finding: FoundDetection;
  line: HTMLElement;
  /** The view; null for Reader. */
  view: Exclude<ViewName, "reader"> | null;
  threads: Threads;
  /** The article if it is the discussion itself, else null. */
  thread: HTMLElement | null;
  /** Builds nodes from the core's HTML. */
  bodyOf(html: string): HTMLElement;
}

/** Shows the comments, until the view is closed or `signal` is aborted. */
export type OpenDiscussion = (host: DiscussionHost, signal: AbortSignal) => void;
