// An article with several pages: the next pages are loaded below it on request.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { pageActions, readBook } from './page-actions.mjs';
import { READER, rest, until } from './session.mjs';
import { whenAll } from '../browser/sampling.mjs';

export function pagination(session) {
  const { emptied, downloaded, markdown } = pageActions(session);

  /** Returns the text and the buttons of the line at the end of the article. */
  const line = (page) =>
    page.evaluate((name) => {
      const node = document.querySelector(`${name} .pith-pages`);
      return {
        says: node?.querySelector('[role=status]')?.textContent ?? '',
        offers: node?.querySelector('button')?.textContent ?? '',
      };
    }, READER);

  /** Scrolls to the end of the article, where next pages are looked for. */
  const reachEnd = (page) =>
    page.$eval(`${READER} .pith-pages`, (node) => node.scrollIntoView({ block: 'center', behavior: 'instant' }));

  async function offered(page) {
    if ((await line(page)).offers === '') await reachEnd(page);
    const { offers } = await until(
      () => line(page),
      (found) => found.offers !== '',
    );
    return offers;
  }

  /** Clicks the line's button with the mouse. */
  async function press(page) {
    assert.ok(await offered(page));
    const place = await page.evaluate((name) => {
      const button = document.querySelector(`${name} .pith-pages button`);
      button.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = button.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }, READER);
    await page.mouse.click(...place);
  }

  /** Waits for a message, or its beginning. Returns the buttons shown then. */
  async function said(page, sentence) {
    const found = await until(
      () => line(page),
      ({ says }) => says.startsWith(sentence),
    );
    assert.equal(found.says.slice(0, sentence.length), sentence);
    return found.offers;
  }

  const article = (page) => page.$eval(`${READER} > article`, (node) => node.innerText.replace(/\s+/g, ' '));
  const count = (text, words) => text.split(words).length - 1;
  const inReader = (path, use, options = {}) => session.inReader(path, options, use);
  const WHOLE = 'All pages loaded. This is the end of page 3.';

  test('next pages load only on a click, and are appended without repetitions', () =>
    session.onPage('divided.html?kind=plain', {}, async (page) => {
      const before = await page.content();
      const mark = session.server.requests.length;
      await session.open(page);
      assert.equal(await offered(page), 'Load pages 2–3');
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      const own = () => session.requestsSince(mark).filter((request) => /page=|ran\./.test(request));
      assert.deepEqual(own(), []);
      await press(page);
      assert.equal(await said(page, WHOLE), '');
      assert.deepEqual(
        own().map((request) => request.replace(/http:.+localhost/, '')),
        ['GET /divided.html?kind=plain&page=2', 'GET /divided.html?kind=plain&page=3'],
      );
      const text = await article(page);
      for (const part of ['1.1', '1.5', '2.1', '2.5', '3.1', '3.5'])
        assert.equal(count(text, `Part ${part}.`), 1, part);
      for (const once of ['A crossing in three parts', 'nobody has asked it why', 'The harbour at noon'])
        assert.equal(count(text, once), 1, once);
      assert.ok(
        text.indexOf('Page 2') > text.indexOf('Part 1.5.') && text.indexOf('Page 2') < text.indexOf('Part 2.1.'),
      );
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      // Footnotes of different pages have different ids.
      const ids = await page.$$eval(`${READER} > article [id]`, (all) => all.map(({ id }) => id));
      assert.equal(new Set(ids).size, ids.length, `${ids}`);
      assert.equal(await page.title(), 'A crossing in three parts – The Almanac');
      await session.leave(page);
      assert.equal(await page.content(), before);
    }));

  test('next pages of a discussion append its comments', whenAll, () =>
    inReader('board.html?t=7', async (page) => {
      const posts = () =>
        page.$$eval(`${READER} .pith-thread > li > details`, (all) =>
          all.map((one) => [
            one.querySelector('.pith-who b').textContent,
            /Post \d+ of ten/.exec(one.textContent)?.[0],
          ]),
        );
      assert.deepEqual(await until(posts, ({ length }) => length === 3), [
        ['old_marrow', 'Post 2 of ten'],
        ['Bergamot', 'Post 3 of ten'],
        ['quince', 'Post 4 of ten'],
      ]);
      assert.equal(await offered(page), 'Load pages 2–3');
      await press(page);
      assert.equal(await said(page, WHOLE), '');
      const all = await posts();
      assert.deepEqual(
        all.map(([, words]) => words),
        Array.from({ length: 9 }, (_, i) => `Post ${i + 2} of ten`),
      );
      assert.deepEqual([all[3][0], all[8][0]], ['tansy_', 'old_marrow']);
      const text = await article(page);
      assert.equal(count(text, 'Ten posts about one lemon tree'), 1);
      assert.ok(text.indexOf('Page 2') > text.indexOf('Post 4') && text.indexOf('Page 2') < text.indexOf('Post 5'));
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      const written = await markdown(page, 'reader');
      for (let number = 1; number <= 10; number += 1) assert.equal(count(written, `Post ${number} of ten`), 1, written);
      await session.show(page, 'inspect');
      await session.show(page, 'reader');
      assert.equal(
        await until(
          async () => (await posts()).length,
          (length) => length === 9,
        ),
        9,
      );
      await session.leave(page);
    }),
  );

  test('a later page of a discussion shows all its posts as comments, and offers the next page', () =>
    inReader('board.html?t=7&start=4', async (page) => {
      const count = () => page.$$eval(`${READER} .pith-thread > li > details`, ({ length }) => length);
      assert.equal(await until(count, (length) => length === 4), 4);
      assert.equal(await offered(page), 'Load page 3');
    }));

  test('the menu offers next pages only if there are any left to load', () =>
    session.onPage('divided.html?kind=plain', {}, async (page) => {
      const label = () => session.inFrame(page, (root) => root.querySelector('.menu .next-pages')?.textContent ?? null);
      const open = () => session.popup(page, 'reader', 'menu');
      await session.open(page);
      await open();
      assert.equal(await until(label, Boolean), 'Load pages 2–3');
      await session.inFrame(page, (root) => root.querySelector('.menu .next-pages').click());
      await said(page, WHOLE);
      await open();
      assert.equal(await until(label, (words) => words === null), null);
      await session.onPage('news.html', {}, async (other) => {
        await session.open(other);
        await session.popup(other, 'reader', 'menu');
        assert.equal(await session.inFrame(other, (root) => root.querySelector('.menu .next-pages')), null);
      });
    }));

  test('loaded pages survive a change of view', () =>
    inReader('divided.html?kind=plain', async (page) => {
      await press(page);
      await said(page, WHOLE);
      await session.show(page, 'inspect');
      await session.show(page, 'reader');
      await said(page, WHOLE);
      assert.equal(count(await article(page), 'Part 3.5.'), 1);
    }));

  test('if only the next page is linked, pages load one after the other', () =>
    inReader('divided.html?kind=next', async (page) => {
      assert.equal(await offered(page), 'Load page 2');
      await press(page);
      assert.equal(await said(page, 'Loaded up to page 2.'), 'Load page 3');
      await press(page);
      assert.equal(await said(page, WHOLE), '');
    }));

  test('next pages load even if the page forbids wasm', () =>
    inReader(
      'divided.html?kind=plain',
      async (page) => {
        await press(page);
        await said(page, WHOLE);
        assert.equal(count(await article(page), 'Part 3.5.'), 1);
      },
      { policy: 'self' },
    ));

  test('if the page forbids requests, next pages load, or a message appears in Firefox', () =>
    inReader(
      'divided.html?kind=plain',
      async (page) => {
        await press(page);
        // In Firefox, the page's policy also applies to requests of content scripts.
        await said(page, session.browser.name === 'Firefox' ? 'Couldn’t load page 2.' : WHOLE);
      },
      { policy: 'strict' },
    ));

  test('exports contain all loaded pages', () =>
    inReader('divided.html?kind=plain', async (page) => {
      await press(page);
      await said(page, WHOLE);
      const saved = async (name) => {
        emptied();
        const row = `.exporter:popover-open [role=group]:not(:has(.last-used)) .${name}`;
        for (const selector of ['button.share', row]) {
          const isThere = () => session.inFrame(page, (root, wanted) => root.querySelector(wanted) !== null, selector);
          assert.ok(await until(isThere, Boolean), selector);
          await session.inFrame(page, (root, wanted) => root.querySelector(wanted).click(), selector);
        }
        return downloaded();
      };
      const { text } = await saved('saveMarkdown');
      for (const part of ['1.1', '2.1', '3.5']) assert.equal(count(text, `Part ${part}.`), 1, part);
      assert.equal(count(text, 'nobody has asked it why'), 1);
      assert.ok(Number(/^words: (\d+)$/m.exec(text)[1]) > 500, text.slice(0, 400));
      const book = await readBook((await saved('saveEpub')).bytes);
      assert.deepEqual(book.pages, ['1', '2', '3']);
    }));

  test('a missing next page is reported, and can be retried', () =>
    inReader('divided.html?kind=missing', async (page) => {
      await press(page);
      assert.equal(await said(page, 'Couldn’t load page 2.'), 'Try again');
      await press(page);
      assert.equal(await said(page, 'Couldn’t load page 3.'), 'Try again');
      await press(page);
      assert.equal(await said(page, WHOLE), '');
    }));

  test('a next page that redirects is rejected, and other sites get no request', () =>
    inReader('divided.html?kind=login', async (page) => {
      await press(page);
      assert.equal(await said(page, 'The site redirected page 2'), 'Try again');
      await page.goto(session.server.url('plain', 'divided.html?kind=away'));
      await session.open(page);
      const mark = session.server.requests.length;
      await press(page);
      assert.equal(await said(page, 'Couldn’t load page 2.'), 'Try again');
      assert.deepEqual(
        session.requestsSince(mark).filter((request) => request.includes('plain-other')),
        [],
      );
    }));

  test('a next page that repeats the first one is reported as nothing new', () =>
    inReader('divided.html?kind=same', async (page) => {
      await press(page);
      assert.equal(await said(page, 'Page 2 has nothing new.'), 'Try again');
      assert.equal(count(await article(page), 'Part 1.1.'), 1);
    }));

  test('loading ends even if every page claims to be the first', () =>
    inReader('divided.html?kind=loop', async (page) => {
      await press(page);
      assert.equal(await said(page, WHOLE), '');
    }));

  test('next pages on another origin are not offered', () =>
    inReader('divided.html?kind=foreign', async (page) => {
      await reachEnd(page);
      await rest(page, 1000);
      assert.equal((await line(page)).offers, '');
    }));

  test('of 500 pages, one click loads at most 50, and can be stopped', () =>
    inReader('divided.html?kind=many', async (page) => {
      assert.equal(await offered(page), 'Load pages 2–51');
      await press(page);
      await until(
        () => line(page),
        ({ says }) => says.startsWith('Loading page 3'),
      );
      assert.equal(await offered(page), 'Stop');
      await press(page);
      const offers = await said(page, 'Loaded up to page ');
      const [, first, last] = /^Load pages (\d+)–(\d+)$/.exec(offers).map(Number);
      assert.ok(first >= 3 && first < 52 && last === first + 49, offers);
      // Pending requests may reach the server a moment later.
      await rest(page, 500);
      const mark = session.server.requests.length;
      await rest(page, 500);
      const requested = session.requestsSince(mark).filter((request) => request.includes('page='));
      assert.deepEqual(requested, []);
    }));

  test('closing Reader cancels pages that are loading', () =>
    inReader('divided.html?kind=many', async (page) => {
      await press(page);
      await until(
        () => line(page),
        ({ says }) => says.startsWith('Loading page 3'),
      );
      await session.leave(page);
      await rest(page, 500);
      const mark = session.server.requests.length;
      await rest(page, 500);
      const requested = session.requestsSince(mark).filter((request) => request.includes('page='));
      assert.deepEqual(requested, []);
    }));

  test('a scripted click by the page loads nothing', () =>
    inReader('divided.html?kind=plain', async (page) => {
      await offered(page);
      const mark = session.server.requests.length;
      await page.$eval(`${READER} .pith-pages button`, (button) => button.click());
      await rest(page, 500);
      assert.deepEqual(
        session.requestsSince(mark).filter((request) => request.includes('page=')),
        [],
      );
    }));
}
