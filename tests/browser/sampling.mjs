// Selects the tests of a normal run: in Chromium, one variant of each except the slowest; in Firefox, samples.

/** True if all tests run in all browsers, as in `./build.sh test all`. */
export const runsAll = Boolean(process.env.PITH_ALL);

/** Options of a slow test. */
export const whenAll = { skip: !runsAll && 'slow: ./build.sh test all runs it' };

/** Returns whether tests that don't depend on the engine run in the driver's browser. */
export const runsWhole = (driver) => runsAll || driver.name !== 'Firefox';

/** Options of a test that doesn't depend on the engine. */
export const whenWhole = (driver) => ({
  skip: !runsWhole(driver) && 'independent of the engine: ./build.sh test all runs it in Firefox',
});

/** Returns the first `count` variants of a test, or all if all tests run. */
export const variants = (all, count = 1) => (runsAll ? all : all.slice(0, count));
