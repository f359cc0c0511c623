// Timeouts and delays of the extension: the actual value of each, the code that waits for it, and both builds.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { changed, withTestTimeouts } from '../../extension/test-timeouts.mjs';
import { builtExtension, root, testExtension } from '../browser/built.mjs';
import { built } from './sources.mjs';

const REAL = {
  aliveInterval: 250,
  announcementDelay: 50,
  articleDelays: [0, 1_500, 6_000],
  backgroundTimeout: 30_000,
  changedArticleDelays: [500, 2_000, 6_000],
  clickReportTimeout: 500,
  clickTimeout: 100,
  clipboardTimeout: 1_000,
  commentsIdleTimeout: 1_000,
  copiedTimeout: 2_000,
  coreDelay: 1_000,
  idleTimeout: 2_000,
  imageTimeout: 15_000,
  keysPause: 300,
  lateLayoutTimeout: 1_000,
  lateParagraphDebounce: 500,
  lateTextDebounce: 150,
  lateTextDelays: [1_500, 5_000, 15_000],
  lateTextInterval: 25,
  lateTextTimeout: 600,
  messageTimeout: 8_000,
  modelMessageDelay: 300,
  moreCommentsDebounce: 400,
  moreCommentsTimeout: 4_000,
  navigationDebounce: 500,
  navigationDelays: [300, 1_000, 3_000],
  navigationTimeout: 5_000,
  newTabTimeout: 60_000,
  nextPageTimeout: 20_000,
  noteDebounce: 300,
  openingMessageDelay: 300,
  paintTimeout: 100,
  readOnTimeout: 2_000,
  readingPositionDebounce: 1_000,
  savedFileTimeout: 60_000,
  selectionDebounce: 200,
  serverTimeout: 25_000,
  styleTimeout: 500,
  syncDebounce: 1_500,
  tabTimeout: 60_000,
  tooltipDelay: 400,
  transcriptScrollTimeout: 5_000,
  transcriptTimeout: 20_000,
  translationDelay: 200,
  urlDelay: 250,
  voiceInterval: 250,
  voiceStartTimeout: 4_000,
  voiceWordTimeout: 4_000,
  voicesTimeout: 3_000,
};

const sources = join(root, 'extension/src');
const files = readdirSync(sources, { recursive: true, withFileTypes: true })
  .filter(({ name }) => name.endsWith('.ts'))
  .map(({ parentPath, name }) => join(parentPath, name));
const paths = Object.fromEntries(files.map((file) => [file, relative(sources, file).replace(/\.ts$/, '')]));
/** Returns the path below extension/src of the module that exports a name. */
const exporting = (name) => {
  const exported = new RegExp(`^export (?:async )?(?:const|function|class) ${name}\\b`, 'm');
  const found = files.filter((file) => exported.test(readFileSync(file, 'utf8')));
  assert.equal(found.length, 1, `${name}: ${found}`);
  return paths[found[0]];
};
const TIMEOUTS = exporting('serverTimeout');

test('every duration has its real value', async () => {
  assert.deepEqual({ ...(await built([TIMEOUTS])) }, REAL);
});

/** Durations from other sources: parameters and settings. */
const OTHERS = ['delay', 'wait', 'interval', 'milliseconds', 'this.#settings.gap * 1_000'];

test('every wait in the extension uses one of these values', () => {
  const waits = /\b(?:setTimeout|setInterval|AbortSignal\.timeout)\(|\btimeout: /g;
  const used = new Set();
  for (const [file, path] of Object.entries(paths)) {
    if (path === TIMEOUTS) continue;
    const text = readFileSync(file, 'utf8');
    for (const name of Object.keys(REAL)) if (new RegExp(`\\b${name}\\b`).test(text)) used.add(name);
    for (const found of text.matchAll(waits)) {
      const wait = lastArgument(text.slice(found.index + found[0].length), found[0].endsWith(': '));
      const isNamed = wait === null || wait in REAL || OTHERS.includes(wait);
      assert.ok(isNamed, `${path}: ${found[0]}… ${wait}`);
    }
  }
  assert.deepEqual(
    Object.keys(REAL).filter((name) => !used.has(name)),
    [],
  );
});

/** Returns the last of several arguments, or the value of a property; null if a call has only one function. */
function lastArgument(text, isProperty) {
  let [depth, from, count] = [0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    if ('([{'.includes(text[at])) depth += 1;
    if (depth === 0 && ')]}'.includes(text[at])) {
      const last = text.slice(from, at).trim().replace(/,$/, '');
      if (last === '' || isProperty) return last || null;
      return count === 1 && /=>|^resolve$/.test(last) ? null : last;
    }
    if (')]}'.includes(text[at])) depth -= 1;
    // A trailing comma adds no argument.
    if (depth === 0 && text[at] === ',' && !/^\s*\)/.test(text.slice(at + 1))) [from, count] = [at + 1, count + 1];
  }
  return null;
}

/** Numbers and lists of numbers in a minified script. */
const NUMBERS = /\[\d[\d.e,]*\]|(?<![\w$])\.?\d[\d.]*(?:e\d+)?/g;
const numbersOf = (text) => (text.startsWith('[') ? text.slice(1, -1).split(',').map(Number) : Number(text));

/** Returns a script without its numbers, and without short names, which depend on the frequency of its letters. */
const withoutNumbers = (script) => script.replace(NUMBERS, ' 0 ').replace(/(?<![\w$])[\w$]{1,2}(?![\w$])/g, 'x');

test('published scripts have the real values, and test builds differ only in them', () => {
  const seen = new Set();
  for (const browser of ['chromium', 'firefox']) {
    const folder = builtExtension(browser);
    for (const name of readdirSync(folder).filter((file) => file.endsWith('.js'))) {
      const [real, tested] = [folder, testExtension(browser)].map((one) => readFileSync(join(one, name), 'utf8'));
      // The made-up repository adds links to some scripts of the test build.
      if (real === tested || tested.includes('https://code.example/pith')) continue;
      assert.ok(withoutNumbers(tested) === withoutNumbers(real), `${browser}/${name}`);
      const inTests = tested.match(NUMBERS);
      for (const [at, text] of real.match(NUMBERS).entries()) {
        if (text === inTests[at]) continue;
        const values = [numbersOf(text), numbersOf(inTests[at])];
        const constant = Object.keys(changed).find((key) => isDeepStrictEqual([REAL[key], changed[key]], values));
        assert.ok(constant, `${browser}/${name}: ${text} and ${inTests[at]}`);
        seen.add(constant);
      }
    }
  }
  assert.deepEqual([...seen].toSorted(), Object.keys(changed).toSorted());
});

test('shortening an unknown constant fails', () => {
  assert.throws(() => withTestTimeouts('export const imageTimeouts = 1;\n'), /no constant/);
});

/** The parts of the platform that modules read when they are loaded. */
const NAMES = 'Node CharacterData Text Element HTMLElement HTMLIFrameElement Document DocumentFragment ShadowRoot';

/**
 * Loads the module of an export with its own clock. Returns its exports, and `ends`, which checks when a wait is over.
 */
async function loaded(t, name, extension = {}) {
  for (const platform of NAMES.split(' ')) globalThis[platform] ??= class {};
  globalThis.chrome = { runtime: { id: 'pith' }, i18n: { getMessage: (key) => key }, ...extension };
  const module = await built([exporting(name)], { MESSAGE_KEYS: '[]' });
  t.mock.timers.enable({ apis: ['setTimeout', 'setInterval'] });
  t.mock.method(AbortSignal, 'timeout', (milliseconds) => {
    const late = new AbortController();
    setTimeout(() => late.abort(new DOMException('late', 'TimeoutError')), milliseconds);
    return late.signal;
  });
  /** Checks that a wait lasts until just before `milliseconds`, and then ends. Returns its result. */
  const ends = async (wait, milliseconds) => {
    let outcome = 'waiting';
    wait.then(
      (value) => (outcome = value),
      () => (outcome = 'rejected'),
    );
    const pass = async (time) => {
      await new Promise(setImmediate);
      t.mock.timers.tick(time);
      await new Promise(setImmediate);
    };
    await pass(milliseconds - 1);
    assert.equal(outcome, 'waiting', `before ${milliseconds} ms`);
    await pass(1);
    assert.notEqual(outcome, 'waiting', `after ${milliseconds} ms`);
    return outcome;
  };
  return { ...module, ends };
}

/** A server that doesn't answer. */
const silent = (t) =>
  t.mock.method(
    globalThis,
    'fetch',
    (_url, { signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  );
const never = () => new Promise(() => {});
const open = new AbortController().signal;

test("an image that doesn't arrive for an export times out", async (t) => {
  const { readImage, ends } = await loaded(t, 'readImage');
  silent(t);
  assert.equal(await ends(readImage('https://ferry.example/a.png', true, open), REAL.imageTimeout), 'late');
});

test("a transcript that doesn't arrive times out", async (t) => {
  const { fetchTrack, ends } = await loaded(t, 'fetchTrack');
  silent(t);
  assert.equal(await ends(fetchTrack('https://ferry.example/a.vtt', open), REAL.transcriptTimeout), 'rejected');
});

test("a next page that doesn't arrive times out", async (t) => {
  const { ends, fetchPage } = await loaded(t, 'fetchPage');
  silent(t);
  assert.equal(await ends(fetchPage('https://ferry.example/2', open), REAL.nextPageTimeout), 'rejected');
});

test("a clipboard that doesn't respond times out, and the copy event is used", async (t) => {
  const { copy, ends } = await loaded(t, 'copy');
  const heard = [];
  Object.assign(globalThis, {
    window: { addEventListener: (type) => heard.push(type), removeEventListener() {} },
    document: {},
    ClipboardItem: class {},
  });
  Object.defineProperty(globalThis, 'navigator', { value: { clipboard: { write: never } }, configurable: true });
  Document.prototype.execCommand = () => true;
  assert.equal(await ends(copy('text', null), REAL.clipboardTimeout), false);
  assert.deepEqual(heard, ['copy']);
});

test("a tab that doesn't answer times out when reading continues there", async (t) => {
  const all = [1, 2].map((id) => ({ id, index: id, discarded: false }));
  const tabs = { get: async () => ({ index: 1, active: false }), query: async () => all };
  const { ends, readNextArticle } = await loaded(t, 'readNextArticle', { tabs, scripting: { executeScript: never } });
  assert.equal(await ends(readNextArticle({ until: null }, all[0]), REAL.readOnTimeout), false);
});

test("a new tab that doesn't reach its page times out", async (t) => {
  const event = { addListener() {}, removeListener() {} };
  const tabs = { onUpdated: event, onRemoved: event, get: async () => ({ url: 'about:blank' }) };
  const { ends, waitForPage } = await loaded(t, 'waitForPage', { tabs });
  assert.equal(await ends(waitForPage(1), REAL.newTabTimeout), false);
});

test("voices that don't load time out", async (t) => {
  const { waitForVoices, ends } = await loaded(t, 'voicesOf');
  globalThis.speechSynthesis = { getVoices: () => [], addEventListener() {} };
  assert.equal(await ends(waitForVoices(open), REAL.voicesTimeout), undefined);
  delete globalThis.speechSynthesis;
});

test('a request to an unloaded extension times out', async (t) => {
  const runtime = { sendMessage: never };
  const { ask, ends } = await loaded(t, 'notify', { runtime });
  assert.equal(await ends(ask('templates'), REAL.aliveInterval), 'rejected');
});
