// Footnotes in Reader: shown next to their references, with links to their place and back.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { rest, until } from './session.mjs';

const NOTE = 'A kitchen clock will do, if you set it by the radio once a month.';

export function footnotes(session) {
  const panel = (page) =>
    session.inFrame(page, (root) => {
      const shown = root.querySelector('.footnote');
      if (!shown?.matches(':popover-open')) return null;
      const { left, top, right, bottom } = shown.getBoundingClientRect();
      const fits = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
      return { name: shown.ariaLabel, text: shown.querySelector('.content').textContent.trim(), fits };
    });

  const mark = (page, number) =>
    page.evaluate((at) => {
      const marks = document.querySelectorAll('[data-pith=reader] [role=doc-noteref]');
      marks[at - 1].scrollIntoView({ block: 'center', behavior: 'instant' });
      const { x, y, width, height } = marks[at - 1].getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }, number);

  const focused = (page) =>
    page.evaluate(() => document.activeElement?.closest('[role=doc-noteref]')?.textContent ?? null);

  for (const width of [1280, 390]) {
    test(`a footnote opens next to its reference at ${width} px`, () =>
      session.inReader('media.html', { viewport: { width, height: 800 } }, async (page) => {
        await page.mouse.click(...(await mark(page, 1)));
        const shown = await until(() => panel(page), Boolean);
        assert.deepEqual(shown, { name: 'Note 1', text: NOTE, fits: true });
        assert.equal(await page.evaluate(() => location.hash), '');
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        await page.keyboard.press('Escape');
        const closed = await until(
          () => panel(page),
          (open) => open === null,
        );
        assert.equal(closed, null);
        await page.mouse.click(...(await mark(page, 2)));
        assert.equal((await until(() => panel(page), Boolean)).name, 'Note 2');
      }));
  }

  test('a footnote is opened, focused and closed by keyboard', () =>
    session.inReader('media.html', {}, async (page) => {
      await page.evaluate(() => document.querySelector('[data-pith=reader] [role=doc-noteref]').focus());
      await page.keyboard.press('Enter');
      assert.ok(await until(() => panel(page), Boolean), 'it is opened');
      await page.keyboard.press('Escape');
      assert.equal(await until(() => focused(page), Boolean), '1');
      await page.keyboard.press('Enter');
      assert.ok(await until(() => panel(page), Boolean), 'it is opened again');
      await session.inFrame(page, (root) => root.querySelector('.footnote .go').focus());
      await page.keyboard.press('Enter');
      const at = () => page.evaluate(() => document.activeElement?.textContent ?? '');
      assert.ok((await until(at, (text) => text.includes(NOTE))).includes(NOTE));
      await page.evaluate(() => document.activeElement.querySelector('[role=doc-backlink]').click());
      assert.equal(await until(() => focused(page), Boolean), '1');
    }));

  test('a footnote opened right after Escape stays open, even on a busy page', () =>
    session.inReader('media.html', {}, async (page) => {
      await page.evaluate(() => {
        addEventListener(
          'keydown',
          ({ key }) => {
            for (const end = performance.now() + 300; key === 'Escape' && performance.now() < end; );
          },
          true,
        );
        document.querySelector('[data-pith=reader] [role=doc-noteref]').focus();
      });
      await page.keyboard.press('Enter');
      assert.ok(await until(() => panel(page), Boolean));
      // The second key is sent before anything that waits for the first.
      await Promise.all(['Escape', 'Enter'].map((key) => page.keyboard.press(key)));
      await rest(page, 100);
      assert.equal((await panel(page))?.name, 'Note 1');
    }));

  test("an open footnote doesn't add its text to the page", () =>
    session.inReader('media.html', {}, async (page) => {
      const text = () => page.evaluate(() => document.documentElement.textContent.length);
      const before = await text();
      await page.mouse.click(...(await mark(page, 1)));
      assert.ok(await until(() => panel(page), Boolean));
      assert.equal(await text(), before);
    }));
}
