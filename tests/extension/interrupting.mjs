// A view that is being opened on a large page: a second click or Escape gives it up, and of several views the last is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { viewOf } from './session.mjs';

const LARGE = 'magazine.html?elements=24000';

/** In the page: keeps its nodes and state, every view that came, and the number of attributes that change. */
function watch() {
  window.came = [];
  window.nodesBefore = [document.documentElement, ...document.documentElement.querySelectorAll('*')];
  const state = () => [scrollX, scrollY, document.activeElement, document.adoptedStyleSheets.length, document.title];
  const before = state();
  window.isUntouched = () => {
    const now = [document.documentElement, ...document.documentElement.querySelectorAll('*')];
    return (
      now.length === window.nodesBefore.length &&
      now.every((node, index) => node === window.nodesBefore[index]) &&
      state().every((value, index) => value === before[index]) &&
      window.attributes === 0
    );
  };
  window.attributes = 0;
  new MutationObserver((records) => {
    window.attributes += records.filter(({ type, target }) => type === 'attributes' && !target.dataset.pith).length;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.dataset?.pith) window.came.push(node.dataset.pith);
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
}

export function interrupting(session) {
  /** Opens the reader, and gives the ms that it took. */
  async function opened(page) {
    const from = performance.now();
    await session.open(page, 60_000);
    return performance.now() - from;
  }

  /** A large page on which the reader was open once, and the ms that opening it took. */
  const onLarge = (policy, use) =>
    session.onPage(LARGE, { policy }, async (page) => {
      const took = await opened(page);
      await session.leave(page);
      await page.evaluate(watch);
      await use(page, took);
    });

  /** Waits until the page shows this view, or none, and has done so for three times as long as opening one takes. */
  async function staysAt(page, wanted, took) {
    const end = performance.now() + Math.max(20 * took, 60_000);
    for (let since = null; since === null || performance.now() < since + 3 * took; ) {
      const view = await viewOf(page);
      since = view === wanted ? (since ?? performance.now()) : null;
      assert.ok(performance.now() < end, `the page shows ${view}, not ${wanted}`);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  test('two clicks at once leave the page as it was', () =>
    onLarge('plain', async (page, took) => {
      await session.browser.clickAction(page);
      await session.browser.clickAction(page);
      await staysAt(page, null, took);
      assert.ok(await page.evaluate(() => window.isUntouched()));
      await session.open(page, 60_000);
    }));

  test('Escape gives up a view before it is there', () =>
    onLarge('plain', async (page, took) => {
      await session.browser.clickAction(page);
      await page.waitForFunction(() => window.came.length > 0, { timeout: 60_000 });
      await page.keyboard.press('Escape');
      await staysAt(page, null, took);
      assert.deepEqual(await page.evaluate(() => window.came), ['opening']);
      assert.ok(await page.evaluate(() => window.isUntouched()));
    }));

  test('of two views that are asked for at once the later one is shown', () =>
    session.onPage(LARGE, {}, async (page) => {
      await page.evaluate(watch);
      const took = await opened(page);
      // Whose scripts are there need nothing but to be asked.
      for (const view of ['simplify', 'highlight', 'reader']) await session.show(page, view, 60_000);
      await session.inFrame(page, (root) => root.querySelector('button.views').click());
      await session.inFrame(page, async (root) => {
        const entry = (view) => root.querySelector(`button.view.${view}`);
        while (!entry('simplify')?.checkVisibility()) await new Promise(requestAnimationFrame);
        entry('simplify').click();
        entry('highlight').click();
      });
      await staysAt(page, 'highlight', took);
      await session.leave(page, 60_000);
      assert.ok(await page.evaluate(() => window.isUntouched()));
    }));
}
