/**
 * Timeouts of the test build, in ms: shorter for constants in src/shared/timeouts.ts that tests would wait for, and longer
 * for those that a page on a busy machine would miss. All others are unchanged.
 *
 * Each is long enough for a real answer on a busy machine, because tests/browser/server.mjs answers within milliseconds.
 */
export const changed = {
  // Longer: most tests run the core in the page, as on a first click.
  coreDelay: 600_000,
  imageTimeout: 3_000,
  lateTextDelays: [500, 1_500, 5_000, 15_000],
  // Longer: on a busy machine, the test page's text itself is late.
  lateTextDebounce: 1_000,
  lateTextTimeout: 5_000,
  moreCommentsDebounce: 200,
  moreCommentsTimeout: 1_500,
  readingPositionDebounce: 300,
  serverTimeout: 3_000,
  voicesTimeout: 1_000,
};

/** Returns the source of src/shared/timeouts.ts with these values. Throws if it lacks one of the constants. */
export function withTestTimeouts(source) {
  return Object.entries(changed).reduce((text, [name, value]) => {
    const [before, after, ...more] = text.split(
      new RegExp(`(?<=^export const ${name}(?:: [^=]+)? = )[^;]+(?=;$)`, "m"),
    );
    if (after === undefined || more.length > 0) {
      throw new Error(`src/shared/timeouts.ts has no constant ${name}.`);
    }
    return `${before}${JSON.stringify(value)}${after}`;
  }, source);
}
