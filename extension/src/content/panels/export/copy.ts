/** Copies code blocks for their buttons. */

import { copy } from "../../../ui/export/clipboard.ts";
import { provide } from "../../session/parts.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    /** Resolves to whether a text was copied, with its styles if there are any. */
    copy: (text: string, html: string | null) => Promise<boolean>;
  }
}

provide("copy", copy);
