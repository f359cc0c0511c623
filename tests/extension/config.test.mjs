// The table of settings, and the settings of an open view while they are changed here and elsewhere, with a storage
// that answers on demand.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { config } from './config.mjs';

/** Lets all pending callbacks run. */
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** `storage.local` of an extension. It handles requests only when the test says so. */
class Storage {
  values = {};
  reads = [];
  writes = [];
  listeners = new Set();

  onChanged = {
    addListener: (listener) => this.listeners.add(listener),
    removeListener: (listener) => this.listeners.delete(listener),
  };

  get() {
    const seen = { ...this.values };
    return new Promise((resolve) => this.reads.push(() => resolve(seen)));
  }

  set(change) {
    return new Promise((resolve) =>
      this.writes.push(() => {
        this.write(change);
        resolve();
      }),
    );
  }

  /** Saves immediately, as another tab would, and notifies listeners. */
  write(change) {
    Object.assign(this.values, change);
    for (const listener of this.listeners) listener();
  }

  async answer(...kinds) {
    for (const kind of kinds) {
      this[kind].shift()();
      await settle();
    }
  }
}

/** Returns the settings of a view, and the sizes and themes that it was shown with, in order. */
async function opened() {
  const storage = new Storage();
  const { LiveSettings, defaults } = await config(storage);
  const shown = [];
  const over = new AbortController();
  const show = ({ size, theme }) => shown.push(`${size} ${theme}`);
  return { storage, shown, over, preferences: new LiveSettings(defaults, show, over.signal) };
}

test("reads from before the last save don't undo a change", async () => {
  const { storage, shown, preferences } = await opened();
  preferences.change({ size: 115 });
  preferences.change({ size: 130 });
  await storage.answer('writes', 'writes');
  while (storage.reads.length > 0) await storage.answer('reads');
  assert.deepEqual([shown[0], ...new Set(shown.slice(1))], ['115 auto', '130 auto']);
  assert.equal(preferences.current.size, 130);
});

test("changes of another tab are shown once this tab's change is saved", async () => {
  const { storage, shown, preferences } = await opened();
  preferences.change({ size: 115 });
  storage.write({ theme: 'dark' });
  await storage.answer('writes');
  while (storage.reads.length > 0) await storage.answer('reads');
  assert.deepEqual([shown[0], shown.at(-1)], ['115 auto', '115 dark']);
});

test('after the view closes, pending reads are ignored and listeners are removed', async () => {
  const { storage, shown, over } = await opened();
  assert.equal(storage.listeners.size, 1);
  storage.write({ theme: 'dark' });
  over.abort();
  await storage.answer('reads');
  assert.deepEqual(shown, []);
  assert.equal(storage.listeners.size, 0);
});

test("a read that started before a change doesn't undo it", async () => {
  const { storage, shown, preferences } = await opened();
  storage.write({ theme: 'dark' });
  preferences.change({ size: 115 });
  await storage.answer('reads');
  assert.deepEqual(shown, ['115 auto']);
  await storage.answer('writes');
  while (storage.reads.length > 0) await storage.answer('reads');
  assert.equal(shown.at(-1), '115 dark');
});

test('after an extension update, a change is shown but not saved or unsubscribed', async () => {
  const { storage, shown, over, preferences } = await opened();
  globalThis.chrome.runtime.id = undefined;
  storage.set = storage.onChanged.removeListener = () => assert.fail('the extension is gone');
  preferences.change({ size: 115 });
  await settle();
  assert.deepEqual(shown, ['115 auto']);
  over.abort();
});

/** Returns the messages of every language, by key. */
function locales() {
  const folder = fileURLToPath(new URL('../../extension/_locales', import.meta.url));
  const messages = (name) => JSON.parse(readFileSync(join(folder, name, 'messages.json'), 'utf8'));
  return Object.fromEntries(readdirSync(folder).map((name) => [name, messages(name)]));
}

/** Suffixes of a setting's message keys after its name and `_`, by kind. */
const texts = {
  choice: ({ values, key, texts: other }) => [...(other ? [] : values), ...(key ? ['key'] : [])],
  number: ({ key, keys }) => [...(keys ? ['less', 'more', 'reset'] : []), ...(key ? ['key'] : [])],
  switch: () => [],
  colors: () => [],
  line: () => [],
  words: () => [],
};

/** Places with a control for each kind of setting. */
const places = {
  choice: ['reader', 'simplify', 'options'],
  number: ['reader', 'simplify', 'options'],
  switch: ['options'],
  colors: ['options'],
  line: ['options'],
  words: ['options'],
};

/** Returns a message for each fault of a table row. */
function faultsOf(name, row, languages) {
  const { kind, values = [row.default], styles = {}, shown } = row;
  const wanted = [`option_${name}`, ...texts[kind](row).map((text) => `${name}_${text}`)];
  const unsaid = Object.entries(languages).flatMap(([language, messages]) =>
    wanted.filter((key) => !messages[key]?.message).map((key) => `${language} does not say ${key}`),
  );
  const strange = Object.keys(styles).filter((value) => !values.includes(value));
  return [
    ...unsaid,
    ...(shown.length === 0 ? [`${name} is shown nowhere`] : []),
    ...shown.filter((place) => !places[kind].includes(place)).map((place) => `${name} cannot be shown in ${place}`),
    ...(values.includes(row.default) ? [] : [`${name} is ${row.default} at first, which it does not offer`]),
    ...strange.map((value) => `${name} has a style for ${value}, which it does not offer`),
    ...(kind === 'number' && values.some((value, i) => value <= values[i - 1]) ? [`${name} does not ascend`] : []),
  ];
}

/** Returns the missing and the superfluous entries of a table of settings. */
function faults(table, languages) {
  const keys = Object.values(table).flatMap(({ key = [], keys: steps = {} }) => [key, ...Object.values(steps)].flat());
  const twice = keys.filter((key, i) => keys.indexOf(key) < i);
  const stale = Object.entries(languages).flatMap(([language, messages]) =>
    Object.keys(messages)
      .filter((key) => key.startsWith('option_') && !Object.hasOwn(table, key.slice('option_'.length)))
      .map((key) => `${language} says ${key}, which is no setting`),
  );
  return [
    ...Object.entries(table).flatMap(([name, row]) => faultsOf(name, row, languages)),
    ...twice.map((key) => `the key ${key} is there twice`),
    ...stale,
  ];
}

test('every setting and choice has a message in every language and a place in the UI', async () => {
  const { settingsTable: table } = await config(new Storage());
  const languages = locales();
  assert.ok(Object.keys(table).length >= 7 && Object.keys(languages).length >= 7);
  assert.deepEqual(faults(table, languages), []);
});

test('faults in the table of settings are found (checks the check)', () => {
  const said = (...keys) => Object.fromEntries(keys.map((key) => [key, { message: key }]));
  const hue = { kind: 'choice', values: ['red', 'blue'], default: 'red', key: 'h', shown: ['reader'] };
  const gap = {
    kind: 'number',
    values: [50, 100],
    default: 100,
    keys: { less: ['<'], more: [], reset: [] },
    shown: ['options'],
  };
  const bell = { kind: 'switch', default: true, shown: ['options'] };
  const table = { hue, gap, bell };
  const en = said(
    'option_hue',
    'hue_red',
    'hue_blue',
    'hue_key',
    'option_gap',
    'gap_less',
    'gap_more',
    'gap_reset',
    'option_bell',
  );
  const { hue_blue, gap_more, option_bell, ...less } = en;
  assert.deepEqual(faults(table, { en }), []);
  for (const [wrong, languages, found] of [
    [{}, { en, xx: less }, ['xx does not say hue_blue', 'xx does not say gap_more', 'xx does not say option_bell']],
    [{}, { en: { ...en, hue_red: { message: '' } } }, ['en does not say hue_red']],
    [{}, { en: { ...en, ...said('option_old') } }, ['en says option_old, which is no setting']],
    [{ hue: { ...hue, values: ['red', 'blue', 'green'] } }, { en }, ['en does not say hue_green']],
    [{ hue: { ...hue, shown: [] } }, { en }, ['hue is shown nowhere']],
    [{ hue: { ...hue, shown: ['popup'] } }, { en }, ['hue cannot be shown in popup']],
    [{ hue: { ...hue, default: 'grey' } }, { en }, ['hue is grey at first, which it does not offer']],
    [{ hue: { ...hue, styles: { grey: '#888' } } }, { en }, ['hue has a style for grey, which it does not offer']],
    [{ hue: { ...hue, key: '<' } }, { en }, ['the key < is there twice']],
    [{ gap: { ...gap, values: [100, 50] } }, { en }, ['gap does not ascend']],
    [{ bell: { ...bell, shown: ['reader'] } }, { en }, ['bell cannot be shown in reader']],
  ]) {
    assert.deepEqual(faults({ ...table, ...wrong }, languages), found);
  }
});

test('settings saved by earlier versions are read, and invalid values are ignored', async () => {
  const read = async (stored) => {
    const { loadSettings, defaults } = await config({ get: async () => stored });
    return Object.fromEntries(Object.entries(await loadSettings()).filter(([name, value]) => value !== defaults[name]));
  };
  const all = {
    theme: 'sepia',
    font: 'sans',
    width: 80,
    spacing: 200,
    weight: 550,
    align: 'justify',
    size: 130,
    keys: false,
  };
  assert.deepEqual(await read(all), all);
  assert.deepEqual(await read({ size: 90 }), { size: 90 });
  assert.deepEqual(await read({ width: 'wide', spacing: 'tight' }), { width: 86, spacing: 145 });
  assert.deepEqual(await read({ width: 'constructor', spacing: 'none', size: 'wide' }), {});
  for (const size of [74, 201, '130', null, Number.NaN]) assert.deepEqual(await read({ size }), {}, `${size}`);
  assert.deepEqual(await read({ own: '#012345 #6789ab #345678 dark', face: 'Gill Sans' }), {
    own: '#012345 #6789ab #345678 dark',
    face: 'Gill Sans',
  });
  for (const own of ['#fff #000 #f00 dark', '#012345 #6789ab #345678', '#012345 #6789ab url(a) dark', 1])
    assert.deepEqual(await read({ own }), {}, own);
  for (const face of ['a"; b', 'a\\', 'a\n', 'a'.repeat(101), 1]) assert.deepEqual(await read({ face }), {}, face);
  assert.deepEqual(await read({ theme: 'green', keys: 1, align: 100, font: null }), {});
});

test('a step moves to the next offered number, also from values in between', async () => {
  const { nextStep } = await config(new Storage());
  const steps = [74, 75, 90, 200].map((value) => [
    nextStep([75, 100, 200], value, -1),
    nextStep([75, 100, 200], value, 1),
  ]);
  assert.deepEqual(steps, [
    [74, 75],
    [75, 100],
    [75, 100],
    [100, 200],
  ]);
});

test('the short label of a button is part of its name in every language', () => {
  const labels = { toolSave: 'saveOrShare', toolRemoved: 'removedParts' };
  for (const [language, messages] of Object.entries(locales()))
    for (const [label, name] of Object.entries(labels)) {
      const [short, long] = [label, name].map((key) => messages[key].message.toLocaleLowerCase());
      assert.ok(long.includes(short), `${language}: ${short} isn’t part of ${long}`);
    }
});
