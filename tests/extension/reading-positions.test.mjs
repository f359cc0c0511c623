// Stored reading positions: every version is read, the latest positions are kept, and nothing is saved if the setting
// is off.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

const storage = new Storage({ resume: true });
globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage } };
const own = await built([
  'shared/highlights/page-url',
  'shared/highlights/reading-position',
  'background/highlights/requests',
]);

const url = 'https://marrow.example/ferry';

/** Returns a position as saved by the first version, on the day with a number. */
const place = (day, more = {}) => ({
  version: 1,
  time: new Date(Date.UTC(2026, 0, day)).toISOString(),
  exact: 'The crossing is short.',
  prefix: 'before it ',
  suffix: ' after it',
  start: 12,
  at: 10,
  block: '/html[1]/body[1]/p[3]',
  above: 0.25,
  scrolled: 300,
  ...more,
});
const store = (page, what, tab = { incognito: false }) =>
  own.highlightHandlers['store-place']({ url: page, place: what }, tab);
const places = () => Object.keys(storage.values).filter((key) => key.startsWith('place:'));
const empty = () => {
  storage.values = { resume: true };
};

test('positions saved by the first version are read, but not broken or newer ones', () => {
  assert.deepEqual(own.readPosition(place(1)), place(1));
  const { exact, version } = place(1);
  assert.deepEqual(own.readPosition({ version, exact }), {
    version: 1,
    time: '',
    exact,
    prefix: '',
    suffix: '',
    start: null,
    at: null,
    block: null,
    above: 0,
    scrolled: 0,
  });
  assert.equal(own.readPosition(place(1, { version: 2 })), 'newer');
  for (const broken of [
    undefined,
    null,
    7,
    [],
    {},
    { version: 1 },
    place(1, { exact: ' ' }),
    place(1, { version: '1' }),
  ])
    assert.equal(own.readPosition(broken), null, JSON.stringify(broken));
  assert.equal(own.readPosition(place(1, { above: 3 })).above, 0);
});

test('a reading position is saved under the URL without its fragment, and can be deleted', async () => {
  empty();
  assert.deepEqual(await store(`${url}#part`, place(1)), { refusal: null });
  assert.deepEqual(storage.values[own.positionKey(url)], place(1));
  await store(url, null);
  assert.deepEqual(places(), []);
});

test('the latest reading positions are kept, even after concurrent requests', async () => {
  empty();
  storage.values['marks:x'] = { version: 1 };
  const pages = Array.from({ length: own.maxPositions + 5 }, (_, number) => `${url}?${number}`);
  await Promise.all(pages.map((page, number) => store(page, place(number + 1))));
  assert.deepEqual(new Set(places()), new Set(pages.slice(5).map((page) => own.positionKey(page))));
  // A known page doesn't displace another one.
  await store(pages[5], place(900));
  assert.equal(places().length, own.maxPositions);
  // The oldest position is deleted, regardless of the order of the keys.
  await store(`${url}?new`, place(901));
  assert.ok(!places().includes(own.positionKey(pages[6])) && places().includes(own.positionKey(pages[5])));
  assert.equal((await own.highlightHandlers['forget-places'](undefined, undefined)).refusal, null);
  assert.deepEqual(Object.keys(storage.values).toSorted(), ['marks:x', 'resume']);
});

test('nothing is saved if switched off or in private windows, and newer data stays', async () => {
  empty();
  assert.deepEqual(await store(url, place(1), { incognito: true }), { refusal: 'private' });
  storage.values.resume = false;
  await store(url, place(1));
  delete storage.values.resume;
  await store(url, place(1));
  assert.deepEqual(places(), []);
  empty();
  const newer = { version: 2, paragraph: 7 };
  storage.values[own.positionKey(url)] = newer;
  assert.deepEqual(await store(url, place(1)), { refusal: 'newer' });
  assert.deepEqual(await store(url, null), { refusal: 'newer' });
  assert.deepEqual(storage.values[own.positionKey(url)], newer);
});

test('full storage is reported, and later changes are saved', async () => {
  empty();
  storage.room = 0;
  assert.deepEqual(await store(url, place(1)), { refusal: 'full' });
  storage.room = Infinity;
  assert.deepEqual(await store(url, place(1)), { refusal: null });
});
