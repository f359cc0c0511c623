/** Applies the user's saved changes of a page before a view shows it. Injected only into pages with changes. */

import { provide } from "../../session/parts.ts";
import type { FoundDetection } from "../../session/finding.ts";
import { applySaved } from "./saved.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    "page-changes": (finding: FoundDetection, stored: unknown) => Promise<void>;
  }
}

provide("page-changes", applySaved);
