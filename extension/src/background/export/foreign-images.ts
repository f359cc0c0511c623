/** Pictures of other sites than the page's, read by the background where there is permission for them. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { PictureRefusal, SentPicture } from "../../shared/messages.ts";
import type { Argument } from "../../shared/requests.ts";
import { readPicture } from "../../shared/export/image.ts";

/** Returns the picture; `closed` where there is no permission for its site. */
export async function foreignPicture({ src }: Argument<"fetch-picture">): Promise<SentPicture | PictureRefusal> {
  const url = URL.parse(src);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "failed";
  }
  return (await hasPermission(originOf(url))) ? readPicture(src, false, new AbortController().signal) : "closed";
}
