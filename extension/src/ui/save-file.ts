/** Saves files on this device. */

import { element } from "./build.ts";
import { savedFileTimeout } from "../shared/timeouts.ts";

/** Saves a text or bytes as a download. */
export function save(name: string, type: string, content: string | Uint8Array<ArrayBuffer>): void {
  const link = element("a", { href: URL.createObjectURL(new Blob([content], { type })), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), savedFileTimeout);
}
