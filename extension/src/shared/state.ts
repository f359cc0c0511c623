/**
 * State shared by Pith's scripts in the content script's world: own properties of its global object. Other names
 * resolve to the page's elements and frames too, so `<i id=pithShell>` could pass for the shell.
 */

import type { ExportGlue } from "../../../target/pith/export/glue.d.ts";
import type { Glue } from "../../../target/pith/glue.d.ts";

/** Shared values by name. Content scripts declare theirs in content/session/shared-state.ts. */
export interface Shared {
  /** Set by `glue.js`. */
  pithGlue: Glue;
  /** Set by `export.js`. */
  pithExport: ExportGlue;
}

export function shared<Name extends keyof Shared>(name: Name): Shared[Name] | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/** Returns a value shared by an earlier script; throws if there is none. */
export function required<Name extends keyof Shared>(name: Name): Shared[Name] {
  const value = shared(name);
  if (value === undefined) {
    throw new Error(`${name} is not there`);
  }
  return value;
}

export function share<Name extends keyof Shared>(name: Name, value: Shared[Name]): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}
