// Printing the article: without controls, with the URLs of links as notes. Nothing of that stays.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { READER, until } from './session.mjs';

export function printing(session) {
  const prints = (page) => page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  const printed = (page) => page.evaluate(() => dispatchEvent(new Event('afterprint')));
  const state = (page) =>
    page.evaluate((name) => {
      const article = document.querySelector(`${name} > article`);
      return {
        marks: [...article.querySelectorAll('.pith-body a + .pith-address')].map(({ textContent }) => textContent),
        notes: [...article.querySelectorAll('.pith-addresses li')].map(({ textContent }) => textContent),
        rules: document.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)),
        markup: article.outerHTML,
      };
    }, READER);

  test('link URLs are numbered notes while printing, each listed once', () =>
    session.inReader('linked.html', {}, async (page) => {
      const before = await state(page);
      assert.deepEqual([before.marks, before.notes, before.rules], [[], [], []]);
      await prints(page);
      const { marks, notes, rules } = await state(page);
      assert.deepEqual(marks, ['[1]', '[2]', '[1]']);
      assert.deepEqual(notes, ['https://example.org/tides?year=2026&place=sound', 'https://example.org/pilots']);
      assert.equal(rules.length, 1);
      assert.match(rules[0], /^@page/);
      if (session.browser.name === 'Chromium') {
        assert.match(rules[0], /@top-left \{[^}]*content: "The “pilot” of \\"the sound\\""/);
        assert.match(rules[0], /@top-right \{[^}]*content: "The Almanac"/);
      }
      await printed(page);
      assert.deepEqual(await state(page), before);
      // Closing the view during printing leaves nothing either.
      await prints(page);
      await session.leave(page);
      assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
    }));

  test('notes with link URLs can be switched off', () =>
    session.inReader('linked.html', {}, async (page) => {
      const own = await session.browser.ownPage('options.html');
      const stored = (addresses) =>
        own.evaluate((value) => (globalThis.browser ?? chrome).storage.local.set({ addresses: value }), addresses);
      try {
        await stored(false);
        await page.bringToFront();
        await session.leave(page);
        await session.open(page);
        await prints(page);
        const { marks, notes, rules } = await state(page);
        assert.deepEqual([marks, notes, rules.length], [[], [], 1]);
      } finally {
        await stored(true);
        await own.close();
      }
    }));

  test('the print layout has no controls, wraps code, and keeps rows and figures whole', async (context) => {
    if (session.browser.name === 'Firefox') return context.skip('Firefox does not emulate print media');
    await session.inReader('linked.html', {}, async (page) => {
      await page.emulateMediaType('print');
      const looks = await page.evaluate((name) => {
        const look = (selector, ...properties) => {
          const style = getComputedStyle(document.querySelector(`${name} > article ${selector}`));
          return properties.map((property) => style[property]);
        };
        return {
          footer: look('footer', 'display'),
          page: getComputedStyle(document.body).display,
          paragraph: look('.pith-body p', 'orphans', 'widows'),
          code: look('.pith-body pre', 'whiteSpaceCollapse', 'textWrapMode'),
          row: look('.pith-body tr', 'breakInside'),
          figure: look('.pith-body figure', 'breakInside'),
          table: look('.pith-table', 'overflowX'),
        };
      }, READER);
      assert.deepEqual(looks, {
        footer: ['none'],
        page: 'none',
        paragraph: ['3', '3'],
        code: ['preserve', 'wrap'],
        row: ['avoid'],
        figure: ['avoid'],
        table: ['visible'],
      });
      const controls = () =>
        session.inFrame(page, (root) => {
          const all = [...root.querySelectorAll('.bar :is(button, a)')];
          return all.filter((control) => control.checkVisibility()).map(({ className }) => className);
        });
      assert.deepEqual(await controls(), []);
      await page.setViewport({ width: 390, height: 844 });
      const room = () => session.inFrame(page, (root) => root.querySelector('dialog').dataset.room);
      assert.equal(await until(room, (found) => found === 'narrow'), 'narrow');
      // In Chromium, another size ends it.
      await page.emulateMediaType('print');
      assert.deepEqual(await controls(), []);
    });
  });

  test('A4 and Letter PDFs have pages of that size', async (context) => {
    if (session.browser.name !== 'Chromium') return context.skip('only Chromium prints in tests');
    await session.inReader('linked.html', {}, async (page) => {
      for (const [format, size] of [
        ['a4', [595, 841]],
        ['letter', [612, 792]],
      ]) {
        const pdf = Buffer.from(await page.pdf({ format })).toString('latin1');
        const boxes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
        assert.ok(boxes.length >= 2, `${boxes.length} pages`);
        assert.deepEqual(
          boxes[0].slice(1).map((side) => Math.floor(Number(side))),
          size,
        );
      }
      assert.deepEqual((await state(page)).marks, []);
    });
  });
}
