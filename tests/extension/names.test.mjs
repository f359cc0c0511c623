// Names used by the tests and the extension exist: a query for an element that is never created would find no fault.

import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';
import { ANY, Uses } from '../names.mjs';

/** Names that aren't created here, by kind, with the reason why they are used. */
const FOREIGN = {
  element: {
    embed: 'of pages of others',
    menupopup: 'of the menus of Firefox',
    parsererror: 'made by browsers',
  },
  class: {
    evaluate: 'a command of WebDriver BiDi',
    callFunction: 'a command of WebDriver BiDi',
    gitignore: 'the end of a name of files',
    libao: 'a file of the library of that name',
    md: 'the end of names of files',
    mjs: 'the end of names of files',
    test: 'the end of names of files',
    zip: 'the end of names of files',
  },
  id: {
    here: 'an address in a page, not an element',
    contentAreaContextMenu: 'the menu of Firefox for what a page shows',
    'View:ReaderView': 'the command of Firefox for its own reader view',
  },
  value: { tsrec: 'the core names its methods' },
  ours: {
    'pith-reader': 'the npm package',
    'pith-probe': 'marks no text: whether marks are inherited is asked with it',
    'pith-chromium': 'begins the name of a package',
    'pith-firefox': 'begins the name of a package',
    'pith-sources': 'begins the name of a package',
    'pith-highlights': 'begins the names of files that people save',
    'pith-auto-open': 'begins the name of a file that people save',
    'pith-site-rules': 'begins the name of a file that people save',
    [`pith-report-${ANY}`]: 'begins the names of files that people save',
  },
  file: {
    'figures.json': 'written by the laboratory',
    'pith.user.js': 'written by the build',
    'gtk-3.0/gtk.css': 'a file of GTK',
    'counts.json': 'written by the laboratory',
    'pith-highlights.json': 'saved by people',
    'marks.json': 'written by a test',
    'pith-auto-open.txt': 'saved by people',
    'list.txt': 'written by a test',
    'script.mjs': 'written by a test',
    'tests/durations.json': 'written by tests/run.mjs --record',
    'wght.css': 'of the package of a face',
    'wght-italic.css': 'of the package of a face',
    '400.css': 'of the package of a face',
    '700.css': 'of the package of a face',
    'pith-settings.json': 'saved by people',
    'settings.json': 'written by a test',
    'pith-site-rules.json': 'saved by people',
    'corrections.json': 'written by a test',
    'api/entries.json': 'of servers that run wallabag',
    'huge.jpg': 'made by the server of the tests',
    'dom/third-parties.txt': 'of the npm package as it is installed',
    'Readability.js': 'of the package of that name',
    'purify.min.js': 'of the package DOMPurify',
    'tsconfig.json': 'of a project that a test writes',
    'src/a.ts': 'of a project that a test writes',
    'src/inner/b.ts': 'of a project that a test writes',
    'src/c.ts': 'of a project that a test writes',
  },
};

/** Folders in which file names are looked up, besides that of the naming file. */
const FOLDERS = [
  '.',
  'dist/chromium',
  'node_modules',
  'extension/_locales/en',
  'extension/src',
  'extension/src/content/views/reader/article',
  'target/pith',
  'tests',
  'tests/npm/consumers',
  'tests/pages',
  'tests/pages/media',
];

const reading = (folder, ends, takesWords) =>
  new Uses(takesWords).readFolder(join(root, folder), root, (file) => ends.test(file) && !/samples\//.test(file));

const core = reading('src', /\.rs$/, false);
const product = reading('extension', /\.(?:css|html|mjs|ts)$/, true);
const www = reading('www', /\.(?:css|html|mjs|ts)$/, true);
/** Without this file, because the sample scripts below use names that don't exist. */
const tests = reading(
  'tests',
  /^tests\/(?!failures\/|threads\/|extension\/names\.|npm\/node_modules\/).*\.(?:html|js|mjs)$/,
  false,
);

const told = (missing) =>
  missing
    .filter(({ kind, name }) => !Object.hasOwn(FOREIGN[kind] ?? {}, name))
    .map(({ kind, name, files }) => `${kind} ${name}: ${files.join(', ')}`);

test('every name used in the extension exists', () => {
  assert.deepEqual(told(product.missing([core])), []);
});

test('every name used in the tests exists', () => {
  assert.deepEqual(told(tests.missing([product, core, www])), []);
});

test('every file named in the extension and the tests exists', () => {
  const named = [...product.used, ...tests.used].filter(({ kind, name }) => kind === 'file' && !name.includes(ANY));
  assert.ok(named.length > 50, `${named.length} files`);
  const isThere = (name) => (file) =>
    [dirname(file), ...FOLDERS].some((folder) => existsSync(join(root, folder, name))) || tests.made.has('file', name);
  const missing = named.filter(({ name, files }) => !files.every(isThere(name)));
  assert.deepEqual(told(missing), []);
});

test('every exception in FOREIGN is still needed', () => {
  const all = [product, tests].flatMap(({ used }) => [...used]);
  const missing = [...product.missing([core]), ...tests.missing([product, core, www])];
  for (const [kind, names] of Object.entries(FOREIGN)) {
    const list = kind === 'file' ? all : missing;
    for (const name of Object.keys(names)) {
      assert.ok(
        list.some((one) => one.kind === kind && one.name === name),
        `${kind} ${name}`,
      );
    }
  }
});

/** Scripts that use a name that doesn't exist, and the message for each. */
const WRONG = {
  "document.querySelector('pith-reader > article h1')": 'element pith-reader',
  'page.$eval(`${reader} .pith-bodies`, (e) => e)': 'class pith-bodies',
  "for (const name of ['main > .ledd']) show(name)": 'class ledd',
  "if (a.localName !== '[data-pith=reader]') stop()": 'element [data-pith=reader]',
  "if (localName(hit).startsWith('pith-')) pass()": 'prefix pith-',
  "document.getElementById('nowhere')": 'id nowhere',
  'if (node.dataset.pithe) stop()': 'attribute data-pithe',
  "node.closest('[data-pith=readers]')": 'value readers',
  "node.classList.contains('turnedd')": 'class turnedd',
  "event.animationName === 'pressd'": 'animation pressd',
  "use('#', globalThis.pithSell)": 'ours pithSell',
  "for (const name of ['pith-highlite']) mark(name)": 'ours pith-highlite',
};

for (const [script, name] of Object.entries(WRONG)) {
  test(`an unknown name is reported: ${script}`, () => {
    const wrong = new Uses();
    wrong.read(script, 'script.mjs');
    assert.deepEqual(told(wrong.missing([product, core, www, tests])), [`${name}: script.mjs`]);
  });
}

test('unknown names in a style sheet are reported', () => {
  const wrong = new Uses();
  wrong.read('.dock:is(.vanished, p) > a::highlight(pith-gone) { color: var(--gone) }', 'sheet.css');
  assert.deepEqual(told(wrong.missing([product, core])).toSorted(), [
    'class vanished: sheet.css',
    'ours pith-gone: sheet.css',
    'property --gone: sheet.css',
  ]);
});
