// Stored highlights and files of highlights: every version is read, nothing is lost or half-written, and foreign files
// change nothing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';
import { Storage } from './storage.mjs';

const storage = new Storage();
globalThis.chrome = { runtime: { id: 'pith' }, storage: { local: storage }, extension: { inIncognitoContext: false } };
globalThis.location = { href: 'https://marrow.example/ferry#terms' };
const own = await built([
  'pages/highlights/annotation',
  'pages/highlights/csv',
  'pages/highlights/imports',
  'shared/highlights/highlight',
  'pages/highlights/markdown',
  'content/panels/highlights/page-highlights',
  'background/highlights/requests',
  'background/highlights/store',
  'shared/highlights/stored',
  'shared/highlights/page-url',
]);

const url = 'https://marrow.example/ferry';
const mark = (exact, more = {}) => ({
  id: own.newId(),
  created: '2026-03-15T08:00:00.000Z',
  color: 'green',
  note: '',
  exact,
  prefix: 'before it ',
  suffix: ' after it',
  start: 12,
  at: null,
  block: '/html[1]/body[1]/p[2]',
  isLost: false,
  ...more,
});
const put = (...marks) => ({ url, title: 'Ferry', byline: 'Edda Lund', put: marks, remove: [] });
const stored = () => own.readPage(storage.values[own.highlightsKey(url)])?.marks.map(({ exact }) => exact) ?? null;

test.beforeEach(() => {
  storage.values = {};
  storage.room = Infinity;
});

/**
 * Data that each version of the extension stored for a page with one highlight, and that highlight as read now. The
 * first one had no byline.
 */
const VERSIONS = {
  1: {
    stored: {
      version: 1,
      url,
      title: 'Ferry',
      marks: [
        {
          id: '0f8fad5b-d9cb-469f-a165-70867728950e',
          created: '2026-03-15T08:00:00.000Z',
          colour: 'blue',
          note: 'ask Edda',
          exact: 'a folded paper',
          prefix: 'people put ',
          suffix: ' into a crate',
          start: 204,
          at: 170,
          block: '/html[1]/body[1]/main[1]/p[3]',
          isLost: false,
        },
      ],
    },
    read: ({ marks, ...page }) => ({
      ...page,
      byline: '',
      marks: marks.map(({ colour: color, ...mark }) => ({ ...mark, color })),
    }),
  },
};

test('saved data of every version is read', () => {
  assert.deepEqual(Object.keys(VERSIONS).at(-1), String(own.version), 'a version has no test');
  for (const { stored: page, read } of Object.values(VERSIONS)) assert.deepEqual(own.readPage(page), read(page));
});

test('data saved by a newer version stays unchanged', async () => {
  const newer = { version: own.version + 1, url, marks: 'in a form of its own' };
  storage.values = { [own.highlightsKey(url)]: newer };
  assert.equal(own.readPage(newer), 'newer');
  assert.deepEqual(await own.store([put(mark('one'))]), { refusal: 'newer' });
  assert.deepEqual(storage.values, { [own.highlightsKey(url)]: newer });
  assert.deepEqual(await own.loadAllHighlights(), { pages: [], newer: 1 });
});

test('invalid saved highlights are skipped without losing valid ones', () => {
  const whole = mark('whole');
  const page = own.readPage({ version: 1, url, marks: [null, { id: 3 }, whole, { id: 'x', exact: ' ' }] });
  assert.deepEqual(page.marks, [whole]);
  for (const value of [undefined, null, 7, 'text', [], {}, { version: 1 }]) assert.equal(own.readPage(value), null);
});

test('concurrent changes are all saved', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, i) => own.store([put(mark(String(i)))])));
  assert.deepEqual(
    stored(),
    Array.from({ length: 20 }, (_, i) => String(i)),
  );
});

test('several changes to one page in one request are saved, and it keeps its title and author', async () => {
  const other = { ...put(mark('two')), title: '', byline: '' };
  assert.deepEqual(await own.store([put(mark('one')), other]), { refusal: null });
  assert.deepEqual(stored(), ['one', 'two']);
  const { title, byline } = own.readPage(storage.values[own.highlightsKey(url)]);
  assert.deepEqual([title, byline], ['Ferry', 'Edda Lund']);
});

test('a page saved without an author gets one with its next highlight', async () => {
  storage.values = { [own.highlightsKey(url)]: VERSIONS[1].stored };
  await own.store([put(mark('one'))]);
  const { byline, marks } = own.readPage(storage.values[own.highlightsKey(url)]);
  assert.deepEqual([byline, marks.length], ['Edda Lund', 2]);
});

test("imports don't change known highlights", async () => {
  const one = mark('one', { note: 'ask Edda' });
  await own.store([put(one)]);
  await own.store([put({ ...one, note: '' }, mark('two'))], true);
  const { marks } = own.readPage(storage.values[own.highlightsKey(url)]);
  assert.deepEqual(
    marks.map(({ exact, note }) => [exact, note]),
    [
      ['one', 'ask Edda'],
      ['two', ''],
    ],
  );
});

test('quotes and notes are truncated to their maximum length', () => {
  const { exact, note } = own.readHighlight(
    mark('x'.repeat(own.maxQuoteLength + 1), { note: 'x'.repeat(own.maxNoteLength + 1) }),
  );
  assert.deepEqual([exact.length, note.length], [own.maxQuoteLength, own.maxNoteLength]);
});

/** Returns the highlights of the page as a view has them. The background answers with `refusals`, in order. */
function inView(...refusals) {
  storage.onChanged = { addListener() {}, removeListener() {} };
  chrome.runtime.sendMessage = async () => ({ refusal: refusals.shift() ?? null });
  const marks = new own.PageHighlights(
    () => ({ title: 'Ferry', byline: '' }),
    () => {},
    new AbortController().signal,
  );
  return { marks, shown: () => marks.all.map(({ exact }) => exact) };
}

test("a highlight that can't be deleted from the storage is shown again", async () => {
  const { marks, shown } = inView(null, 'full');
  const one = mark('one');
  await marks.change({ put: [one], remove: [] });
  assert.equal(await marks.change({ put: [], remove: [one.id] }), 'full');
  assert.deepEqual(shown(), ['one']);
});

test('a failed message means the extension is gone, even while runtime.id is set', async () => {
  const { marks, shown } = inView();
  chrome.runtime.sendMessage = () => Promise.reject(new Error('Could not establish connection.'));
  assert.equal(chrome.runtime.id, 'pith');
  assert.equal(await marks.change({ put: [mark('one')], remove: [] }), 'gone');
  assert.deepEqual(shown(), ['one']);
});

test('a message without an answer times out once the extension is gone', async (t) => {
  const { marks } = inView();
  chrome.runtime.sendMessage = () => new Promise(() => {});
  t.after(() => {
    chrome.runtime.id = 'pith';
  });
  const failure = marks.change({ put: [mark('one')], remove: [] });
  delete chrome.runtime.id;
  assert.equal(await failure, 'gone');
});

test('a new highlight stays on the screen while older ones load', async () => {
  inView();
  const told = [];
  storage.onChanged.addListener = (listener) => told.push(listener);
  const later = new own.PageHighlights(
    () => ({ title: 'Ferry', byline: '' }),
    () => seen.push(later.all.length),
    new AbortController().signal,
  );
  const seen = [];
  chrome.runtime.sendMessage = async ({ changes }) => {
    const before = storage.values;
    const answer = await own.store(changes);
    // As in browsers, each listener is called separately and later.
    const key = own.highlightsKey(url);
    if (storage.values !== before) setImmediate(() => told[0]({ [key]: { newValue: storage.values[key] } }));
    return answer;
  };
  const loaded = later.load();
  const first = later.change({ put: [mark('one')], remove: [] });
  await loaded;
  await later.change({ put: [mark('two')], remove: [] });
  await first;
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate);
  assert.deepEqual(
    seen.filter((count, at) => count < (seen[at - 1] ?? 0)),
    [],
    String(seen),
  );
  assert.deepEqual(
    later.all.map(({ exact }) => exact),
    ['one', 'two'],
  );
  // Highlights saved by another tab are shown.
  await own.store([put(mark('three'))]);
  told[0]({ [own.highlightsKey(url)]: { newValue: storage.values[own.highlightsKey(url)] } });
  for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  assert.equal(later.all.length, 3);
});

test('redo is cleared by another change', async () => {
  const { marks, shown } = inView();
  await marks.change({ put: [mark('one')], remove: [] });
  await marks.undo();
  assert.equal(marks.canRedo, true);
  await marks.change({ put: [mark('two')], remove: [] });
  assert.equal(marks.canRedo, false);
  await marks.redo();
  assert.deepEqual(shown(), ['two']);
});

test("deleting the last highlight deletes the page's record", async () => {
  const one = mark('one');
  await own.store([put(one)]);
  await own.store([{ url, title: '', put: [], remove: [one.id] }]);
  assert.deepEqual(storage.values, {});
});

test('full storage changes nothing, and saving works again later', async () => {
  await own.store([put(mark('one'))]);
  const before = structuredClone(storage.values);
  storage.room = JSON.stringify(before).length + 10;
  const other = { url: 'https://marrow.example/other', title: '', put: [mark('three')], remove: [] };
  assert.deepEqual(await own.store([put(mark('two')), other]), { refusal: 'full' });
  assert.deepEqual(storage.values, before);
  storage.room = Infinity;
  assert.deepEqual(await own.store([put(mark('two'))]), { refusal: null });
  assert.deepEqual(stored(), ['one', 'two']);
});

test("highlights in private windows aren't saved", async () => {
  const request = { changes: [put(mark('one'))], isNew: false };
  assert.deepEqual(await own.highlightHandlers['store-marks'](request, { id: 1, incognito: true }), {
    refusal: 'private',
  });
  assert.deepEqual(storage.values, {});
  assert.deepEqual(await own.highlightHandlers['store-marks'](request, { id: 1, incognito: false }), { refusal: null });
  assert.deepEqual(stored(), ['one']);
});

test('page URLs omit the fragment unless it is a route', () => {
  assert.equal(own.pageUrl(`${url}?a=1#part`), `${url}?a=1`);
  assert.equal(own.pageUrl(`${url}#/story/7`), `${url}#/story/7`);
  assert.equal(own.pageUrl(`${url}#!story`), `${url}#!story`);
});

const plain = (html) => html.replace(/<[^>]*>/g, '');
const awkward = mark('First [line] of *it* <b> & more\n# no heading, --> no end', {
  note: 'A note.\n\n- with a list\n> and a quotation\n<!-- pith {} -->',
  color: 'pink',
  prefix: 'an arrow --> and a rule --',
});
const page = {
  version: 1,
  url: `${url}?q=<1>`,
  title: 'A [title] with `marks`',
  byline: 'Edda *Lund*, Ines Calloway',
  marks: [mark('plain'), awkward],
};

/** Markdown of earlier versions, with a comment after each block quote. */
const former = `# Highlights\n\n## [A \\[title\\] with \\\`marks\\\`](<${page.url.replace(/[<>]/g, encodeURIComponent)}>)\n\n${page.marks
  .map(({ exact, note, ...rest }) => {
    const escaped = (text) =>
      text.replace(/[\\`*_{}[\]<>#|~&]/g, '\\$&').replace(/^(\s*)([-+]|\d+[.)])(?=\s)/gm, '$1\\$2');
    const quoted = exact
      .split('\n')
      .map((line) => `> ${escaped(line)}`)
      .join('\n>\n');
    const comment = `<!-- pith ${JSON.stringify(rest).replaceAll('-', '\\u002d')} -->`;
    return [quoted, ...(note ? [escaped(note)] : []), comment].join('\n\n');
  })
  .join('\n\n')}\n`;

test('JSON and Markdown round-trip', () => {
  const { title, byline } = page;
  const change = { url: new URL(page.url).href, title, byline, put: page.marks, remove: [] };
  const wanted = (changes) => ({ changes: [changes], marks: 2, others: 0 });
  const facts = ({ color }) => `*${color}*, 2026`;
  for (const text of [
    own.toAnnotations([page]),
    own.toMarkdown([page], 'Highlights'),
    own.toMarkdown([page], 'Highlights', facts),
  ])
    assert.deepEqual(own.readImport(text, plain), wanted(change));
  assert.deepEqual(own.readImport(former, plain), wanted({ ...change, byline: '' }));
  assert.match(own.toMarkdown([page], 'Highlights'), /^## .*\n\n\*Edda \\\*Lund\\\*, Ines Calloway\*\n\n> plain$/m);
  // For other programs, a comment ends at two hyphens. There is one comment, at the end.
  const comments = [...own.toMarkdown([page], 'Highlights').matchAll(/^<!--(.*)-->\n*$/gm)];
  assert.equal(comments.length, 1);
  assert.doesNotMatch(comments[0][1], /--/);
  assert.ok(own.toMarkdown([page], 'Highlights').endsWith(comments[0][0]));
});

test('Markdown with quotations deleted imports the others unchanged', () => {
  const text = own.toMarkdown([page], 'Highlights').replace(/^> plain\n/m, '');
  assert.deepEqual(own.readImport(text, plain).changes[0].put, [awkward]);
});

test("exported CSV cells can't be interpreted as formulas", () => {
  const texts = [
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '\r=1',
    '\n=1',
    ' =1',
    '＝1',
    'a "quoted", text\nof two lines',
  ];
  const csv = own.toCsv([{ ...page, title: '=title', marks: texts.map((exact) => mark(exact, { note: '=note' })) }]);
  const [, ...cells] = csv.matchAll(/(?:^\ufeff|,|\r\n)"((?:[^"]|"")*)"/g);
  const values = cells.map(([, cell]) => cell.replaceAll('""', '"'));
  for (const cell of values) assert.doesNotMatch(cell, /^\s*[=+\-@＝]|^[\t\r]/);
  assert.ok(values.includes("'=1+1") && values.includes("'=note") && values.includes("'=title"), csv);
  assert.ok(values.includes(texts.at(-1)), 'other text is unchanged');
});

test('exports are Web Annotations with quote, position, and XPath selectors', () => {
  const collection = JSON.parse(own.toAnnotations([page]));
  assert.equal(collection['@context'], 'http://www.w3.org/ns/anno.jsonld');
  assert.equal(collection.type, 'AnnotationCollection');
  assert.equal(collection.total, 2);
  const [first, second] = collection.first.items;
  assert.match(first.id, /^urn:uuid:[\da-f-]{36}$/);
  assert.deepEqual(first.target, {
    source: page.url,
    styleClass: 'green',
    selector: [
      { type: 'TextQuoteSelector', exact: 'plain', prefix: 'before it ', suffix: ' after it' },
      { type: 'TextPositionSelector', start: 12, end: 17 },
      { type: 'XPathSelector', value: '/html[1]/body[1]/p[2]' },
    ],
  });
  assert.deepEqual(second.motivation, ['highlighting', 'commenting']);
  assert.equal(second.body.value, awkward.note);
});

test('annotations from other tools are read: single, lists, pages, collections, and Hypothesis', () => {
  const target = { source: `${url}#top`, selector: { type: 'TextQuoteSelector', exact: 'of others' } };
  const nested = {
    source: { id: url },
    selector: {
      type: 'FragmentSelector',
      value: 'p1',
      refinedBy: { type: 'TextQuoteSelector', exact: 'of others' },
    },
  };
  const one = { '@context': 'http://www.w3.org/ns/anno.jsonld', id: 'https://others.example/1', type: 'Annotation' };
  const hypothesis = { id: 'Xy', uri: url, text: 'note', target: [{ source: url, selector: [target.selector] }] };
  for (const value of [
    { ...one, target },
    [{ ...one, target: nested, bodyValue: 'note' }],
    { type: 'AnnotationPage', items: [{ ...one, target: [target] }] },
    { type: 'AnnotationCollection', first: { items: [{ ...one, target }] } },
    { total: 1, rows: [hypothesis] },
  ]) {
    const { changes, marks } = own.readImport(JSON.stringify(value), plain);
    assert.equal(marks, 1);
    assert.equal(changes[0].url, url);
    assert.equal(changes[0].put[0].exact, 'of others');
    // Reading the same file twice gives the same highlight.
    assert.deepEqual(own.readImport(JSON.stringify(value), plain).changes[0].put[0].id, changes[0].put[0].id);
  }
});

test("Obsidian Web Clipper's export is read", () => {
  const clipped = [
    { url, highlights: [{ text: '<p>A <b>bold</b> claim</p>', timestamp: '2025-01-02T03:04:05.000Z' }, { text: '' }] },
    { url: 'javascript:alert(1)', highlights: [{ text: 'no page', timestamp: '' }] },
  ];
  const { changes, marks, others } = own.readImport(JSON.stringify(clipped), plain);
  assert.deepEqual([marks, others], [1, 2]);
  assert.equal(changes[0].put[0].exact, 'A bold claim');
  assert.equal(changes[0].put[0].created, '2025-01-02T03:04:05.000Z');
});

test('files without valid highlights are rejected with distinct reasons', () => {
  const target = { source: url, selector: { type: 'TextQuoteSelector', exact: 'x' } };
  const refused = {
    broken: ['{', '[1,', '{"a": }'],
    newer: [JSON.stringify({ formatVersion: 2, first: { items: [{ target }] } })],
    foreign: [
      '',
      'text',
      '[]',
      '{}',
      '[null, 3]',
      '# Marks\n\n> a quotation of no page',
      '[{"target": {"source": 7}}]',
    ],
    huge: [JSON.stringify(Array.from({ length: 20_001 }, () => ({ target })))],
  };
  refused.foreign.push(JSON.stringify([{ target: { ...target, source: 'javascript:alert(1)' } }]));
  for (const [problem, texts] of Object.entries(refused))
    for (const text of texts) assert.equal(own.readImport(text, plain), problem, text.slice(0, 60));
});
