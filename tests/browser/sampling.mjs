// Selects the tests that run unless all are wanted: in Chromium a variant of each but the longest, in Firefox samples.

/** Whether every test runs in every browser, as in `./build.sh test all`. */
export const runsAll = Boolean(process.env.PITH_ALL);

/** The options of a test that takes long. */
export const whenAll = { skip: !runsAll && 'it takes long: ./build.sh test all runs it' };

/** Whether the tests that any engine passes alike run in the driver's browser. */
export const runsWhole = (driver) => runsAll || driver.name !== 'Firefox';

/** The options of a test that any engine passes alike. */
export const whenWhole = (driver) => ({
  skip: !runsWhole(driver) && 'any engine passes it alike: ./build.sh test all runs it in Firefox',
});

/** The first `count` of a test's variants, or all where every test runs. */
export const variants = (all, count = 1) => (runsAll ? all : all.slice(0, count));
