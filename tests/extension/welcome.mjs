// The page that is opened once, and the one on which the views are tried.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn, axeOn } from './accessibility.mjs';
import { becomes, until } from './session.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 320, height: 700 } };
const VIEWS = ['reader', 'simplify', 'highlight'];

export function welcome(session) {
  async function onOwnPage(file, options, use) {
    const own = await session.browser.ownPage(file, options);
    try {
      await until(() => own.$('main'), Boolean);
      return await use(own);
    } finally {
      await own.close();
    }
  }

  // The drivers wait for the page after each install, and close it: without it no browser of the tests starts.
  test('three cards say what the views are, and lead to a page to try each on', () =>
    onOwnPage('welcome.html', DESK, async (own) => {
      const cards = await own.$$eval('.card', (list) =>
        list.map((card) => ({
          name: card.querySelector('h2').textContent,
          isDrawn: card.querySelector('svg').getBoundingClientRect().height > 60,
          to: card.querySelector('a.try').getAttribute('href'),
        })),
      );
      assert.deepEqual(cards, [
        { name: 'Reader', isDrawn: true, to: 'trial.html?view=reader' },
        { name: 'Simplify', isDrawn: true, to: 'trial.html?view=simplify' },
        { name: 'Inspect', isDrawn: true, to: 'trial.html?view=highlight' },
      ]);
      const keys = await own.$$eval('kbd', (list) => list.map(({ textContent }) => textContent));
      assert.deepEqual(keys, ['Alt+R', 'Alt+Shift+S', 'Alt+Shift+H']);
    }));

  for (const view of VIEWS) {
    test(`${view} opens on the sample, and gives it back`, () =>
      onOwnPage(`trial.html?view=${view}`, DESK, async (own) => {
        await becomes(own, view);
        await session.whole(own, view);
        const left = await session.inView(own, view, (root) => root.querySelector('[role=alert]')?.textContent ?? '');
        assert.equal(left, '', 'there is no article');
        if (view === 'reader') {
          const text = await own.$eval('[data-pith=reader] .pith-body', (body) => body.innerText);
          assert.ok(text.includes('Watchmakers') && !text.includes('newsletter') && !text.includes('Weather'), text);
        }
        assert.deepEqual(await axeIn(session, own, view), []);
        await own.keyboard.press('Escape');
        await becomes(own, null);
      }));
  }

  test('the sample goes from view to view by the menu, and hears the button in the toolbar', () =>
    onOwnPage('trial.html', DESK, async (own) => {
      await session.open(own);
      await becomes(own, 'reader');
      await session.show(own, 'highlight');
      await session.show(own, 'simplify');
      await session.leave(own);
      await own.$eval('.acts button:nth-of-type(2)', (button) => button.click());
      await becomes(own, 'simplify');
    }));

  for (const file of ['welcome.html', 'trial.html', 'options.html']) {
    test(`axe finds nothing on ${file}, by day and by night, and nothing stands out at 320 px`, () =>
      onOwnPage(file, PHONE, async (own) => {
        for (const [isDark, dir] of [
          [false, 'ltr'],
          [true, 'rtl'],
        ]) {
          await session.browser.setDark(own, isDark);
          try {
            await own.evaluate((direction) => (document.documentElement.dir = direction), dir);
            assert.deepEqual(await axeOn(own), []);
            const wide = await own.evaluate(() => document.documentElement.scrollWidth - innerWidth);
            assert.ok(wide <= 0, `${wide} px too wide, ${dir}`);
          } finally {
            await session.browser.setDark(own, false);
          }
        }
      }));
  }
}
