// The built extension end to end, the same tests for each browser: every click is a real click on the toolbar button.

import { after, before, describe } from 'node:test';
import { Session } from './session.mjs';
import { suites } from './suites.mjs';

/** Registers the suites that PITH_SUITES names, a JSON array, or all of them. */
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
