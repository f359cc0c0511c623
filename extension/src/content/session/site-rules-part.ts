/** The part that reads and applies site rules. */

import { provide } from "./parts.ts";
import { readSiteRules } from "./stored-site-rules.ts";

declare module "./parts.ts" {
  interface Provided {
    "site-rules": typeof readSiteRules;
  }
}

provide("site-rules", readSiteRules);
