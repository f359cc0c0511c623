/**
 * Reads the images of an article: in the page those of its own origin or open to all, in the background those of
 * other permitted sites.
 */

import { originOf } from "../../shared/auto-open/patterns.ts";
import type { ImageRefusal, SentImage } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { readImage } from "../../shared/export/image.ts";

/** Bytes of all images together: a message to the background holds at most 64 MiB. */
const maxTotalBytes = 30_000_000;

/** Images that are read in parallel. */
const maxParallel = 6;

export interface Progress {
  done: number;
  all: number;
}

/** An image that could not be read. */
export interface MissingImage {
  src: string;
  refusal: ImageRefusal;
}

export interface ImageFiles {
  loaded: SentImage[];
  missing: MissingImage[];
}

/** Returns the images that need permission for their sites, and these sites as patterns. */
export function imagesNeedingPermission({ missing }: ImageFiles): { closed: MissingImage[]; origins: string[] } {
  const closed = missing.filter(isClosed);
  return { closed, origins: [...new Set(closed.map(({ src }) => originOf(new URL(src))))] };
}

const isClosed = ({ refusal }: MissingImage): boolean => refusal === "closed";

/** Returns the bytes left for further images. */
export function remainingBytes(loaded: readonly SentImage[]): number {
  return maxTotalBytes - loaded.reduce((sum, image) => sum + bytesOf(image), 0);
}

/** Reads images without permission again, after asking for it, and returns all images. */
export async function retryImages(
  images: ImageFiles,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ImageFiles> {
  const { loaded, missing } = images;
  const urls = imagesNeedingPermission(images).closed.map(({ src }) => src);
  const retried = await loadImages(urls, onProgress, signal, { maxBytes: remainingBytes(loaded), inPage: false });
  return {
    loaded: [...loaded, ...retried.loaded],
    missing: [...missing.filter((image) => !isClosed(image)), ...retried.missing],
  };
}

/**
 * Reads images by their URLs. `maxBytes`: maximum bytes in total. `inPage`: false if only the background can read them. Rejects
 * once `signal` is aborted.
 */
export async function loadImages(
  urls: readonly string[],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  { maxBytes = maxTotalBytes, inPage = true } = {},
): Promise<ImageFiles> {
  const results: (SentImage | ImageRefusal)[] = [];
  let [next, done, bytes] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < urls.length) {
      signal.throwIfAborted();
      const index = next++;
      const image = await read(urls[index] ?? "", inPage, signal);
      signal.throwIfAborted();
      const size = typeof image === "string" ? 0 : bytesOf(image);
      const hasRoom = bytes + size <= maxBytes;
      bytes += hasRoom ? size : 0;
      results[index] = hasRoom ? image : "huge";
      done += 1;
      onProgress({ done, all: urls.length });
    }
  };
  await Promise.all(Array.from({ length: maxParallel }, worker));
  const missing = results.map((refusal, i) => ({ src: urls[i] ?? "", refusal }));
  return {
    loaded: results.filter((image) => typeof image !== "string"),
    missing: missing.filter((image): image is MissingImage => typeof image.refusal === "string"),
  };
}

/** Returns the bytes of an image, give or take two. */
function bytesOf({ data }: SentImage): number {
  return (data.length * 3) / 4;
}

async function read(src: string, inPage: boolean, signal: AbortSignal): Promise<SentImage | ImageRefusal> {
  const result = inPage ? await readImage(src, true, signal) : "failed";
  const { protocol, origin } = URL.parse(src) ?? { protocol: "", origin: "" };
  if (result !== "failed" || !/^https?:$/.test(protocol) || (inPage && origin === location.origin)) {
    return result;
  }
  return ask("fetch-picture", { src }).catch(() => "failed" as const);
}
