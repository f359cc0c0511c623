// An extension that is updated, reloaded, or removed leaves open views without their scripts or APIs. Such a view can
// still be closed, and the next click on the icon removes it.

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';
import { select } from './highlighted-text.mjs';
import { READER, reader, Session, until } from './session.mjs';

const VIEWS = ['reader', 'simplify', 'inspect'];

/** Returns counts of the elements that a view adds to the page. */
const remains = (page) =>
  page.evaluate(() => [
    document.querySelectorAll('[data-pith]').length,
    document.adoptedStyleSheets.length,
    CSS.highlights.size,
  ]);

const NOTHING = [0, 0, 0];

/** In the page: counts the views that appear. */
function watch() {
  window.came = 0;
  new MutationObserver((records) => {
    window.came += records.flatMap(({ addedNodes }) => [...addedNodes]).filter((node) => node.dataset?.pith).length;
  }).observe(document.documentElement, { childList: true });
}

/** The ways to close a view. */
const WAYS = {
  async Esc(_session, page) {
    await page.keyboard.press('Escape');
  },
  async 'the close button'(session, page, view) {
    const at = await session.inView(page, view, (root) => {
      const { x, y, width, height } = root.querySelector('button.back').getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await page.mouse.click(...at);
  },
};

export function updates(_session, driver) {
  // In its own browser, because in Chromium the next click on the button would end it.
  const session = new Session(driver);
  after(() => session.end());

  async function opened(view) {
    await session.start();
    const page = await session.browser.newPage(session.server.url('plain', 'news.html'));
    await session.open(page);
    if (view !== 'reader') await session.show(page, view);
    return page;
  }

  test('a click on the icon removes the view of an earlier run, and the next one opens Reader', whenAll, async () => {
    for (const view of VIEWS) {
      const page = await opened(view);
      await (session.browser.reinstall ?? session.browser.reload)();
      // Chromium loses a click before the extension is ready.
      await session.browser.inBackground?.(() => {});
      await page.evaluate(watch);
      await session.leave(page);
      assert.deepEqual(await remains(page), NOTHING, view);
      assert.equal(await page.evaluate(() => window.came), 0, `${view}: the click opened another view`);
      await session.open(page);
      await session.leave(page);
      await page.close();
    }
  });

  test('after a reload of the extension, panels report what is no longer available', whenAll, async (t) => {
    const other = new Session(driver);
    try {
      await other.start();
      if (!other.browser.isolated) return t.skip('Firefox ends the scripts of what was reloaded');
      const page = async (view) => {
        const found = await other.browser.newPage(other.server.url('plain', 'news.html'));
        await other.open(found);
        if (view !== 'reader') await other.show(found, view);
        return found;
      };
      const [read, marked] = [await page('reader'), await page('inspect')];
      const said = (name) =>
        other.inView(
          marked,
          'inspect',
          (root, part) => {
            const box = root.querySelector(`.${part}`);
            return box?.matches(':popover-open') ? box.textContent : null;
          },
          name,
        );
      const isSaid = (text) => text !== null;
      await select(marked, 'The crossing is short.');
      assert.ok(isSaid(await until(() => said('selection-bar'), isSaid)), 'nothing is offered');
      await other.browser.reload();
      await marked.bringToFront();
      await marked.keyboard.press('m');
      // The box exists before its message, which screen readers need to announce it.
      assert.match((await until(() => said('toast'), Boolean)) ?? '', /\w+ \w+/);
      await read.bringToFront();
      await read.$eval(`${READER} .pith-show`, (button) => button.focus());
      await read.keyboard.press('Enter');
      const failed = await read.waitForSelector(`${READER} .pith-removed .pith-failed`);
      assert.match(await failed.evaluate(({ textContent }) => textContent), /\w+ \w+/);
    } finally {
      await other.end();
    }
  });

  test('after a reload of the extension, Esc and the close button close every view', whenAll, async () => {
    const open = [];
    for (const view of VIEWS) {
      for (const way of Object.keys(WAYS)) open.push({ view, way, page: await opened(view) });
    }
    await session.browser.reload();
    for (const { view, way, page } of open) {
      await page.bringToFront();
      await WAYS[way](session, page, view);
      await reader(page, false).catch(() => assert.fail(`${way} does not close ${view}`));
      assert.deepEqual(await remains(page), NOTHING, `${view}, ${way}`);
    }
  });
}
