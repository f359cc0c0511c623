import type { Shell } from "./shell.ts";

declare global {
  /** Set by `shell.js` in the content script's world. */
  var pithShell: Shell | undefined;
}
