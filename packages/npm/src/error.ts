import type { RefusalCode } from "./html/core.js";

/**
 * The kinds of errors.
 *
 * - `not-ready`: `init` was not called, or has not ended.
 * - `no-wasm`: the wasm could not be fetched, is not that of this version, or may not run here.
 * - `bad-input`: an argument is not what is asked for.
 * - `not-html`: there is nothing to read, or it is no HTML.
 * - `too-large`: the page is beyond the limits.
 * - `page-limit`: reading the page takes more work or memory than pages may. The next call begins with a new core.
 * - `crashed`: the core failed. The next call begins with a new instance of it.
 */
export type PithErrorCode = RefusalCode | "not-ready" | "no-wasm" | "bad-input" | "page-limit" | "crashed";

/** Every error that Pith throws. Its message is a sentence that says what to do, where something can be done. */
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
