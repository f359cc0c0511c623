// Navigation in the article: contents, progress, and search.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { reader, rest, until } from './session.mjs';

const LONG = 'magazine.html?elements=4000';
const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };

export function contentsAndFind(session) {
  // Contents beside the article stay open on later pages.
  afterEach(() => session.store({}, ['contents']));

  const contents = (page) =>
    session.inFrame(page, (root) => {
      const panel = root.querySelector('.sheet.contents');
      if (!panel?.checkVisibility()) return null;
      const { left, top, right, bottom } = panel.getBoundingClientRect();
      return {
        isBeside: panel.popover === 'manual',
        fits: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight,
        right,
        sections: [...panel.querySelectorAll('.section')].map(({ textContent }) => textContent),
        current: panel.querySelector('[aria-current=true]')?.textContent ?? null,
        said: panel.querySelector('.time-left').textContent,
        share: panel.querySelector('progress').value,
      };
    });

  const headings = (page) =>
    page.$$eval('[data-pith=reader] .pith-body :is(h1, h2, h3, h4, h5, h6)', (list) =>
      list.map((heading) => ({ text: heading.textContent.trim(), top: heading.getBoundingClientRect().top })),
    );

  const scrollTo = (page, share) =>
    session.inFrame(
      page,
      (root, at) => {
        const box = root.querySelector('.scroll');
        box.scrollTop = at * (box.scrollHeight - box.clientHeight);
      },
      share,
    );

  const columnStart = (page) =>
    page.$eval('[data-pith=reader] .pith-body', (body) => body.getBoundingClientRect().left);

  test('Escape right after opening the contents closes only them', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      await page.keyboard.press('o');
      assert.ok(await until(() => contents(page), Boolean));
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => contents(page),
          (shown) => shown === null,
        ),
        null,
      );
      // Keys in a row reach the page before the event that says that the contents are open.
      for (let times = 0; times < 10; times += 1) {
        await Promise.all(['o', 'Escape'].map((key) => page.keyboard.press(key)));
        assert.equal(
          await until(
            () => contents(page),
            (shown) => shown === null,
          ),
          null,
        );
      }
    }));

  test('contents open beside the article if there is room, link to sections, and reopen later', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      assert.equal(await contents(page), null, 'nothing is shown at first');
      await page.keyboard.press('o');
      const shown = await until(() => contents(page), Boolean);
      assert.ok(shown?.isBeside && shown.fits && shown.right <= (await columnStart(page)), JSON.stringify(shown));
      assert.deepEqual(
        shown.sections,
        (await headings(page)).map(({ text }) => text),
      );
      assert.deepEqual([shown.current, shown.share], [null, 0]);
      assert.match(shown.said, /minute/);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await session.inFrame(page, (root) => root.querySelectorAll('.section')[1].click());
      const there = await until(
        () => contents(page),
        ({ current }) => current === shown.sections[1],
      );
      assert.ok(there.share > 0 && there.share < 1, JSON.stringify(there));
      const { top } = (await headings(page))[1];
      assert.ok(top >= 0 && top < 100, `${top}`);
      await scrollTo(page, 1);
      const end = await until(
        () => contents(page),
        ({ share }) => share === 1,
      );
      assert.deepEqual([end.current, end.said], [shown.sections.at(-1), '100% read']);
      await session.leave(page);
      await session.open(page);
      assert.ok((await until(() => contents(page), Boolean))?.isBeside, 'the contents reopen with Reader');
      await session.inFrame(page, (root) => root.querySelector('button.contents').click());
      const gone = await until(
        () => contents(page),
        (found) => found === null,
      );
      assert.equal(gone, null);
    }));

  test('Escape closes contents beside the article only on this page, and Close also on later ones', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      const isOpen = async (open) =>
        assert.equal(
          await until(
            async () => (await contents(page)) !== null,
            (now) => now === open,
          ),
          open,
        );
      await page.keyboard.press('o');
      await isOpen(true);
      await page.keyboard.press('Escape');
      await isOpen(false);
      // Other settings don't reopen them.
      await page.keyboard.press('+');
      await rest(page, 300);
      await isOpen(false);
      await page.keyboard.press('o');
      await isOpen(true);
      await page.keyboard.press('Escape');
      await isOpen(false);
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      await isOpen(true);
      await session.inFrame(page, (root) => root.querySelector('.contents .close').click());
      await isOpen(false);
      await session.leave(page);
      await session.open(page);
      await rest(page, 1_000);
      await isOpen(false);
    }));

  test('contents beside the article return the focus to their button', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      const focused = () => session.inFrame(page, (root) => root.activeElement?.className ?? '');
      for (const key of ['Escape', 'Enter']) {
        await page.keyboard.press('o');
        assert.ok((await until(() => contents(page), Boolean))?.isBeside);
        await session.inFrame(page, (root) => root.querySelector('.contents .head .close').focus());
        await page.keyboard.press(key);
        assert.equal(
          await until(
            () => contents(page),
            (found) => found === null,
          ),
          null,
        );
        assert.equal(await until(focused, (name) => name.includes('contents')), 'tool contents', key);
      }
    }));

  test('on a phone, contents are a sheet that leaves text visible', () =>
    session.inReader('documentation.html', PHONE, async (page) => {
      await session.inFrame(page, (root) => root.querySelector('button.contents').click());
      const shown = await until(() => contents(page), Boolean);
      assert.ok(shown.fits && !shown.isBeside, JSON.stringify(shown));
      const top = await session.inFrame(page, (root) => root.querySelector('.contents').getBoundingClientRect().top);
      assert.ok(top > 844 * 0.4, `${top}`);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await session.inFrame(page, (root) => root.querySelectorAll('.section')[1].click());
      assert.equal(
        await until(
          () => contents(page),
          (found) => found === null,
        ),
        null,
      );
      const reached = (await headings(page))[1].top;
      assert.ok(reached >= 0 && reached < 100, `${reached}`);
      await session.inFrame(page, (root) => root.querySelector('button.contents').click());
      assert.equal((await until(() => contents(page), Boolean)).current, shown.sections[1]);
      await page.keyboard.press('Escape');
      assert.equal(await contents(page), null);
      assert.ok(await page.$('[data-pith=reader]'), 'Escape closes only the sheet');
    }));

  test('long contents can be filtered, and Close closes them', () =>
    session.inReader('manual.html', DESK, async (page) => {
      await page.keyboard.press('o');
      await until(() => contents(page), Boolean);
      const listed = () =>
        session.inFrame(page, (root) => [...root.querySelectorAll('.contents li:not([hidden])')].length);
      assert.equal(await listed(), 80);
      await session.inFrame(page, (root) => root.querySelector('.contents .filter').focus());
      await page.keyboard.type('Mooring 7');
      assert.equal(await until(listed, (count) => count < 80), 11);
      await session.inFrame(page, (root) => root.querySelector('.contents .close').click());
      assert.equal(
        await until(
          () => contents(page),
          (found) => found === null,
        ),
        null,
      );
    }));

  test('J and K move between sections', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      const first = async () => {
        const list = await headings(page);
        return list.findIndex(({ top }) => top > 10 && top < 100);
      };
      for (const [key, place] of [
        ['j', 0],
        ['j', 1],
        ['k', 0],
      ]) {
        await page.keyboard.press(key);
        assert.equal(await until(first, (found) => found === place), place, key);
      }
    }));

  const find = (page) =>
    session.inFrame(page, (root) => {
      const bar = root.querySelector('.find-bar');
      return bar?.checkVisibility() ? bar.querySelector('output').textContent : null;
    });

  /** Returns the highlighted matches, and the position of the current one. */
  const found = (page) =>
    page.evaluate(() => {
      const texts = (name) => [...(CSS.highlights.get(name) ?? [])].map(String);
      const [one] = CSS.highlights.get('pith-found-one') ?? [];
      return { all: texts('pith-found'), one: texts('pith-found-one'), top: one?.getBoundingClientRect().top ?? null };
    });

  const says = async (page, words) =>
    assert.equal(
      await until(
        () => find(page),
        (text) => text === words,
      ),
      words,
    );

  for (const options of variants([PHONE, DESK]))
    test(`search at ${options.viewport.width} px counts, highlights, and steps through matches`, () =>
      session.inReader('news.html', options, async (page) => {
        await page.keyboard.press('/');
        await until(
          () => find(page),
          (text) => text !== null,
        );
        // A match across an inline element.
        await page.keyboard.type('the PETREL will leave');
        await says(page, '1 of 1');
        assert.deepEqual((await found(page)).one, ['the Petrel will leave']);
        const { top } = await found(page);
        assert.ok(top > 60 && top < options.viewport.height - 60, `${top}`);
        await session.inFrame(page, (root) => root.querySelector('.find-bar input').select());
        await page.keyboard.type('ferry');
        const count = await until(
          () => find(page),
          (text) => /^\d+ of [2-9]\d*$/.test(text ?? ''),
        );
        const all = Number(count.split(' ').at(-1));
        assert.equal((await found(page)).all.length, all);
        const at = Number.parseInt(count, 10);
        await page.keyboard.press('Enter');
        await says(page, `${(at % all) + 1} of ${all}`);
        await page.keyboard.down('Shift');
        await page.keyboard.press('Enter');
        await page.keyboard.up('Shift');
        await says(page, `${at} of ${all}`);
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        await page.keyboard.type('zzz');
        await says(page, 'No matches');
        await page.keyboard.press('Escape');
        await says(page, null);
        assert.deepEqual(await found(page), { all: [], one: [], top: null });
        assert.ok(await page.$('[data-pith=reader]'), 'Escape closes only the search');
      }));

  test('text typed before the search field exists is searched, and triggers no shortcuts', () =>
    session.inReader('news.html', DESK, async (page) => {
      await page.keyboard.press('/');
      await page.keyboard.type('the Petrel will leaf');
      await page.keyboard.press('Backspace');
      await page.keyboard.type('ve');
      await says(page, '1 of 1');
      const left = await session.inFrame(page, (root) => [
        root.activeElement.value,
        root.querySelector('dialog').dataset.theme,
      ]);
      assert.deepEqual(left, ['the Petrel will leave', 'light']);
      await session.leave(page);
    }));

  test('in a long article, a match is scrolled into view, and closing removes all highlights', whenAll, () =>
    session.inReader(LONG, DESK, async (page) => {
      const last = await page.$$eval('[data-pith=reader] .pith-body p', (list) => list.at(-1).textContent.slice(-60));
      await page.keyboard.press('/');
      await until(
        () => find(page),
        (text) => text !== null,
      );
      await page.keyboard.type(last);
      await until(
        () => find(page),
        (text) => /^\d+ of \d+$/.test(text ?? ''),
      );
      const { top } = await until(
        () => found(page),
        ({ top: at }) => at > 0 && at < 900,
      );
      assert.ok(top > 0 && top < 900, `${top}`);
      await session.leave(page);
      const left = await page.evaluate(() => [CSS.highlights.has('pith-found'), document.adoptedStyleSheets.length]);
      assert.deepEqual(left, [false, 0]);
    }),
  );
}
