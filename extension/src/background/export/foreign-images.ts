/** Fetches images of other sites, if there is permission for them. */

import { originOf } from "../../shared/auto-open/patterns.ts";
import { hasPermission } from "../../shared/permissions.ts";
import type { ImageRefusal, SentImage } from "../../shared/messages.ts";
import type { Argument } from "../../shared/requests.ts";
import { readImage } from "../../shared/export/image.ts";

/** Returns the image; `closed` without permission for its site. */
export async function foreignImage({ src }: Argument<"fetch-picture">): Promise<SentImage | ImageRefusal> {
  const url = URL.parse(src);
  if (!url || !/^https?:$/.test(url.protocol)) {
    return "failed";
  }
  return (await hasPermission(originOf(url))) ? readImage(src, false, new AbortController().signal) : "closed";
}
