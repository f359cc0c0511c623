/** Reasons why site rules were not changed. */

import { t } from "../ext.ts";

/** Storage full or unavailable, a private window, data of a newer version, too many sites. */
export type SiteRefusal = "full" | "private" | "newer" | "many";

const messageKeys = {
  full: "storageFull",
  private: "highlightFailed_private",
  newer: "siteRulesNewer",
  many: "siteRulesMany",
} as const satisfies Record<SiteRefusal, string>;

/** Returns the message that says why nothing was changed. */
export function refusalMessage(refusal: SiteRefusal): string {
  return t(messageKeys[refusal]);
}
