// Data saved by the last version before the redesign (profile.json, written by its build) is read by this one, each
// value under its current name.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

// Browsers have it; Node only since version 25.
Uint8Array.fromBase64 ??= (text) => new Uint8Array(Buffer.from(text, 'base64'));

const profile = JSON.parse(readFileSync(new URL('profile.json', import.meta.url), 'utf8'));
const page = 'http://plain.localhost/news.html';

globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: new Storage(profile) } };
globalThis.location = new URL(page);
const own = await built([
  'shared/settings/settings',
  'shared/settings/shortcuts',
  'shared/highlights/stored',
  'shared/highlights/page-url',
  'shared/highlights/reading-position',
  'shared/site-rules/site-rules',
  'shared/auto-open/patterns',
]);
const more = Object.assign(
  {},
  ...(await Promise.all(
    [
      ['shared/auto-open/store', 'loadList'],
      ['shared/export/server-store', 'loadServer'],
      ['shared/export/templates', 'loadTemplates'],
      ['shared/settings/custom-css', 'storedCss'],
      ['content/tools/read-aloud/preferences', 'loadPreferences', 'loadAloud'],
      ['content/tools/translation/preferences', 'loadPreferences', 'loadTranslation'],
    ].map(async ([path, name, as = name]) => ({ [as]: (await built([path]))[name] })),
  )),
);

/** Settings as saved by the earlier version. Those with words have been numbers since. */
const settings = {
  theme: 'sepia',
  font: 'sans',
  size: 115,
  width: 86,
  spacing: 180,
  weight: 500,
  own: '#102030 #fefefe #0000aa light',
  face: 'DejaVu Sans',
  resume: true,
  contents: true,
  menus: 'take-saveHtml highlight',
};

test('settings and site-specific settings are read, and words are converted to numbers', async () => {
  const now = await own.loadSettings();
  for (const [name, value] of Object.entries(settings)) assert.deepEqual(now[name], value, name);
  assert.deepEqual(now.site, { weight: 500 });
});

test('shortcuts chosen by the user stay, and no key has two actions', async () => {
  const { bindings } = await own.loadSettings();
  const chosen = { g: 'find', h: 'keys', d: 'pickToRemove' };
  for (const [key, name] of Object.entries(chosen)) assert.equal(own.actionFor(key, bindings), name, key);
  assert.deepEqual(own.keysOf('theme_key', bindings), []);
  // Both were added later, with keys that the user had assigned to others.
  for (const name of ['highlights', 'removedParts']) assert.deepEqual(own.keysOf(name, bindings), [], name);
  assert.deepEqual(own.keysOf('saveOrShare', bindings), ['e']);
  assert.ok(own.areValidBindings(bindings));
  const keys = own.shortcutNames.flatMap((name) => own.keysOf(name, bindings));
  assert.equal(new Set(keys).size, keys.length, String(keys));
});

test('highlights with notes and the reading position are read', async () => {
  const { pages, newer } = await own.loadAllHighlights();
  assert.equal(newer, 0);
  // The name of their color was British.
  const { marks, ...stored } = profile[own.highlightsKey(page)];
  const highlights = marks.map(({ colour: color, ...mark }) => ({ ...mark, color }));
  // The author was not stored.
  assert.deepEqual(pages, [{ ...stored, byline: '', marks: highlights }]);
  const position = profile[own.positionKey(page)];
  assert.deepEqual(own.readPosition(position), position);
});

test('site rules are read', async () => {
  const site = await own.loadSite(page);
  assert.deepEqual(site, profile['site:plain.localhost']);
  assert.equal(own.encodeSiteRules(site)[0], 0x10);
});

test('the auto-open list is read, including the former name of Inspect', async () => {
  const patterns = own.patternsIn(await more.loadList());
  const views = ['news', 'blog', 'poem'].map((name) => own.viewFor(patterns, `http://plain.localhost/${name}.html`));
  assert.deepEqual(views, ['reader', 'inspect', null]);
  assert.match(await more.loadList(), /^inspect http:\/\/plain\.localhost\/blog\.html$/m);
});

test('server, templates, custom CSS, and preferences of the tools are read', async () => {
  const { version: _, ...server } = profile.server;
  assert.deepEqual(await more.loadServer(), server);
  const { name, frontMatter } = profile.templates;
  assert.deepEqual(await more.loadTemplates(), { name, frontMatter });
  assert.equal(await more.storedCss(), profile.ownSheet.sheet);
  assert.deepEqual(await more.loadAloud(), profile.aloud);
  assert.deepEqual(await more.loadTranslation(), profile.translation);
});
