/** Finds the comments of a page. */

import { isArticle } from "../../session/no-article.ts";
import type { Threads } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import type { OpenDiscussion } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { provided } from "../../session/parts.ts";

/** Finds what is said on a page as it was read. `known`: what is known of it by earlier looks. */
export async function threadsOf(finding: FoundDetection, known: Threads["known"] = null): Promise<Threads> {
  const read = await finding.detection.problemReport();
  // What is kept of a page that has no article is chance.
  const report = isArticle(finding) ? read : { ...read, kept: [] };
  const threads = await ask("discussion-of", { report, known });
  if ("failure" in threads) {
    throw new Error(threads.failure);
  }
  return threads;
}

/** Returns whether there is anything to be shown. */
export function hasThreads({ count, thread, known }: Threads): boolean {
  return count > 0 || thread !== null || known !== null;
}

/** Brings what shows it; undefined where the extension has been updated. */
export async function loadDiscussion(): Promise<OpenDiscussion | undefined> {
  if (!provided("discussion")) {
    await ask("load", { part: "discussion" });
  }
  return provided("discussion");
}

/**
 * Begins a round of looking at once, and one more whenever what it returns is called, which ends the one before:
 * something was decided again. `node` is the place for what is found.
 */
export function restartable(
  session: Session,
  finding: FoundDetection,
  node: HTMLElement,
  begin: (signal: AbortSignal) => void,
): () => void {
  let round = new AbortController();
  const next = (): void => begin(AbortSignal.any([round.signal, session.signal]));
  next();
  return () => {
    round.abort();
    round = new AbortController();
    node.replaceChildren();
    delete finding.beside;
    next();
  };
}
