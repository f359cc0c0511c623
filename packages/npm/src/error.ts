import type { RefusalCode } from "./html/core.js";

/**
 * Kinds of errors.
 *
 * - `not-ready`: `init` wasn't called, or hasn't finished.
 * - `no-wasm`: the wasm couldn't be fetched, is of another version, or is blocked here.
 * - `bad-input`: an argument is invalid.
 * - `not-html`: the input is empty or isn't HTML.
 * - `too-large`: the page exceeds the limits.
 * - `page-limit`: the page needs more work or memory than allowed. The next call uses a new core.
 * - `crashed`: the core failed. The next call uses a new core.
 */
export type PithErrorCode = RefusalCode | "not-ready" | "no-wasm" | "bad-input" | "page-limit" | "crashed";

/** Every error that Pith throws. Its message says what to do, if anything can be done. */
export class PithError extends Error {
  override readonly name = "PithError";

  constructor(
    readonly code: PithErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
