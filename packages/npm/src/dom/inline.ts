import { decoded } from "../base64.js";
import { BASE64 } from "./bytes.js";
import { instances } from "./detect.js";

export type { Confidence, Direction, Grounds, Reason, RuleId, Writing } from "../article.js";
export { PithError, type PithErrorCode } from "../error.js";
export { type Article, type DetectOptions, detect, type Removed } from "./detect.js";

instances.carry(() => decoded(BASE64));

/** Compiles the wasm without blocking the thread. Otherwise the first `detect` compiles it. */
export function init(): Promise<void> {
  return instances.load(() => decoded(BASE64));
}
