/** Reads a next page of an article and joins it to the earlier pages. */

import { discussionOf, withoutEarlierPages } from "./export/writer.ts";
import type { Answer, FurtherPage, NextPageRequest, Recording, Thread } from "../shared/messages.ts";
import { read, report } from "./core-host.ts";

/** Returns the page; without HTML if it isn't an article or only repeats earlier pages. */
export async function nextPage(request: NextPageRequest): Promise<Answer<FurtherPage>> {
  const found = await read(request.recording);
  if ("failure" in found) {
    return found;
  }
  const thread = request.isThread ? await threadOf(request.recording) : null;
  if (thread && "failure" in thread) {
    return thread;
  }
  const { summary } = found;
  const { html, pager } = thread ?? found;
  const isNone = !thread && summary.confidence === "none";
  const joined = isNone ? { html: "" } : await withoutEarlierPages(html, request);
  if ("failure" in joined) {
    return joined;
  }
  const { number } = request;
  // A discussion has one title, whatever its pages are titled.
  const title = thread || summary.title === request.title ? null : summary.title;
  return { number, title, html: joined.html, words: summary.wordCount, pager };
}

/** Returns a page as a discussion; null if it is an article. */
async function threadOf(recording: Recording): Promise<Answer<Pick<Thread, "html" | "pager">> | null> {
  const read = await report({ recording });
  if ("failure" in read) {
    return read;
  }
  const threads = await discussionOf({ report: read, known: null });
  return "failure" in threads ? threads : threads.thread;
}
