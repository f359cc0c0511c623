// Simplify and Highlight on pages of others, where there are any (tests/browser/sites.mjs).

import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { layout, sitePages } from '../browser/sites.mjs';
import { marked, painted } from './contents.mjs';
import { faults, holdContent, setting, settled, titleOf } from './measures.mjs';
import { counts } from './places.mjs';
import { viewOf } from './session.mjs';

/** Widths in px by the one that Simplify is opened at; it goes on to the others by resizing. */
const openings = [
  [1280, 768],
  [390, 360, 320],
];

/** Waits until the page has shown what it fades in, part by part, by scripts of its own that begin some time after loading. */
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

export function layouts(session) {
  const pages = sitePages();
  if (!pages) {
    test('pages of others', (t) => t.skip(`there is no folder ${relative(process.cwd(), layout)}`));
    return;
  }
  for (const path of pages) {
    for (const widths of openings) {
      const [first] = widths;
      test(`${path} at ${widths.join(', ')} px`, (t) =>
        session.onPage(encodeURI(path), { policy: 'layout', viewport: { width: first, height: 900 } }, async (page) => {
          await shownWhole(page);
          await session.open(page);
          if (session.browser.isolated) {
            const { elements, origins } = await counts(session, page);
            assert.equal(origins, elements, 'the reader does not know where its elements come from');
          }
          const title = await titleOf(page);
          await session.show(page, 'highlight');
          const blocks = (await marked(page)).join('');
          await holdContent(page, title);
          await session.show(page, 'simplify');
          // A table of contents, say: left as it is, with a sentence.
          if (await session.inView(page, 'simplify', (root) => root.querySelector('.message') !== null))
            return t.diagnostic('no article');
          const found = [];
          for (const width of widths) {
            if (width !== first) await page.setViewport({ width, height: 900 });
            await settled(session, page);
            // Of a long page what is far from what is seen is mended no sooner.
            await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
            assert.equal(await viewOf(page), 'simplify', `gave way at ${width} px`);
            const { text, ...sizes } = await painted(page);
            if (width === first) assert.equal(text, blocks, 'Simplify and Highlight differ');
            found.push({ width, ...sizes, faults: await faults(page) });
          }
          const { chars, leading, beside } = await setting(page);
          // Words end lines early and late; of formulas and long words there are more in some.
          assert.ok(chars === null || chars <= 79, `${chars} characters in a line`);
          assert.ok(leading === null || leading >= 1.44, `lines ${leading} apart`);
          assert.ok(beside === null || beside <= 3, `the title ${beside} px beside the text`);
          assert.deepEqual(
            found,
            widths.map((width) => ({ width, small: [], outside: [], sideways: 0, faults: [] })),
          );
        }));
    }
  }
}
