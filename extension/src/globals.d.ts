import type { Shell } from "./shell.ts";

declare global {
  /** Set by `shell.js` in the content script's world. */
  var pithShell: Shell | undefined;
  /** Set by `sanitizer.js` where the browser has no `setHTML`: markup to allowed nodes. */
  var pithSanitizer: ((html: string, elements: string[], attributes: string[]) => DocumentFragment) | undefined;

  interface Element {
    setHTML?(html: string, options: { sanitizer: Sanitizer }): void;
  }
}
