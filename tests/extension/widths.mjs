// From phone to tablet: nothing overflows sideways.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { READER, rest, until } from './session.mjs';

export function widths(session) {
  for (const path of variants(
    ['media.html', 'ar.html', 'news.html', 'documentation.html', 'zh.html', 'hostile.html'],
    2,
  )) {
    for (const width of [320, 360, 768]) {
      test(`nothing overflows on ${path} at ${width} px`, () =>
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
            // Content of a scrolling box may have any width.
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

  for (const width of variants([390, 1280, 320, 700], 2)) {
    test(`at ${width} px, the toolbar has the same position in every view, and is not cut off`, () =>
      session.inReader('news.html', { viewport: { width, height: 800 } }, async (page) => {
        const places = [];
        for (const view of ['reader', 'simplify', 'inspect']) {
          if (view !== 'reader') await session.show(page, view);
          const [kept, cut, order, over] = await session.inView(page, view, async (root) => {
            for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
            const box = (element) => {
              const { left, top, right, bottom } = element.getBoundingClientRect();
              return [left, top, right, bottom].map(Math.round);
            };
            const buttons = [...root.querySelectorAll('.bar button')].filter((one) => one.checkVisibility());
            const isCut = ([left, top, right, bottom]) =>
              left < 0 ||
              top < 0 ||
              right > innerWidth ||
              bottom > innerHeight ||
              right - left < 24 ||
              bottom - top < 24;
            const places = ['.view.reader', '.view.inspect', '.back', '.overflow'].map((name) =>
              box(root.querySelector(name)),
            );
            const [first, last, [left, top], [, , right]] = places;
            // Over the page itself, excluding its scroll bar.
            const width = root.querySelector('.dock') ? document.documentElement.clientWidth : innerWidth;
            const middle = innerWidth < 600 ? width : width / 2;
            const fromMiddle = ([start, above, end, below]) => [start - middle, above, end - middle, below];
            // They stand in one line at an edge, and over the text of the reader none does.
            const scroll = root.querySelector('.scroll')?.getBoundingClientRect();
            const isOver = (button) => {
              const [, above, , below] = box(button);
              const isApart = !scroll || below <= scroll.top + 0.5 || above >= scroll.bottom - 0.5;
              return !isApart || (below > 70 && above < innerHeight - 80);
            };
            const over = buttons.filter(isOver).map(({ className }) => className);
            const kept = [fromMiddle(first), fromMiddle(last), left, top, right - width];
            return [kept, buttons.map(box).filter(isCut), buttons[0].className, over];
          });
          assert.deepEqual([cut, over], [[], []], view);
          assert.match(order, /back/);
          places.push(kept);
        }
        assert.deepEqual(places, [places[0], places[0], places[0]]);
      }));
  }

  /** Panels by the key that opens them. */
  const panels = {
    a: 'Text',
    e: 'Save',
    v: 'More',
    o: 'Contents',
    h: 'Highlights',
    d: 'Removed',
    c: 'Cite',
    '?': 'Keys',
  };

  /**
   * In the view: returns the faults of the open panel; null if none is open. Each control must be visible once scrolled
   * into view, and the control that closes the panel always.
   */
  function faultsOfPanel(root) {
    const panel = root.querySelector('.sheet:popover-open');
    if (!panel) return null;
    const isSeen = (control) => {
      const seen = control.closest('label') ?? control;
      // A link may span several lines.
      const { left, top, right, bottom } = seen.getClientRects()[0];
      const [x, y] = [(Math.max(left, 0) + Math.min(right, innerWidth)) / 2, (top + bottom) / 2];
      const at = root.elementFromPoint(x, y);
      return left >= -0.5 && right <= innerWidth + 0.5 && (seen === at || seen.contains(at));
    };
    const name = (control) => control.outerHTML.slice(0, 80);
    const controls = [...panel.querySelectorAll('button, input, select, textarea, a[href], summary')].filter(
      (control) => control.checkVisibility() && !control.disabled,
    );
    const hidden = controls.filter((control) => {
      (control.closest('label') ?? control).scrollIntoView({ block: 'center', behavior: 'instant' });
      return !isSeen(control);
    });
    const { left, top, right, bottom } = panel.getBoundingClientRect();
    const isOut = left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
    // A panel without a close button is closed with the toolbar button that opened it.
    const shut = panel.querySelector('.head .close');
    const exit = shut?.checkVisibility() ? shut : root.querySelector('.bar [aria-expanded=true]');
    return [
      ...(isOut ? [`it extends beyond the window: ${[left, top, right, bottom]}`] : []),
      ...(exit && isSeen(exit) ? [] : [`no close button is visible: ${exit && name(exit)}`]),
      ...hidden.map((control) => `not visible: ${name(control)}`),
    ];
  }

  for (const [width, height, as] of [
    [320, 640, 'on a small phone'],
    [640, 450, 'at 200 % of 1280 × 900'],
  ])
    test(`every panel is usable ${as}, and its close button is visible`, () =>
      session.inReader('documentation.html', { viewport: { width, height } }, async (page) => {
        const faults = () => session.inView(page, 'reader', faultsOfPanel);
        for (const [key, name] of Object.entries(panels)) {
          await page.keyboard.press(key);
          // It may slide in from the side.
          const found = await until(faults, (all) => all?.length === 0);
          assert.deepEqual(found, [], name);
          await page.keyboard.press('Escape');
          assert.equal(await until(faults, (all) => all === null), null, name);
        }
      }));

  test('on a phone, Reader fits the screen over a page that is wider', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('only Chromium emulates a phone');
    // Phones lay out such a page wider than the screen and allow panning. Reader must stay within the visible part.
    const viewport = { width: 360, height: 740, isMobile: true, hasTouch: true };
    return session.inReader('documentation.html', { viewport }, async (page) => {
      const { seen, laidOut, right } = await session.inFrame(page, (root) => ({
        seen: visualViewport.width,
        laidOut: window.innerWidth,
        right: root.querySelector('dialog').getBoundingClientRect().right,
      }));
      assert.ok(laidOut > seen, 'the page is not wider than the screen, so this test checks nothing');
      assert.ok(right <= seen + 0.5, `the reader is ${right} px wide, the screen ${seen} px`);
    });
  });

  test('on a phone, Inspect keeps the width of a page that is wider than the screen', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('only Chromium emulates a phone');
    const viewport = { width: 390, height: 800, isMobile: true, hasTouch: true };
    return session.inReader('typography.html', { viewport }, async (page) => {
      const size = () =>
        page.evaluate(() => [document.documentElement.scrollWidth, visualViewport.scale, window.innerWidth]);
      const before = await size();
      assert.ok(before[1] < 0.5, 'the page is not wider than the screen, so this test checks nothing');
      await session.show(page, 'inspect');
      // The layer is drawn in the next frame, and the resulting layout of the page in another one.
      await rest(page, 300);
      assert.deepEqual(await size(), before);
    });
  });
}
