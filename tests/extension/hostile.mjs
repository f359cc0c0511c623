// Pages that shadow names, define elements, send synthetic keys, or remove or cover our element: a view opens, can be
// closed, and closes itself after a limited number of attempts.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { firstShown } from './contents.mjs';
import { reader, rest, until, viewOf } from './session.mjs';

/** Ms after a click. More than the shell waits before it does what the browser hasn't done. */
const AFTER_PRESS = 200;

/** DOM property names that the page shadows with form controls and images. */
const NAMES = [
  'children',
  'parentElement',
  'parentNode',
  'ownerDocument',
  'getRootNode',
  'shadowRoot',
  'getBoundingClientRect',
  'isConnected',
  'localName',
  'closest',
  'matches',
  'scrollTop',
  'clientWidth',
  'contains',
  'assignedSlot',
];

/** Wraps the visible page in a form with controls of these names, and adds images with them. */
function shadow(names) {
  const form = document.createElement('form');
  form.append(...document.body.childNodes);
  for (const name of names) form.append(Object.assign(document.createElement('input'), { name, type: 'hidden' }));
  document.body.append(form);
  for (const name of [
    'body',
    'documentElement',
    'querySelectorAll',
    'createElement',
    'activeElement',
    'adoptedStyleSheets',
    'getSelection',
    'addEventListener',
  ]) {
    const picture = new Image();
    picture.name = name;
    form.append(picture);
  }
}

/** Records the toolbar button's notices from now on. Closing their popup, if it opens, would clear them. */
export async function listen({ browser }) {
  await browser.inBackground?.(() => {
    if (!globalThis.said) {
      const { setTitle, setBadgeText } = chrome.action;
      chrome.action.setTitle = (details) => {
        globalThis.said.push(details.title);
        return setTitle.call(chrome.action, details);
      };
      chrome.action.setBadgeText = (details) => {
        globalThis.said.push(details.text);
        return setBadgeText.call(chrome.action, details);
      };
    }
    globalThis.said = [];
  });
}

/** Fails if the toolbar button doesn't show a notice. In Firefox, it can't be queried. */
export async function saysSo({ browser }, notice) {
  if (!browser.inBackground) return;
  const sentence = await browser.inBackground((key) => chrome.i18n.getMessage(key), notice);
  assert.match(sentence, /\w+ \w+/);
  const isSaid = (said) => said.includes(sentence) && said.includes('–');
  const said = await until(() => browser.inBackground(() => globalThis.said), isSaid);
  assert.ok(isSaid(said), JSON.stringify(said));
}

/** Clicks the toolbar button until the page has counted something. A click without effect is repeated. */
export async function provoke(session, page, count) {
  for (let attempt = 1; attempt <= 4; attempt += 1) {
    await session.browser.clickAction(page);
    const counted = () => page.evaluate((name) => window[name], count);
    if ((await until(counted, (number) => number > 0, 10_000)) > 0) return;
  }
  assert.fail(`the page has counted no ${count}`);
}

export function hostile(session) {
  const stop = 'stopImmediatePropagation';
  const prevent = 'preventDefault';
  for (const [swallows, types] of variants(
    [
      [[stop, prevent], ['click']],
      [
        [stop, prevent],
        ['pointerdown', 'mousedown', 'pointerup', 'mouseup'],
      ],
      [[stop], ['click']],
      [[prevent], ['click']],
    ],
    2,
  )) {
    test(`controls work on a page that handles every ${types.join(', ')} on window with ${swallows.join(' and ')}`, () =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate(
          (names, events) => {
            for (const type of events)
              window.addEventListener(type, (event) => names.map((name) => event[name]()), true);
          },
          swallows,
          types,
        );
        /** Clicks a control of the view for real, and waits for its effect. */
        const press = async (view, selector, done) => {
          await page.mouse.move(...(await session.middleOf(page, view, selector)));
          // Released before a frame is drawn, as on a touchpad.
          await Promise.all([page.mouse.down(), page.mouse.up()]);
          assert.ok(await until(done, Boolean), `${selector} of ${view} does nothing`);
          // A click has only one effect, which lasts.
          await rest(page, AFTER_PRESS);
          assert.ok(await done(), `${selector} of ${view} undoes its effect`);
        };
        const is = (view) => async () => (await viewOf(page)) === view;
        const isOpen = (view, popup) => () =>
          session.inView(
            page,
            view,
            (root, name) => root.querySelector(name)?.matches(':popover-open') ?? false,
            popup,
          );
        await session.open(page);
        const size = () => session.inFrame(page, (root) => root.querySelector('.size output').value);
        await press('reader', 'button.text', isOpen('reader', '.text-panel'));
        const before = await size();
        const sizes = [before];
        await press('reader', '.size .more', async () => {
          const now = await size();
          if (now !== sizes.at(-1)) sizes.push(now);
          return sizes.length > 1;
        });
        assert.equal(sizes.length, 2, `one click, one step: ${sizes}`);
        await press('reader', 'button.reset', async () => (await size()) === before);
        await press('reader', 'button.overflow', isOpen('reader', '.menu-sheet'));
        await press('reader', 'button.view.simplify', is('simplify'));
        await press('simplify', 'button.view.inspect', is('inspect'));
        await press('inspect', 'button.back', is(null));
      }));
  }

  for (const [where, capture] of variants(
    [
      ['window', true],
      ['window', false],
      ['document', true],
      ['document', false],
    ],
    2,
  )) {
    test(`Reader scrolls and selects on a page whose ${where} prevents both ${capture ? 'first' : 'last'}`, () =>
      session.inReader('magazine.html?elements=800', {}, async (page) => {
        await page.evaluate(
          (name, isFirst) => {
            for (const type of ['wheel', 'selectstart', 'mousedown', 'contextmenu']) {
              window[name].addEventListener(type, (event) => event.preventDefault(), {
                capture: isFirst && type !== 'mousedown' && !(name === 'window' && type === 'selectstart'),
                passive: false,
              });
            }
          },
          where,
          capture,
        );
        const scrolled = () => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);
        await page.mouse.move(640, 400);
        await page.mouse.wheel({ deltaY: 300 });
        assert.ok((await until(scrolled, (top) => top > 200)) > 200, 'the wheel scrolls');
        const [x, y] = await firstShown(page);
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(x + 200, y, { steps: 4 });
        await page.mouse.up();
        const selected = () => page.evaluate(() => String(getSelection()));
        assert.ok((await until(selected, (text) => text.length > 5)).length > 5, 'text is selected');
      }));
  }

  for (const type of ['touchstart', 'touchmove']) {
    test(`touch scrolls Reader on a page that prevents every ${type} first`, () =>
      session.inReader('magazine.html?elements=800', { viewport: { width: 390, height: 800 } }, async (page) => {
        await page.evaluate((name) => {
          window.addEventListener(name, (event) => event.preventDefault(), { capture: true, passive: false });
        }, type);
        const touch = await page.touchscreen.touchStart(200, 600);
        for (let y = 560; y >= 200; y -= 40) await touch.move(200, y);
        await touch.end();
        const scrolled = () => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);
        assert.ok((await until(scrolled, (top) => top > 250)) > 250);
      }));
  }

  test('a control released elsewhere does nothing on a page that stops every click', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => window.addEventListener('click', (event) => event.stopImmediatePropagation(), true));
      await session.open(page);
      const at = await session.middleOf(page, 'reader', 'button.back');
      await page.mouse.move(...at);
      await page.mouse.down();
      await rest(page, 300);
      await page.mouse.move(at[0], at[1] + 300);
      await rest(page, 100);
      await page.mouse.up();
      await rest(page, 600);
      assert.equal(await viewOf(page), 'reader');
    }));

  // In Firefox, nothing is left of a click then, not even `:active` on the control.
  test('a page that stops every click and key event is restored by the toolbar button', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        const keep = (event) => {
          if (!window.keeps) return;
          event.stopImmediatePropagation();
          event.preventDefault();
        };
        for (const type of [
          'keydown',
          'keypress',
          'keyup',
          'pointerdown',
          'mousedown',
          'pointerup',
          'mouseup',
          'click',
        ])
          window.addEventListener(type, keep, true);
      });
      const before = await page.evaluate(() => document.documentElement.outerHTML);
      for (const view of ['reader', 'simplify', 'inspect']) {
        await session.open(page);
        if (view !== 'reader') await session.show(page, view);
        await page.evaluate(() => (window.keeps = true));
        await session.leave(page);
        await page.evaluate(() => (window.keeps = false));
      }
      assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
    }));

  test('every view opens and closes on a page whose controls and images shadow DOM properties', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(shadow, NAMES);
      await session.open(page);
      for (const view of ['simplify', 'inspect', 'reader', 'simplify']) await session.show(page, view);
      await session.leave(page);
      assert.equal(await viewOf(page), null);
    }));

  // `pithCore` is requested only if the core was loaded with the shell. Both browsers have their own `navigation`,
  // which elements can't shadow.
  for (const name of variants(['pithShell', 'pithModules', 'pithSanitizer', 'pithCollector', 'pithGlue'])) {
    test(`an element with ID ${name} and a frame of that name don't break views`, () =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate((id) => {
          document.body.append(
            Object.assign(document.createElement('i'), { id }),
            Object.assign(document.createElement('iframe'), { name: id }),
          );
        }, name);
        await session.open(page);
        await session.show(page, 'inspect');
        await session.leave(page);
      }));
  }

  test("a view closes even if something can't be restored, and the button is updated", () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.popup = Object.assign(document.createElement('p'), { popover: 'auto', innerText: 'Tides' });
        document.body.append(window.popup);
        window.popup.showPopover();
      });
      await session.open(page);
      // A popup removed before it is shown can't be shown.
      await page.evaluate(() => window.popup.addEventListener('beforetoggle', () => window.popup.remove()));
      await listen(session);
      await session.inFrame(page, (root) => root.querySelector('button.back').click());
      await reader(page, false);
      assert.equal(await page.evaluate(() => window.popup.isConnected), false, 'there was nothing to restore');
      if (!session.browser.inBackground) return;
      const sentence = await session.browser.inBackground(() => chrome.i18n.getMessage('actionRead'));
      const isSaid = (said) => said.includes(sentence);
      assert.ok(isSaid(await until(() => session.browser.inBackground(() => globalThis.said), isSaid)));
    }));

  test("a page can't define our element or access its shadow root", () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.roots = [];
        const { attachShadow } = Element.prototype;
        Element.prototype.attachShadow = function (options) {
          const root = attachShadow.call(this, options);
          window.roots.push(root);
          return root;
        };
      });
      await session.open(page);
      for (const view of ['reader', 'simplify', 'inspect']) {
        if (view !== 'reader') await session.show(page, view);
        const got = await page.evaluate(() => {
          const host = document.querySelector(':root > [data-pith]');
          const attempt = (act) => {
            try {
              return act();
            } catch {
              return null;
            }
          };
          return [
            window.roots.length,
            host.shadowRoot,
            attempt(() => host.attachInternals()),
            attempt(() => customElements.define(host.localName, class extends HTMLElement {}) ?? 'defined'),
          ];
        });
        assert.deepEqual(got, [0, null, null, null], view);
      }
      await session.leave(page);
    }));

  test('our element exposes no settings in its attributes', () =>
    session.inReader('news.html', {}, async (page) => {
      const names = await page.evaluate(() => document.querySelector('[data-pith]').getAttributeNames());
      assert.deepEqual(
        names.filter((name) => !['data-pith', 'style'].includes(name)),
        [],
      );
    }));

  test('synthetic key events change nothing', () =>
    session.inReader('news.html', {}, async (page) => {
      const size = () => page.$eval('[data-pith=reader] .pith-body p', (p) => getComputedStyle(p).fontSize);
      const before = await size();
      await page.evaluate(() => {
        for (const key of ['+', '+', 'f', 't', 'w', 'v', 'Escape']) {
          for (const target of [window, document.querySelector('[data-pith]')])
            target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, composed: true }));
        }
      });
      await rest(page, AFTER_PRESS);
      assert.equal(await size(), before);
      assert.equal(await viewOf(page), 'reader');
    }));

  test('synthetic clicks load and open nothing', () =>
    session.inReader('typography.html', {}, async (page) => {
      const pressed = await page.evaluate(() => {
        const buttons = [...document.querySelectorAll('[data-pith=reader] article button')];
        for (const button of buttons) {
          button.click();
          button.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
          button.dispatchEvent(new PointerEvent('click', { bubbles: true, composed: true }));
          button.focus();
          button.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
        }
        return buttons.length;
      });
      assert.ok(pressed > 0);
      await rest(page, AFTER_PRESS);
      assert.equal(await page.$$eval('[data-pith=reader] iframe', (frames) => frames.length), 0);
    }));

  test('on a page that keeps removing our element, Reader gives up after a few tries', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.taken = 0;
        new MutationObserver(() => {
          for (const host of document.querySelectorAll(':root > [data-pith]')) {
            window.taken += 1;
            host.remove();
          }
        }).observe(document.documentElement, { childList: true });
      });
      await listen(session);
      await provoke(session, page, 'taken');
      await saysSo(session, 'notice_fought');
      await rest(page, 500);
      const taken = await page.evaluate(() => window.taken);
      assert.ok(taken > 1 && taken <= 8, `${taken} times`);
      assert.equal(await viewOf(page), null);
    }));

  for (const view of variants(['reader', 'simplify', 'inspect'])) {
    test(`document.open while ${view} is open closes it, and the next click reopens it`, () =>
      session.onPage('news.html', {}, async (page) => {
        await session.open(page);
        if (view !== 'reader') await session.show(page, view);
        await page.evaluate((text) => {
          document.open();
          document.write(`<title>Anew</title><article><h1>Anew</h1>${`<p>${text}</p>`.repeat(8)}</article>`);
          document.close();
        }, 'The ferry sails again, and whoever waited for it on the pier may come on board and sit down by the stove.');
        await reader(page, false);
        await session.open(page);
        const text = () => page.evaluate(() => document.querySelector('[data-pith=reader] h1')?.textContent);
        assert.equal(await until(text, Boolean), 'Anew');
        await session.leave(page);
      }));
  }

  test('if the page removes our element once, Reader reappears at its scroll position', () =>
    session.inReader('news.html', {}, async (page) => {
      const scrolled = () => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);
      await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTo({ top: 400, behavior: 'instant' }));
      await rest(page, 100);
      await page.evaluate(() => document.querySelector(':root > [data-pith]').remove());
      await reader(page, true);
      await rest(page, 300);
      assert.equal(Math.round(await scrolled()), 400);
    }));

  test('a focused link keeps the focus if the page covers Reader with a popover', () =>
    session.inReader('media.html', {}, async (page) => {
      const hasFocus = () =>
        page.evaluate(() => document.activeElement?.matches('[data-pith=reader] article a') ?? false);
      await page.evaluate(() => {
        const link = document.querySelector('[data-pith=reader] article a');
        link.focus();
        link.addEventListener('blur', () => (window.blurred = true));
        const over = document.body.appendChild(document.createElement('div'));
        over.popover = 'manual';
        over.style.cssText = 'inset: 0; inline-size: 100vw; block-size: 100vh';
        over.showPopover();
      });
      assert.ok(await until(() => page.evaluate(() => window.blurred === true), Boolean), "Reader isn't raised");
      assert.ok(await until(hasFocus, Boolean));
    }));

  test('Reader gives up on a page that answers each of our dialogs with its own', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.answers = 0;
        const dialog = document.createElement('dialog');
        document.body.append(dialog);
        const answer = () =>
          setTimeout(() => {
            if (document.querySelector('[data-pith]') && window.answers < 1_000) {
              window.answers += 1;
              dialog.close();
              setTimeout(() => dialog.showModal(), 20);
            }
          }, 20);
        new MutationObserver(answer).observe(document.documentElement, { childList: true });
        dialog.addEventListener('toggle', answer);
      });
      await listen(session);
      await provoke(session, page, 'answers');
      await reader(page, false);
      assert.ok((await page.evaluate(() => window.answers)) < 100);
      await saysSo(session, 'notice_fought');
    }));

  test("frequent URL changes don't close Reader while the article stays in place", () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        window.at = 0;
        setInterval(() => {
          window.at += 1;
          history.pushState(null, '', `?${window.at}`);
        }, 100);
      });
      await session.open(page);
      // The shell looks for the content twice in that time.
      await rest(page, 2_000);
      assert.equal(await viewOf(page), 'reader');
      await page.evaluate(() => {
        document.body.innerHTML = '<h1>Another page</h1>';
      });
      await reader(page, false);
    }));

  for (const view of variants(['reader', 'simplify', 'inspect'])) {
    test(`${view} leaves nothing behind if the page's body is removed`, () =>
      session.onPage('news.html', {}, async (page) => {
        await session.open(page);
        if (view !== 'reader') await session.show(page, view);
        await page.evaluate(() => document.body.remove());
        await rest(page, 300);
        const left = async () => {
          // The notice that there is no article may come late, and a click reads the page again.
          if ((await viewOf(page)) === 'nothing') await page.keyboard.press('Escape');
          else if ((await viewOf(page)) !== null) await session.leave(page);
          return page.evaluate(() => [
            document.querySelectorAll('[data-pith]').length,
            document.adoptedStyleSheets.length,
          ]);
        };
        assert.deepEqual(await until(left, (now) => String(now) === '0,0'), [0, 0]);
      }));
  }
}
