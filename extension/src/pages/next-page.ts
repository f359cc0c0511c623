/** A further page of an article, in the background: read by the core that reads every page, and joined by that of files. */

import { onlyNew } from "../export/writer.ts";
import type { Answer, NextPageRequest } from "../messages.ts";
import { read } from "../remote-core.ts";
import type { FurtherPage } from "../session.ts";

/** Returns the page; without HTML where it is no article, or has nothing that the pages before have not. */
export async function nextPage(request: NextPageRequest): Promise<Answer<FurtherPage>> {
  const found = await read(request.recording);
  if ("failure" in found) {
    return found;
  }
  const { summary, html, pager } = found;
  const isNone = summary.confidence === "none";
  const joined = isNone ? { html: "" } : await onlyNew(html, request);
  if ("failure" in joined) {
    return joined;
  }
  const { number } = request;
  const title = summary.title === request.title ? null : summary.title;
  return { number, title, html: joined.html, words: summary.wordCount, pager };
}
