/**
 * State that our scripts share in the content script's world: own properties of its global object.
 * Any other name is looked up among the page's elements and frames, so that `<i id=pithShell>` would be
 * taken for the shell.
 */

import type { ExportGlue } from "../../../target/pith/export/glue.d.ts";
import type { Glue } from "../../../target/pith/glue.d.ts";

/** What is shared, by its name. Scripts in the page declare theirs in content/session/shared-state.ts. */
export interface Shared {
  /** Set by `glue.js`. */
  pithGlue: Glue;
  /** Set by `export.js`. */
  pithExport: ExportGlue;
}

export function shared<Name extends keyof Shared>(name: Name): Shared[Name] | undefined {
  return Object.getOwnPropertyDescriptor(globalThis, name)?.value;
}

/** Returns what a script that runs before this one has shared; throws where none has. */
export function required<Name extends keyof Shared>(name: Name): Shared[Name] {
  const found = shared(name);
  if (found === undefined) {
    throw new Error(`${name} is not there`);
  }
  return found;
}

export function share<Name extends keyof Shared>(name: Name, value: Shared[Name]): void {
  Object.defineProperty(globalThis, name, { value, configurable: true, enumerable: true, writable: true });
}
