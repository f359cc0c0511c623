// Paged view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { pageActions } from './page-actions.mjs';
import { READER, rest, until } from './session.mjs';

const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };
const LONG = 'magazine.html?elements=1500';

export function paged(session) {
  const { press } = pageActions(session);

  /** Returns the current page and the number of pages; null while the article is scrolled. */
  const leaf = (page) =>
    session.inFrame(page, (root) => {
      const found = root.querySelector('.paged-bar');
      const box = root.querySelector('.scroll');
      if (!found?.checkVisibility()) return null;
      const [at, all] = found.querySelector('output').textContent.match(/\d+/g)?.map(Number) ?? [];
      const { width } = box.getBoundingClientRect();
      const isStill = box.getAnimations().length === 0;
      return { at, all, isStill, offset: (Math.abs(box.scrollLeft) * (box.currentCSSZoom ?? 1)) / width + 1 };
    });

  /** Waits until a page is shown. */
  const onPage = async (page, number) => {
    const found = await until(
      () => leaf(page),
      (now) => now?.at === number && now.isStill && Math.abs(now.offset - number) < 0.01,
    );
    assert.deepEqual(
      [found?.at, found && Math.round(found.offset * 100) / 100],
      [number, number],
      JSON.stringify(found),
    );
    return found;
  };

  /** Opens a page with Reader in paged view. `before` changes the page first. */
  const inPages = (path, { before, ...options }, use) =>
    session.onPage(path, options, async (page) => {
      try {
        await before?.(page);
        await session.open(page);
        await page.keyboard.press('p');
        const found = await until(
          () => leaf(page),
          (now) => now?.all > 0,
        );
        assert.ok(found, 'pages');
        return await use(page, found);
      } finally {
        await session.store({}, ['paged', 'contents']);
      }
    });

  /** Returns the visible paragraphs, by index. */
  const seen = (page) =>
    page.$$eval(`${READER} .pith-body :is(p, li)`, (list) => {
      const { left, right } = { left: 0, right: innerWidth };
      const isSeen = (rect) => rect.width > 0 && rect.left >= left - 1 && rect.right <= right + 1;
      return list.flatMap((block, i) => ([...block.getClientRects()].some(isSeen) ? [i] : []));
    });

  for (const options of variants([PHONE, DESK]))
    test(`at ${options.viewport.width} px, keys and buttons turn pages in order and up to the end`, () =>
      inPages(LONG, options, async (page, { all }) => {
        assert.ok(all > 20, `${all} pages`);
        await onPage(page, 1);
        const order = [await seen(page)];
        for (const [i, key] of ['PageDown', 'ArrowRight', 'ArrowDown', ' '].entries()) {
          await page.keyboard.press(key);
          await onPage(page, i + 2);
          order.push(await seen(page));
        }
        for (const [i, list] of order.entries()) {
          const before = order[i - 1]?.at(-1) ?? 0;
          assert.ok(list.length > 0 && list[0] >= before && list[0] <= before + 1, JSON.stringify(order));
        }
        for (const [i, key] of ['PageUp', 'ArrowLeft', 'ArrowUp'].entries()) {
          await page.keyboard.press(key);
          await onPage(page, 4 - i);
        }
        await page.keyboard.press('End');
        await onPage(page, all);
        await page.keyboard.press('PageDown');
        await rest(page, 100);
        await onPage(page, all);
        const count = await page.$$eval(`${READER} .pith-body :is(p, li)`, ({ length }) => length);
        // The summary line of removed parts may be alone on the last page.
        const end = [...(await seen(page))];
        await page.keyboard.press('PageUp');
        await onPage(page, all - 1);
        assert.equal((end.length > 0 ? end : await seen(page)).at(-1), count - 1);
        await page.keyboard.press('Home');
        await onPage(page, 1);
        await press(page, 'reader', '.paged-bar .next');
        await onPage(page, 2);
        await press(page, 'reader', '.paged-bar .previous');
        await onPage(page, 1);
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        // Nothing of the pages before and after is visible.
        const cut = await page.$eval(`${READER} > article`, (article) => {
          const box = article.getBoundingClientRect();
          const hit = (x) => document.elementFromPoint(x, 300)?.closest('p, li, h1') ?? null;
          return [hit(box.left + 2), hit(Math.min(innerWidth, box.left + box.width) - 2)].filter(Boolean).length;
        });
        assert.equal(cut, 0);
      }));

  test('wide screens have two columns, in reading order', () =>
    inPages(LONG, DESK, async (page) => {
      const { columns, end } = await page.$eval(`${READER} > article`, (article) => ({
        columns: [...article.querySelectorAll('p')].slice(0, 6).map((p) => Math.round(p.getClientRects()[0].left)),
        end: article.getBoundingClientRect().right,
      }));
      assert.deepEqual(
        columns,
        columns.toSorted((a, b) => a - b),
      );
      assert.equal(new Set(columns.filter((left) => left < end)).size, 2, JSON.stringify(columns));
    }));

  test('the wheel and clicks at the sides turn pages, but clicks in the text do not', () =>
    inPages(LONG, DESK, async (page) => {
      await page.mouse.move(640, 400);
      await page.mouse.wheel({ deltaY: 120 });
      await onPage(page, 2);
      await rest(page, 350);
      await page.mouse.wheel({ deltaY: -120 });
      await onPage(page, 1);
      await page.mouse.click(1270, 500);
      await onPage(page, 2);
      await page.mouse.click(10, 700);
      await onPage(page, 1);
      // In the text, a click selects.
      await page.mouse.click(200, 420);
      await rest(page, 100);
      await onPage(page, 1);
    }));

  test('taps at the sides and swipes turn pages', async (t) => {
    if (!session.browser.emulatesPhones) return t.skip('only Chromium emulates a phone');
    return inPages(LONG, { viewport: { ...PHONE.viewport, hasTouch: true, isMobile: true } }, async (page) => {
      const width = await page.evaluate(() => innerWidth);
      await page.touchscreen.tap(width * 0.95, 300);
      await onPage(page, 2);
      await page.touchscreen.tap(width * 0.05, 300);
      await onPage(page, 1);
      await page.touchscreen.tap(width / 2, 300);
      await rest(page, 100);
      await onPage(page, 1);
      const swipe = async (from, to) => {
        const touch = await page.touchscreen.touchStart(...from);
        await touch.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
        await touch.move(...to);
        await touch.end();
      };
      await swipe([300, 400], [120, 410]);
      await onPage(page, 2);
      await swipe([120, 400], [300, 410]);
      await onPage(page, 1);
    });
  });

  test('pages of right-to-left text advance to the left', () =>
    inPages('ar.html', PHONE, async (page) => {
      await page.keyboard.press('ArrowLeft');
      await onPage(page, 2);
      const [before] = await seen(page);
      await page.keyboard.press('ArrowRight');
      await onPage(page, 1);
      assert.ok((await seen(page))[0] <= before);
      await page.keyboard.press('End');
      const { at, all } = await until(
        () => leaf(page),
        (now) => now.at === now.all,
      );
      assert.equal(at, all);
    }));

  /** Returns whether a paragraph is visible, regardless of how the article is scrolled. */
  const isSeen = (page, number) =>
    page.$$eval(
      `${READER} .pith-body :is(p, li)`,
      (list, i) =>
        [...list[i].getClientRects()].some(
          ({ left, right, top, bottom }) => right > 1 && left < innerWidth - 1 && bottom > 1 && top < innerHeight - 1,
        ),
      number,
    );

  test('the reading position survives toggling paged view, resizing, and larger text', whenAll, () =>
    inPages(LONG, DESK, async (page, { all }) => {
      for (let i = 0; i < 12; i += 1) await page.keyboard.press('PageDown');
      await onPage(page, 13);
      const [first] = await seen(page);
      await page.setViewport({ width: 700, height: 900 });
      const narrow = await until(
        () => leaf(page),
        (now) => now?.all > all && Number.isInteger(now.offset),
      );
      assert.ok(narrow.all > all, JSON.stringify(narrow));
      assert.ok(await until(() => isSeen(page, first), Boolean), 'after the window has changed');
      await page.keyboard.press('+');
      await page.keyboard.press('+');
      await until(
        () => leaf(page),
        (now) => now?.all > narrow.all,
      );
      assert.ok(await until(() => isSeen(page, first), Boolean), 'after the text got larger');
      await page.keyboard.press('0');
      await page.setViewport(DESK.viewport);
      await until(
        () => leaf(page),
        (now) => now?.all === all,
      );
      assert.ok(await until(() => isSeen(page, first), Boolean), 'back');
      await onPage(page, 13);
      await page.keyboard.press('p');
      await until(
        () => leaf(page),
        (now) => now === null,
      );
      assert.ok(await until(() => isSeen(page, first), Boolean), 'scrolled');
      await page.keyboard.press('p');
      await onPage(page, 13);
      await session.show(page, 'simplify');
      await session.show(page, 'reader');
      await until(
        () => leaf(page),
        (now) => now?.at > 1,
      );
      assert.ok(await until(() => isSeen(page, first), Boolean), 'after another view');
    }),
  );

  test('pages are laid out again if the window reports a new size late', whenAll, () => {
    const holdBack = (page) =>
      page.evaluate(() => {
        visualViewport.addEventListener('resize', (event) => event.isTrusted && event.stopImmediatePropagation());
      });
    return inPages(LONG, { ...DESK, before: holdBack }, async (page, { all }) => {
      const tell = () => page.evaluate(() => visualViewport.dispatchEvent(new Event('resize')));
      for (let i = 0; i < 12; i += 1) await page.keyboard.press('PageDown');
      await onPage(page, 13);
      for (const viewport of [{ width: 700, height: 900 }, DESK.viewport]) {
        await page.setViewport(viewport);
        await rest(page, 300);
        await tell();
        await rest(page, 300);
      }
      const back = await onPage(page, 13);
      assert.equal(back.all, all);
    });
  });

  test('find matches, sections, and focused links turn to their page', () =>
    inPages(LONG, DESK, async (page) => {
      const last = await page.$$eval(`${READER} .pith-body p`, (list) => list.at(-1).textContent.slice(-60));
      await page.keyboard.press('/');
      await until(
        () => session.inFrame(page, (root) => root.activeElement?.localName),
        (name) => name === 'input',
      );
      await page.keyboard.type(last);
      const isFound = () =>
        page.evaluate(() => {
          const [one] = CSS.highlights.get('pith-found-one') ?? [];
          const rect = one?.getBoundingClientRect();
          return rect !== undefined && rect.left >= 0 && rect.right <= innerWidth && rect.top >= 0;
        });
      assert.ok(await until(isFound, Boolean));
      assert.ok((await leaf(page)).at > 10);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Home');
      await onPage(page, 1);
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      await until(
        () => leaf(page),
        (now) => now.at > 1,
      );
      const heading = await page.$$eval(`${READER} .pith-body :is(h2, h3)`, (list) =>
        list.map((one) => one.getBoundingClientRect()).findIndex(({ left, right }) => left >= 0 && right <= innerWidth),
      );
      assert.ok(heading >= 1, `${heading}`);
      await page.keyboard.press('o');
      const current = () =>
        session.inFrame(page, (root) => root.querySelector('.section[aria-current=true]')?.textContent ?? null);
      assert.match((await until(() => current(), Boolean)) ?? '', /Part/);
      // The pages make room for the contents.
      const isClear = () =>
        session.inFrame(page, (root) => {
          const [contents, scroll] = ['.contents', '.scroll'].map((one) =>
            root.querySelector(one).getBoundingClientRect(),
          );
          return contents.width > 0 && contents.right <= scroll.left;
        });
      assert.ok(await until(isClear, Boolean));
      await session.inFrame(page, (root) => [...root.querySelectorAll('.section')].at(-1).click());
      const far = await until(
        () => leaf(page),
        (now) => now.at > 20,
      );
      assert.ok(far.at > 20, JSON.stringify(far));
      await page.keyboard.press('Home');
      await onPage(page, 1);
      // The focused element is visible.
      await page.$$eval(`${READER} .pith-body a`, (list) => list.at(-1).focus());
      const isSeenLink = () =>
        page.$$eval(`${READER} .pith-body a`, (list) => {
          const { left, right } = list.at(-1).getBoundingClientRect();
          return left >= 0 && right <= innerWidth;
        });
      assert.ok(await until(isSeenLink, Boolean));
      const { at } = await leaf(page);
      await onPage(page, at);
    }));

  test('images, code blocks, and tables are no taller than a page', () =>
    inPages('documentation.html', { viewport: { width: 1000, height: 480 } }, async (page) => {
      const tall = await page.$eval(READER, (reader) => {
        const article = reader.querySelector('article');
        const code = article.querySelector('pre');
        code.textContent = `${'a line of code\n'.repeat(80)}`;
        const page = article.getBoundingClientRect().height;
        const boxes = [...article.querySelectorAll('pre, .pith-table, img, figure')];
        return boxes
          .map((box) => [box.localName, box.getBoundingClientRect().height / page])
          .filter(([, share]) => share > 1);
      });
      assert.deepEqual(tall, []);
      const isReached = () =>
        page.$eval(`${READER} pre`, (code) => code.tabIndex === 0 && code.scrollHeight > code.clientHeight);
      assert.ok(await until(isReached, Boolean), 'a long code block scrolls within its page, also by keyboard');
    }));

  test('line focus moves through lines and columns, and on to the next page', whenAll, () =>
    inPages(LONG, DESK, async (page) => {
      await page.keyboard.press('l');
      await page.keyboard.press('l');
      await page.keyboard.press('l');
      const band = () =>
        session.inFrame(page, (root) => {
          const { left, width } = root.querySelector('.line-focus-frame')?.getBoundingClientRect() ?? {
            left: 0,
            width: 0,
          };
          return { left, width, page: root.querySelector('.paged-bar output').textContent };
        });
      const first = await until(band, ({ width }) => width > 100);
      const places = [first];
      for (let i = 0; i < 14; i += 1) {
        await page.keyboard.press('ArrowDown');
        await rest(page, 30);
        places.push(await band());
      }
      assert.ok(
        places.some(({ left, page: at }) => left > first.left + 100 && at === first.page),
        JSON.stringify(places),
      );
      assert.ok(
        places.some(({ page: at }) => at !== first.page),
        JSON.stringify(places),
      );
    }),
  );

  test('printing ignores paged view, and closing Reader removes it', async (t) => {
    if (session.browser.name === 'Firefox') return t.skip('Firefox does not emulate print media');
    return inPages(LONG, DESK, async (page) => {
      await page.emulateMediaType('print');
      const printed = await page.$eval(`${READER} > article`, (article) => {
        const { columnCount, blockSize } = getComputedStyle(article);
        return { columnCount, isWhole: Number.parseFloat(blockSize) > 5_000 };
      });
      assert.deepEqual(printed, { columnCount: 'auto', isWhole: true });
      await page.emulateMediaType('screen');
      await session.leave(page);
      assert.equal(await page.$(READER), null);
    });
  });

  test('reduced motion turns the page animation off', async (t) => {
    if (session.browser.name !== 'Chromium') return t.skip('only Chromium emulates reduced motion');
    return inPages(LONG, DESK, async (page) => {
      const slid = () => session.inFrame(page, (root) => root.querySelector('.scroll').dataset.slid);
      // That takes longer than querying.
      await session.inFrame(page, (root) => {
        const box = root.querySelector('.scroll');
        box.addEventListener('scroll', () => Object.assign(box.dataset, { slid: `${box.getAnimations().length}` }));
      });
      await page.keyboard.press('PageDown');
      await onPage(page, 2);
      assert.equal(await slid(), '1');
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      await page.keyboard.press('PageDown');
      await onPage(page, 3);
      assert.equal(await slid(), '0');
    });
  });
}
