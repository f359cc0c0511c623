// Messages in place of an article: what happened and what to do next, for every failure.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage: (key) => `“${key}”` } };
const { isArticle, noArticleMessage } = await built(['content/session/no-article']);

const found = (confidence) => ({ kind: 'found', summary: { confidence } });

test('an unreadable page gets the reason as its message, or advice if there is none', () => {
  const failed = (failure) => noArticleMessage({ kind: 'failed', failure });
  assert.deepEqual(failed('The page is too deep.'), { title: '“failed”', text: 'The page is too deep.' });
  assert.deepEqual(failed(''), { title: '“failed”', text: '“failedNext”' });
});

test('a page without an article gets a message', () => {
  assert.deepEqual(noArticleMessage(found('none')), { title: '“none”', text: '“noneNext”' });
});

test('any detected article counts, unless the confidence is none', () => {
  const all = [found('strong'), found('weak'), found('none'), { kind: 'failed', failure: '' }];
  assert.deepEqual(all.map(isArticle), [true, true, false, false]);
});
