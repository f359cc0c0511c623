// Properties of the parsers in the scripts: they return for any input, and can read everything that was written.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: new Storage() }, i18n: { getMessage: (key) => key } };
globalThis.location = { href: 'https://marrow.example/ferry' };

/** A document of texts, as far as the search needs it. */
globalThis.Text = class {
  constructor(data) {
    this.data = data;
    this.parentElement = null;
  }
};
globalThis.Element = class {};
globalThis.NodeFilter = { SHOW_ELEMENT: 1, SHOW_TEXT: 4 };
globalThis.Document = class {
  createTreeWalker(root) {
    const texts = root.values();
    return { nextNode: () => texts.next().value ?? null };
  }
};
globalThis.document = new Document();
globalThis.Range = class {
  setStart(node, offset) {
    this.start = { node, offset };
  }
  setEnd(node, offset) {
    this.end = { node, offset };
  }
};

const patterns = await built(['shared/auto-open/patterns']);
const lists = await built(['pages/options/auto-open-file']);
const settings = await built(['pages/options/settings-file', 'shared/settings/settings', 'shared/settings/shortcuts']);
const rules = await built(['pages/options/site-rules-file', 'shared/site-rules/site-rules']);
const highlights = await built([
  'pages/highlights/annotation',
  'pages/highlights/imports',
  'pages/highlights/markdown',
]);
const { SearchText } = await built(['content/tools/search-text']);

/** Input for a parser: any text, and text that looks like what it reads. */
const textOf = (...pieces) =>
  fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.json({ maxDepth: 6 }),
    fc.array(fc.oneof(fc.constantFrom(...pieces), fc.string()), { maxLength: 30 }).map((parts) => parts.join('')),
  );
/** The same cases in every run. `PITH_SEED=random` selects others. */
const seed = process.env.PITH_SEED === 'random' ? Date.now() % 2 ** 31 : 1;
const holds = (arbitrary, check) => fc.assert(fc.property(arbitrary, check), { numRuns: 1_000, seed });

const problems = ['broken', 'foreign', 'newer', 'huge', 'faulty'];

test('every line of the auto-open list is a pattern, blank, a comment, or invalid', () => {
  const pieces = [
    'reader ',
    'never ',
    'inspect\t',
    'https://',
    'example.org',
    '/*',
    '?',
    '#',
    '\n',
    '*',
    '[',
    '@',
    ':80',
  ];
  holds(textOf(...pieces), (text) => {
    const lines = text.split('\n');
    const empty = lines.filter((line) => line.trim() === '' || line.trim().startsWith('#'));
    assert.equal(
      patterns.patternsIn(text).length + patterns.faultyLines(text).length + empty.length,
      lines.length,
      JSON.stringify(text),
    );
    for (const href of ['https://example.org/', text]) patterns.viewFor(patterns.patternsIn(text), href);
    assert.equal(patterns.withLines(text, []), patterns.mergeLists(text, text, text));
    lists.fromFile(text);
  });
});

test('generated patterns match their page, and a star matches any characters', () => {
  holds(
    fc.tuple(
      fc.webUrl({ withQueryParameters: true, withFragments: true }),
      fc.constantFrom('reader', 'simplify', 'inspect'),
      fc.constantFrom('page', 'part', 'site', 'except'),
    ),
    ([href, view, extent]) => {
      const lines = patterns.linesFor(href, extent, view).join('\n');
      assert.deepEqual(patterns.faultyLines(lines), []);
      const found = patterns.viewFor(patterns.patternsIn(lines), href);
      assert.equal(found, extent === 'except' ? null : view, lines);
    },
  );
  const piece = fc.string({ unit: fc.constantFrom('a', 'b', '/', '*') });
  holds(fc.tuple(piece, fc.string({ unit: fc.constantFrom('a', 'b', '/') })), ([pattern, path]) => {
    const expression = pattern.split('*').join('.*');
    const isLike = new RegExp(`^/${expression}$`).test(`/${path}`);
    const list = patterns.patternsIn(`reader https://example.org/${pattern}`);
    const [read] = list;
    // A URL may be written differently: "/" equals "".
    if (read.hostAndPath !== `example.org/${pattern}`) return;
    const url = new URL(`https://example.org/${path}`);
    if (url.pathname !== `/${path}`) return;
    assert.equal(patterns.viewFor(list, url.href), isLike ? 'reader' : null, `${pattern} and ${path}`);
  });
});

test('a settings file is valid or has a known problem, and a written one can be read', () => {
  holds(
    textOf('{', '}', '"format":"pith-settings"', ',', '"version":1', '"settings":', '"theme"', ':', '1'),
    (text) => {
      const read = settings.fromFile(text);
      if (typeof read === 'string') assert.ok(problems.includes(read));
      else assert.deepEqual(settings.validSettings(read), read);
    },
  );
  holds(fc.dictionary(fc.constantFrom(...settings.settingNames, '__proto__', 'toString'), fc.jsonValue()), (values) => {
    const read = settings.fromFile(JSON.stringify({ format: 'pith-settings', version: 1, settings: values }));
    if (typeof read === 'string') return assert.equal(read, 'broken');
    assert.deepEqual(settings.fromFile(settings.toFile(read)), JSON.parse(JSON.stringify(read)));
  });
});

test('shortcuts can be parsed from any text', () => {
  holds(textOf('find', '=', ' ', '/', ':', ',', ';', '\n', 'Shift+'), (text) => {
    const isSound = settings.areValidBindings(text);
    for (const name of settings.shortcutNames) {
      const keys = settings.keysOf(name, text);
      if (isSound)
        for (const key of keys) assert.ok(settings.actionFor(key, text), `${key} of ${JSON.stringify(text)}`);
    }
  });
});

test('a site rules file is valid or has a known problem', () => {
  holds(
    textOf('{', '}', '[', ']', '"format":', '"pith-site-rules"', ',', '"version":1', '"sites":', '"rules"'),
    (text) => {
      const read = rules.fromFile(text);
      assert.ok(Array.isArray(read) || problems.includes(read), String(read));
    },
  );
  holds(fc.jsonValue(), (value) => {
    rules.parseSite(value);
    rules.parseRule(value);
  });
});

const highlight = fc.record(
  {
    id: fc.uuid(),
    created: fc.date({ noInvalidDate: true, min: new Date(0), max: new Date(4e12) }).map((date) => date.toISOString()),
    color: fc.constantFrom('yellow', 'green', 'blue'),
    note: fc.string(),
    exact: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
    prefix: fc.string(),
    suffix: fc.string(),
    start: fc.option(fc.nat()),
    at: fc.constant(null),
    block: fc.option(fc.string()),
    isLost: fc.constant(false),
  },
  { noNullPrototype: true },
);
const pageOf = (marks) => ({
  version: 1,
  url: 'https://marrow.example/ferry',
  title: 'Ferry',
  byline: 'Edda Lund',
  marks,
});

test('a highlights file is valid or has a known problem, and a written one can be read', () => {
  const pieces = [
    '## [',
    '](<',
    'https://a.example/',
    '>)',
    '\n',
    '> ',
    '<!-- pith {',
    '} -->',
    '[',
    '{',
    '"target":',
    '}',
  ];
  holds(textOf(...pieces), (text) => {
    const read = highlights.readImport(text, (html) => html);
    if (typeof read === 'string') return assert.ok(problems.includes(read));
    assert.equal(read.changes.flatMap(({ put }) => put).length, read.marks);
  });
  holds(fc.jsonValue({ maxDepth: 8 }), (value) => {
    highlights.fromAnnotation(value);
  });
  holds(fc.array(highlight, { minLength: 1, maxLength: 5 }), (marks) => {
    const read = highlights.readImport(highlights.toAnnotations([pageOf(marks)]), String);
    assert.deepEqual(read.changes[0].put, marks);
  });
  // On one line, as in a quote.
  const quoted = highlight.map((mark) => ({ ...mark, note: '', exact: mark.exact.replace(/\s+/g, ' ').trim() }));
  holds(fc.array(quoted, { minLength: 1, maxLength: 5 }), (marks) => {
    const read = highlights.readImport(highlights.toMarkdown([pageOf(marks)], 'Highlights'), String);
    assert.deepEqual(read.changes[0].put, marks);
  });
});

test('a deeply nested highlights file is rejected like any other', () => {
  const nested = (levels) => `${'{"refinedBy":'.repeat(levels)}1${'}'.repeat(levels)}`;
  const file = `[{"target":{"source":"https://marrow.example/","selector":${nested(200_000)}}}]`;
  assert.equal(highlights.readImport(file, String), 'foreign');
});

test('search finds every part of a text, and matches stay within their nodes', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'e\u0301', 'İ', 'ß', '’', ' ', '\n', '\u00ad', '😀') });
  const found = (texts, wanted) => new SearchText([texts.map((data) => new Text(data))], () => true).find(wanted);
  holds(fc.tuple(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat()), ([texts, from, length]) => {
    const all = [...texts.join('')];
    const wanted = all.slice(from % (all.length + 1), (from % (all.length + 1)) + 1 + (length % 8)).join('');
    const ranges = found(texts, wanted);
    assert.ok(ranges.length <= all.length);
    const seen = wanted.normalize('NFC').replace(/[\u00ad\p{Mn}\s]/gu, '');
    if (seen !== '') assert.notEqual(ranges.length, 0, JSON.stringify([texts, wanted]));
    for (const { start, end } of ranges) {
      assert.ok(start.offset <= start.node.data.length && end.offset <= end.node.data.length);
    }
  });
  holds(fc.string({ unit: 'binary' }), (wanted) => {
    found(['the ferry left at noon'], wanted);
  });
});
