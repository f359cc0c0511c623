import { instances } from "./html/extract.js";
import type { WasmSource } from "./instances.js";

export type { Article, Confidence, Direction, Grounds, Reason, Removed, RuleId, Writing } from "./article.js";
export { PithError, type PithErrorCode } from "./error.js";
export { type ExtractOptions, extract } from "./html/extract.js";
export type { WasmSource } from "./instances.js";

/**
 * Fetches and compiles the wasm; await it before `extract`. The default source is the file next to this module. Further
 * calls have no effect unless it failed. Rejects with a `PithError`.
 */
export function init(source?: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  return instances.load(() => source ?? new URL("./html/core.wasm", import.meta.url));
}
