/** The clipboard, also on insecure origins, where pages have no clipboard API. */

import { clipboardTimeout } from "../../shared/timeouts.ts";

/** Copies a text, with formatting if given, during a user gesture. Returns whether it was copied. */
export async function copy(text: string, html: string | null): Promise<boolean> {
  try {
    const contents = { "text/plain": text, ...(html !== null && { "text/html": html }) };
    const blobs = Object.entries(contents).map(([type, value]) => [type, new Blob([value], { type })]);
    const writing = navigator.clipboard.write([new ClipboardItem(Object.fromEntries(blobs))]);
    const timeout = new Promise((_, reject) => setTimeout(() => reject(new Error("no answer")), clipboardTimeout));
    await Promise.race([writing, timeout]);
    return true;
  } catch {
    return copyByEvent(text, html);
  }
}

/** Copies like the browser's copy command, with another text. */
function copyByEvent(text: string, html: string | null): boolean {
  let isCopied = false;
  const setClipboardData = (event: ClipboardEvent): void => {
    if (event.isTrusted && event.clipboardData) {
      event.clipboardData.setData("text/plain", text);
      if (html !== null) {
        event.clipboardData.setData("text/html", html);
      }
      event.preventDefault();
      event.stopImmediatePropagation();
      isCopied = true;
    }
  };
  window.addEventListener("copy", setClipboardData, { capture: true });
  try {
    // The page may have an element of that name.
    return Reflect.apply(Document.prototype.execCommand, document, ["copy"]) && isCopied;
  } finally {
    window.removeEventListener("copy", setClipboardData, { capture: true });
  }
}
