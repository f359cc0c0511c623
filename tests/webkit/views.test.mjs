// Runs the suites of the extension in WebKit with the userscript, except the tests in views.mjs.

import { createRequire, syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { root } from '../browser/built.mjs';
import { Session } from '../extension/session.mjs';
import { suites } from '../extension/suites.mjs';
import * as standIn from './stand-in.mjs';
import { elsewhere, lackedBy } from './views.mjs';

const { PITH_SUITES } = process.env;
const names = PITH_SUITES ? JSON.parse(PITH_SUITES) : suites.map(({ name }) => name);

// The suites register their tests with this function. It skips the exceptions.
const runner = createRequire(import.meta.url)('node:test');
const register = runner.test;
let current;
runner.test = (name, ...rest) => {
  const lacked = lackedBy(current, name);
  return lacked ? register(name, { skip: `needs ${lacked}` }) : register(name, ...rest);
};
syncBuiltinESMExports();

describe('WebKit', { concurrency: 1 }, () => {
  const session = new Session(standIn, { built: () => join(root, 'dist', 'pith.user.js') });
  before(() => session.start());
  after(() => session.end());
  for (const { name, run } of suites.filter((suite) => names.includes(suite.name) && !elsewhere[suite.name])) {
    describe(name, () => {
      after(() => session.clear());
      current = name;
      run(session, standIn);
    });
  }
});
