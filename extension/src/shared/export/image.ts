/** Reads one image from its URL. */

import type { ImageRefusal, SentImage } from "../messages.ts";
import { imageTimeout } from "../timeouts.ts";

/** Maximum bytes of one image. */
const maxOfOne = 8_000_000;

/** Types allowed in files; see src/export/images.rs, which rejects all others. */
const types = /^image\/(?:jpeg|png|gif|webp|svg\+xml)$/;

/** Error with the reason why an image can't be read. */
class ImageRefused extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Reads an image, from the browser's cache if possible. `isOwn`: true in the page that shows it, whose cookies are then
 * sent. Rejects once `signal` is aborted; any other failure is reported as `failed`.
 */
export async function readImage(src: string, isOwn: boolean, signal: AbortSignal): Promise<SentImage | ImageRefusal> {
  const own = new AbortController();
  const late = AbortSignal.timeout(imageTimeout);
  try {
    const response = await fetch(src, {
      signal: AbortSignal.any([signal, own.signal, late]),
      cache: "force-cache",
      ...(isOwn ? { credentials: "same-origin" } : { credentials: "omit", referrerPolicy: "no-referrer" }),
    });
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const stated = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !types.test(type)) {
      throw new ImageRefused("failed");
    }
    if (stated > maxOfOne) {
      throw new ImageRefused("huge");
    }
    const bytes = await bounded(response);
    return { src, type, data: bytes.toBase64() };
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof ImageRefused ? error.refusal : late.aborted ? "late" : "failed";
  } finally {
    // Stops the download of a rejected image.
    own.abort();
  }
}

/** Reads a response up to the limit, because not every server declares its length. */
async function bounded(response: Response): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    parts.push(part.value);
    length += part.value.length;
    if (length > maxOfOne) {
      throw new ImageRefused("huge");
    }
  }
  if (length === 0) {
    throw new ImageRefused("failed");
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
