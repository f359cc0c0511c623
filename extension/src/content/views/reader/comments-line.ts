/** The place for comments below the article. */

import { loadDiscussion, restartable, hasThreads, threadsOf } from "../../panels/comments/threads.ts";
import { whenSeen } from "../../dom/in-view.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import type { Built } from "./article.ts";
import { commentsIdleTimeout } from "../../../shared/timeouts.ts";

/**
 * Fills the place, which stays empty without comments. If the page is a discussion, its body shows it as one within `held`,
 * which leaves what is read where it is. Returns a function that looks again once the place comes into sight: something was
 * decided again, and what the article has is not said twice.
 */
export function discussionLine(
  built: Built,
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
        // The article is read first: what is said is looked for when its end comes into sight.
        whenSeen(node, signal, load);
      }
    };
    // It is shown first.
    requestIdleCallback(atIdle, { timeout: commentsIdleTimeout });
  });
}

interface Filling {
  built: Built;
  signal: AbortSignal;
  session: Session;
  finding: FoundDetection;
  held(change: () => void): void;
}

async function fill({ built, signal, session, finding, held }: Filling): Promise<void> {
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
