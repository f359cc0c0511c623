// What is said in place of an article: a sentence and what to do next, whatever has gone wrong.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import esbuild from 'esbuild';

globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage: (key) => `“${key}”` } };
const entry = fileURLToPath(new URL('../../extension/src/message.ts', import.meta.url));
const { outputFiles } = await esbuild.build({ entryPoints: [entry], bundle: true, format: 'esm', write: false });
const { isArticle, message } = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString('base64')}`
);

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
