// Scripts that a click injects into a page, and their order.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const request = { view: 'reader', leave: 'any', clicked: 1, shortcuts: {} };
const tab = { id: 7, url: 'https://ferry.example/' };

/** Calls of the browser: the injected files, in order, and requests with their answers. */
const page = { files: [], requests: [], answers: [], sheet: undefined };

const extension = {
  scripting: {
    async executeScript({ files, args, world = 'ISOLATED' }) {
      if (!files) {
        page.requests.push(args[0]);
        return [{ result: page.answers.shift() }];
      }
      page.files.push(...files.map((file) => `${file} ${world}`));
    },
    insertCSS: ({ files }) => {
      page.files.push(`${files} USER`);
      return page.sheet;
    },
  },
  storage: { session: { get: async () => ({}) }, local: { get: async () => ({}) } },
  runtime: { id: 'pith' },
  i18n: { getMessage: (key) => `“${key}”` },
};

/** Reloads the module, in a browser with these properties of `runtime`, on a page with these answers. */
async function opener(answers, runtime = {}) {
  globalThis.chrome = { ...extension, runtime: { ...extension.runtime, ...runtime } };
  Object.assign(page, { files: [], requests: [], answers, sheet: Promise.resolve() });
  const { open } = await built(['background/inject'], { MESSAGE_KEYS: '["back"]' });
  return (click = {}) =>
    open(tab, { request, immediately: false, onlyCancels: false, isCurrent: () => true, ...click });
}

const missing = (...parts) => ({ kind: 'missing', parts });
const opened = { kind: 'opened' };

test('a second click while the scripts load injects nothing more', async () => {
  const open = await opener([missing('shell', 'core', 'reader')]);
  assert.deepEqual(await open({ onlyCancels: true }), { kind: 'left' });
  assert.deepEqual(page.files, []);
});

test("a second click on an open view returns the page's answer", async () => {
  const open = await opener([{ kind: 'left' }]);
  assert.deepEqual(await open({ onlyCancels: true }), { kind: 'left' });
  assert.deepEqual(page.files, []);
});

test('messages are sent once, only to a new shell', async () => {
  const texts = { back: '“back”' };
  const sent = () => page.requests.map((request) => request.texts);
  await (await opener([missing('shell', 'reader'), missing('sanitizer'), opened]))();
  assert.deepEqual(sent(), [undefined, texts, undefined]);
  await (await opener([missing('reader'), opened]))();
  assert.deepEqual(sent(), [undefined, undefined]);
});

test('only in Firefox, detected by getBrowserInfo, the orphan guard is injected into the page', async () => {
  const orphanGuard = (files) => files.filter((file) => file.startsWith('orphan-guard.js'));
  const parts = () => [missing('shell', 'reader'), opened];
  assert.deepEqual(await (await opener(parts(), { getBrowserInfo() {} }))(), opened);
  assert.deepEqual(orphanGuard(page.files), ['orphan-guard.js MAIN']);
  assert.deepEqual(await (await opener(parts()))(), opened);
  assert.deepEqual(orphanGuard(page.files), []);
  // A part that is loaded later needs no other.
  assert.deepEqual(await (await opener([missing('reader'), opened], { getBrowserInfo() {} }))(), opened);
  assert.deepEqual(orphanGuard(page.files), []);
});

test("a style sheet that never loads doesn't delay Reader", async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const after = async (milliseconds) => {
    await new Promise(setImmediate);
    t.mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };
  for (const immediately of [true, false]) {
    const open = await opener([missing('reader'), opened]);
    page.sheet = new Promise(() => {});
    let outcome;
    open({ immediately }).then((found) => (outcome = found));
    await after(499);
    assert.equal(outcome, undefined, 'the sheet has half a second');
    await after(1);
    assert.deepEqual(outcome, immediately ? opened : undefined);
  }
});
