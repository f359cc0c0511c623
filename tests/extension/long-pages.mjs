// Simplify on long pages, where only the surroundings of the viewport are fixed immediately.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';

/** Opens Reader on a long page with small text and passes the page to `use`. */
const onLongPage = (session, use) =>
  session.onPage('magazine.html?elements=12000', {}, async (page) => {
    await page.evaluate(() => {
      const style = document.createElement('style');
      style.textContent = 'article p { font-size: 12px }';
      document.head.append(style);
    });
    await session.open(page, 60_000);
    return use(page);
  });

export function longPages(session) {
  test('a long page is fixed near the viewport first, and elsewhere after scrolling there', () =>
    onLongPage(session, async (page) => {
      await page.evaluate(() => {
        const texts = [...document.querySelectorAll('.columns article p')];
        const ends = [texts[2], texts.at(-20)];
        window.sizes = [];
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          const sizes = ends.map((text) => getComputedStyle(text).fontSize).join(' and ');
          if (window.sizes.at(-1) !== sizes) window.sizes.push(sizes);
          port2.postMessage(null);
        };
        port2.postMessage(null);
      });
      await session.show(page, 'simplify', 60_000);
      await page.evaluate(() => window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' }));
      await page.waitForFunction(() => window.sizes.at(-1).endsWith('16px'));
      const sizes = await page.evaluate(() => window.sizes);
      assert.deepEqual(sizes, ['12px and 12px', '16px and 12px', '16px and 16px']);
    }));

  test("fixes beyond the visible part of a long page don't move it", whenAll, () =>
    onLongPage(session, async (page) => {
      // Otherwise the browser would keep it in place too.
      await page.evaluate(() => (document.documentElement.style.overflowAnchor = 'none'));
      await session.show(page, 'simplify', 60_000);
      const found = await page.evaluate(async () => {
        const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const texts = [...document.querySelectorAll('.columns article p')];
        const isNear = ({ top, bottom }) => bottom > -0.9 * innerHeight && top < 1.9 * innerHeight;
        const isSmall = (text) => isNear(text.getBoundingClientRect()) && getComputedStyle(text).fontSize !== '16px';
        /** Waits until the surroundings are fixed, which takes time on a busy machine. */
        const fitted = async () => {
          while (texts.slice(550, 800).some(isSmall)) await painted();
        };
        texts[750].scrollIntoView({ behavior: 'instant' });
        await fitted();
        const [moves, tops] = [[], new Set()];
        for (let step = 0; step < 40; step += 1) {
          const seen = texts.find((text) => text.getBoundingClientRect().top >= 0);
          const before = seen.getBoundingClientRect().top;
          const { scrollY } = window;
          window.scrollBy({ top: -240, behavior: 'instant' });
          await painted();
          moves.push(Math.round(seen.getBoundingClientRect().top - before));
          tops.add(Math.round(scrollY - window.scrollY));
          await fitted();
        }
        const sizes = new Set(texts.slice(650, 750).map((text) => getComputedStyle(text).fontSize));
        return { moves: [...new Set(moves)], moved: tops.size > 1, sizes: [...sizes] };
      });
      // If the page gets taller above, it is scrolled by that.
      assert.deepEqual(
        found.moves.filter((move) => Math.abs(move - 240) > 1),
        [],
      );
      assert.ok(found.moved, 'nothing was fixed above the viewport, so this test checks nothing');
      assert.ok(found.sizes.includes('16px'));
    }),
  );

  test("scrolling on a long page before it is complete isn't undone", whenAll, () =>
    onLongPage(session, async (page) => {
      await page.evaluate(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => {
          if (document.adoptedStyleSheets.length === 0) {
            port2.postMessage(null);
            return;
          }
          document.dispatchEvent(new WheelEvent('wheel'));
          window.scrollTo({ top: 4_000, behavior: 'instant' });
        };
        port2.postMessage(null);
      });
      await session.show(page, 'simplify', 60_000);
      const top = await page.evaluate(() => window.scrollY);
      assert.ok(top > 3_000, `${top} px`);
    }),
  );

  test('a long page is fixed as a whole before it is printed, and restored', whenAll, () =>
    onLongPage(session, async (page) => {
      const sizes = () =>
        page.$$eval('.columns article p', (texts) => [
          ...new Set(texts.map((text) => getComputedStyle(text).fontSize)),
        ]);
      await session.show(page, 'simplify', 60_000);
      // In separate style sheets: for the first surroundings and the later ones.
      for (const text of [350, 700]) {
        await page.evaluate((number) => {
          document.querySelectorAll('.columns article p')[number].scrollIntoView({ behavior: 'instant' });
        }, text);
        await page.waitForFunction(
          (number) => getComputedStyle(document.querySelectorAll('.columns article p')[number]).fontSize === '16px',
          {},
          text,
        );
      }
      const near = await page.evaluate(async () => {
        const texts = [...document.querySelectorAll('.columns article p')];
        // The content at this position now has another number.
        document.querySelector('.columns article').prepend(document.createElement('p'), document.createElement('p'));
        await new Promise((resolve) => requestAnimationFrame(resolve));
        return [0, 350, 700, 1_000].map((number) => getComputedStyle(texts[number]).fontSize);
      });
      assert.deepEqual(near, ['16px', '16px', '16px', '12px']);
      await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
      await page.$$eval('.columns article p:empty', (added) => {
        for (const text of added) text.remove();
      });
      assert.deepEqual(await sizes(), ['16px']);
      await session.leave(page);
      assert.deepEqual(await sizes(), ['12px']);
      assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
    }),
  );

  test('on a long page, distant elements neither cover the viewport nor cause sideways scrolling', () =>
    session.onPage('magazine.html?elements=6000', {}, async (page) => {
      await page.evaluate(() => {
        const texts = [...document.querySelectorAll('.columns article p')];
        texts.at(-30).style.width = '3000px';
        const shade = document.createElement('span');
        shade.style.cssText = 'position: fixed; inset: 0 0 auto; height: 300px; background: teal';
        texts.at(-40).append(shade);
      });
      await session.open(page);
      await session.show(page, 'simplify');
      const found = await page.evaluate(() => {
        const { scrollWidth, clientWidth } = document.documentElement;
        const shade = document.querySelector('.columns article p > span');
        return { sideways: scrollWidth - clientWidth, shade: shade.checkVisibility() };
      });
      assert.deepEqual(found, { sideways: 0, shade: false });
    }));

  test('on a long page, text with enough room keeps its width and height', whenAll, () =>
    session.onPage('magazine.html?elements=6000', { viewport: { width: 1280, height: 900 } }, async (page) => {
      // No line has more than 75 characters, with a narrow font either.
      await page.addStyleTag({ content: '.columns { grid-template-columns: 640px 280px; font-size: 28px }' });
      const boxes = () =>
        page.$$eval('.columns article > *', (list) =>
          list.map((box) => [box.getBoundingClientRect().width, box.getBoundingClientRect().height]),
        );
      const before = await boxes();
      await session.open(page);
      await session.show(page, 'simplify');
      assert.deepEqual(await boxes(), before);
    }),
  );
}
