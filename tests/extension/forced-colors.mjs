// Forced colors of the system: text, controls, focus, and highlights are distinguishable in every view.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';
import { select, shown } from './highlighted-text.mjs';
import { rest, until } from './session.mjs';

const VIEWS = ['reader', 'simplify', 'inspect'];

/** A highlighted sentence of news.html. */
const MARKED = 'The crossing is short.';

/**
 * Returns a string that differs for each appearance of a part of the screen, and the contrast of its darkest and
 * lightest pixels.
 */
async function painted(page, box) {
  const picture = Buffer.from(await page.screenshot()).toString('base64');
  return page.evaluate(
    async (base64, [x, y, width, height]) => {
      const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
      const context = new OffscreenCanvas(width, height).getContext('2d');
      context.drawImage(bitmap, -x, -y);
      const { data } = context.getImageData(0, 0, width, height);
      const linear = (value) => (value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4);
      let [least, most, look] = [1, 0, 0];
      for (let i = 0; i < data.length; i += 4) {
        const luminance = 0.2126 * linear(data[i]) + 0.7152 * linear(data[i + 1]) + 0.0722 * linear(data[i + 2]);
        [least, most] = [Math.min(least, luminance), Math.max(most, luminance)];
        look = (Math.imul(look, 31) + (data[i] << 16) + (data[i + 1] << 8) + data[i + 2]) | 0;
      }
      return { look, contrast: (most + 0.05) / (least + 0.05) };
    },
    picture,
    box.map(Math.round),
  );
}

/** Waits until the page has forced colors, without which the test would prove nothing. */
async function forced(page) {
  assert.ok(await until(() => page.evaluate(() => matchMedia('(forced-colors: active)').matches), Boolean));
}

/** Returns the position of a text on the page, or in the article if Reader is open. */
function placeOf(page, text) {
  return page.evaluate((wanted) => {
    const root = document.querySelector('[data-pith=reader] > article') ?? document.body;
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    let node = walker.nextNode();
    while (!node.data.includes(wanted)) node = walker.nextNode();
    const range = document.createRange();
    range.setStart(node, node.data.indexOf(wanted));
    range.setEnd(node, node.data.indexOf(wanted) + wanted.length);
    const { x, y, width, height } = range.getClientRects()[0];
    return [x, y, width, height];
  }, text);
}

/** Returns the positions of the toolbar buttons, by name. */
function buttonsOf(session, page, view) {
  return session.inView(page, view, (root) =>
    [...root.querySelectorAll('.bar button')]
      .filter((button) => button.checkVisibility() && !button.closest('[popover]:not(.dock, .overlay)'))
      .map((button) => {
        const { x, y, width, height } = button.getBoundingClientRect();
        return [button.className, [x, y, width, height]];
      }),
  );
}

export function forcedColors(session) {
  for (const view of VIEWS) {
    test(`${view}: text, buttons, focus, and highlights are distinguishable`, whenAll, () =>
      session.onPage(`news.html?forced=${view}`, {}, async (page) => {
        await session.browser.setForced(page, true);
        try {
          await forced(page);
          await session.open(page);
          if (view !== 'reader') await session.show(page, view);
          await select(page, MARKED);
          await page.evaluate(() => getSelection().removeAllRanges());
          await page.mouse.move(1, 1);
          await rest(page, 300);
          const at = await placeOf(page, MARKED);
          const plain = await painted(page, at);
          assert.ok(plain.contrast >= 7, `text: ${plain.contrast}`);

          const buttons = await buttonsOf(session, page, view);
          assert.ok(buttons.length >= 2, `${buttons.length} buttons`);
          for (const [name, box] of buttons) {
            const [x, y, width, height] = box;
            const around = [x - 4, y - 4, width + 8, height + 8];
            const unfocused = await painted(page, around);
            assert.ok(unfocused.contrast >= 4.5, `button ${name}: ${unfocused.contrast}`);
            // After a key, so the focus is visible.
            await page.keyboard.press('Shift');
            await session.inView(
              page,
              view,
              (root, wanted) => root.querySelector(`.bar button[class="${wanted}"]`).focus(),
              name,
            );
            const differs = ({ look }) => look !== unfocused.look;
            assert.ok(differs(await until(() => painted(page, around), differs)), `focus on ${name}`);
            await session.inView(page, view, (root) => root.activeElement.blur());
            await until(
              () => painted(page, around),
              (now) => !differs(now),
            );
          }

          await select(page, MARKED);
          await page.keyboard.press('m');
          const isMarked = (spans) => spans.some((span) => span.includes(MARKED));
          assert.ok(isMarked(await until(() => shown(page), isMarked)));
          await page.evaluate(() => getSelection().removeAllRanges());
          const marked = await until(
            async () => painted(page, await placeOf(page, MARKED)),
            ({ look }) => look !== plain.look,
          );
          assert.notEqual(marked.look, plain.look, 'a highlight');
          assert.ok(marked.contrast >= 4.5, `highlighted text: ${marked.contrast}`);
          await select(page, MARKED);
          const selected = await painted(page, await placeOf(page, MARKED));
          assert.notEqual(selected.look, marked.look, 'the selection');
        } finally {
          await session.browser.setForced(page, false);
        }
      }),
    );
  }

  test('Inspect: removed parts differ from kept ones', () =>
    session.onPage('news.html', {}, async (page) => {
      await session.browser.setForced(page, true);
      try {
        await forced(page);
        const left = await page.evaluate(() => {
          const { x, y, width, height } = document.querySelector('nav').getBoundingClientRect();
          return [x, y, width, height];
        });
        await page.mouse.move(1, 1);
        const before = await painted(page, left);
        await session.open(page);
        await session.show(page, 'inspect');
        await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
        const differs = ({ look }) => look !== before.look;
        assert.ok(differs(await until(() => painted(page, left), differs)));
      } finally {
        await session.browser.setForced(page, false);
      }
    }));

  test('the chosen theme and the open view differ from the others', () =>
    session.onPage('news.html', {}, async (page) => {
      await session.browser.setForced(page, true);
      try {
        await forced(page);
        await session.open(page);
        await session.popup(page, 'reader', 'text');
        const isTold = await session.inFrame(page, (root) => {
          const told = (chosen, other) => {
            const look = (element) => {
              const { outlineStyle, outlineColor, backgroundColor, borderColor } = getComputedStyle(element);
              return `${outlineStyle} ${outlineColor} ${backgroundColor} ${borderColor}`;
            };
            return chosen !== null && other !== null && look(chosen) !== look(other);
          };
          const views = told(
            root.querySelector('.view[aria-pressed=true]'),
            root.querySelector('.view[aria-pressed=false]'),
          );
          const themes = told(
            root.querySelector('.theme label:has(:checked)'),
            root.querySelector('.theme label:not(:has(:checked))'),
          );
          const fieldset = root.querySelector('.text-panel .theme');
          const note = [...fieldset.querySelectorAll('p')].map((p) => p.checkVisibility() && p.textContent);
          const open = fieldset.querySelectorAll('input:enabled').length;
          return [views, themes, note, open];
        });
        assert.deepEqual(isTold, [true, true, ['Your system’s colors are in use.'], 0]);
      } finally {
        await session.browser.setForced(page, false);
      }
    }));
}
