/** Reads a next page of an article and joins it to the earlier pages. */

import { discussionOf, withoutEarlierPages } from "./export/writer.ts";
import type { Result, NextPage, NextPageRequest, Recording, Thread } from "../shared/messages.ts";
import { readArticle, problemReport } from "./core-host.ts";

/** Returns the page; without HTML if it isn't an article or only repeats earlier pages. */
export async function nextPage(request: NextPageRequest): Promise<Result<NextPage>> {
  const article = await readArticle(request.recording);
  if ("failure" in article) {
    return article;
  }
  const thread = request.isThread ? await asThread(request.recording) : null;
  if (thread && "failure" in thread) {
    return thread;
  }
  const { summary } = article;
  const { html, pager } = thread ?? article;
  const hasNoArticle = !thread && summary.confidence === "none";
  const added = hasNoArticle ? { html: "" } : await withoutEarlierPages(html, request);
  if ("failure" in added) {
    return added;
  }
  const { number } = request;
  // A discussion has one title, whatever its pages are titled.
  const title = thread || summary.title === request.title ? null : summary.title;
  return { number, title, html: added.html, words: summary.wordCount, pager };
}

/** Returns a page as a discussion; null if it is an article. */
async function asThread(recording: Recording): Promise<Result<Pick<Thread, "html" | "pager">> | null> {
  const pageReport = await problemReport({ recording });
  if ("failure" in pageReport) {
    return pageReport;
  }
  const threads = await discussionOf({ report: pageReport, known: null });
  return "failure" in threads ? threads : threads.thread;
}
