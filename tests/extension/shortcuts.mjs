// Shortcuts and context menus, as changed on the settings page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn, axeOn } from './accessibility.mjs';
import { rest, until, viewOf } from './session.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };

export function shortcuts(session) {
  const isFirefox = () => session.browser.name === 'Firefox';

  /** Passes the settings page to `use`, and undoes its changes afterwards. */
  async function onSettings(use) {
    const own = await session.browser.ownPage('options.html#shortcuts', DESK);
    try {
      await until(() => own.$('.menus input'), Boolean);
      await use(own);
    } finally {
      await own.evaluate(() => (globalThis.browser ?? chrome).storage.local.remove(['bindings', 'menus']));
      await own.close();
    }
  }

  const stored = (own, name) =>
    own.evaluate(async (key) => (await (globalThis.browser ?? chrome).storage.local.get(key))[key] ?? '', name);

  async function becomes(read, expected) {
    assert.deepEqual(await until(read, (found) => String(found) === String(expected)), expected);
  }

  /** Types a key into the field with a label. */
  async function type(own, label, key) {
    await own.bringToFront();
    await own.evaluate((text) => {
      const found = [...document.querySelectorAll('.bindings label')].find((one) => one.textContent === text);
      found.scrollIntoView({ block: 'center' });
      found.control.focus();
    }, label);
    await own.keyboard.press(key);
  }

  const said = (own) => own.$eval('.bindings [role=status]', (line) => line.textContent);

  /** Opens the list of shortcuts with `?`. Returns the action of each, and axe's findings. */
  async function listed(page, view, key = '?') {
    await page.keyboard.press(key);
    const rows = (root) =>
      [...root.querySelectorAll('.shortcut-list dl > div')].map(({ children: [name, what] }) => [
        name.textContent,
        what.textContent,
      ]);
    const found = await until(
      () => session.inView(page, view, rows),
      ({ length }) => length > 0,
    );
    const axe = await axeIn(session, page, view);
    await page.keyboard.press('Escape');
    const gone = () => session.inView(page, view, (root) => root.querySelector('.shortcut-list') === null);
    assert.ok(await until(gone, Boolean), 'Escape closes the list');
    assert.deepEqual(axe, []);
    return found.map(([name, what]) => `${name} ${what}`);
  }

  test('single-key shortcuts of Reader can be changed, and the list shows the current keys', () =>
    onSettings(async (own) => {
      // In quick succession: none is lost while another is being saved.
      await type(own, 'Find in article', 'g');
      await type(own, 'Change theme', 'Backspace');
      await type(own, 'Keyboard shortcuts', 'b');
      await becomes(() => stored(own, 'bindings'), 'find=g theme_key= keys=b');
      await session.inReader('news.html', DESK, async (page) => {
        const theme = () => session.inFrame(page, (root) => root.querySelector('dialog').dataset.theme);
        const before = await theme();
        await page.keyboard.press('t');
        await page.keyboard.press('?');
        const rows = await listed(page, 'reader', 'b');
        assert.equal(await theme(), before, 'a removed shortcut still works');
        assert.ok(rows.includes('G Find in article') && rows.includes('Esc Back to page'), rows.join('\n'));
        assert.ok(!rows.some((row) => row.endsWith('Change theme')), rows.join('\n'));
        assert.ok(
          rows.some((row) => /^\S*Shift\S* Simplify$/.test(row)),
          rows.join('\n'),
        );
        await page.keyboard.press('/');
        await page.keyboard.press('g');
        const field = (root) => root.activeElement?.type ?? '';
        await becomes(() => session.inFrame(page, field), 'search');
      });
      // The button of the group resets all of them.
      await own.bringToFront();
      await own.$eval('section:has(.bindings) .back', (button) => button.click());
      await becomes(() => stored(own, 'bindings'), '');
      await becomes(() => own.$$eval('.bindings input', (list) => list.map(({ value }) => value).includes('/')), true);
    }));

  test('a shortcut in use and an invalid one are refused with a message', () =>
    onSettings(async (own) => {
      await type(own, 'Find in article', 'j');
      assert.match(await said(own), /^J is already used for “Next section”\./);
      await type(own, 'Find in article', ' ');
      assert.match(await said(own), /can’t be used on its own/);
      assert.equal(await stored(own, 'bindings'), '');
      await type(own, 'Find in article', 'j');
      await own.$eval('.bindings .message button', (button) => button.click());
      await becomes(() => stored(own, 'bindings'), 'sectionNext= find=j');
      await own.$eval('section:has(.bindings) .back', (button) => button.click());
      await becomes(() => stored(own, 'bindings'), '');
      const shown = await own.$$eval('.bindings label', (list) =>
        list.map(({ textContent, control }) => `${control.value} ${textContent}`),
      );
      assert.ok(shown.includes('/ Find in article') && shown.includes('J Next section'), shown.join('\n'));
      // Another action's key is free once that action has a different one.
      await type(own, 'Next section', 'n');
      await type(own, 'Find in article', 'j');
      await becomes(() => stored(own, 'bindings'), 'sectionNext=n find=j');
      assert.deepEqual(await axeOn(own), []);
    }));

  for (const view of variants(['simplify', 'inspect'])) {
    test(`${view}: the list of shortcuts shows only those that work there`, () =>
      session.inViewOf(view, 'news.html', DESK, async (page) => {
        const rows = await listed(page, view);
        assert.ok(rows.includes('M Highlight selection') && rows.includes('? Keyboard shortcuts'), rows.join('\n'));
        assert.ok(!rows.some((row) => row.endsWith('Find in article')), rows.join('\n'));
      }));

    test(`${view}: in a menu, ? opens no list`, () =>
      session.inViewOf(view, 'news.html', DESK, async (page) => {
        const isInMenu = () =>
          session.inView(page, view, (root) => root.querySelector('.menu')?.contains(root.activeElement) ?? false);
        await session.inView(page, view, (root) => root.querySelector('button.overflow').click());
        await becomes(isInMenu, true);
        await page.keyboard.press('?');
        await rest(page, 400);
        assert.equal(await session.inView(page, view, (root) => root.querySelector('.shortcut-list')), null);
        assert.equal(await isInMenu(), true);
      }));
  }

  test('the list contains shortcuts of open tools, adapted to the text direction', () =>
    session.inReader('ar.html', DESK, async (page) => {
      const isShown = (name) => () =>
        session.inFrame(page, (root, wanted) => root.querySelector(`.${wanted}`)?.checkVisibility() ?? false, name);
      const closed = await listed(page, 'reader');
      assert.ok(!closed.some((row) => /^(?:Page|.*[←→↑])/.test(row)), closed.join('\n'));
      await page.keyboard.press('l');
      await becomes(isShown('line-focus-frame'), true);
      await page.keyboard.press('r');
      await becomes(isShown('read-aloud'), true);
      await page.keyboard.press('p');
      let open;
      try {
        await becomes(isShown('paged-bar'), true);
        open = await listed(page, 'reader');
      } finally {
        await page.keyboard.press('p');
        await becomes(isShown('paged-bar'), false);
      }
      // In Arabic, the next sentence is on the left.
      for (const row of [
        '↑ ↓ Move line focus',
        '← Next sentence',
        'Shift+→ Previous paragraph',
        'PageDown Next page',
      ]) {
        assert.ok(open.includes(row), `${row}: ${open.join('\n')}`);
      }
    }));

  test('in a text field of the page, ? types a character and opens no list', () =>
    session.inViewOf('inspect', 'news.html', DESK, async (page) => {
      await page.focus('.newsletter input');
      await page.keyboard.type('?');
      assert.equal(await page.$eval('.newsletter input', (input) => input.value), '?');
      assert.equal(await session.inView(page, 'inspect', (root) => root.querySelector('.shortcut-list')), null);
    }));

  test("shortcuts of the views are changed in the settings, or on Chromium's own page", () =>
    onSettings(async (own) => {
      const field = (view) =>
        `.view-keys label:nth-child(${['reader', 'simplify', 'inspect'].indexOf(view) + 1}) input`;
      const value = (view) => own.$eval(field(view), (input) => input.value);
      const line = () => own.$eval('.view-keys [role=status]', (one) => one.textContent);
      await becomes(() => value('simplify'), 'Alt+Shift+S');
      if (!isFirefox()) {
        const { browser } = session.browser;
        const opened = browser.waitForTarget((target) => target.url() === 'chrome://extensions/shortcuts');
        await own.$eval('.view-keys button', (button) => button.click());
        await (await (await opened).page()).close();
        return;
      }
      const press = async (view, ...held) => {
        await own.focus(field(view));
        for (const key of held) await own.keyboard.down(key);
        for (const key of held.toReversed()) await own.keyboard.up(key);
      };
      try {
        await press('simplify', 'Alt', 'Shift', 'K');
        await becomes(() => value('simplify'), 'Alt+Shift+K');
        await press('inspect', 'Alt', 'Shift', 'K');
        await becomes(async () => /^Alt\+Shift\+K is already used for “Simplify”/.test(await line()), true);
        await press('inspect', 'q');
        await becomes(async () => /^Your browser doesn’t allow Q\./.test(await line()), true);
        assert.equal(await value('inspect'), 'Alt+Shift+H');
      } finally {
        await own.$eval('.view-keys button', (button) => button.click());
      }
      await becomes(() => value('simplify'), 'Alt+Shift+S');
    }));

  test('each context menu item exists unless it is switched off', () =>
    onSettings(async (own) => {
      const names = await own.$$eval('.menus input', (list) => list.map(({ value }) => value));
      assert.ok(names.includes('reader') && names.includes('take-saveEpub'), names.join());
      const change = (name) => own.$eval(`.menus input[value=${name}]`, (box) => box.click());
      if (isFirefox()) {
        await session.onPage('news.html', {}, async (page) => {
          const shown = () => session.browser.entriesAt(page, [400, 300]);
          assert.ok((await shown()).includes('simplify'));
          await change('simplify');
          await becomes(() => stored(own, 'menus'), 'simplify');
          const less = await until(shown, (found) => !found.includes('simplify'));
          assert.ok(less.includes('reader') && !less.includes('simplify'), less.join());
          await change('simplify');
          await until(shown, (found) => found.includes('simplify'));
          assert.ok((await shown()).includes('simplify'));
        });
        return;
      }
      // No protocol reaches Chromium's menus, so their calls are recorded in the background.
      await session.browser.inBackground(() => {
        globalThis.told = {};
        const { contextMenus } = chrome;
        const { update } = contextMenus;
        contextMenus.update = (id, { visible }, ...rest) => {
          globalThis.told[id] = visible;
          return update.call(contextMenus, id, { visible }, ...rest);
        };
      });
      const told = () => session.browser.inBackground(() => globalThis.told);
      for (const [isThere, off] of [
        [false, 'simplify'],
        [true, ''],
      ]) {
        await change('simplify');
        await becomes(() => stored(own, 'menus'), off);
        const shown = names.filter((id) => id !== 'take-send' && (isThere || id !== 'simplify'));
        const visible = (all) => names.filter((id) => all[id] && id !== 'take-send');
        await becomes(async () => visible(await told()), shown);
      }
    }));

  const targets = {
    page: ({ body }) => body,
    selection: (document) => {
      const [text] = document.querySelectorAll('main p');
      getSelection().selectAllChildren(text);
      return text;
    },
    image: (document) => document.querySelector('main img'),
    link: (document) => document.querySelector('main a[href]'),
  };

  for (const [what, find] of Object.entries(targets)) {
    test(`Inspect opens from the context menu (${what})`, () =>
      session.onPage('news.html', DESK, async (page) => {
        // In Chromium, a clicked item isn't a user gesture, and no protocol lists the items: see menu.test.mjs.
        if (!isFirefox()) {
          await session.open(page);
          await session.leave(page);
        }
        const point = await page.evaluate(`(() => {
          const found = (${find})(document);
          found.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { x, y, width, height } = found.getBoundingClientRect();
          return found === document.body ? [4, 300] : [x + Math.min(width / 2, 30), y + height / 2];
        })()`);
        await session.browser.chooseEntry(page, { point, entry: 'inspect' });
        const view = await until(
          () => viewOf(page),
          (found) => found === 'inspect',
        );
        assert.equal(view, 'inspect');
      }));
  }
}
