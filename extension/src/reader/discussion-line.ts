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

/** Makes the place. It stays empty where nobody says anything. */
export function discussionLine(session: Session, finding: FoundDetection): DiscussionLine {
  const node = element("div", { class: "pith-discussion" });
  let round = 0;
  // The article is read first: what is said is looked for when its end comes into sight.
  const seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      seen.disconnect();
      const own = round;
      const isCurrent = (): boolean => own === round && !session.signal.aborted;
      void fill(node, isCurrent, session, finding).catch(console.error);
    }
  });
  seen.observe(node);
  session.signal.addEventListener("abort", () => seen.disconnect());
  return {
    node,
    renew: () => {
      round += 1;
      node.replaceChildren();
      seen.disconnect();
      seen.observe(node);
    },
  };
}

async function fill(
  line: HTMLElement,
  isCurrent: () => boolean,
  session: Session,
  { detection }: FoundDetection,
): Promise<void> {
  const report = await detection.wrongPage();
  const threads = await ask<Answer<Threads>>({ kind: "discussion-of", report } satisfies DiscussionRequest);
  if ("failure" in threads) {
    throw new Error(threads.failure);
  }
  if (threads.count === 0 || !isCurrent()) {
    return;
  }
  if (!shared("pithDiscussion")) {
    await ask({ kind: "discussion" });
  }
  if (!isCurrent()) {
    return;
  }
  shared("pithDiscussion")?.({ line, threads, bodyOf: (html) => new Body(html, session.signal).node });
}
