/** Fetches a file of timed text that a video of the page names, with the user's cookies. */

import { transcriptTimeout } from "../../../shared/timeouts.ts";

/** Bytes of the longest: the words of a day are fewer. */
const most = 4_000_000;

/** A file that is longer. */
export class Huge extends Error {}

/** Fetches it from the page's own origin. Rejects where it is elsewhere, and once `signal` is aborted. */
export async function trackOf(src: string, signal: AbortSignal): Promise<string> {
  const own = new AbortController();
  try {
    const response = await fetch(src, {
      signal: AbortSignal.any([signal, own.signal, AbortSignal.timeout(transcriptTimeout)]),
      // Another origin is not asked, not even where the site sends there.
      mode: "same-origin",
      credentials: "same-origin",
    });
    if (!response.ok || !response.body) {
      throw new Error(`no transcript: ${response.status}`);
    }
    // The format knows no other encoding.
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    let bytes = 0;
    for (let read = await reader.read(); !read.done; read = await reader.read()) {
      bytes += read.value.byteLength;
      if (bytes > most) {
        throw new Huge();
      }
      text += decoder.decode(read.value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    // What is refused is not read to its end.
    own.abort();
  }
}
