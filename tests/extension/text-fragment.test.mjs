// URLs of passages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const { passageUrl } = await built(['content/panels/highlights/text-fragment']);

const address = (exact, { before = '', after = '', isRepeated = false, href = 'https://example.org/ferry#top' } = {}) =>
  passageUrl(href, { exact, before, after, isRepeated });

test('a text fragment contains a short passage in full, or both ends of a long one', () => {
  assert.equal(address('It sails.'), 'https://example.org/ferry#:~:text=It%20sails.');
  assert.equal(address('a-b, c & d'), 'https://example.org/ferry#:~:text=a%2Db%2C%20c%20%26%20d');
  const long = Array.from({ length: 60 }, (_, number) => `word${number}`).join(' ');
  const ends = 'word0%20word1%20word2%20word3%20word4,word55%20word56%20word57%20word58%20word59';
  assert.equal(address(long), `https://example.org/ferry#:~:text=${ends}`);
  assert.equal(
    address('One block.\nAnd the next.'),
    'https://example.org/ferry#:~:text=One%20block.,And%20the%20next.',
  );
});

test('partly selected words are completed', () => {
  const around = { before: 'the har', after: 'ys, and' };
  assert.equal(address('bour qua', around), 'https://example.org/ferry#:~:text=harbour%20quays');
  assert.equal(
    address('船', { before: '渡'.repeat(50), after: '夫'.repeat(50) }),
    'https://example.org/ferry#:~:text=%E8%88%B9',
  );
});

test('a repeated passage includes its context', () => {
  const around = { before: 'ut. At noon of that day we saw ', after: ' come in again, and th', isRepeated: true };
  assert.equal(
    address('the ferry', around),
    'https://example.org/ferry#:~:text=that%20day%20we%20saw-,the%20ferry,-come%20in%20again%2C%20and',
  );
  const inBlock = { before: 'Before it.\n', after: '\nAfter it all.', isRepeated: true };
  assert.equal(address('Twice.', inBlock), 'https://example.org/ferry#:~:text=it.-,Twice.,-After%20it');
  assert.equal(address('Twice.', { isRepeated: true }), 'https://example.org/ferry#:~:text=Twice.');
});

test('a fragment that is a client-side route stays in the URL', () => {
  const href = 'https://example.org/#/ferry';
  assert.equal(address('It sails.', { href }), 'https://example.org/#/ferry:~:text=It%20sails.');
});
