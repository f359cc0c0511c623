// Pages that interfere, on purpose or not: a click opens the view, which is visible and readable, allows selecting
// text, and can be closed.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { firstShown } from './contents.mjs';
import { listen, provoke, saysSo } from './hostile.mjs';
import { reader, rest, until, viewOf } from './session.mjs';

export function difficult(session) {
  for (const [what, put] of [
    [
      'an empty element that looks like ours',
      () => document.documentElement.append(Object.assign(document.createElement('div'), { id: 'false' })),
    ],
    [
      'an element that looks like ours, with a shadow root',
      () => {
        const host = Object.assign(document.createElement('div'), { id: 'false' });
        host.attachShadow({ mode: 'closed' }).append(document.createElement('p'));
        document.documentElement.append(host);
      },
    ],
    [
      'an open Reader in a saved page',
      () => {
        const host = Object.assign(document.createElement('div'), { id: 'false' });
        host.innerHTML =
          '<article lang="en"><header><h1>Saved</h1></header><div class="pith-body"><p>Text</p></div></article>';
        document.documentElement.append(host);
      },
    ],
  ]) {
    test(`${what} doesn't block opening or closing, and stays`, () =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate(`(${put})()`);
        await page.evaluate(() => document.getElementById('false').setAttribute('data-pith', 'reader'));
        const before = await page.evaluate(() => document.documentElement.outerHTML);
        // The browsers' test click is sometimes lost. A click that should close would then open.
        await session.browser.clickAction(page);
        const own = () => page.evaluate(() => document.querySelectorAll(':root > [data-pith]').length);
        assert.equal(await until(own, (count) => count === 2, 8_000), 2, "the click didn't open Reader");
        await page.keyboard.press('Escape');
        assert.equal(await until(own, (count) => count === 1), 1);
        assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
      }));
  }

  test('Reader reappears if the page removes our element when its field loses focus', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.taken = 0;
        const field = document.body.appendChild(document.createElement('input'));
        field.addEventListener('blur', () => {
          window.taken += 1;
          document.querySelector(':root > [data-pith]')?.remove();
        });
        field.focus();
      });
      await provoke(session, page, 'taken');
      await reader(page, true);
      const seen = (root) => root.querySelector('button.back').checkVisibility();
      assert.ok(await session.inFrame(page, seen));
      await session.leave(page);
    }));

  test('Reader closes with a message if the page removes our element on every focus change', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.taken = 0;
        const field = document.body.appendChild(document.createElement('input'));
        const take = () => {
          const host = document.querySelector(':root > [data-pith]');
          if (host) {
            window.taken += 1;
            host.remove();
          }
        };
        field.addEventListener('blur', take);
        document.addEventListener('focusin', take, true);
        field.focus();
      });
      await listen(session);
      await provoke(session, page, 'taken');
      await saysSo(session, 'notice_fought');
      await reader(page, false);
      const taken = await page.evaluate(() => window.taken);
      assert.ok(taken > 1 && taken <= 12, `${taken} times`);
      assert.equal(await viewOf(page), null);
    }));

  test("styles of the root element don't affect Reader, and are restored after it", () =>
    session.onPage('news.html', {}, async (page) => {
      const look = () =>
        page.evaluate(() => {
          const { filter, contentVisibility, transitionDuration } = getComputedStyle(document.documentElement);
          return [filter, contentVisibility, transitionDuration];
        });
      const seen = async () => {
        await rest(page, 300);
        return Buffer.from(await page.screenshot()).toString('base64');
      };
      await session.open(page);
      const plain = await seen();
      await session.leave(page);
      for (const style of ['filter: invert(1); transition: filter 20s', 'content-visibility: hidden']) {
        await page.evaluate((text) => (document.documentElement.style.cssText = text), style);
        const before = await look();
        if (style.startsWith('filter')) {
          await session.open(page);
        } else {
          // An invisible page has no article.
          await page.evaluate(() => (document.documentElement.style.cssText = ''));
          await session.open(page);
          await page.evaluate((text) => (document.documentElement.style.cssText = text), style);
        }
        assert.ok((await seen()) === plain, style);
        await session.leave(page);
        await rest(page, 100);
        const after = await look();
        assert.deepEqual(after.slice(1), before.slice(1), style);
        await page.evaluate(() => (document.documentElement.style.cssText = ''));
      }
    }));

  for (const [what, target] of [
    ['its own element', 'main'],
    ['our element', '[data-pith]'],
  ]) {
    test(`a page that shows ${what} in fullscreen doesn't cover Reader`, () =>
      session.inReader('news.html', {}, async (page) => {
        const clip = { x: 1_100, y: 440, width: 8, height: 8 };
        const paper = async () => Buffer.from(await page.screenshot({ clip })).toString('base64');
        const before = await paper();
        await page.evaluate((selector) => {
          document.querySelector('main').style.background = 'red';
          window.addEventListener(
            'pointerdown',
            async () => {
              await document.querySelector(selector).requestFullscreen();
              window.isFull = true;
            },
            { capture: true, once: true },
          );
        }, target);
        const full = () => page.evaluate(() => window.isFull === true && document.fullscreenElement !== null);
        await page.mouse.click(640, 400);
        assert.ok(await until(full, Boolean), "the page doesn't enter fullscreen, so this test checks nothing");
        // Inert elements aren't found at a point, even if they cover it.
        const isPaper = async () => (await paper()) === before;
        assert.ok(await until(isPaper, Boolean), 'Reader is covered');
        await session.inFrame(page, (root) => root.querySelector('button.back').click());
        await reader(page, false);
        await page.evaluate(() => document.fullscreenElement && document.exitFullscreen());
      }));
  }

  for (const [where, parent] of [
    ['our element', '[data-pith=reader]'],
    ['the article', '[data-pith=reader] > article'],
  ]) {
    test(`an element that the page adds to ${where} doesn't cover the controls`, () =>
      session.inReader('news.html', {}, async (page) => {
        await page.evaluate((selector) => {
          const cover = document.createElement('ferry-banner');
          cover.style.cssText = 'position: fixed; inset: 0; z-index: 2147483647; background: red';
          document.querySelector(selector).append(cover);
        }, parent);
        await rest(page, 100);
        await page.mouse.click(...(await session.middleOf(page, 'reader', 'button.back')));
        await reader(page, false);
      }));
  }

  // A new tab for each, because drivers lose pages from the back/forward cache.
  for (const delay of variants([30, 0, 15, 60, 120, 240])) {
    test(`no view opens on the previous page after a click and Back ${delay} ms later`, async () => {
      const openedAfterBack = () =>
        session.onPage('blog.html', {}, async (page) => {
          const from = page.url();
          await page.goto(session.server.url('plain', 'news.html'));
          await session.browser.clickAction(page);
          await page.evaluate((time) => void setTimeout(() => history.back(), time), delay);
          const address = () => page.evaluate(() => location.href).catch(() => null);
          assert.equal(await until(address, (url) => url === from), from);
          await rest(page, 1_000);
          return viewOf(page);
        });
      // On a busy machine, the browser may report the click only after going back. Then it applies to that page.
      const views = [];
      do views.push(await openedAfterBack());
      while (views.length < 3 && views.at(-1) !== null);
      assert.equal(views.at(-1), null, views.join());
    });
  }

  test('Escape closes Reader even if a close watcher of the page prevents closing', async (t) => {
    if (!(await session.onPage('news.html', {}, (page) => page.evaluate(() => 'CloseWatcher' in window))))
      return t.skip('this browser has no close watchers');
    await session.inReader('news.html', {}, async (page) => {
      await page.evaluate(() => {
        const watch = () => {
          const watcher = new CloseWatcher();
          watcher.oncancel = (event) => event.preventDefault();
          watcher.onclose = watch;
        };
        for (const type of ['pointerdown', 'keydown']) window.addEventListener(type, watch, true);
      });
      await page.mouse.click(640, 400);
      await session.popup(page, 'reader', 'menu');
      const isOpen = () => session.inFrame(page, (root) => root.querySelector('.menu-sheet').matches(':popover-open'));
      assert.ok(await until(isOpen, Boolean));
      await page.mouse.click(640, 400);
      await session.inFrame(page, (root) => root.querySelector('.menu-sheet').showPopover());
      await page.keyboard.press('Escape');
      assert.ok(!(await until(isOpen, (open) => !open, 2_000)), 'the menu stays open');
      assert.equal(await viewOf(page), 'reader', 'one Escape closes only the menu');
      await page.keyboard.press('Escape');
      await reader(page, false, 2_000);
    });
  });

  for (const view of ['reader', 'simplify', 'inspect']) {
    for (const [what, acts] of [
      ['prevents', ['preventDefault']],
      ['stops', ['stopImmediatePropagation']],
    ]) {
      test(`Escape closes ${view} on a page that ${what} every key event`, async (t) => {
        await session.onPage('news.html', {}, async (page) => {
          if (
            acts[0] !== 'preventDefault' &&
            view !== 'reader' &&
            !(await page.evaluate(() => 'CloseWatcher' in window))
          )
            return t.skip("without close watchers, a stopped key doesn't reach the extension");
          await page.evaluate((names) => {
            const act = (event) => window.keeps && names.map((name) => event[name]());
            for (const type of ['keydown', 'keyup', 'keypress']) window.addEventListener(type, act, true);
          }, acts);
          await session.open(page);
          if (view !== 'reader') await session.show(page, view);
          await page.evaluate(() => (window.keeps = true));
          await page.keyboard.press('Escape');
          await reader(page, false, 3_000);
        });
      });
    }
  }

  test("a page nested 2,000 levels deep isn't simplified, and Reader shows a message", () =>
    session.inReader('deep.html?levels=2000', {}, async (page) => {
      await session.ask(page, 'simplify');
      const said = () =>
        session.inFrame(page, (root) => root.querySelector('.notice')?.textContent ?? null).catch(() => null);
      assert.match((await until(said, Boolean, 15_000)) ?? '', /\w+ \w+/);
      assert.equal(await viewOf(page), 'reader');
      await session.leave(page);
    }));

  test('a page nested 2,000 levels deep opens in Inspect', () =>
    session.inReader('deep.html?levels=2000', {}, async (page) => {
      await session.show(page, 'inspect');
      assert.ok((await page.evaluate(() => CSS.highlights.get('pith-content')?.size ?? CSS.highlights.size)) > 0);
      await session.leave(page);
    }));

  test('a page nested 60 levels deep is simplified', () =>
    session.inReader('deep.html?levels=60', {}, async (page) => {
      await session.show(page, 'simplify');
      assert.equal(await viewOf(page), 'simplify');
      await session.leave(page);
    }));

  for (const [what, hinder] of variants(
    [
      [
        'clears the selection on every change',
        () => document.addEventListener('selectionchange', () => getSelection().removeAllRanges(), true),
      ],
      [
        'prevents every mousedown before other listeners',
        () => window.addEventListener('mousedown', (event) => event.preventDefault(), true),
      ],
      [
        'prevents every selectstart before other listeners',
        () => window.addEventListener('selectstart', (event) => event.preventDefault(), true),
      ],
      [
        'stops and prevents every mousedown and selectstart',
        () => {
          for (const type of ['mousedown', 'selectstart']) {
            window.addEventListener(
              type,
              (event) => {
                event.stopImmediatePropagation();
                event.preventDefault();
              },
              true,
            );
          }
        },
      ],
      [
        'disables selection with CSS',
        () => document.documentElement.style.setProperty('user-select', 'none', 'important'),
      ],
      ["doesn't interfere", () => {}],
    ],
    2,
  )) {
    test(`on a page that ${what}, text in Reader can be selected and highlighted`, () =>
      session.onPage(`news.html?${what.length}`, {}, async (page) => {
        await page.evaluate(`(${hinder})()`);
        await session.open(page);
        // Until then, a press may come before what loads the selection script.
        await session.whole(page, 'reader');
        const [x, y] = await firstShown(page);
        await page.mouse.move(x, y);
        await page.mouse.down();
        const selected = () => page.evaluate(() => String(getSelection()));
        // Until something is selected, because pressing the mouse loads the selection script.
        let step = 0;
        const drawn = async () => {
          step += 1;
          await page.mouse.move(x + Math.min(40 * step, 200) - (step % 2), y);
          return selected();
        };
        await until(drawn, (found) => step >= 5 && found.length > 5);
        await page.mouse.up();
        const text = await selected();
        assert.ok(text.length > 5 && text.length < 60, `selected: ${text}`);
        await page.keyboard.press('m');
        const marked = () => page.evaluate(() => CSS.highlights.get('pith-mark-yellow')?.size ?? 0);
        assert.ok((await until(marked, (count) => count > 0, 10_000)) > 0, "it isn't highlighted");
      }));
  }
}
