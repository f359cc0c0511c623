/** Reads one image from its URL. */

import type { ImageRefusal, SentImage } from "../messages.ts";
import { imageTimeout } from "../timeouts.ts";

/** Maximum bytes of one image. */
const maxImageBytes = 8_000_000;

/** Types allowed in files; see src/export/images.rs, which rejects all others. */
const allowedTypes = /^image\/(?:jpeg|png|gif|webp|svg\+xml)$/;

/** Error with the reason why an image can't be read. */
class ImageError extends Error {
  readonly refusal: ImageRefusal;

  constructor(refusal: ImageRefusal) {
    super(refusal);
    this.refusal = refusal;
  }
}

/**
 * Reads an image, from the browser's cache if possible. `isInPage`: true in the page that shows it, whose cookies are
 * then sent. Rejects once `signal` is aborted; any other failure is reported as `failed`.
 */
export async function readImage(
  src: string,
  isInPage: boolean,
  signal: AbortSignal,
): Promise<SentImage | ImageRefusal> {
  const abortController = new AbortController();
  const timeout = AbortSignal.timeout(imageTimeout);
  try {
    const response = await fetch(src, {
      signal: AbortSignal.any([signal, abortController.signal, timeout]),
      cache: "force-cache",
      ...(isInPage ? { credentials: "same-origin" } : { credentials: "omit", referrerPolicy: "no-referrer" }),
    });
    const type = (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() ?? "";
    const declaredLength = Number(response.headers.get("content-length") ?? 0);
    if (!response.ok || !allowedTypes.test(type)) {
      throw new ImageError("failed");
    }
    if (declaredLength > maxImageBytes) {
      throw new ImageError("huge");
    }
    const bytes = await readBounded(response);
    return { src, type, data: bytes.toBase64() };
  } catch (error) {
    signal.throwIfAborted();
    return error instanceof ImageError ? error.refusal : timeout.aborted ? "late" : "failed";
  } finally {
    // Stops the download of a rejected image.
    abortController.abort();
  }
}

/** Reads a response up to the limit, because not every server declares its length. */
async function readBounded(response: Response): Promise<Uint8Array> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  const reader = response.body?.getReader();
  for (let chunk = await reader?.read(); chunk && !chunk.done; chunk = await reader?.read()) {
    chunks.push(chunk.value);
    length += chunk.value.length;
    if (length > maxImageBytes) {
      throw new ImageError("huge");
    }
  }
  if (length === 0) {
    throw new ImageError("failed");
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
