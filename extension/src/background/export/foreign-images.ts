/** Pictures of other sites than the page's, read by the background where there is permission for them. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/auto-open/registration.ts";
import type { PictureRefusal, PictureRequest, SentPicture } from "../../shared/messages.ts";
import { readPicture } from "../../shared/export/image.ts";

/** Returns the picture; `closed` where there is no permission for its site. */
export async function foreignPicture({ src }: PictureRequest): Promise<SentPicture | PictureRefusal> {
  const url = URL.parse(src);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "failed";
  }
  return (await hasPermission(originOf(url))) ? readPicture(src, false, new AbortController().signal) : "closed";
}
