// Auto-open: patterns, files, the stored list, and tabs in which nothing opens.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

const [local, inMemory] = [new Storage(), new Storage()];
/** Granted permissions, and registered scripts. */
let granted = [];
let registered = {};
/** The state of the icon in the only tab. */
let shown = {};
globalThis.chrome = {
  runtime: { id: 'pith' },
  storage: { local, session: inMemory },
  permissions: {
    contains: async ({ origins }) => origins.every((origin) => granted.includes(origin)),
    remove: async ({ origins }) => {
      granted = granted.filter((origin) => !origins.includes(origin));
    },
  },
  scripting: {
    getRegisteredContentScripts: async ({ ids: [id] }) => (id in registered ? [registered[id]] : []),
    unregisterContentScripts: async ({ ids: [id] }) => {
      delete registered[id];
    },
    updateContentScripts: async ([script]) => {
      assert.ok(script.id in registered);
      registered[script.id] = script;
    },
    registerContentScripts: async ([script]) => {
      assert.ok(!(script.id in registered));
      registered[script.id] = script;
    },
  },
  i18n: { getMessage: (key) => key },
  action: {
    setIcon: async ({ path }) => {
      shown.icon = path[16];
    },
    getTitle: async () => shown.title,
    setTitle: async ({ title }) => {
      shown.title = title;
    },
  },
};
const own = await built([
  'shared/auto-open/patterns',
  'pages/options/auto-open-file',
  'shared/auto-open/store',
  'background/auto-open/list',
  'background/auto-open/tabs',
  'background/auto-open/registration',
  'background/auto-open/icon',
]);

const viewFor = (text, url) => own.viewFor(own.patternsIn(text), url);
const site = 'https://marrow.example';
const clear = (text = '') => {
  local.values = text ? { always: { version: 1, text } } : {};
  inMemory.values = {};
  [granted, registered, shown] = [[], {}, { title: 'actionRead' }];
};
const listed = () => local.values.always?.text ?? '';

test('a pattern matches the whole path and its own query, with * as a wildcard', () => {
  for (const [pattern, path, isLike] of [
    ['/ferry', '/ferry', true],
    ['/ferry', '/ferry/', false],
    ['/ferry', '/ferry2', false],
    ['/ferry', '/Ferry', false],
    ['/ferry', '/ferry#tickets', true],
    ['/ferry', '/ferry#/tickets', false],
    ['/ferry', '/ferry?from=mail', true],
    ['/ferry?id=1', '/ferry?id=1', true],
    ['/ferry?id=1', '/ferry?id=12', false],
    ['/ferry?id=*', '/ferry?id=12', true],
    ['/*', '/', true],
    ['/*', '/a/b?c', true],
    ['/news/*', '/news/', true],
    ['/news/*', '/news', false],
    ['/*/print', '/a/b/print', true],
    ['/*/print', '/print', false],
    ['/a*a', '/a', false],
    ['/a*b*c', '/abxbc', true],
    ['/a*b*c', '/acb', false],
    ['/caf%C3%A9', '/café', true],
    ['/café', '/caf%C3%A9', true],
  ]) {
    const view = viewFor(`simplify ${site}${pattern}`, site + path);
    assert.equal(view, isLike ? 'simplify' : null, `${pattern} and ${path}`);
  }
});

test('scheme, host, and port must match after normalization', () => {
  const list = `reader ${site}/*`;
  for (const url of [
    'http://marrow.example/',
    'https://www.marrow.example/',
    'https://marrow.example.org/',
    `${site}:8080/`,
  ])
    assert.equal(viewFor(list, url), null, url);
  assert.equal(viewFor('reader https://MARROW.example:443/*', `${site}/`), 'reader');
  for (const url of ['about:blank', 'nothing', '']) assert.equal(viewFor(list, url), null);
});

test('“never” patterns take precedence, then the first match wins', () => {
  const list = `simplify ${site}/news/*\nreader ${site}/*\n# a remark\n\nnever ${site}/news/live*`;
  assert.equal(viewFor(list, `${site}/news/a`), 'simplify');
  assert.equal(viewFor(list, `${site}/a`), 'reader');
  assert.equal(viewFor(list, `${site}/news/live-1`), null);
});

test('invalid patterns are reported by line number', () => {
  const wrong = [
    'reader',
    `${site}/*`,
    `reader ${site}/* more`,
    `window ${site}/*`,
    'reader ftp://marrow.example/*',
    'reader marrow.example/*',
    'reader https://*/*',
    'reader https://*.example/*',
    'reader https://user:word@marrow.example/*',
    'reader https:///*',
    'reader https://a b/*',
  ];
  assert.deepEqual(
    own.faultyLines(wrong.join('\n')),
    wrong.map((_, index) => index + 1),
  );
  assert.deepEqual(own.faultyLines(`# a\n\n  READER   ${site}/*  \nnever ${site}/x`), []);
});

test("a pattern with thousands of wildcards doesn't hang", () => {
  const list = `reader ${site}/${'*a'.repeat(5_000)}*b`;
  assert.equal(viewFor(list, `${site}/${'a'.repeat(50_000)}`), null);
});

test('the lines for each extent match exactly its pages', () => {
  const url = `${site}/news/a*b?id=1#top`;
  const views = Object.fromEntries(
    own.patternScopes.map((extent) => {
      const lines = own.linesFor(url, extent, 'inspect').join('\n');
      assert.deepEqual(own.faultyLines(lines), []);
      return [extent, [url, `${site}/news/b`, `${site}/`, 'https://other.example/'].map((at) => viewFor(lines, at))];
    }),
  );
  const h = 'inspect';
  assert.deepEqual(views, {
    page: [h, null, null, null],
    part: [h, h, null, null],
    site: [h, h, h, null],
    except: [null, h, h, null],
  });
  for (const other of ['about:blank', 'file:///a.html', 'nothing'])
    assert.deepEqual(own.linesFor(other, 'site', 'reader'), []);
});

test('lists name the view “inspect” and convert its former name “highlight”', async () => {
  const former = `# highlight ${site}/a\nhighlight ${site}/*\n  HIGHLIGHT  ${site}/b\nreader ${site}/highlight`;
  const current = `# highlight ${site}/a\ninspect ${site}/*\n  inspect  ${site}/b\nreader ${site}/highlight`;
  assert.deepEqual(own.linesFor(`${site}/`, 'page', 'inspect'), [`inspect ${site}/`]);
  for (const name of ['inspect', 'Inspect', 'highlight', 'Highlight'])
    assert.equal(viewFor(`${name} ${site}/*`, `${site}/a`), 'inspect', name);
  clear(former);
  assert.equal(await own.loadList(), current);
  assert.equal(await own.changeList({ before: current, after: `${current}\nnever ${site}/c` }), null);
  assert.equal(listed(), `${current}\nnever ${site}/c`);
  assert.deepEqual(own.fromFile(`highlight ${site}/*`), [`inspect ${site}/*`]);
});

test('an exported file is imported unchanged, and other files change nothing', () => {
  const text = `reader ${site}/*\n# a remark\nnever ${site}/x`;
  assert.equal(own.withLines('', own.fromFile(own.toFile(text))), text);
  assert.deepEqual(own.fromFile(`reader ${site}/*\r\n`), [`reader ${site}/*`, '']);
  assert.equal(own.fromFile(own.toFile(text).replace('version 1', 'version 2')), 'newer');
  assert.equal(own.fromFile(own.toFile(`${text}\nmilk`)), 'broken');
  for (const foreign of ['', 'milk\nbread', '{"a": 1}', '# a remark alone'])
    assert.equal(own.fromFile(foreign), 'foreign', foreign);
  assert.equal(own.fromFile(`# ${'x'.repeat(own.maxListLength)}`), 'huge');
  assert.equal(own.withLines(text, own.fromFile(own.toFile(text))), text);
});

test('concurrent changes are merged', async () => {
  clear('reader https://a.example/*\nreader https://b.example/*');
  const before = listed();
  const refusals = await Promise.all([
    own.changeList({ before, after: `${before}\nreader https://c.example/*` }),
    own.changeList({ before, after: 'reader https://b.example/*\nreader https://d.example/*' }),
  ]);
  assert.deepEqual(refusals, [null, null]);
  assert.deepEqual(
    new Set(listed().split('\n')),
    new Set(['b', 'c', 'd'].map((name) => `reader https://${name}.example/*`)),
  );
});

test('a failed save changes nothing and is reported', async () => {
  const text = `reader ${site}/*`;
  clear(text);
  assert.equal(await own.changeList({ before: text, after: 'milk' }), 'broken');
  assert.equal(await own.changeList({ before: text, after: `# ${'x'.repeat(own.maxListLength)}` }), 'huge');
  local.room = 0;
  assert.equal(await own.changeList({ before: text, after: '' }), 'full');
  local.room = Infinity;
  assert.equal(listed(), text);
  local.values.always = { version: 2, rows: [] };
  assert.equal(await own.loadList(), null);
  assert.equal(await own.changeList({ before: '', after: text }), 'newer');
  assert.deepEqual(local.values.always, { version: 2, rows: [] });
  local.values.always = { version: 1, text };
  assert.equal(await own.loadList(), text);
  for (const broken of [undefined, 7, [], { version: '1' }, { version: 1, text: 7 }]) {
    local.values.always = broken;
    assert.equal(await own.loadList(), '');
  }
});

test('scripts are registered only for listed pages and sites with permission', async () => {
  const matches = () => Object.fromEntries(Object.entries(registered).map(([id, script]) => [id, script.matches]));
  clear(`reader ${site}/news/*\nsimplify http://other.example:8080/a\nnever ${site}/news/live`);
  await own.registerScripts();
  assert.deepEqual(matches(), {});
  granted = [`${site}/*`];
  await own.registerScripts();
  assert.deepEqual(matches(), { always: [`${site}/news/*`], signal: [`${site}/*`] });
  granted.push('http://other.example/*');
  await own.registerScripts();
  assert.deepEqual(matches(), {
    always: [`${site}/news/*`, 'http://other.example/a', 'http://other.example/a?*'],
    signal: [`${site}/*`, 'http://other.example/*'],
  });
  assert.deepEqual(registered.signal.js, ['readerable.js', 'icon-state.js']);
  // The permission that no pattern needs anymore is revoked. The pattern without permission stays listed.
  await own.changeList({ before: listed(), after: 'simplify http://other.example:8080/a' });
  assert.deepEqual(granted, ['http://other.example/*']);
  granted = [];
  await own.registerScripts();
  assert.deepEqual(matches(), {});
  assert.equal(listed(), 'simplify http://other.example:8080/a');
});

test('the icon shows whether a page has an article only on listed, permitted sites', async () => {
  const signs = {
    unknown: { icon: '/icons/pith-16.png', title: 'actionRead' },
    article: { icon: '/icons/pith-article-16.png', title: 'actionArticle' },
    none: { icon: '/icons/pith-none-16.png', title: 'actionNoArticle' },
  };
  clear(`reader ${site}/news/*\nnever https://never.example/*`);
  granted = [`${site}/*`, 'https://never.example/*', 'https://unlisted.example/*'];
  await own.setIconState(1, `${site}/elsewhere#part`, true);
  assert.deepEqual(shown, signs.article);
  await own.setIconState(1, `${site}/elsewhere`, false);
  assert.deepEqual(shown, signs.none);
  for (const other of ['https://never.example/', 'https://unlisted.example/', 'http://marrow.example/']) {
    await own.setIconState(1, other, true);
    assert.deepEqual(shown, signs.unknown, other);
  }
  shown.title = 'back';
  await own.setIconState(1, `${site}/`, true);
  assert.deepEqual(shown, { ...signs.article, title: 'back' }, 'a view is open');
  shown.title = 'actionArticle';
  granted = [];
  await own.setIconState(1, `${site}/`, true);
  assert.deepEqual(shown, signs.unknown, 'the permission was revoked');
});

test("after the user closes a view, its tab doesn't auto-open until it leaves the site", async () => {
  clear(`reader ${site}/*\nreader https://other.example/*`);
  const at = (path, visit, tab = 1) => own.viewForVisit(tab, new URL(path, site).href, visit);
  assert.equal(await at('/a', 'first'), 'reader');
  await own.setAutoOpenOff(1, true);
  assert.deepEqual([await at('/b', 'first'), await at('/b', null), await at('/b', 'first', 2)], [null, null, 'reader']);
  assert.equal(await at('https://other.example/', 'second'), 'reader');
  assert.equal(await at('/b', 'third'), 'reader');
  await own.setAutoOpenOff(1, true);
  assert.equal(await at('/b', 'fourth'), 'reader', 'the tab visited an unlisted site in between');
  await own.setAutoOpenOff(1, true);
  await own.setAutoOpenOff(1, false);
  assert.equal(await at('/c', 'fourth'), 'reader', 'the user opened a view again');
  // At most 500 tabs are saved.
  for (let tab = 10; tab < 600; tab += 1) await at('/a', 'x', tab);
  assert.equal(inMemory.values.alwaysTabs.length, 500);
});
