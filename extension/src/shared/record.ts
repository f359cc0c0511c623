/** Checks what was stored, or comes from a file. */

/** Returns whether a value is an object with names. */
export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
