import type { Core } from "./core.ts";
import type { Shell } from "./shell.ts";

declare global {
  /** Set by `core-wasm.js` or `core-js.js` in the content script's world. */
  var pithCore: Core | undefined;
  /** Set by `shell.js` in the content script's world. */
  var pithShell: Shell | undefined;
  /** Set by `sanitizer.js` where the browser has no `setHTML`: markup to allowed nodes. */
  var pithSanitizer: ((html: string, elements: string[], attributes: string[]) => DocumentFragment) | undefined;

  interface Element {
    setHTML?(html: string, options: { sanitizer: Sanitizer }): void;
  }
}
