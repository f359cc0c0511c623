/** Applies what the user has changed on a page before a view shows it. The script comes only for a page with changes. */

import { provide } from "../../session/parts.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { applySaved } from "./saved.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    "page-changes": (finding: FoundDetection, stored: unknown) => Promise<void>;
  }
}

provide("page-changes", applySaved);
