/** Finds the comments of a page. */

import { isArticle } from "../../session/no-article.ts";
import type { Threads } from "../../../shared/messages.ts";
import { ask } from "../../../shared/requests.ts";
import type { OpenDiscussion } from "./host.ts";
import type { FoundDetection } from "../../session/finding.ts";
import type { Session } from "../../session/session.ts";
import { getPart } from "../../session/parts.ts";

/** Finds the comments of a detected page. `earlier`: the comments found by earlier detections. */
export async function findThreads(finding: FoundDetection, earlier: Threads["known"] = null): Promise<Threads> {
  const problemReport = await finding.detection.problemReport();
  // On a page without an article, kept blocks are a coincidence.
  const report = isArticle(finding) ? problemReport : { ...problemReport, kept: [] };
  const threads = await ask("discussion-of", { report, known: earlier });
  if ("failure" in threads) {
    throw new Error(threads.failure);
  }
  return threads;
}

/** Returns whether there is anything to show. */
export function hasThreads({ count, thread, known }: Threads): boolean {
  return count > 0 || thread !== null || known !== null;
}

/** Loads the script that shows comments. Resolves to undefined if the extension was updated. */
export async function loadDiscussion(): Promise<OpenDiscussion | undefined> {
  if (!getPart("discussion")) {
    await ask("load", { part: "discussion" });
  }
  return getPart("discussion");
}

/**
 * Calls `load` immediately. The returned function calls it again after a new decision, and aborts the previous run.
 * `node`: the container for the comments.
 */
export function restartable(
  session: Session,
  finding: FoundDetection,
  node: HTMLElement,
  load: (signal: AbortSignal) => void,
): () => void {
  let run = new AbortController();
  const start = (): void => load(AbortSignal.any([run.signal, session.signal]));
  start();
  return () => {
    run.abort();
    run = new AbortController();
    node.replaceChildren();
    delete finding.commentsHtml;
    start();
  };
}
