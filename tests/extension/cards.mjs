// Tables that are cards on narrow screens, but stay tables for screen readers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { READER, until } from './session.mjs';

const PHONE = { viewport: { width: 390, height: 844 } };

export function cards(session) {
  const tables = (page) =>
    page.$$eval(`${READER} .pith-table > table`, (list) =>
      list.map((table) => {
        const row = table.rows[1];
        const [first, second] = row.cells;
        const at = (cell) => cell?.getBoundingClientRect();
        return {
          isCards: table.classList.contains('pith-cards'),
          roles: [table, table.rows[0].cells[0], row, first].map(({ role }) => role),
          isBelow: at(second)?.top >= at(first).bottom - 1,
          label: getComputedStyle(first, '::before').content,
          fits: table.getBoundingClientRect().right <= innerWidth,
          heads: [...table.rows[0].cells].map((cell) => cell.textContent.trim()),
          names: [...row.cells].map((cell) => cell.dataset.head ?? null),
        };
      }),
    );

  test('a table with a header row becomes cards below 480 px, and a table again above', () =>
    session.inReader('documentation.html', PHONE, async (page) => {
      const [table] = await until(
        () => tables(page),
        ([first]) => first.isCards,
      );
      assert.ok(table.isCards && table.isBelow && table.fits, JSON.stringify(table));
      assert.deepEqual(table.names, table.heads);
      // Firefox returns it as written.
      assert.match(table.label, new RegExp(`^(?:"${table.heads[0]}"|attr\\(data-head\\))`));
      assert.equal(table.roles[0], 'table');
      assert.equal(table.roles[1], 'columnheader');
      assert.equal(table.roles[2], 'row');
      assert.match(table.roles[3], /^(?:cell|rowheader)$/);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await page.setViewport({ width: 900, height: 844 });
      const [wide] = await until(
        () => tables(page),
        ([{ isBelow }]) => !isBelow,
      );
      assert.ok(!wide.isBelow, JSON.stringify(wide));
    }));

  test('tables with merged cells or without a header row stay tables', () =>
    session.inReader('documentation.html', PHONE, async (page) => {
      await until(
        () => tables(page),
        ([first]) => first.isCards,
      );
      const made = await page.$eval(`${READER} .pith-table`, async (frame) => {
        const add = (html) => {
          const box = frame.cloneNode(false);
          const table = document.createElement('table');
          for (const cells of html) {
            const row = table.insertRow();
            for (const [name, text, span] of cells) {
              const cell = document.createElement(name);
              cell.textContent = text;
              if (span) cell.colSpan = span;
              row.append(cell);
            }
          }
          box.append(table);
          frame.after(box);
          return table;
        };
        const heads = [
          ['th', 'Name'],
          ['th', 'Size'],
        ];
        const merged = add([heads, [['td', 'both', 2]]]);
        const bare = add([
          [
            ['td', 'a'],
            ['td', 'b'],
          ],
          [
            ['td', 'c'],
            ['td', 'd'],
          ],
        ]);
        const late = add([
          heads,
          [
            ['td', 'a'],
            ['td', 'b'],
          ],
        ]);
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return [merged, bare, late].map((table) => table.classList.contains('pith-cards'));
      });
      assert.deepEqual(made, [false, false, true]);
    }));

  test('tables stay tables if the setting is off', async () => {
    const own = await session.browser.ownPage('options.html');
    const set = (value) => own.evaluate((cards) => (globalThis.browser ?? chrome).storage.local.set({ cards }), value);
    try {
      await set(false);
      await session.inReader('documentation.html', PHONE, async (page) => {
        const [table] = await tables(page);
        assert.ok(!table.isCards, JSON.stringify(table));
        await set(true);
        const [now] = await tables(page);
        assert.ok(now);
      });
    } finally {
      await set(true);
      await own.close();
    }
  });
}
