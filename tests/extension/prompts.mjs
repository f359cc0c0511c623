// The browser's own prompts, and its private windows. In Chromium, no protocol reaches the permission prompt for a
// site.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openLink } from './auto-open.mjs';
import { select } from './highlighted-text.mjs';
import { reader, rest, Session, until, viewOf } from './session.mjs';

export function prompts(driver) {
  const session = new Session(driver);
  before(() => session.start());
  after(() => session.end());

  test('in a private window, Reader opens, saves nothing, and shows a message', async () => {
    await session.browser.allowInPrivate();
    const url = session.server.url('plain', 'news.html');
    const page = await session.browser.openPrivate(url);
    // The empty page of the new window is replaced by this one, and pending queries fail with it.
    const loaded = () => page.evaluate(() => `${location.protocol} ${document.readyState}`).catch(() => null);
    assert.equal(await until(loaded, (state) => state === 'http: complete'), 'http: complete');
    // A click without effect is repeated, as in session.mjs.
    const clicked = async () => {
      await session.browser.clickInPrivate(page);
      return until(() => viewOf(page), Boolean);
    };
    assert.ok(await until(clicked, Boolean));
    await reader(page, true);
    await select(page, 'The crossing is short.');
    await page.keyboard.press('m');
    const said = () => session.inFrame(page, (root) => root.querySelector('.toast p')?.textContent ?? '');
    assert.equal(await until(said, Boolean), 'Pith doesn’t save anything in private windows.');
    const own = await session.browser.ownPage('options.html');
    const stored = await own.evaluate(async () =>
      Object.keys(await (globalThis.browser ?? chrome).storage.local.get(null)),
    );
    assert.deepEqual(
      stored.filter((key) => /^(?:marks|place|site|changes):/.test(key)),
      [],
    );
    await own.close();
    await page.close();
  });

  if (driver.name !== 'Firefox') {
    test("the browser's prompts", (t) => t.skip(`no protocol reaches it in ${driver.name}`));
    return;
  }

  test('a link opens in Reader only if the permission is granted', () =>
    session.onPage('news.html', {}, async (page) => {
      const link = session.server.url('plain', 'blog.html');
      const refused = await openLink(session, page, link, () => session.browser.answerPrompt(false));
      await rest(refused, 1_000);
      assert.equal(await viewOf(refused), null);
      await refused.close();
      const permitted = await openLink(session, page, link, () => session.browser.answerPrompt(true));
      await reader(permitted, true);
      await permitted.close();
    }));

  test('the auto-open list shows the result of the permission prompt', async () => {
    const url = session.server.url('self', 'news.html');
    const options = await session.browser.ownPage(`options.html?${new URLSearchParams({ url, view: 'reader' })}`);
    try {
      const said = () => options.$eval('.auto-open .message p', ({ textContent }) => textContent);
      const listed = () => options.$eval('#patterns', ({ value }) => value);
      await options.waitForSelector('.add-pattern button');
      await options.bringToFront();
      await rest(options, 300);
      for (const [isGranted, isListed] of [
        [false, false],
        [true, true],
      ]) {
        await options.evaluate(() => (document.querySelector('.auto-open .message p').textContent = ''));
        await options.click('.add-pattern button');
        await session.browser.answerPrompt(isGranted);
        await until(said, (sentence) => sentence !== '');
        assert.equal((await listed()) !== '', isListed, await said());
      }
    } finally {
      await options.close();
    }
  });
}
