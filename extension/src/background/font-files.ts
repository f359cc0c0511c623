/** Reads packaged font files for a page that uses one. */

import { ext } from "../shared/ext.ts";
import type { SentFontFile } from "../shared/messages.ts";
import { errorMessage } from "../shared/reason.ts";
import type { ResponseTo, Argument } from "../shared/requests.ts";

/** Filled in by build.mjs. */
declare const FACES: (Omit<SentFontFile, "data"> & { font: string; file: string })[];

/** Returns the files of a font. */
export async function fontFilesOf({ font }: Argument<"face">): Promise<ResponseTo<"face">> {
  try {
    const matching = FACES.filter((face) => face.font === font);
    const faces = matching.map(async ({ family, file, style, weight, unicodeRange }) => {
      const bytes = await (await fetch(ext.runtime.getURL(file))).bytes();
      return { family, style, weight, unicodeRange, data: bytes.toBase64() };
    });
    return { faces: await Promise.all(faces) };
  } catch (error) {
    return { failure: errorMessage(error) };
  }
}
