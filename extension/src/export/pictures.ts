/** The files of an article's pictures, as the page may read them: those of its own origin, and those that are open to all. */

import type { SentPicture } from "../messages.ts";

/** Bytes of all pictures together and of one: a message to the background holds at most 64 MiB. */
const most = 30_000_000;
const mostOfOne = 8_000_000;

/** Ms that one picture is waited for. */
const patience = 15_000;

/** Pictures that are read at once. */
const atOnce = 6;

/** The types that files may hold; see src/export/pictures.rs, which refuses all others. */
const types = /^image\/(?:jpeg|png|gif|webp|svg\+xml)$/;

export interface Progress {
  done: number;
  all: number;
}

/** Reads pictures by their addresses. What cannot be read is left out. Rejects once `signal` is aborted. */
export async function picturesOf(
  addresses: readonly string[],
  told: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<SentPicture[]> {
  const found: (SentPicture | null)[] = [];
  let [next, done, bytes] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < addresses.length) {
      signal.throwIfAborted();
      const number = next++;
      const picture = await read(addresses[number] ?? "", signal).catch(() => null);
      signal.throwIfAborted();
      if (picture && bytes + picture.bytes.length <= most) {
        bytes += picture.bytes.length;
        found[number] = { src: picture.src, type: picture.type, data: picture.bytes.toBase64() };
      }
      done += 1;
      told({ done, all: addresses.length });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return found.filter((picture) => picture !== null && picture !== undefined);
}

async function read(src: string, signal: AbortSignal): Promise<{ src: string; type: string; bytes: Uint8Array }> {
  const own = new AbortController();
  try {
    const response = await fetch(src, {
      signal: AbortSignal.any([signal, own.signal, AbortSignal.timeout(patience)]),
      // As the page itself shows it, from what the browser has kept where it has.
      cache: "force-cache",
      credentials: "same-origin",
    });
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const stated = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !types.test(type) || stated > mostOfOne) {
      throw new Error("no picture");
    }
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (bytes.length === 0 || bytes.length > mostOfOne) {
      throw new Error("no picture of that size");
    }
    return { src, type, bytes };
  } finally {
    // What is refused is not read to its end.
    own.abort();
  }
}
