// From phone to tablet: nothing sticks out sideways.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READER, rest } from './session.mjs';

export function widths(session) {
  for (const path of ['news.html', 'documentation.html', 'media.html', 'zh.html', 'ar.html', 'hostile.html']) {
    for (const width of [320, 360, 768]) {
      test(`${path} at ${width} px`, () =>
        session.inSharedReader(path, { viewport: { width, height: 700 } }, async (page) => {
          const scroller = await session.inFrame(page, (root) => {
            const scroll = root.querySelector('.scroll');
            const bar = root.querySelector('.bar').getBoundingClientRect();
            return {
              overflow: scroll.scrollWidth - scroll.clientWidth,
              bar: [bar.left >= 0, bar.right <= window.innerWidth + 0.5],
            };
          });
          assert.deepEqual(scroller, { overflow: 0, bar: [true, true] });
          const outside = await page.evaluate((reader) => {
            // What is in a box that scrolls may be as wide as it likes.
            const scrolls = (e) => [...ancestors(e)].some((a) => /auto|scroll/.test(getComputedStyle(a).overflowX));
            function* ancestors(e) {
              for (let a = e.parentElement; a && !a.matches(reader); a = a.parentElement) yield a;
            }
            return [...document.querySelectorAll(`${reader} article *`)]
              .filter((e) => {
                const { left, right, width } = e.getBoundingClientRect();
                return width > 0 && (left < -0.5 || right > window.innerWidth + 0.5) && !scrolls(e);
              })
              .map((e) => e.outerHTML.slice(0, 100));
          }, READER);
          assert.deepEqual(outside, []);
        }));
    }
  }

  for (const width of [390, 1280]) {
    const isBeside = width > 1000;
    test(`in every view the controls stand ${isBeside ? 'beside' : 'below'} what is read at ${width} px`, () =>
      session.inReader('news.html', { viewport: { width, height: 800 } }, async (page) => {
        for (const view of ['reader', 'simplify', 'highlight']) {
          if (view !== 'reader') await session.show(page, view);
          const box = () =>
            session.inView(page, view, async (root) => {
              for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
              const { left, right, top, bottom } = (
                root.querySelector('.dock') ?? root.querySelector('.bar')
              ).getBoundingClientRect();
              return { left, right, top, bottom, isAtEdge: Math.abs(bottom - innerHeight) < 1 };
            });
          const start = await page.evaluate((reader) => {
            const title = document.querySelector(`${reader} > article h1`) ?? document.querySelector('main h1');
            return title.getBoundingClientRect().left;
          }, READER);
          const { left, right, top, isAtEdge } = await box();
          assert.equal(isAtEdge, !isBeside, view);
          if (!isBeside) continue;
          assert.ok(
            left >= 16 && right <= start - 16 && right > start - 60,
            `${view}: ${left} to ${right} of ${start}`,
          );
          assert.ok(top >= 16 && top <= 76, `${view}: ${top}`);
          if (view === 'reader') continue;
          const number = await session.inView(page, view, (root) => {
            const line = root.querySelector('.pith-removed > summary');
            line.click();
            return [line.textContent, line.dataset.count];
          });
          assert.ok(number[0].includes(number[1]), number.join(': '));
          assert.ok((await box()).isAtEdge, `${view}: the list has room below`);
        }
      }));
  }

  test('on a phone, over a page that is wider than the screen', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('Firefox has no emulation of phones to be driven');
    // Phones lay such a page out wider than the screen and let one pan; the reader has to keep to what is seen.
    const viewport = { width: 360, height: 740, isMobile: true, hasTouch: true };
    return session.inReader('documentation.html', { viewport }, async (page) => {
      const { seen, laidOut, right } = await session.inFrame(page, (root) => ({
        seen: visualViewport.width,
        laidOut: window.innerWidth,
        right: root.querySelector('dialog').getBoundingClientRect().right,
      }));
      assert.ok(laidOut > seen, 'the page is not wider than the screen: this test shows nothing');
      assert.ok(right <= seen + 0.5, `the reader is ${right} px wide, the screen ${seen} px`);
    });
  });

  test('on a phone, Highlight leaves a page that is wider than the screen as wide as it is', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('Firefox has no emulation of phones to be driven');
    const viewport = { width: 390, height: 800, isMobile: true, hasTouch: true };
    return session.inReader('typography.html', { viewport }, async (page) => {
      const size = () =>
        page.evaluate(() => [document.documentElement.scrollWidth, visualViewport.scale, window.innerWidth]);
      const before = await size();
      assert.ok(before[1] < 0.5, 'the page is not wider than the screen: this test shows nothing');
      await session.show(page, 'highlight');
      // The layer is drawn with the next frame, and the browser follows what it makes of the page with another.
      await rest(page, 300);
      assert.deepEqual(await size(), before);
    });
  });
}
