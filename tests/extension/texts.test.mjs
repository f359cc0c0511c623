// The messages that a page gets from the background.

import assert from 'node:assert/strict';
import test from 'node:test';
import { built } from './sources.mjs';

const messages = { kept: 'Kept: $1', again: 'Try again', all: '$9$8$7$6$5$4$3$2$1' };
/** Fills in placeholders once, as browsers do. */
const getMessage = (key, values) => messages[key].replace(/\$(\d)/g, (_, place) => values[place - 1] ?? '');
globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage } };
const { collectTexts, setTexts, t } = await built(['shared/ext', 'shared/i18n/texts'], {
  MESSAGE_KEYS: '["kept", "again", "all"]',
});

test('all messages are collected with their placeholders', () => {
  assert.deepEqual(collectTexts(), messages);
});

test('messages sent to the page need no browser API, even after the extension is gone', () => {
  setTexts(collectTexts());
  for (const runtime of [{ id: 'pith' }, {}]) {
    globalThis.chrome.runtime = runtime;
    globalThis.chrome.i18n = undefined;
    assert.equal(t('kept', '64%'), 'Kept: 64%');
    assert.equal(t('again'), 'Try again');
  }
});

test('messages not sent to the page are empty once the extension is gone', () => {
  const gone = () => {
    throw new Error('Extension context invalidated.');
  };
  globalThis.chrome.i18n = { getMessage: gone };
  for (const runtime of [{}, Object.defineProperty({}, 'id', { get: gone })]) {
    globalThis.chrome.runtime = runtime;
    assert.equal(t('late'), '');
  }
});

test('nine placeholders are filled, and those without a value are empty', () => {
  assert.equal(t('all', ...'abcdefghi'), 'ihgfedcba');
  assert.equal(t('all', 'a'), 'a');
});

test('a value that looks like a placeholder is not replaced', () => {
  assert.equal(t('kept', '$1 and $2, $&'), 'Kept: $1 and $2, $&');
});
