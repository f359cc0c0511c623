/**
 * State that our scripts share in the content script's world: own properties of its global object.
 * A name that is none of its own is looked up among the page's elements and frames, so
 * `<i id=pithShell>` would be the shell.
 */

import type { Core } from "./core.ts";
import type { Sanitizing } from "./sanitize.ts";
import type { Shell } from "./shell.ts";

interface Shared {
  /** Set by `shell.js`. */
  pithShell: Shell;
  /** Set by `core-wasm.js` or `remote.js`; gone after a panic. */
  pithCore: Core;
  /** Set by `sanitizer.js`. */
  pithSanitizer: Sanitizing;
}

export function shared<Name extends keyof Shared>(name: Name): Shared[Name] | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

export function share<Name extends keyof Shared>(name: Name, value: Shared[Name]): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}
