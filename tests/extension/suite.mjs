// End-to-end tests of the built extension, the same for each browser. Every click is a real click on the toolbar
// button.

import { after, before, describe } from 'node:test';
import { Session } from './session.mjs';
import { suites } from './suites.mjs';

/** Registers the suites in PITH_SUITES, a JSON array, or all suites. */
export function suite(driver) {
  const { PITH_SUITES } = process.env;
  const names = PITH_SUITES ? JSON.parse(PITH_SUITES) : suites.map(({ name }) => name);
  describe(driver.name, { concurrency: 1 }, () => {
    const session = new Session(driver);
    before(() => session.start());
    after(() => session.end());
    for (const { name, run } of suites.filter((suite) => names.includes(suite.name))) {
      describe(name, () => {
        after(() => session.clear());
        run(session, driver);
      });
    }
  });
}
