// What people say about an article, below it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { READER, rest, until } from './session.mjs';
import { opened, press } from './tray.mjs';

const PAGE = 'discussed.html';
const SECTION = `${READER} .pith-discussion`;

export function discussion(session) {
  /** Goes to the end of the article and opens what is said there. */
  const open = async (page) => {
    const there = await until(
      () =>
        page.evaluate((section) => {
          document.querySelector(section).scrollIntoView();
          return document.querySelector(`${section} > details`) !== null;
        }, SECTION),
      Boolean,
    );
    assert.ok(there, 'there is a section for what is said');
    await page.click(`${SECTION} > details > summary`);
    await until(() => page.$(`${SECTION} li`), Boolean);
  };

  const seen = (page, selector) =>
    page.$$eval(selector, (list) =>
      list.filter((item) => item.checkVisibility()).map((item) => item.textContent.trim().replace(/\s+/g, ' ')),
    );

  for (const policy of ['plain', 'strict'])
    test(`comments stand below the article, folded, counted and nested, under the policy ${policy}`, () =>
      session.inReader(PAGE, { policy }, async (page) => {
        assert.deepEqual(await seen(page, `${READER} .pith-body p`).then((all) => all.length), 4);
        await open(page);
        assert.deepEqual(await seen(page, `${SECTION} > details > summary`), ['4 comments']);
        assert.deepEqual(await seen(page, `${SECTION} .pith-who b`), ['Ann Miller', 'Mara Quill', 'Ben', 'Carla Sund']);
        const depths = await page.$$eval(`${SECTION} li`, (list) =>
          list.map((item) => {
            let depth = 0;
            for (let at = item.parentElement; at.closest('li'); at = at.closest('li').parentElement) depth += 1;
            return depth;
          }),
        );
        assert.deepEqual(depths, [0, 1, 2, 0]);
        // Who wrote the article is said to have.
        assert.deepEqual(await seen(page, `${SECTION} .pith-badge`), ['Author']);
        assert.deepEqual(
          await page.$$eval(`${SECTION} .pith-says a`, ([first]) => [new URL(first.href).hash, first.textContent]),
          ['#comment-4', 'March 14, 2026'],
        );
        const said = await seen(page, `${SECTION} li > details > p:not(.pith-says)`);
        assert.equal(said.length, 4);
        assert.match(said[0], /could hardly move it/);
        assert.ok(!said.join(' ').includes('Reply'));
        assert.equal(await page.$(`${SECTION} [onerror]`), null);
      }));

  test('a thread is folded with its answers, which are counted then, by keys too', () =>
    session.inReader(PAGE, {}, async (page) => {
      await open(page);
      await page.focus(`${SECTION} li summary`);
      await page.keyboard.press('Enter');
      const names = () => seen(page, `${SECTION} .pith-who b`);
      await until(names, (all) => all.length === 2);
      assert.deepEqual(await names(), ['Ann Miller', 'Carla Sund']);
      assert.deepEqual(await seen(page, `${SECTION} .pith-answers`), ['2 replies']);
      await page.keyboard.press('Enter');
      await until(names, (all) => all.length === 4);
      assert.equal((await names()).length, 4);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  test('what is brought back into the article is not said below it again', () =>
    session.inReader(PAGE, {}, async (page) => {
      await open(page);
      await opened(page);
      await press(page, 'Comments');
      const kept = async () => {
        await page.$eval(SECTION, (section) => section.scrollIntoView());
        await rest(page, 300);
        return page.$eval(SECTION, (section) => section.textContent);
      };
      assert.equal(await until(kept, (text) => text === ''), '');
    }));

  test('where nobody says anything nothing stands below the article', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.$eval(SECTION, (section) => section.scrollIntoView());
      await rest(page, 1_000);
      assert.equal(await page.$eval(SECTION, (section) => section.childElementCount), 0);
    }));

  test('at 320 px comments need no room beside', () =>
    session.inReader(PAGE, { viewport: { width: 320, height: 640 } }, async (page) => {
      await open(page);
      const over = await page.$eval(SECTION, (section) => section.scrollWidth - section.clientWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    }));
}
