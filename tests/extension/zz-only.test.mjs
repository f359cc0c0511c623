import { after, before, describe } from 'node:test';
import * as driver from '../browser/firefox.mjs';
import { marks } from './marks.mjs';
import { Session } from './session.mjs';
describe('firefox', { concurrency: 1 }, () => {
  const session = new Session(driver);
  before(() => session.start());
  after(() => session.end());
  marks(session);
});
