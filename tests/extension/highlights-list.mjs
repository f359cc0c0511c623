// The list of all highlights: search, filters, changes, import, and export.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { axeOn } from './accessibility.mjs';
import { shown } from './highlighted-text.mjs';
import { until } from './session.mjs';

/** Sentences of news.html: in one node, across two, and in text that Reader doesn't show. */
export const WHOLE = 'The crossing is short.';
export const ACROSS = 'The Petrel herself needs less work than feared.';
export const COMMENT = 'The old boat never charged for bikes.';

/** Returns a file with one highlight of a page of a host, as exported by Obsidian Web Clipper. */
function clippedFrom(host) {
  const highlights = [{ text: '<p>Clipped <b>text</b></p>', timestamp: '2025-02-03T04:05:06.000Z' }];
  return JSON.stringify([{ url: `https://${host}/clipped`, highlights }]);
}

/** Waits until `look` returns the expected value. */
export async function becomes(look, expected, what = '') {
  const found = await until(look, (now) => isDeepStrictEqual(now, expected));
  assert.deepEqual(found, expected, what);
}

/** Returns functions for the page of all highlights: to read the list, and to import files. */
export function listTools(session) {
  /** Returns the rows of the list. */
  const listed = (list) =>
    list.$$eval('main li', (items) =>
      items.map((item) => ({
        quote: item.querySelector('blockquote').textContent,
        note: item.querySelector('.note').textContent || null,
        color: item.dataset.color,
        lost: !item.querySelector('.missing').hidden,
        href: item.querySelector('.actions a').href,
      })),
    );

  async function onList(use, query = '') {
    const list = await session.browser.ownPage(`highlights.html${query}`);
    try {
      return await use(list);
    } finally {
      await list.close();
    }
  }

  /** Returns the query for the highlights of one page. */
  const ofPage = (path) => `?${new URLSearchParams({ url: session.server.url('plain', path) })}`;

  /** Imports a text as a file. Returns the message. */
  async function importFile(list, text) {
    const folder = await mkdtemp(join(tmpdir(), 'pith-'));
    const file = join(folder, 'marks.json');
    await writeFile(file, text);
    await list.evaluate(() => (document.querySelector('.message [role=status]').textContent = ''));
    await (await list.$('input[type=file]')).uploadFile(file);
    await list.waitForFunction(() => document.querySelector('.message [role=status]').textContent !== '');
    await rm(folder, { recursive: true });
    return list.$eval('.message [role=status]', ({ textContent }) => textContent);
  }

  return { listed, onList, ofPage, importFile };
}

/** Tests the list. `open` opens a view of a page, `mark` highlights a text in it. */
export function highlightsList(session, { open, mark }) {
  const { listed, onList, ofPage, importFile } = listTools(session);

  test('the list can be searched, links to the passage, and deletes with undo', () =>
    session.onPage('news.html?listing', {}, async (page) => {
      await open(page, 'reader');
      await mark(page, WHOLE);
      await mark(page, ACROSS);
      const saved = Object.values(await session.stored('marks:')).find(({ url }) => url.endsWith('?listing'));
      assert.equal(saved.byline, 'Ines Calloway');
      await onList(async (list) => {
        const own = async () => (await listed(list)).map(({ quote }) => quote);
        await becomes(own, [WHOLE, ACROSS]);
        const [{ href }] = await listed(list);
        assert.match(href, /news\.html\?listing#:~:text=The%20crossing%20is%20short\.$/);
        await list.type('input[type=search]', ' crossing');
        await becomes(own, [WHOLE]);
        await list.evaluate(() => document.querySelector('main .remove').click());
        await becomes(own, []);
        await becomes(() => shown(page), [`yellow: ${ACROSS}`], 'the open page is updated');
        const focused = () => list.evaluate(() => document.activeElement.textContent);
        assert.equal(await focused(), 'Undo');
        await list.evaluate(() => document.querySelector('.message button').click());
        await becomes(own, [WHOLE]);
        await becomes(async () => (await shown(page)).length, 2);
      }, ofPage('news.html?listing'));
    }));

  test('the list edits notes and colors, filters, and changes several highlights at once', () =>
    session.onPage('news.html?in-place', {}, async (page) => {
      await open(page, 'reader');
      await mark(page, WHOLE);
      await mark(page, ACROSS);
      await onList(async (list) => {
        const own = async () => (await listed(list)).map(({ quote, note, color }) => [quote, note, color]);
        await becomes(own, [
          [WHOLE, null, 'yellow'],
          [ACROSS, null, 'yellow'],
        ]);
        assert.equal(await list.$eval('.only-page', (chip) => chip.checkVisibility()), true);
        // Closed immediately after typing: nothing is lost.
        await list.click('main .add');
        await list.keyboard.type('from the list');
        await list.keyboard.press('Escape');
        assert.equal(await list.evaluate(() => document.activeElement.textContent), 'from the list');
        await list.$eval('main input[value=green]', (radio) => radio.click());
        await becomes(() => shown(page), [`yellow: ${ACROSS}`, `green: ${WHOLE}`]);
        await list.click('.chip.green');
        await becomes(own, [[WHOLE, 'from the list', 'green']]);
        await list.click('.chip.green');
        await list.click('.chip.notes');
        await becomes(own, [[WHOLE, 'from the list', 'green']]);
        await list.click('.chip.notes');
        await becomes(async () => (await listed(list)).length, 2);
        for (const box of await list.$$('main .row-select input')) await box.click();
        await list.$eval('.selection input[value=pink]', (radio) => radio.click());
        await becomes(async () => (await shown(page)).toSorted(), [`pink: ${ACROSS}`, `pink: ${WHOLE}`].toSorted());
        assert.deepEqual(await axeOn(list), []);
        await list.click('.selection .danger');
        await becomes(() => shown(page), []);
        await list.click('.message button');
        await becomes(own, [
          [WHOLE, 'from the list', 'pink'],
          [ACROSS, null, 'pink'],
        ]);
        await list.click('.only-page button');
        await becomes(() => list.$eval('.only-page', (chip) => chip.hidden), true);
      }, ofPage('news.html?in-place'));
    }));

  test('files of other tools are imported, and invalid ones change nothing', () =>
    onList(async (list) => {
      const quotes = async () => (await listed(list)).map(({ quote }) => quote);
      await list.type('input[type=search]', 'imported.example');
      const refused = {
        'isn’t valid JSON': '{"type": "Annotation", ',
        'no web highlights': JSON.stringify([{ type: 'Annotation', target: 'https://imported.example/' }]),
        'a newer version of Pith': JSON.stringify({ formatVersion: 99, items: [] }),
        'This file has no web highlights': 'A shopping list.\n- milk\n',
      };
      for (const [sentence, text] of Object.entries(refused)) {
        assert.match(await importFile(list, text), new RegExp(sentence));
        assert.deepEqual(await quotes(), []);
      }
      const clipped = clippedFrom('imported.example');
      assert.match(await importFile(list, clipped), /Highlights imported: 1/);
      await becomes(quotes, ['Clipped text']);
      // Importing the same file again adds nothing.
      await importFile(list, clipped);
      await becomes(quotes, ['Clipped text']);
    }));

  test('exports can be imported again', () =>
    onList(async (list) => {
      await list.type('input[type=search]', 'exported.example');
      await importFile(list, clippedFrom('exported.example'));
      await becomes(async () => (await listed(list)).length, 1);
      const files = await list.evaluate(async () => {
        const texts = [];
        const create = URL.createObjectURL;
        URL.createObjectURL = (blob) => {
          texts.push(blob.text());
          return create(blob);
        };
        HTMLAnchorElement.prototype.click = () => {};
        for (const form of ['json', 'markdown', 'csv']) {
          document.querySelector('.export > button').click();
          document.querySelector(`.menu-item.${form}`).click();
        }
        return Promise.all(texts);
      });
      const [json, markdown, csv] = files;
      assert.match(csv, /^\ufeff?"quote","note","color","created","title","author","url"\r\n"Clipped text",/);
      const [annotation] = JSON.parse(json).first.items;
      assert.equal(annotation.target.selector[0].exact, 'Clipped text');
      assert.match(markdown, /> Clipped text/);
      for (const text of [json, markdown]) {
        await list.evaluate(() => document.querySelector('main .remove').click());
        await becomes(async () => (await listed(list)).length, 0);
        assert.match(await importFile(list, text), /Highlights imported: 1/);
        await becomes(async () => (await listed(list)).map(({ quote }) => quote), ['Clipped text']);
      }
    }));
}
