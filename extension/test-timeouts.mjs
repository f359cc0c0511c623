/**
 * Durations of the test build, in ms, for the constants of src/shared/timeouts.ts that tests would wait for, and those that a
 * page on a busy machine would miss. All others stay.
 *
 * Each is long enough for a true answer on a busy machine, as tests/browser/server.mjs gives it within milliseconds.
 */
export const changed = {
  // Longer: most tests read small pages in the page, as a first click does.
  coreDelay: 600_000,
  imageTimeout: 3_000,
  lateTextDelays: [500, 1_500, 5_000, 15_000],
  // Longer: on a busy machine the text of a page comes late itself.
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
