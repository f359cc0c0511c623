// Pages of others with their own style sheets, where there are any: never part of the project. They are looked for beside
// it, or in the folder that PITH_LAYOUTS names. One page per site, or with PITH_EVERY_LAYOUT=1 every page; of the sites that
// PITH_SITES names (with commas between), or of all.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { marked, painted } from './contents.mjs';
import { faults, holdContent, settled, titleOf } from './measures.mjs';
import { counts } from './places.mjs';
import { layout, viewOf } from './session.mjs';

/** Widths in px by the one that Simplify is opened at; it goes on to the others by resizing. */
const openings = [
  [1280, 768],
  [390, 360, 320],
];

/** The pages, by site. */
function pages() {
  const sites = new Map();
  for (const entry of readdirSync(layout, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const path = relative(layout, join(entry.parentPath, entry.name));
    const [site] = path.split('/');
    sites.set(site, [...(sites.get(site) ?? []), path].toSorted());
  }
  const wanted = process.env.PITH_SITES?.split(',') ?? [...sites.keys()];
  return wanted
    .map((site) => sites.get(site) ?? [])
    .flatMap((paths) => (process.env.PITH_EVERY_LAYOUT ? paths : paths.slice(0, 1)));
}

/** Waits until the page has shown what it fades in, part by part, by scripts of its own. */
function shownWhole(page) {
  return page.evaluate(async () => {
    let [text, since] = ['', performance.now()];
    const end = since + 5_000;
    while (performance.now() < Math.min(since + 300, end)) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      const { innerText } = document.body;
      if (innerText !== text) [text, since] = [innerText, performance.now()];
    }
  });
}

export function layouts(session) {
  if (!existsSync(layout)) {
    test('pages of others', (t) => t.skip(`there is no folder ${relative(process.cwd(), layout)}`));
    return;
  }
  for (const path of pages()) {
    for (const widths of openings) {
      const [first] = widths;
      test(`${path} at ${widths.join(', ')} px`, (t) =>
        session.onPage(encodeURI(path), { policy: 'layout', viewport: { width: first, height: 900 } }, async (page) => {
          await shownWhole(page);
          await session.open(page, 10_000);
          if (session.browser.isolated) {
            const { elements, origins } = await counts(session, page);
            assert.equal(origins, elements, 'the reader does not know where its elements come from');
          }
          const title = await titleOf(page);
          await session.show(page, 'highlight', 10_000);
          const blocks = (await marked(page)).join('');
          await holdContent(page, title);
          await session.show(page, 'simplify', 10_000);
          // A table of contents, say: left as it is, with a sentence.
          if (await session.inView(page, 'simplify', (root) => root.querySelector('.message') !== null))
            return t.diagnostic('no article');
          const found = [];
          for (const width of widths) {
            if (width !== first) await page.setViewport({ width, height: 900 });
            await settled(page);
            assert.equal(await viewOf(page), 'simplify', `gave way at ${width} px`);
            const { text, ...sizes } = await painted(page);
            if (width === first) assert.equal(text, blocks, 'Simplify and Highlight differ');
            found.push({ width, ...sizes, faults: await faults(page) });
          }
          assert.deepEqual(
            found,
            widths.map((width) => ({ width, small: [], outside: [], sideways: 0, faults: [] })),
          );
        }));
    }
  }
}
