/** The place for comments below the article. */

import { element } from "../../../ui/build.ts";
import { loadDiscussion, restartable, hasThreads, threadsOf } from "../../panels/comments/threads.ts";
import { whenSeen } from "../../dom/in-view.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { Body } from "./body.ts";
import { commentsIdleTimeout } from "../../../shared/timeouts.ts";

interface DiscussionLine {
  node: HTMLElement;
  /** Looks again once it comes into sight: something was decided again, and what the article has is not said twice. */
  renew(): void;
}

/**
 * Makes the place. It stays empty without comments. If the page is a discussion, `body` shows it as one
 * within `held`, which leaves what is read where it is.
 */
export function discussionLine(
  session: Session,
  finding: FoundDetection,
  body: Body,
  held: (change: () => void) => void,
): DiscussionLine {
  const node = element("div", { class: "pith-discussion" });
  const renew = restartable(session, finding, node, (signal) => {
    const look = (): void => void fill({ line: node, signal, session, finding, body, held }).catch(console.error);
    const atIdle = (): void => {
      if (signal.aborted) {
        return;
      }
      if (finding.thread || finding.detection.mayBeThread()) {
        look();
      } else {
        // The article is read first: what is said is looked for when its end comes into sight.
        whenSeen(node, signal, look);
      }
    };
    // It is shown first.
    requestIdleCallback(atIdle, { timeout: commentsIdleTimeout });
  });
  return { node, renew };
}

interface Filling {
  line: HTMLElement;
  signal: AbortSignal;
  session: Session;
  finding: FoundDetection;
  body: Body;
  held(change: () => void): void;
}

async function fill({ line, signal, session, finding, body, held }: Filling): Promise<void> {
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
    const bodyOf = (html: string): HTMLElement => new Body(html, session.signal).node;
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
