/** Checks values from storage or from a file. */

/** Returns whether a value is an object, and neither null nor an array. */
export function isRecord(value: unknown): value is { [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
