// Compares the detected articles in WebKit and Chromium on external pages with their style sheets, if there are any
// (tests/browser/sites.mjs).

import assert from 'node:assert/strict';
import { relative } from 'node:path';
import { test } from 'node:test';
import { coreSource, root } from '../browser/built.mjs';
import * as chromium from '../browser/chromium.mjs';
import { serve } from '../browser/server.mjs';
import { layout, sitePages } from '../browser/sites.mjs';
import * as webkit from '../browser/webkit.mjs';

/** Pages per site. */
const PER_SITE = 2;

/** Minimum share of pages on which both engines must find the same article. */
const SAME = 57 / 60;

/** In the page: detects the article once the page and its fonts are rendered. Returns its text by block. */
async function found() {
  await document.fonts.ready;
  const detection = globalThis.pithCore.detect();
  const made = new DOMParser().parseFromString(detection.html(), 'text/html');
  const blocks = 'h1, h2, h3, h4, h5, h6, p, li, dt, dd, td, th, pre, figcaption, summary';
  const text = (part) => part.textContent.replace(/\s+/g, ' ').trim();
  const parts = [...made.body.querySelectorAll(blocks)].map(text);
  detection.free();
  return { whole: text(made.body), parts };
}

/** Returns the parts that only one of the articles has, to help investigate a difference. */
const alone = (one, other) => one.parts.filter((part) => !other.parts.includes(part)).map((part) => part.slice(0, 80));

const pages = sitePages({ perSite: PER_SITE });
if (pages === null) {
  test('external pages', (t) => t.skip(`there is no folder ${relative(process.cwd(), layout)}`));
} else {
  test(`WebKit and Chromium find the same article on external pages`, async (t) => {
    const server = await serve(root, { sites: { layout } });
    const core = coreSource();
    const browsers = [];
    try {
      for (const driver of [chromium, webkit]) browsers.push(await driver.launch({ proxy: server.address }));
      const viewport = { width: 1280, height: 900 };
      const windows = await Promise.all(browsers.map((browser) => browser.newPage(undefined, { viewport })));
      const read = async (page, path) => {
        await page.goto(server.url('layout', encodeURI(path)));
        await (page.run?.(core) ?? page.evaluate(`${core};0`));
        return page.evaluate(found);
      };
      const different = [];
      for (const path of pages) {
        const [ours, theirs] = await Promise.all(windows.map((page) => read(page, path)));
        assert.ok(ours.whole.length > 0, path);
        if (ours.whole === theirs.whole) continue;
        different.push(path);
        t.diagnostic(`${path}: ${JSON.stringify({ chromium: alone(ours, theirs), webkit: alone(theirs, ours) })}`);
      }
      t.diagnostic(`the same on ${pages.length - different.length} of ${pages.length} pages`);
      assert.ok(pages.length - different.length >= SAME * pages.length, different.join(', '));
    } finally {
      for (const browser of browsers) await browser.close();
      await server.close();
    }
  });
}
