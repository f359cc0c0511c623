// Simplify and Inspect on pages of other sites, if there are any (tests/browser/sites.mjs).

import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { layout, sitePages } from '../browser/sites.mjs';
import { marked, painted } from './contents.mjs';
import { faults, holdContent, setting, settled, titleOf } from './measures.mjs';
import { counts } from './views.mjs';
import { viewOf } from './session.mjs';

/** Widths in px, by the width at which Simplify is opened. The others are reached by resizing. */
const openings = [
  [1280, 768],
  [390, 360, 320],
];

/** Waits until the page's own scripts have faded in its parts, which may start some time after loading. */
function shownWhole(page) {
  return page.evaluate(async () => {
    const isHeldBack = (paragraph) =>
      paragraph.getBoundingClientRect().height > 0 &&
      !paragraph.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    let [text, since] = ['', performance.now()];
    const end = since + 5_000;
    while (performance.now() < Math.min(since + 300, end)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { innerText } = document.body;
      if (innerText !== text || [...document.querySelectorAll('p')].some(isHeldBack))
        [text, since] = [innerText, performance.now()];
    }
  });
}

/** Widths in px at which Reader must show the same of a page, except for parts that the page itself hides. */
const widthsOfReader = [1280, 768, 390];

/** Returns the visible and the hidden parts of a page, by their text or description. */
function partsOf(page) {
  return page.evaluate(() => {
    const parts = 'h1, h2, h3, h4, h5, h6, p, li, dt, dd, td, th, pre, blockquote, figcaption, summary, img';
    const part = (found) =>
      `${found.localName} ${found.localName === 'img' ? found.alt : found.textContent.replace(/\s+/g, ' ').trim()}`;
    return {
      shown: [...document.querySelectorAll('[data-pith=reader] > article')].flatMap((article) =>
        [...article.querySelectorAll(parts)].filter((found) => !found.closest('.pith-removed')).map(part),
      ),
      hidden: [...document.body.querySelectorAll(parts)].filter((found) => !found.checkVisibility()).map(part),
    };
  });
}

/** Returns the parts visible only at one of two widths and not hidden by the page at the other. */
function lost(from, to) {
  const [there, hidden] = [new Set(to.shown), new Set(to.hidden)];
  return from.shown.filter((part) => !there.has(part) && !hidden.has(part));
}

export function layouts(session) {
  const pages = sitePages();
  if (!pages) {
    test('pages of other sites', (t) => t.skip(`there is no folder ${relative(process.cwd(), layout)}`));
    return;
  }
  for (const path of pages) {
    const parts = new Map();
    const atWidth = (width, use) =>
      session.onPage(encodeURI(path), { policy: 'layout', viewport: { width, height: 900 } }, async (page) => {
        await shownWhole(page);
        const { hidden } = await partsOf(page);
        await session.open(page);
        parts.set(width, { hidden, shown: (await partsOf(page)).shown });
        return use?.(page);
      });
    for (const widths of openings) {
      const [first] = widths;
      test(`${path} at ${widths.join(', ')} px`, (t) =>
        atWidth(first, async (page) => {
          if (session.browser.isolated) {
            const { elements, origins } = await counts(session, page);
            assert.equal(origins, elements, "Reader doesn't know the origin of its elements");
          }
          const title = await titleOf(page);
          await session.show(page, 'inspect');
          const blocks = (await marked(page)).join('');
          await holdContent(page, title);
          await session.show(page, 'simplify');
          // For example, a table of contents: it is left unchanged, with a message.
          if (await session.inView(page, 'simplify', (root) => root.querySelector('.message') !== null))
            return t.diagnostic('no article');
          const found = [];
          for (const width of widths) {
            if (width !== first) await page.setViewport({ width, height: 900 });
            await settled(session, page);
            // On a long page, distant parts are fixed only for printing.
            await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
            assert.equal(await viewOf(page), 'simplify', `Simplify closed at ${width} px`);
            const { text, ...sizes } = await painted(page);
            if (width === first) assert.equal(text, blocks, 'Simplify and Inspect differ');
            found.push({ width, ...sizes, faults: await faults(page) });
          }
          const { chars, leading, beside } = await setting(page);
          // Words end lines early or late. With formulas and long words, some lines are longer.
          assert.ok(chars === null || chars <= 79, `${chars} characters in a line`);
          assert.ok(leading === null || leading >= 1.44, `lines ${leading} apart`);
          assert.ok(beside === null || beside <= 3, `the title ${beside} px beside the text`);
          assert.deepEqual(
            found,
            widths.map((width) => ({ width, small: [], outside: [], sideways: 0, faults: [] })),
          );
        }));
    }
    test(`${path} has the same parts at ${widthsOfReader.join(', ')} px`, async () => {
      for (const width of widthsOfReader) if (!parts.has(width)) await atWidth(width);
      const [first, ...others] = widthsOfReader;
      for (const width of others) {
        const [wide, narrow] = [parts.get(first), parts.get(width)];
        assert.ok(wide.shown.length > 0);
        assert.deepEqual({ lost: lost(wide, narrow), more: lost(narrow, wide) }, { lost: [], more: [] }, `${width} px`);
      }
    });
  }
}
