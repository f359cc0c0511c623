import { instances } from "./dom/detect.js";
import type { WasmSource } from "./instances.js";

export type { Confidence, Direction, Grounds, Reason, RuleId, Writing } from "./article.js";
export { type Article, type DetectOptions, detect, type Removed } from "./dom/detect.js";
export { PithError, type PithErrorCode } from "./error.js";
export type { WasmSource } from "./instances.js";

/**
 * Fetches and compiles the wasm; await it before `detect`. The default source is the file next to this module. Further
 * calls have no effect unless it failed. Rejects with a `PithError`.
 */
export function init(source?: WasmSource | PromiseLike<WasmSource>): Promise<void> {
  return instances.load(() => source ?? new URL("./dom/core.wasm", import.meta.url));
}
