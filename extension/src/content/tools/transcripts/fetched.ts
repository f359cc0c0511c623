/** Fetches a timed text file of a video on the page, with the user's cookies. */

import { transcriptTimeout } from "../../../shared/timeouts.ts";

/** Maximum bytes, more than the words of a whole day. */
const maxBytes = 4_000_000;

/** Thrown for larger files. */
export class FileTooLargeError extends Error {}

/** Fetches a file from the page's own origin. Rejects if it is elsewhere, and once `signal` is aborted. */
export async function fetchTrack(src: string, signal: AbortSignal): Promise<string> {
  const download = new AbortController();
  try {
    const response = await fetch(src, {
      signal: AbortSignal.any([signal, download.signal, AbortSignal.timeout(transcriptTimeout)]),
      // Requests never go to another origin, not even by a redirect.
      mode: "same-origin",
      credentials: "same-origin",
    });
    if (!response.ok || !response.body) {
      throw new Error(`no transcript: ${response.status}`);
    }
    // The format allows no other encoding.
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    let bytes = 0;
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      bytes += chunk.value.byteLength;
      if (bytes > maxBytes) {
        throw new FileTooLargeError();
      }
      text += decoder.decode(chunk.value, { stream: true });
    }
    return text + decoder.decode();
  } finally {
    // Stops the download of a rejected file.
    download.abort();
  }
}
