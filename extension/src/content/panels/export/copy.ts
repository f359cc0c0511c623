/** Copies code blocks when their buttons are clicked. */

import { copy } from "../../../ui/export/clipboard.ts";
import { provide } from "../../session/parts.ts";

declare module "../../session/parts.ts" {
  interface Provided {
    /** Copies a text, with its styles if there are any. Resolves to whether that succeeded. */
    copy: (text: string, html: string | null) => Promise<boolean>;
  }
}

provide("copy", copy);
