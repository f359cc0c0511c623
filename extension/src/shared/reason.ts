/** The message of an error. */

import { t } from "./ext.ts";

/** Returns the message of a thrown value. */
export function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Returns the message of a value that the core threw. It isn't an `Error` if the core gave up on the page. */
export function coreErrorMessage(error: unknown): string {
  const reason = error instanceof Error && error.name === "Error" ? error.message : "too-large";
  return reason === "too-large" ? t("tooLarge") : reason;
}
