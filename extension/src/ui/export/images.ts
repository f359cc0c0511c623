/**
 * Reads the images of an article: in the page those of its own origin or open to all, in the background those of
 * other permitted sites.
 */

import { originOf } from "../../shared/auto-open/patterns.ts";
import type { ImageRefusal, SentImage } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { readImage } from "../../shared/export/image.ts";

/** Bytes of all images together: a message to the background holds at most 64 MiB. */
const most = 30_000_000;

/** Images that are read in parallel. */
const atOnce = 6;

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
  held: SentImage[];
  missing: MissingImage[];
}

/** Returns the images that need permission for their sites, and these sites as patterns. */
export function closedImages({ missing }: ImageFiles): { closed: MissingImage[]; origins: string[] } {
  const closed = missing.filter(isClosed);
  return { closed, origins: [...new Set(closed.map(({ src }) => originOf(new URL(src))))] };
}

const isClosed = ({ refusal }: MissingImage): boolean => refusal === "closed";

/** Returns the bytes left for further images. */
export function roomBeside(held: readonly SentImage[]): number {
  return most - held.reduce((sum, image) => sum + bytesOf(image), 0);
}

/** Reads images without permission again, after asking for it, and returns all images. */
export async function retryClosedImages(
  images: ImageFiles,
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ImageFiles> {
  const { held, missing } = images;
  const addresses = closedImages(images).closed.map(({ src }) => src);
  const more = await imagesOf(addresses, onProgress, signal, { room: roomBeside(held), inPage: false });
  return {
    held: [...held, ...more.held],
    missing: [...missing.filter((one) => !isClosed(one)), ...more.missing],
  };
}

/**
 * Reads images by their URLs. `room`: maximum bytes in total. `inPage`: false if only the background can read them. Rejects
 * once `signal` is aborted.
 */
export async function imagesOf(
  addresses: readonly string[],
  onProgress: (progress: Progress) => void,
  signal: AbortSignal,
  { room = most, inPage = true } = {},
): Promise<ImageFiles> {
  const found: (SentImage | ImageRefusal)[] = [];
  let [next, done, bytes] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < addresses.length) {
      signal.throwIfAborted();
      const number = next++;
      const image = await read(addresses[number] ?? "", inPage, signal);
      signal.throwIfAborted();
      const size = typeof image === "string" ? 0 : bytesOf(image);
      const hasRoom = bytes + size <= room;
      bytes += hasRoom ? size : 0;
      found[number] = hasRoom ? image : "huge";
      done += 1;
      onProgress({ done, all: addresses.length });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const missing = found.map((refusal, i) => ({ src: addresses[i] ?? "", refusal }));
  return {
    held: found.filter((image) => typeof image !== "string"),
    missing: missing.filter((one): one is MissingImage => typeof one.refusal === "string"),
  };
}

/** Returns the bytes of an image, give or take two. */
function bytesOf({ data }: SentImage): number {
  return (data.length * 3) / 4;
}

async function read(src: string, inPage: boolean, signal: AbortSignal): Promise<SentImage | ImageRefusal> {
  const here = inPage ? await readImage(src, true, signal) : "failed";
  const { protocol, origin } = URL.parse(src) ?? { protocol: "", origin: "" };
  if (here !== "failed" || !/^https?:$/.test(protocol) || (inPage && origin === location.origin)) {
    return here;
  }
  return ask("fetch-picture", { src }).catch(() => "failed" as const);
}
