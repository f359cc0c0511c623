// The panel of a page's highlights: its items, going to a highlight, editing, copying, and deleting it, and the focus
// afterwards.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { shown } from './highlighted-text.mjs';
import { pageActions } from './page-actions.mjs';
import { rest, until } from './session.mjs';

const URL_OF_PAGE = 'http://plain.localhost/news.html';

/** Returns a stored highlight of the page. */
const highlight = (number, exact, more = {}) => ({
  id: `fa0c2a5e-0000-4000-8000-00000000000${number}`,
  created: '2026-03-15T08:00:00.000Z',
  color: 'yellow',
  exact,
  prefix: '',
  suffix: '',
  start: null,
  at: null,
  block: null,
  note: '',
  isLost: false,
  ...more,
});

/** In order of creation, which isn't the order of the text. */
const STORED = [
  highlight(1, 'It is the levy that was fought over.', { color: 'blue' }),
  highlight(2, 'The crossing is short.', { note: 'How short?' }),
  highlight(3, 'The bridge was opened in May.'),
];
const NOT_FOUND = 'No longer on the page';

export function highlightsPanel(session) {
  const { pasted, press } = pageActions(session);

  const rows = (page) =>
    session.inFrame(page, (root) =>
      [...root.querySelectorAll('.highlight-list .highlight-item')].map((row) => ({
        quote: row.querySelector('.quote').textContent,
        color: row.dataset.color,
        notes: [...row.querySelectorAll('.item-note')].map(({ textContent }) => textContent),
      })),
    );
  const isOpen = (page, selector = '.highlight-list') =>
    session.inFrame(page, (root, name) => root.querySelector(name)?.matches(':popover-open') ?? false, selector);
  const becomes = async (ask, wanted) =>
    assert.deepEqual(await until(ask, (found) => isDeepStrictEqual(found, wanted)), wanted);
  const focused = (page) =>
    session.inFrame(
      page,
      (root) => root.activeElement?.closest('.highlight-item')?.querySelector('.quote').textContent ?? null,
    );
  const quotes = async (page) => (await rows(page)).map(({ quote }) => quote);

  /** Opens Reader on the page with highlights, and the panel by its button. */
  const inPanel = async (use) => {
    await session.store({ [`marks:${URL_OF_PAGE}`]: { version: 1, url: URL_OF_PAGE, title: 'News', marks: STORED } });
    await session.inReader('news.html', {}, async (page) => {
      await until(
        () => shown(page),
        ({ length }) => length === 2,
      );
      await press(page, 'reader', 'button.highlights');
      await becomes(() => isOpen(page), true);
      await use(page);
    });
  };

  test('the panel lists highlights in text order, flags missing ones, and scrolls to one on click', () =>
    inPanel(async (page) => {
      await becomes(
        async () => (await rows(page)).map(({ quote, color, notes: [note = ''] }) => `${color} ${quote} ${note}`),
        [
          'yellow The crossing is short. How short?',
          'blue It is the levy that was fought over. ',
          `yellow The bridge was opened in May. ${NOT_FOUND}`,
        ],
      );
      const badge = () => session.inFrame(page, (root) => root.querySelector('button.highlights .badge').textContent);
      await becomes(badge, '3');
      const top = () =>
        page.evaluate(() => {
          const all = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
          return all.find(({ textContent }) => textContent.startsWith('It is the levy')).getBoundingClientRect().top;
        });
      assert.ok((await top()) > 900, 'it is outside the viewport');
      await press(page, 'reader', '.highlight-item[data-color=blue] .quote');
      const now = await until(top, (place) => place > 0 && place < 800);
      assert.ok(now > 0 && now < 800, `${now} px`);
      assert.equal(await isOpen(page), true, 'the panel stays open');
      const isDisabled = (root) => root.querySelector('.highlight-item:last-child .quote').disabled;
      assert.equal(await session.inFrame(page, isDisabled), true, "a missing highlight can't be clicked");
    }));

  test('a note is edited, a highlight deleted and restored, and the focus follows', () =>
    inPanel(async (page) => {
      await press(page, 'reader', '.highlight-item[data-color=blue] .edit');
      await becomes(() => isOpen(page, '.note-panel'), true);
      await page.keyboard.type('By whom?');
      await page.keyboard.press('Escape');
      await becomes(() => isOpen(page, '.note-panel'), false);
      assert.equal(await isOpen(page), true, 'Escape closes what was opened last');
      await becomes(async () => (await rows(page))[1].notes, ['By whom?']);
      // Saving the note renders the list again.
      await rest(page, 500);
      // By keyboard, the next item gets the focus.
      await session.inFrame(page, (root) => root.querySelector('.highlight-item .delete').focus());
      await page.keyboard.press('Enter');
      await becomes(() => quotes(page), ['It is the levy that was fought over.', 'The bridge was opened in May.']);
      assert.equal(await focused(page), 'It is the levy that was fought over.');
      await press(page, 'reader', '.toast button');
      await becomes(async () => (await quotes(page))[0], 'The crossing is short.');
      await page.keyboard.press('Escape');
      await becomes(() => isOpen(page), false);
      assert.equal(await session.inFrame(page, (root) => root.activeElement?.className ?? ''), 'tool highlights');
    }));

  test('one highlight is copied with its note, or all together', () =>
    inPanel(async (page) => {
      await press(page, 'reader', '.highlight-item .copy');
      await press(page, 'reader', '.toast:popover-open');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.equal((await pasted(other)).text, 'The crossing is short.\nHow short?');
      });
      await page.bringToFront();
      await press(page, 'reader', '.highlight-list .copy-all');
      const copied = () =>
        session.onPage('news.html?paste', {}, async (other) => (await pasted(other)).text.split('\n\n').length);
      assert.equal(await until(copied, (count) => count === 3), 3);
    }));

  test('on phones, Tab stays inside an open sheet', () =>
    session.inReader('documentation.html', { viewport: { width: 390, height: 844 } }, async (page) => {
      for (const [key, sheet] of [
        ['h', '.highlight-list'],
        ['o', '.sheet.contents'],
      ]) {
        await page.keyboard.press(key);
        await becomes(() => isOpen(page, sheet), true);
        // Between the last control and the first, the focus may be in the browser.
        const isInside = () =>
          session.inFrame(
            page,
            (root, name) => {
              const now = root.activeElement ?? document.activeElement;
              return now === document.body || root.querySelector(name).contains(now);
            },
            sheet,
          );
        for (let stop = 0; stop < 12; stop += 1) {
          await page.keyboard.press('Tab');
          await becomes(isInside, true);
        }
        await page.keyboard.press('Escape');
        await becomes(() => isOpen(page, sheet), false);
      }
    }));
}
