/** The comments below the article. */

import { loadDiscussion, restartable, hasThreads, threadsOf } from "../../panels/comments/threads.ts";
import { whenVisible } from "../../dom/in-view.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import { commentsIdleTimeout } from "../../../shared/timeouts.ts";

/**
 * Loads the comments, if there are any. If the page is a discussion, replaces the body by the discussion within `held`,
 * which keeps the reading position. Returns a function that loads the comments again once they come into view, after
 * parts were reselected: comments don't repeat parts of the article.
 */
export function discussionLine(
  built: BuiltArticle,
  session: Session,
  finding: FoundDetection,
  held: (change: () => void) => void,
): () => void {
  const node = built.discussion;
  return restartable(session, finding, node, (signal) => {
    const load = (): void => void fill({ built, signal, session, finding, held }).catch(console.error);
    const atIdle = (): void => {
      if (signal.aborted) {
        return;
      }
      if (finding.thread || finding.detection.mayBeThread()) {
        load();
      } else {
        // The article is read first, so comments are detected when its end comes into view.
        whenVisible(node, signal, load);
      }
    };
    // After the first paint.
    requestIdleCallback(atIdle, { timeout: commentsIdleTimeout });
  });
}

interface CommentsRequest {
  built: BuiltArticle;
  signal: AbortSignal;
  session: Session;
  finding: FoundDetection;
  held(change: () => void): void;
}

async function fill({ built, signal, session, finding, held }: CommentsRequest): Promise<void> {
  const { body, discussion: line } = built;
  const threads = await threadsOf(finding);
  if (signal.aborted) {
    return;
  }
  const { thread } = threads;
  if (!thread) {
    delete finding.thread;
  }
  const open = hasThreads(threads) ? await loadDiscussion() : undefined;
  if (!open || signal.aborted) {
    return;
  }
  const show = (): void => {
    const bodyOf = (html: string): HTMLElement => built.bodyOf(html).node;
    open({ session, finding, line, view: null, threads, thread: thread && body.node, bodyOf }, signal);
  };
  if (thread) {
    finding.thread = thread;
    held(() => {
      body.show(thread.html);
      show();
    });
    await body.readFormulas();
  } else {
    show();
  }
}
