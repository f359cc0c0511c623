// The messages that a page has from the background.

import assert from 'node:assert/strict';
import test from 'node:test';
import { built } from './sources.mjs';

const messages = { kept: 'Kept: $VALUE$', again: 'Try again' };
/** Fills parts in as browsers do, once. */
const getMessage = (key, [value]) => messages[key].replaceAll('$VALUE$', () => value);
globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage } };
const { share, t, texts } = await built(['ext', 'state', 'texts'], { MESSAGE_KEYS: '["kept", "again"]' });

test('the background writes every message down with places for its parts', () => {
  assert.deepEqual(texts(), { kept: 'Kept: $1', again: 'Try again' });
});

test('a page asks no browser for messages that it has, be the extension there or gone', () => {
  share('pithTexts', texts());
  for (const runtime of [{ id: 'pith' }, {}]) {
    globalThis.chrome.runtime = runtime;
    globalThis.chrome.i18n = undefined;
    assert.equal(t('kept', '64%'), 'Kept: 64%');
    assert.equal(t('again'), 'Try again');
  }
});

test('a part that looks like a place is no place', () => {
  assert.equal(t('kept', '$1 and $2, $&'), 'Kept: $1 and $2, $&');
});
