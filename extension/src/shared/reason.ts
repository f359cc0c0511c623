/** The message of an error. */

import { t } from "./ext.ts";

/** Returns the sentence of an error, whatever was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the sentence of what the core threw; other than an `Error` for a page on which it gave up. */
export function coreFailure(error: unknown): string {
  const reason = error instanceof Error && error.name === "Error" ? error.message : "too-large";
  return reason === "too-large" ? t("tooLarge") : reason;
}
