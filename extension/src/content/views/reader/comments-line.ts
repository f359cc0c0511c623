/** The comments below the article. */

import { loadDiscussion, restartable, hasThreads, findThreads } from "../../panels/comments/threads.ts";
import { whenVisible } from "../../dom/in-view.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { BuiltArticle } from "./article.ts";
import { commentsIdleTimeout } from "../../../shared/timeouts.ts";

/**
 * Loads the comments, if there are any. If the page is a discussion, replaces the body by the discussion within `keepPosition`,
 * which keeps the reading position. Returns a function that loads the comments again once they come into view, after
 * parts were reselected: comments don't repeat parts of the article.
 */
export function commentsLine(
  built: BuiltArticle,
  session: Session,
  finding: FoundDetection,
  keepPosition: (change: () => void) => void,
): () => void {
  const node = built.discussion;
  return restartable(session, finding, node, (signal) => {
    const start = (): void => void fill({ built, signal, session, finding, keepPosition }).catch(console.error);
    const whenIdle = (): void => {
      if (signal.aborted) {
        return;
      }
      if (finding.thread || finding.detection.mayBeThread()) {
        start();
      } else {
        // The article is read first, so comments are detected when its end comes into view.
        whenVisible(node, signal, start);
      }
    };
    // After the first paint.
    requestIdleCallback(whenIdle, { timeout: commentsIdleTimeout });
  });
}

interface CommentsRequest {
  built: BuiltArticle;
  signal: AbortSignal;
  session: Session;
  finding: FoundDetection;
  keepPosition(change: () => void): void;
}

async function fill({ built, signal, session, finding, keepPosition }: CommentsRequest): Promise<void> {
  const { body, discussion: container } = built;
  const threads = await findThreads(finding);
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
    open({ session, finding, line: container, view: null, threads, thread: thread && body.node, bodyOf }, signal);
  };
  if (thread) {
    finding.thread = thread;
    keepPosition(() => {
      body.show(thread.html);
      show();
    });
    await body.readFormulas();
  } else {
    show();
  }
}
