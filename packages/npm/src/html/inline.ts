import { decoded } from "../base64.js";
import { BASE64 } from "./bytes.js";
import { instances } from "./extract.js";

export type { Article, Confidence, Direction, Grounds, Reason, Removed, RuleId, Writing } from "../article.js";
export { PithError, type PithErrorCode } from "../error.js";
export { type ExtractOptions, extract } from "./extract.js";

instances.carry(() => decoded(BASE64));

/** Compiles the wasm without blocking the thread. Otherwise the first `extract` compiles it. */
export function init(): Promise<void> {
  return instances.load(() => decoded(BASE64));
}
