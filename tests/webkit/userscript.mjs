// Tests of the userscript, injected as by a userscript manager, with functions for storage and a menu. In WebKit, which
// can't load extensions, it is also used to test the views.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../browser/built.mjs';
import { Complaint } from '../browser/complaint.mjs';
import { serve } from '../browser/server.mjs';

const PATIENCE = 30_000;
const VIEWS = ['reader', 'simplify', 'inspect'];

const file = join(root, 'dist', 'pith.user.js');

/** Repeats `ask` until `isWanted` accepts the answer, or until a timeout. Returns the last answer. */
async function until(ask, isWanted) {
  let answer;
  for (const end = Date.now() + PATIENCE; Date.now() < end; ) {
    answer = await ask();
    if (isWanted(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return answer;
}

/** Simulates a userscript manager. `stored`: the content of its storage. `hasMenu`: whether it has a menu. */
function manager({ stored = {}, hasMenu = true }) {
  return `
    const GM = undefined, GM_info = { isIncognito: false };
    globalThis.stored = ${JSON.stringify(stored)};
    globalThis.entries = [];
    globalThis.roots = [];
    const GM_getValue = (key) => stored[key];
    const GM_setValue = (key, value) => { stored[key] = value; };
    const GM_deleteValue = (key) => { delete stored[key]; };
    const GM_listValues = () => Object.keys(stored);
    ${hasMenu ? 'const GM_registerMenuCommand = (title, chosen) => entries.push({ title, chosen });' : ''}
    const attach = Element.prototype.attachShadow;
    Element.prototype.attachShadow = function (options) {
      const made = attach.call(this, options);
      roots.push(made);
      return made;
    };`;
}

/** In the page: returns the state that a view must restore. */
function state() {
  const { documentElement: whole } = document;
  const fields = [...document.querySelectorAll('input, textarea, select')].map(({ value, checked }) => [
    value,
    checked,
  ]);
  return { html: whole.outerHTML, title: document.title, fields, media: document.images.length };
}

export function userscript(driver) {
  describe(`the userscript in ${driver.name}`, { concurrency: 1 }, () => {
    let server;
    let browser;
    let script;
    before(async () => {
      if (!existsSync(file)) throw new Complaint('The userscript is not built: run ./build.sh build first.');
      script = readFileSync(file, 'utf8');
      server = await serve(join(root, 'tests/pages'));
      browser = await driver.launch({ proxy: server.address });
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    /** Opens a page of tests/pages with the userscript, and closes it after `use`. */
    async function onPage(name, use, { by = browser, viewport, policy = 'plain', prepare, ...options } = {}) {
      const page = await by.newPage(server.url(policy, `${name}.html`), viewport && { viewport });
      try {
        if (prepare) await page.evaluate(prepare);
        // In one script, so that the manager's functions are in scope, and nothing of the page's own.
        const whole = `${manager(options)}\n${script}`;
        await (page.run?.(whole) ?? page.evaluate(`${whole}\n;0;`));
        return await use(page);
      } finally {
        await page.close();
      }
    }

    const openView = (page) => page.evaluate(() => document.querySelector('[data-pith]')?.dataset.pith ?? null);

    /** Waits until the open view is complete. */
    async function whole(page, view) {
      assert.equal(
        await until(
          () => openView(page),
          (open) => open === view,
        ),
        view,
      );
      const isBusy = () => page.evaluate(() => globalThis.roots.some((root) => root.querySelector('[aria-busy=true]')));
      assert.equal(await until(isBusy, (busy) => !busy), false);
    }

    /** Clicks the item of a view in the manager's menu. */
    async function choose(page, view) {
      await page.evaluate((index) => globalThis.entries[index].chosen(), VIEWS.indexOf(view));
    }

    async function show(page, view) {
      await choose(page, view);
      await whole(page, view);
    }

    async function leave(page, view) {
      await choose(page, view);
      assert.equal(
        await until(
          () => openView(page),
          (open) => open === null,
        ),
        null,
      );
    }

    test('each view opens from the menu, switches to the next, and restores the page', async () => {
      await onPage('news', async (page) => {
        const titles = await page.evaluate(() => globalThis.entries.map(({ title }) => title));
        assert.deepEqual(
          titles.map(Boolean),
          VIEWS.map(() => true),
          'every menu item has a title',
        );
        const before = await page.evaluate(state);
        const mark = server.requests.length;
        for (const view of VIEWS) await show(page, view);
        await leave(page, 'inspect');
        assert.deepEqual(await page.evaluate(state), before);
        await show(page, 'reader');
        const text = await page.evaluate(() => document.querySelector('[data-pith] article').textContent);
        assert.match(text, /Nobody in the room had expected it to be close/);
        assert.doesNotMatch(text, /saltmarsh_joe/);
        await leave(page, 'reader');
        assert.deepEqual(await page.evaluate(state), before);
        // The page's own images, and the browser's own requests.
        const isOther = (request) => !/\/media\/|\b(?:google|googleapis|mozilla)\.(?:com|net|org)\b/.test(request);
        assert.deepEqual(server.since(mark).filter(isOther), []);
      });
    });

    test('the current paragraph stays in place across views, and on the page afterwards', async () => {
      await onPage('news', async (page) => {
        const inReader = () => {
          const all = [...document.querySelectorAll('[data-pith] article p')];
          return all.find((p) => p.textContent.includes('Nobody in the room')).getBoundingClientRect().top;
        };
        const onPageItself = () => {
          const all = [...document.body.querySelectorAll('p')];
          return all.find((p) => p.textContent.includes('Nobody in the room')).getBoundingClientRect().top;
        };
        await show(page, 'reader');
        await page.evaluate(() => {
          const all = [...document.querySelectorAll('[data-pith] article p')];
          all.find((p) => p.textContent.includes('Nobody in the room')).scrollIntoView();
        });
        const isNear = (top) => Math.abs(top) < 250;
        assert.ok(isNear(await until(() => page.evaluate(inReader), isNear)));
        await show(page, 'simplify');
        assert.ok(isNear(await until(() => page.evaluate(onPageItself), isNear)), 'in Simplify');
        await show(page, 'reader');
        assert.ok(isNear(await until(() => page.evaluate(inReader), isNear)), 'in Reader again');
        await leave(page, 'reader');
        assert.ok(isNear(await until(() => page.evaluate(onPageItself), isNear)), 'on the page');
      });
    });

    test('Inspect highlights the text, and find highlights its matches', async () => {
      await onPage('news', async (page) => {
        const marks = () => page.evaluate(() => [...CSS.highlights.keys()].toSorted());
        await show(page, 'inspect');
        assert.ok((await until(marks, ({ length }) => length > 0)).length > 0, 'no text is highlighted');
        await show(page, 'reader');
        const before = await marks();
        await page.keyboard.press('/');
        const hasField = () =>
          page.evaluate(() => globalThis.roots.some((root) => root.activeElement?.matches('input')));
        assert.ok(await until(hasField, Boolean), 'no find field');
        await page.keyboard.type('ferry');
        const found = await until(marks, ({ length }) => length > before.length);
        assert.ok(found.length > before.length, `found: ${found}`);
      });
    });

    for (const name of ['ar', 'vertical', 'documentation']) {
      test(`nothing overflows on ${name} at 390 px`, async () => {
        await onPage(
          name,
          async (page) => {
            for (const view of ['reader', 'simplify']) {
              await show(page, view);
              const [width, scrolled] = await page.evaluate((open) => {
                const { clientWidth, scrollWidth } =
                  open === 'reader' ? document.querySelector('[data-pith] article') : document.documentElement;
                return [clientWidth, scrollWidth];
              }, view);
              if (name !== 'vertical') assert.ok(scrolled <= width + 1, `${view}: ${scrolled} in ${width}`);
            }
            await leave(page, 'simplify');
          },
          { viewport: { width: 390, height: 844 } },
        );
      });
    }

    /** Checks that the open Reader has a dark background. */
    async function assertDark(page) {
      // The element itself is transparent.
      const background = () =>
        page.evaluate(() => {
          const dialog = globalThis.roots.map((root) => root.querySelector('dialog')).find(Boolean);
          const [red, green, blue, alpha = 1] = getComputedStyle(dialog)
            .backgroundColor.match(/[\d.]+/g)
            .map(Number);
          return alpha < 1 ? Infinity : red + green + blue;
        });
      assert.ok((await until(background, (sum) => sum < 200)) < 200, 'the theme is dark');
    }

    test('Reader is dark if the system is', async (t) => {
      if (driver.name !== 'WebKit') return t.skip('the suites of the extension test it');
      const dark = await driver.launch({ proxy: server.address, isDark: true });
      try {
        await onPage(
          'news',
          async (page) => {
            assert.ok(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches));
            await show(page, 'reader');
            await assertDark(page);
          },
          { by: dark },
        );
      } finally {
        await dark.close();
      }
    });

    test("settings are read from the manager's storage and saved there", async () => {
      await onPage(
        'news',
        async (page) => {
          await show(page, 'reader');
          await assertDark(page);
          await page.keyboard.press('+');
          const zoom = () => page.evaluate(() => Object.keys(globalThis.stored).length);
          assert.ok((await until(zoom, (count) => count > 1)) > 1, 'nothing is stored');
        },
        { stored: { theme: '"dark"' } },
      );
    });

    test('if the manager has no menu, a button over the page opens and closes Reader', async () => {
      await onPage(
        'news',
        async (page) => {
          // It is the first shadow tree.
          const press = () => page.evaluate(() => globalThis.roots[0].querySelector('button').click());
          await press();
          await whole(page, 'reader');
          await press();
          assert.equal(
            await until(
              () => openView(page),
              (open) => open === null,
            ),
            null,
          );
        },
        { hasMenu: false },
      );
    });

    test('if the page forbids wasm, a message appears and no view opens', async () => {
      await onPage(
        'news',
        async (page) => {
          await choose(page, 'reader');
          const said = () =>
            page.evaluate(() => {
              const sentences = globalThis.roots.map((root) => root.querySelector('[role=status]')?.textContent ?? '');
              return sentences.join('');
            });
          assert.match(await until(said, Boolean), /WebAssembly/);
          assert.equal(await openView(page), null);
        },
        { policy: 'self' },
      );
    });
  });
}
