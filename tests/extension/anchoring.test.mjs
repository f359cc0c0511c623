// Finding quotes again: in changed texts, with limits, and in texts split into different nodes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const { findQuotes, foldText, NodeText } = await built([
  'content/panels/highlights/anchoring',
  'content/panels/highlights/text',
]);

/** Returns a text of many different sentences, always the same. */
function prose(sentences, seed = 1) {
  let state = seed;
  const next = (n) => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const syllables = 'ba de fi go hu ka le mi no pu ra se ti vo zu sha tre pli'.split(' ');
  const word = () => Array.from({ length: 1 + next(3) }, () => syllables[next(syllables.length)]).join('');
  return Array.from({ length: sentences }, () => `${Array.from({ length: 6 + next(9) }, word).join(' ')}.`);
}

/** Returns the quote for a range of a text, with 64 units around it. */
function quoteOf(text, start, end) {
  return {
    exact: foldText(text.slice(start, end)),
    prefix: foldText(text.slice(Math.max(0, start - 64), start)),
    suffix: foldText(text.slice(end, end + 64)),
    at: foldText(text.slice(0, start)).length,
  };
}

/** Returns the text at which a quote is found, without white space; null if it isn't found. */
function found(quote, text) {
  const whole = foldText(text);
  const [at] = findQuotes([quote], whole);
  return at && whole.slice(at.start, at.end);
}

const sentences = prose(200);
const text = sentences.join(' ');
const [first, middle] = [sentences[0], sentences[100]];
const at = text.indexOf(middle);
const quote = quoteOf(text, at, at + middle.length);

test('a quote is found at its position, also at the start and end of the text', () => {
  assert.equal(found(quote, text), foldText(middle));
  assert.equal(found(quoteOf(text, 0, first.length), text), foldText(first));
  assert.equal(found(quoteOf(text, text.length - 20, text.length), text), foldText(text.slice(-20)));
});

test('a repeated word is found by the text around it', () => {
  const word = middle.split(' ')[2];
  const many = `${`${word} `.repeat(300)}${text}${` ${word}`.repeat(300)}`;
  const start = text.indexOf(middle) + middle.indexOf(word);
  const [place] = findQuotes([quoteOf(text, start, start + word.length)], foldText(many));
  assert.equal(place.start, foldText(many.slice(0, many.indexOf(text) + start)).length);
});

const row = 'The harbour is closed on Mondays and on all holidays. ';
const rows = row.repeat(40);
/** One of many equal rows. */
const alike = quoteOf(rows, row.length * 21, row.length * 22 - 1);

test('of identical quotes in identical context, the one nearest the saved position is found', () => {
  const [place] = findQuotes([alike], foldText(rows));
  assert.equal(place.start, foldText(row).length * 21);
});

test('the nearest passage is also found if all identical passages changed', () => {
  const changed = row.replace('on all', 'on few');
  const [place] = findQuotes([alike], foldText(changed.repeat(40)));
  assert.equal(place.start, foldText(changed).length * 21);
});

test('a repeated quote moves as far as the quote before it', () => {
  const old = `${middle} ${rows}`;
  const before = quoteOf(old, 0, middle.length);
  const start = middle.length + 1 + row.length * 21;
  const after = quoteOf(old, start, start + row.length - 1);
  const [, place] = findQuotes([before, after], foldText(`${row.repeat(3)}${old}`));
  assert.equal(place.start, foldText(row).length * 24 + foldText(middle).length);
});

test('a quote is found after paragraphs around it were added, removed, or moved', () => {
  const added = [...prose(30, 7), ...sentences].join(' ');
  assert.equal(found(quote, added), foldText(middle));
  const moved = [...sentences.slice(0, 50), middle, ...sentences.slice(50, 100), ...sentences.slice(101)].join(' ');
  assert.equal(found(quote, moved), foldText(middle));
  const alone = [...prose(40, 7), middle, ...prose(40, 8)].join(' ');
  assert.equal(found(quote, alone), foldText(middle));
});

test('a quote is found if one of its words was changed, added, or removed', () => {
  const words = middle.split(' ');
  for (const changed of [
    words.with(3, 'other').join(' '),
    words.toSpliced(3, 0, 'added').join(' '),
    words.toSpliced(4, 1).join(' '),
    words.with(0, 'First').join(' '),
  ]) {
    const now = text.replace(middle, changed);
    const place = found(quote, now);
    const overlap = place && foldText(changed).includes(place.slice(1, -1));
    assert.ok(overlap && place.length > foldText(changed).length * 0.75, `${changed}: ${place}`);
  }
});

test("a deleted or rewritten quote isn't found elsewhere", () => {
  assert.equal(found(quote, text.replace(middle, '')), null);
  assert.equal(found(quote, prose(200, 99).join(' ')), null);
  assert.equal(found(quote, ''), null);
  // The word still exists, but in other surroundings.
  const word = middle.split(' ')[2];
  const start = at + middle.indexOf(word);
  assert.equal(found(quoteOf(text, start, start + word.length), `${prose(50, 99).join(' ')} ${word}`), null);
  // More than a quarter is rewritten.
  const rewritten = text.replace(middle, prose(1, 33)[0]);
  assert.equal(found(quote, rewritten), null);
});

test('a quote without context is found only by exact match, however short', () => {
  const bare = (exact) => ({ exact: foldText(exact), prefix: '', suffix: '', at: null });
  assert.equal(found(bare(middle), text), foldText(middle));
  assert.equal(found(bare('naïve'), `A naïve idea. ${text}`), 'naïve');
  assert.equal(found(bare('naïve'), `A native idea. ${text}`), null);
});

test('scripts without spaces need fewer characters to match', () => {
  const old = '春の港は静かで、船は朝早く出て行く。子どもたちは桟橋で魚を釣り、昼には家に帰る。';
  const exact = '船は朝早く出て行く';
  const start = old.indexOf(exact);
  const now = `新しい段落がここに入った。${old.replace('静か', 'とても静か')}`;
  assert.equal(found(quoteOf(old, start, start + exact.length), now), exact);
  // Half of the minimum for texts with spaces.
  const short = '港は静かで、船は朝早く出て行く。子どもたちは';
  const changed = short.replace('朝早く', '夜遅く');
  const at = short.indexOf(exact);
  assert.equal(found(quoteOf(short, at, at + exact.length), changed), exact.replace('朝早く', '夜遅く'));
});

test('many quotes are found in one call, each at its position', () => {
  const quotes = sentences.map((sentence) => {
    const start = text.indexOf(sentence);
    return quoteOf(text, start, start + sentence.length);
  });
  const whole = foldText(text);
  const places = findQuotes(quotes, whole);
  for (const [i, place] of places.entries()) assert.equal(whole.slice(place.start, place.end), foldText(sentences[i]));
});

test('quotes in repetitive text and very long quotes are found', () => {
  const same = 'a'.repeat(300_000);
  assert.ok(findQuotes([quoteOf(same, 1000, 1100)], same)[0]);
  const long = prose(2_000, 5).join(' ');
  const place = findQuotes([quoteOf(long, 100, 90_000)], foldText(long.replace('.', ' changed.')))[0];
  assert.ok(place.end - place.start > 50_000);
});

test('positions convert between nodes and folded text, regardless of white space', () => {
  const values = ['  One ', '', 'two\u00adfold\n', '\u00a0', 'three', ' four  five '];
  const nodes = new NodeText(values, (node) => node === 2 || node === 4);
  assert.equal(nodes.folded, 'Onetwofoldthreefourfive');
  for (let index = 0; index < nodes.folded.length; index += 1) {
    const position = nodes.positionAt(index);
    assert.equal(values[position.node][position.offset], nodes.folded[index]);
    assert.equal(nodes.indexOf(position), index);
  }
  assert.equal(nodes.read(0, 10), 'One\ntwo\u00adfold');
  assert.equal(nodes.read(1, nodes.folded.length), 'ne\ntwo\u00adfold\nthree four five');
  assert.equal(nodes.readableIndex(0), 1);
  assert.equal(nodes.readableIndex(3), ' One \n'.length);
  assert.ok(Math.abs(nodes.foldedIndex(nodes.readableIndex(16)) - 16) < 6);
});

test('folded text is the same however it is split into nodes', () => {
  const page = new NodeText(['The ', 'lifeboat', ' was called\n out.'], () => false);
  const article = new NodeText(['The lifeboat was called out.'], () => false);
  assert.equal(page.folded, article.folded);
});

test('short and long texts fold every UTF-16 unit the same way', () => {
  const units = Array.from({ length: 0x10000 }, (_, code) => String.fromCharCode(code));
  const pairs = ['\ud83d\ude00', 'a\ud83d', '\ude00 a', '\ud83d \ude00'];
  const differing = [...units, ...pairs].filter((unit) => foldText(unit) !== new NodeText([unit], () => false).folded);
  assert.deepEqual(differing, []);
});
