import type { Core } from "./core.ts";
import type { Shell } from "./shell.ts";

declare global {
  /** Set by `shell.js` in the content script's world. */
  var pithShell: Shell | undefined;
  /** Set by `core-wasm.js` or `remote.js`; gone after a panic. */
  var pithCore: Core | undefined;
}
