// Runs the tests selected by tests/webkit/views.mjs in WebKit, with the userscript.

import { join } from 'node:path';
import { after, before, describe } from 'node:test';
import { root } from '../browser/built.mjs';
import { Session } from '../extension/session.mjs';
import { suites } from '../extension/suites.mjs';
import * as standIn from './stand-in.mjs';
import { chosen } from './views.mjs';

const names = process.env.PITH_SUITES ? JSON.parse(process.env.PITH_SUITES) : Object.keys(chosen);
describe('views in WebKit', { concurrency: 1 }, () => {
  const session = new Session(standIn, { built: () => join(root, 'dist', 'pith.user.js') });
  before(() => session.start());
  after(() => session.end());
  for (const { name, run } of suites.filter((suite) => names.includes(suite.name))) {
    describe(name, () => {
      after(() => session.clear());
      run(session, standIn);
    });
  }
});
