/** Copies code blocks for their buttons. */

import { copy } from "../../../ui/export/clipboard.ts";
import { provide } from "../../session/parts.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    /** Resolves with whether a text, and its look if there is one, was copied. */
    copy: (text: string, html: string | null) => Promise<boolean>;
  }
}

provide("copy", copy);
