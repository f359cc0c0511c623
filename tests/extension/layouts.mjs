// Pages of others with their own style sheets, where there are any: never part of the project. They are looked for beside
// it, or in the folder that PITH_LAYOUTS names. One page per site, or with PITH_EVERY_LAYOUT=1 every page.

import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { marked, painted } from './contents.mjs';
import { counts } from './places.mjs';
import { layout } from './session.mjs';

/** The pages, by site. */
function pages() {
  const sites = new Map();
  for (const entry of readdirSync(layout, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.html')) continue;
    const path = relative(layout, join(entry.parentPath, entry.name));
    const [site] = path.split('/');
    sites.set(site, [...(sites.get(site) ?? []), path].toSorted());
  }
  return [...sites.values()].flatMap((paths) => (process.env.PITH_EVERY_LAYOUT ? paths : paths.slice(0, 1)));
}

export function layouts(session) {
  if (!existsSync(layout)) {
    test('pages of others', (t) => t.skip(`there is no folder ${relative(process.cwd(), layout)}`));
    return;
  }
  for (const path of pages()) {
    test(path, (t) =>
      session.onPage(encodeURI(path), { policy: 'layout', viewport: { width: 768, height: 900 } }, async (page) => {
        await session.open(page, 10_000);
        if (session.browser.isolated) {
          const { elements, origins } = await counts(session, page);
          assert.equal(origins, elements, 'the reader does not know where its elements come from');
        }
        await session.show(page, 'highlight', 10_000);
        const blocks = (await marked(page)).join('');
        await session.show(page, 'simplify', 10_000);
        // A table of contents, say: left as it is, with a sentence.
        if (await session.inView(page, 'simplify', (root) => root.querySelector('.message') !== null)) return t.diagnostic('no article');
        const found = [];
        for (const width of [768, 360, 320]) {
          await page.setViewport({ width, height: 700 });
          await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
          const { text, ...faults } = await painted(page);
          if (width === 768) assert.equal(text, blocks, 'Simplify and Highlight differ');
          found.push({ width, ...faults });
        }
        assert.deepEqual(found, [768, 360, 320].map((width) => ({ width, small: [], outside: [], sideways: 0 })));
      }));
  }
}
