/** The place below the article for what people say about it. */

import { element } from "../build.ts";
import { ask } from "../ext.ts";
import type { Answer, DiscussionRequest, Threads } from "../messages.ts";
import type { FoundDetection, Session } from "../session.ts";
import { shared } from "../state.ts";
import { Body } from "./body.ts";

export interface DiscussionLine {
  node: HTMLElement;
  /** Looks anew once it comes into sight: something was decided anew, and what the article has is not said twice. */
  renew(): void;
}

/**
 * Makes the place. It stays empty where nobody says anything. Where the page is a discussion, `body` shows it as one
 * within `held`, which leaves what is read where it is.
 */
export function discussionLine(
  session: Session,
  finding: FoundDetection,
  body: Body,
  held: (change: () => void) => void,
): DiscussionLine {
  const node = element("div", { class: "pith-discussion" });
  let round = 0;
  const look = (): void => {
    seen.disconnect();
    const own = round;
    const isCurrent = (): boolean => own === round && !session.signal.aborted;
    void fill({ line: node, isCurrent, session, finding, body, held }).catch(console.error);
  };
  // The article is read first: what is said is looked for when its end comes into sight.
  const seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      look();
    }
  });
  const begin = (): void => {
    const atIdle = (): void => {
      if (session.signal.aborted) {
        return;
      }
      if (finding.detection.mayBeThread()) {
        look();
      } else {
        seen.observe(node);
      }
    };
    // It is shown first.
    requestIdleCallback(atIdle, { timeout: 1000 });
  };
  begin();
  session.signal.addEventListener("abort", () => seen.disconnect());
  return {
    node,
    renew: () => {
      round += 1;
      node.replaceChildren();
      delete finding.thread;
      delete finding.beside;
      seen.disconnect();
      begin();
    },
  };
}

interface Filling {
  line: HTMLElement;
  isCurrent(): boolean;
  session: Session;
  finding: FoundDetection;
  body: Body;
  held(change: () => void): void;
}

async function fill({ line, isCurrent, session, finding, body, held }: Filling): Promise<void> {
  const report = await finding.detection.wrongPage();
  const threads = await ask<Answer<Threads>>({ kind: "discussion-of", report } satisfies DiscussionRequest);
  if ("failure" in threads) {
    throw new Error(threads.failure);
  }
  const { count, thread } = threads;
  if ((count === 0 && !thread) || !isCurrent()) {
    return;
  }
  if (!shared("pithDiscussion")) {
    await ask({ kind: "discussion" });
  }
  if (!isCurrent()) {
    return;
  }
  const show = (): void =>
    shared("pithDiscussion")?.({
      finding,
      line,
      threads,
      thread: thread && body.node,
      bodyOf: (html) => new Body(html, session.signal).node,
    });
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
