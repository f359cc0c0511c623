// Messages in place of an article: what happened and what to do next, for every failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage: (key) => `“${key}”` } };
const { isArticle, message } = await built(['content/session/no-article']);

const found = (confidence) => ({ kind: 'found', summary: { confidence } });

test('a page that could not be read says why, and without a reason what to do', () => {
  const failed = (failure) => message({ kind: 'failed', failure });
  assert.deepEqual(failed('The page is too deep.'), { title: '“failed”', text: 'The page is too deep.' });
  assert.deepEqual(failed(''), { title: '“failed”', text: '“failedNext”' });
});

test('a page without an article says so', () => {
  assert.deepEqual(message(found('none')), { title: '“none”', text: '“noneNext”' });
});

test('what is found is an article unless the core is sure of none', () => {
  const all = [found('strong'), found('weak'), found('none'), { kind: 'failed', failure: '' }];
  assert.deepEqual(all.map(isArticle), [true, true, false, false]);
});
