// Nothing is left over: after many rounds through all features, the browser contains the same as after the first
// rounds.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { select } from './highlighted-text.mjs';
import { pageActions } from './page-actions.mjs';
import { panelIn } from './removed-panel.mjs';
import { until, viewOf } from './session.mjs';

const ROUNDS = 50;
/** Rounds after which everything created once exists. */
const WARM = 3;
/** Timeout in ms for deferred work: the URL of a saved file exists for a minute. */
const PATIENCE = 120_000;
const CLICKS = 200;
const TABS = 20;
/** Maximum relative difference in bytes: compiled code and strings come and go. */
const SLACK = 0.1;

/** Popups of views behind buttons of their toolbar. */
const POPUPS = { menu: '.menu-sheet', text: '.text-panel' };

const HIGHLIGHTED = 'The crossing is short.';

/** Tools of Reader by key, with the element that each shows over the text. Escape closes them. */
const TOOLS = { o: '.sheet.contents', l: '.line-focus-frame', s: '.auto-scroll-bar', c: '.cite', '/': '.find-bar' };

export function soak(session, driver) {
  test(`${ROUNDS} rounds through all features leave no nodes, listeners, style sheets, or object URLs behind`, async (t) => {
    await session.onPage('news.html?soak', {}, async (page) => {
      const before = await page.evaluate(() => document.documentElement.outerHTML);
      let first;
      for (let number = 1; number <= ROUNDS; number += 1) {
        await round(session, page);
        if (number === 1) await session.browser.inContentScript(page, countUrls);
        if (number === WARM) first = await left(session, page);
      }
      const last = await left(session, page);
      t.diagnostic(`after ${WARM} rounds ${JSON.stringify(first)}, after ${ROUNDS} ${JSON.stringify(last)}`);
      // Bytes are only reported, because the calls of this test are in the same heap.
      const counts = ({ bytes, ...others }) => others;
      assert.deepEqual(counts(last), counts(first));
      assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
    });
  });

  test(`${CLICKS} clicks in ${TABS} tabs leave storage and background as they were`, async (t) => {
    const pages = [];
    try {
      for (let number = 0; number < TABS; number += 1) {
        pages.push(await session.browser.newPage(session.server.url('plain', `news.html?tab=${number}`)));
      }
      const clicks = async (times) => {
        for (let number = 0; number < times; number += 1) {
          const page = pages[number % TABS];
          if (Math.floor(number / TABS) % 2 === 0) await session.open(page);
          else await session.leave(page);
        }
      };
      await clicks(2 * TABS);
      const first = await background(session, driver);
      await clicks(CLICKS);
      const last = await background(session, driver);
      t.diagnostic(`first ${JSON.stringify(first)}, last ${JSON.stringify(last)}`);
      assert.deepEqual(last.stored, first.stored);
      assert.ok(!(last.heap > first.heap * (1 + SLACK)), `it grew from ${first.heap} to ${last.heap} bytes`);
    } finally {
      for (const page of pages) await page.close();
    }
  });
}

/** Opens every view, and uses its features. */
async function round(session, page) {
  const { emptied, exported, downloaded } = pageActions(session);
  const isShown = (view, selector) =>
    session.inView(page, view, (root, wanted) => root.querySelector(wanted)?.checkVisibility() ?? false, selector);
  const becomes = async (view, selector, wanted) =>
    assert.equal(
      await until(
        () => isShown(view, selector),
        (is) => is === wanted,
      ),
      wanted,
      `${selector} in ${view}`,
    );
  const closed = async (view, selector) => {
    await becomes(view, selector, true);
    await page.keyboard.press('Escape');
    await becomes(view, selector, false);
  };
  // Contents that Escape closed on the last round's page would open with Reader.
  await session.store({}, ['contents']);
  await session.open(page);
  await session.whole(page, 'reader');
  for (const [key, selector] of Object.entries(TOOLS)) {
    await page.keyboard.press(key);
    if (key === '/') await page.keyboard.type('ferry');
    await closed('reader', selector);
  }
  await highlighted(session, page);
  for (const view of ['reader', 'simplify', 'inspect', 'reader']) {
    if ((await viewOf(page)) !== view) await session.show(page, view);
    emptied();
    await exported(page, view, 'saveMarkdown');
    await downloaded();
    await becomes(view, '.exporter.sheet', false);
    await panelIn(session, page, view).open();
    await closed(view, '.sheet.removed');
    // Inspect has neither.
    for (const [name, selector] of view === 'inspect' ? [] : Object.entries(POPUPS)) {
      await session.popup(page, view, name);
      await closed(view, selector);
    }
  }
  await session.leave(page);
}

/** Highlights a text with the key, and undoes that. */
async function highlighted(session, page) {
  const count = () => page.evaluate(() => CSS.highlights.get('pith-mark-yellow')?.size ?? 0);
  const isOffered = () =>
    session.inFrame(
      page,
      (root) => root.querySelector('.highlight-controls > .selection-bar')?.matches(':popover-open') ?? false,
    );
  const becomes = async (wanted) => assert.equal(await until(count, (size) => size === wanted), wanted);
  await select(page, HIGHLIGHTED);
  assert.ok(await until(isOffered, Boolean), 'the bar is shown');
  await page.keyboard.press('m');
  await becomes(1);
  await page.keyboard.down('Control');
  await page.keyboard.press('z');
  await page.keyboard.up('Control');
  await becomes(0);
}

/** In the content script's world: counts created and revoked object URLs. */
function countUrls() {
  globalThis.urls = new Set();
  const { createObjectURL, revokeObjectURL } = URL;
  URL.createObjectURL = (object) => {
    const url = createObjectURL.call(URL, object);
    globalThis.urls.add(url);
    return url;
  };
  URL.revokeObjectURL = (url) => {
    globalThis.urls.delete(url);
    revokeObjectURL.call(URL, url);
  };
}

/** Counts the contents of the page and of its process, after garbage collection and all deferred work. */
async function left(session, page) {
  const urls = () => session.browser.inContentScript(page, () => globalThis.urls.size);
  assert.equal(await until(urls, (count) => count === 0, PATIENCE), 0);
  const own = await page.evaluate(() => ({
    elements: document.querySelectorAll('*').length,
    sheets: document.styleSheets.length + document.adoptedStyleSheets.length,
    highlights: CSS.highlights.size,
  }));
  return { ...own, ...(await session.browser.held(page)) };
}

/** Returns the bytes that the extension has saved, and in Chromium the bytes in its background. */
async function background(session, driver) {
  const stored = await session.own(async () => {
    const { storage } = globalThis.browser ?? chrome;
    const all = await Promise.all([storage.local.get(null), storage.session.get(null)]);
    return all.map((area) => JSON.stringify(area).length);
  });
  if (driver.name !== 'Chromium') return { stored };
  const worker = await session.browser.background();
  await worker.client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await worker.client.send('Runtime.getHeapUsage');
  return { stored, heap: usedSize };
}
