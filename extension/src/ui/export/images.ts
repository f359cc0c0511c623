/**
 * The files of an article's pictures: those that the page may read, of its own origin or open to all, and those of other
 * sites that there is permission for, which the background reads.
 */

import { originOf } from "../../shared/auto-open/patterns.ts";
import type { PictureRefusal, SentPicture } from "../../shared/messages.ts";
import { ask } from "../../shared/requests.ts";
import { readPicture } from "../../shared/export/image.ts";

/** Bytes of all pictures together: a message to the background holds at most 64 MiB. */
const most = 30_000_000;

/** Pictures that are read at once. */
const atOnce = 6;

export interface Progress {
  done: number;
  all: number;
}

/** A picture that could not be read. */
export interface MissingImage {
  src: string;
  refusal: PictureRefusal;
}

export interface ImageFiles {
  held: SentPicture[];
  missing: MissingImage[];
}

/** Returns the pictures that only permission for their sites brings, and these sites as patterns. */
export function closedOf({ missing }: ImageFiles): { closed: MissingImage[]; origins: string[] } {
  const closed = missing.filter(isClosed);
  return { closed, origins: [...new Set(closed.map(({ src }) => originOf(new URL(src))))] };
}

const isClosed = ({ refusal }: MissingImage): boolean => refusal === "closed";

/** Returns the bytes that further pictures may have beside those that are there. */
export function roomBeside(held: readonly SentPicture[]): number {
  return most - held.reduce((sum, picture) => sum + bytesOf(picture), 0);
}

/** Reads what was closed once more, after permission was asked for, and returns all pictures. */
export async function reopened(
  pictures: ImageFiles,
  told: (progress: Progress) => void,
  signal: AbortSignal,
): Promise<ImageFiles> {
  const { held, missing } = pictures;
  const addresses = closedOf(pictures).closed.map(({ src }) => src);
  const more = await picturesOf(addresses, told, signal, { room: roomBeside(held), inPage: false });
  return {
    held: [...held, ...more.held],
    missing: [...missing.filter((one) => !isClosed(one)), ...more.missing],
  };
}

/**
 * Reads pictures by their addresses. `room`: bytes that they may have together. `inPage`: false where no page can read
 * them, but the background. Rejects once `signal` is aborted.
 */
export async function picturesOf(
  addresses: readonly string[],
  told: (progress: Progress) => void,
  signal: AbortSignal,
  { room = most, inPage = true } = {},
): Promise<ImageFiles> {
  const found: (SentPicture | PictureRefusal)[] = [];
  let [next, done, bytes] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    while (next < addresses.length) {
      signal.throwIfAborted();
      const number = next++;
      const picture = await read(addresses[number] ?? "", inPage, signal);
      signal.throwIfAborted();
      const size = typeof picture === "string" ? 0 : bytesOf(picture);
      const hasRoom = bytes + size <= room;
      bytes += hasRoom ? size : 0;
      found[number] = hasRoom ? picture : "huge";
      done += 1;
      told({ done, all: addresses.length });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const missing = found.map((refusal, i) => ({ src: addresses[i] ?? "", refusal }));
  return {
    held: found.filter((picture) => typeof picture !== "string"),
    missing: missing.filter((one): one is MissingImage => typeof one.refusal === "string"),
  };
}

/** Returns the bytes of a picture, give or take two. */
function bytesOf({ data }: SentPicture): number {
  return (data.length * 3) / 4;
}

async function read(src: string, inPage: boolean, signal: AbortSignal): Promise<SentPicture | PictureRefusal> {
  const here = inPage ? await readPicture(src, true, signal) : "failed";
  const { protocol, origin } = URL.parse(src) ?? { protocol: "", origin: "" };
  if (here !== "failed" || !/^https?:$/.test(protocol) || (inPage && origin === location.origin)) {
    return here;
  }
  return ask("fetch-picture", { src }).catch(() => "failed" as const);
}
