// The extension in Firefox without a mouse, as a substitute for Firefox for Android as far as that can be driven here.
// The rest is listed in docs/browser.md.

import { after, before, describe } from 'node:test';
import * as firefox from '../browser/firefox.mjs';
import { Session } from './session.mjs';
import { suites } from './suites.mjs';

describe('Firefox without a mouse', { concurrency: 1 }, () => {
  const session = new Session(firefox, { hasFingers: true });
  before(() => session.start());
  after(() => session.end());
  for (const { name, run } of suites.filter(({ fingers }) => fingers)) {
    describe(name, () => {
      after(() => session.clear());
      run(session, firefox);
    });
  }
});
