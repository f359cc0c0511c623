/** Loads parts when an open view uses them. */

import type { LazyPart, ToolName } from "../../parts.ts";
import { ask } from "../../shared/requests.ts";
import { share, shared } from "../../shared/state.ts";
import type { OpenTool } from "../tools/tool.ts";

/** What each part provides, by its name. Parts declare it in their own files. */
export interface Provided extends Record<ToolName, OpenTool> {}

declare module "../../shared/state.ts" {
  interface Shared {
    pithParts: Partial<Provided>;
  }
}

/** Registers what a part provides, unless that was done already. */
export function provide<Name extends keyof Provided>(name: Name, value: Provided[Name]): void {
  share("pithParts", { [name]: value, ...shared("pithParts") });
}

/** Returns what a part provides; undefined until it is loaded. */
export function getPart<Name extends keyof Provided>(name: Name): Provided[Name] | undefined {
  return shared("pithParts")?.[name];
}

/** Loads a part once. Resolves to what it provides; undefined if the extension is gone. */
export async function loadPart<Name extends LazyPart & keyof Provided>(
  name: Name,
): Promise<Provided[Name] | undefined> {
  if (!getPart(name)) {
    await ask("load", { part: name }).catch(console.error);
  }
  return getPart(name);
}
