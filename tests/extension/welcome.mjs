// The welcome page, and the page for trying the views.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn, axeOn } from './accessibility.mjs';
import { becomes, until } from './session.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 320, height: 700 } };
const VIEWS = ['reader', 'simplify', 'inspect'];

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

  // The drivers wait for the page after each installation and close it. Without it, no test browser starts.
  test('the welcome page shows where the button is, links to try each view, and shortcuts', () =>
    onOwnPage('welcome.html', DESK, async (own) => {
      const tries = await own.$$eval('a.try', (all) =>
        all.map((link) => [link.textContent, link.getAttribute('href')]),
      );
      assert.deepEqual(tries, [
        ['Try Reader', 'trial.html?view=reader'],
        ['Simplify', 'trial.html?view=simplify'],
        ['Inspect', 'trial.html?view=inspect'],
      ]);
      const seen = () =>
        own.$$eval('h1 span, .steps li, kbd', (all) =>
          all.filter((one) => one.checkVisibility()).map(({ textContent }) => textContent),
        );
      const ofBrowser =
        session.browser.name === 'Firefox'
          ? ['Click the puzzle piece', 'Click the gear next to Pith', 'Choose “Pin to Toolbar”']
          : ['Click the puzzle piece', 'Click the pin next to Pith', 'On any article, click Pith’s button'];
      assert.deepEqual(await seen(), [
        'One click shows just the article. Another restores the page.',
        'Alt+R',
        ...ofBrowser,
        'Alt+Shift+S',
        'Alt+Shift+H',
      ]);
      assert.equal(await own.$eval('.illustration', (drawing) => drawing.getBoundingClientRect().height > 300), true);
      assert.deepEqual(
        await own.$$eval('.foot .guide', (all) => all.map(({ textContent, href }) => [textContent, href])),
        [['Guide', 'https://code.example/pith/blob/main/docs/guide.md']],
      );
      // Phones have neither.
      await own.setViewport({ width: 390, height: 844 });
      const [first, ...others] = await seen();
      assert.match(first, /^One tap /);
      assert.ok(others.length === 3 && others.every((step) => /\b[Tt]ap\b/.test(step)), others.join('\n'));
    }));

  test('a view without a shortcut has a link to set one', (t) => {
    if (session.browser.name === 'Firefox') {
      t.skip('preload scripts do not run in pages of the extension there');
      return;
    }
    return onOwnPage('welcome.html', DESK, async (own) => {
      // As in a browser that uses the shortcut itself.
      const { identifier } = await own.evaluateOnNewDocument(() => {
        const { commands } = globalThis.browser ?? chrome;
        const getAll = commands.getAll.bind(commands);
        commands.getAll = async () => (await getAll()).map((one) => ({ ...one, shortcut: '' }));
      });
      await own.reload();
      await until(() => own.$('.set-key'), Boolean);
      await own.removeScriptToEvaluateOnNewDocument(identifier);
      assert.equal(await own.$$eval('kbd', ({ length }) => length), 0);
      const keys = await own.$$eval('.set-key', (all) => all.map(({ textContent }) => textContent));
      assert.deepEqual(keys, ['Set a key…', 'Set a key…', 'Set a key…']);
    });
  });

  test('the sample article has three hints, and a dismissed one stays away', () =>
    onOwnPage('trial.html?view=reader', DESK, async (own) => {
      const hints = () => own.$$eval('[data-pith=reader] [data-hint]', (all) => all.map(({ dataset }) => dataset.hint));
      const become = async (expected) =>
        assert.deepEqual(await until(hints, (found) => found.join() === expected.join()), expected);
      try {
        await become(['text', 'select', 'removed']);
        await own.$eval('[data-hint=select]', (hint) => hint.shadowRoot.querySelector('button').click());
        await become(['text', 'removed']);
        await own.reload();
        await become(['text', 'removed']);
      } finally {
        await own.evaluate(() => localStorage.clear());
      }
    }));

  for (const view of VIEWS) {
    test(`${view} opens on the sample, and restores it`, () =>
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

  test("views open on the sample page from the toolbar and from the page's buttons", () =>
    onOwnPage('trial.html', DESK, async (own) => {
      await session.open(own);
      await becomes(own, 'reader');
      await session.show(own, 'inspect');
      await session.show(own, 'simplify');
      await session.leave(own);
      await own.$eval('.actions button:nth-of-type(2)', (button) => button.click());
      await becomes(own, 'simplify');
    }));

  test('tabs of a file can be reordered, and refused access is reported with advice', (t) => {
    if (session.browser.name === 'Firefox') {
      t.skip('preload scripts do not run in pages of the extension there');
      return;
    }
    return session.onPage('news.html?tabs', DESK, async (page) => {
      const ids = await session.own(async () =>
        (await (globalThis.browser ?? chrome).tabs.query({})).map(({ id }) => id),
      );
      const file = `tabs.html?${new URLSearchParams({ tabs: ids.slice(0, 2).join(',') })}`;
      await onOwnPage(file, DESK, async (own) => {
        // Web pages without any permission.
        await own.evaluateOnNewDocument(() => {
          const { permissions, tabs } = globalThis.browser ?? chrome;
          permissions.request = async () => false;
          tabs.get = async (id) => ({
            id,
            title: `Tab of ${id}`,
            url: `https://site${id}.example/`,
            status: 'complete',
          });
        });
        await own.reload();
        const names = () => own.$$eval('.tabs .name', (all) => all.map(({ textContent }) => textContent));
        const both = ids.slice(0, 2).map((id) => `Tab of ${id}`);
        assert.deepEqual(await until(names, (found) => found.join() === both.join()), both);
        await own.click('.tabs li:first-child .move-buttons .btn:last-child');
        assert.deepEqual(await names(), both.toReversed());
        assert.deepEqual(await axeOn(own), []);
        await own.click('.actions button');
        const said = () => own.$eval('[role=status]', ({ textContent }) => textContent);
        assert.match(
          await until(said, (words) => /^Nothing was saved/.test(words)),
          /didn’t allow access to these sites/,
        );
        assert.equal(await own.$eval('.actions .primary', ({ textContent }) => textContent), 'Allow these sites…');
      });
      await page.bringToFront();
    });
  });

  const SECTIONS = ['reading', 'tools', 'shortcuts', 'sites', 'highlights', 'saving', 'data', 'about'];

  /** Checks that nothing extends beyond the window. */
  async function fits(own, what) {
    const wide = await own.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${wide} px too wide, ${what}`);
  }

  for (const file of variants(['options.html', 'welcome.html', 'trial.html', 'highlights.html'], 2)) {
    test(`axe finds nothing on ${file} in light and dark mode, and nothing overflows at 320 px`, () =>
      onOwnPage(file, PHONE, async (own) => {
        for (const [isDark, dir] of [
          [false, 'ltr'],
          [true, 'rtl'],
        ]) {
          await session.browser.setDark(own, isDark);
          try {
            await own.evaluate((direction) => (document.documentElement.dir = direction), dir);
            assert.deepEqual(await axeOn(own), []);
            await fits(own, dir);
            if (file === 'options.html' && !isDark) continue;
            // All sections one after another, on the same page.
            for (const name of file === 'options.html' ? SECTIONS : []) {
              await own.evaluate((hash) => (location.hash = hash), name);
              await until(() => own.$eval(`#${name}`, (section) => section.checkVisibility()), Boolean);
              assert.deepEqual(await axeOn(own), [], name);
              await fits(own, name);
            }
          } finally {
            await session.browser.setDark(own, false);
          }
        }
      }));
  }
}
