/** The place below the article for what people say about it. */

import { element } from "../build.ts";
import { ask } from "../ext.ts";
import type { Answer, DiscussionRequest, Threads } from "../messages.ts";
import type { FoundDetection, Session } from "../session.ts";
import { shared } from "../state.ts";
import { Body } from "./body.ts";

/** Makes the place. It stays empty where nobody says anything. */
export function discussionLine(session: Session, finding: FoundDetection): HTMLElement {
  const line = element("section", { class: "pith-discussion" });
  // The article is read first: what is said is looked for when its end comes into sight.
  const seen = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) {
      seen.disconnect();
      void fill(line, session, finding).catch(console.error);
    }
  });
  seen.observe(line);
  session.signal.addEventListener("abort", () => seen.disconnect());
  return line;
}

async function fill(line: HTMLElement, session: Session, { detection }: FoundDetection): Promise<void> {
  const report = await detection.wrongPage();
  const threads = await ask<Answer<Threads>>({ kind: "discussion-of", report } satisfies DiscussionRequest);
  if ("failure" in threads) {
    throw new Error(threads.failure);
  }
  if (threads.count === 0 || session.signal.aborted) {
    return;
  }
  if (!shared("pithDiscussion")) {
    await ask({ kind: "discussion" });
  }
  shared("pithDiscussion")?.({ line, threads, bodyOf: (html) => new Body(html, session.signal).node });
}
