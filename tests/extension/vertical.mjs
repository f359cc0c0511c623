// A page with vertical lines is read in the same direction: scrolled sideways, or in pages.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { READER, until } from './session.mjs';

const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };

export function vertical(session) {
  const state = (page) =>
    session.inFrame(page, (root) => {
      const box = root.querySelector('.scroll');
      const { left, right, width } = box.getBoundingClientRect();
      return {
        at: -box.scrollLeft,
        down: box.scrollTop,
        all: box.scrollWidth - box.clientWidth,
        tall: box.scrollHeight - box.clientHeight,
        isDown: root.querySelector('dialog').classList.contains('vertical'),
        leaf: root.querySelector('.paged-bar')?.checkVisibility()
          ? root.querySelector('.paged-bar output').textContent
          : null,
        box: { left, right, width },
      };
    });

  const inVertical = (options, use) =>
    session.inReader('vertical.html', options, async (page) => {
      const found = await until(
        () => state(page),
        ({ isDown, all }) => isDown && all > 0,
      );
      assert.ok(found.isDown, JSON.stringify(found));
      return use(page, found);
    });

  const store = (change) => session.store(change);

  for (const options of variants([PHONE, DESK]))
    test(`at ${options.viewport.width} px, a vertical page is read vertically and scrolls sideways`, () =>
      inVertical(options, async (page, first) => {
        assert.deepEqual([first.at, first.tall], [0, 0]);
        const lines = await page.$$eval(`${READER} .pith-body :is(h2, p)`, (list) =>
          list.map((block) => {
            const { right, top, bottom } = block.getBoundingClientRect();
            return { right, top, bottom, mode: getComputedStyle(block).writingMode };
          }),
        );
        // Including lines to the left of the page's own box, before it is scrolled.
        assert.equal(lines.length, 12);
        for (const [i, { right, top, bottom, mode }] of lines.entries()) {
          assert.equal(mode, 'vertical-rl');
          assert.ok(right <= (lines[i - 1]?.right ?? Infinity), JSON.stringify(lines));
          assert.ok(top >= 0 && bottom <= options.viewport.height, JSON.stringify(lines));
        }
        await page.keyboard.press(' ');
        const next = await until(
          () => state(page),
          ({ at }) => at > 0,
        );
        assert.ok(next.at > next.box.width * 0.7, JSON.stringify(next));
        await page.mouse.move(options.viewport.width / 2, 300);
        await page.mouse.wheel({ deltaY: -100 });
        const back = await until(
          () => state(page),
          ({ at }) => at < next.at,
        );
        assert.ok(Math.abs(next.at - back.at - 100) < 40, JSON.stringify([next.at, back.at]));
        await page.keyboard.press('End');
        const end = await until(
          () => state(page),
          ({ at, all }) => Math.abs(at - all) < 2,
        );
        assert.ok(Math.abs(end.at - end.all) < 2, JSON.stringify(end));
        await page.keyboard.press('o');
        const share = () => session.inFrame(page, (root) => root.querySelector('.contents progress')?.value ?? null);
        assert.equal(await until(share, (value) => value === 1), 1);
        await session.inFrame(page, (root) => root.querySelectorAll('.section')[1].click());
        const seen = () =>
          page.$$eval(`${READER} .pith-body h2`, (list) => {
            const { left, right } = list[1].getBoundingClientRect();
            return left > 0 && right <= innerWidth;
          });
        assert.ok(await until(seen, Boolean));
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        await store({ contents: false });
      }));

  test('a vertical page can be paged, and the reading position is kept', () =>
    inVertical(DESK, async (page) => {
      try {
        await page.keyboard.press('p');
        const first = await until(
          () => state(page),
          ({ leaf }) => /\d+ of \d+/.test(leaf ?? ''),
        );
        assert.match(first.leaf, /^Page 1 of [2-9]$/);
        // The next one is on the left.
        await page.keyboard.press('ArrowLeft');
        const second = await until(
          () => state(page),
          ({ leaf, down }) => leaf?.startsWith('Page 2') && down > 0,
        );
        assert.match(second.leaf, /^Page 2/);
        const firstSeen = () =>
          page.$$eval(`${READER} .pith-body p`, (list) =>
            list.findIndex((p) =>
              [...p.getClientRects()].some(({ top, bottom, left }) => top >= 0 && bottom <= innerHeight && left >= 0),
            ),
          );
        const [before] = [await firstSeen()];
        assert.ok(before > 0, `${before}`);
        await page.keyboard.press('p');
        await until(
          () => state(page),
          ({ leaf, at }) => leaf === null && at > 0,
        );
        const isSeen = () =>
          page.$$eval(
            `${READER} .pith-body p`,
            (list, i) => {
              const { left, right } = list[i].getBoundingClientRect();
              return right > 0 && left < innerWidth;
            },
            before,
          );
        assert.ok(await until(isSeen, Boolean));
      } finally {
        await store({ paged: false });
      }
    }));

  test('two-digit numbers are upright in vertical lines', () =>
    inVertical(DESK, async (page) => {
      const numbers = await page.$$eval(`${READER} .pith-upright`, (list) =>
        list.map((number) => {
          const { fontSize, textCombineUpright } = getComputedStyle(number);
          const { height } = number.getBoundingClientRect();
          return [number.textContent, textCombineUpright, Math.round(height / Number.parseFloat(fontSize))];
        }),
      );
      assert.deepEqual(numbers, [['20', 'all', 1]]);
    }));

  test('line focus follows vertical lines', () =>
    inVertical(DESK, async (page) => {
      await page.keyboard.press('l');
      const band = () =>
        session.inFrame(page, (root) => {
          const { width, height } = root.querySelector('.line-focus-frame')?.getBoundingClientRect() ?? {
            width: 0,
            height: 0,
          };
          return { width, height };
        });
      const found = await until(band, ({ width }) => width > 10);
      assert.ok(found.height > 5 * found.width, JSON.stringify(found));
      const { at } = await state(page);
      await page.keyboard.press('ArrowLeft');
      assert.ok(
        (
          await until(
            () => state(page),
            (now) => now.at > at,
          )
        ).at > at,
      );
    }));

  test('a vertical page is shown horizontally if the setting is off', async () => {
    await store({ vertical: false });
    try {
      await session.inReader('vertical.html', DESK, async (page) => {
        const { isDown, tall } = await state(page);
        assert.ok(!isDown && tall > 0);
        const mode = await page.$eval(`${READER} p`, (p) => getComputedStyle(p).writingMode);
        assert.equal(mode, 'horizontal-tb');
      });
    } finally {
      await store({ vertical: true });
    }
  });

  for (const options of variants([PHONE, DESK]))
    test(`at ${options.viewport.width} px, Simplify shows a vertical page horizontally, and restores it`, () =>
      session.onPage('vertical.html', options, async (page) => {
        const lines = () =>
          page.$$eval('main :is(h1, p)', (found) =>
            found.map((block) => {
              const { left, right, width, height } = block.getBoundingClientRect();
              const isInside = left >= 0 && right <= innerWidth;
              return { mode: getComputedStyle(block).writingMode, isInside, isWide: width > height };
            }),
          );
        const before = await lines();
        assert.ok(before.every(({ mode }) => mode === 'vertical-rl'));
        await session.open(page);
        await session.show(page, 'simplify');
        const shown = await lines();
        assert.ok(shown.length > 3);
        assert.ok(
          shown.every(({ mode, isInside }) => mode === 'horizontal-tb' && isInside),
          JSON.stringify(shown),
        );
        assert.ok(shown.filter(({ isWide }) => isWide).length > shown.length / 2, JSON.stringify(shown));
        await session.leave(page);
        assert.deepEqual(await lines(), before);
      }));

  test('a horizontal page gets nothing that vertical pages need', () =>
    session.inReader('zh.html', DESK, async (page) => {
      assert.equal((await state(page)).isDown, false);
      assert.equal(await page.$(`${READER} > article.pith-vertical`), null);
    }));
}
