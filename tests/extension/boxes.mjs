// Simplify on every layout of tests/pages/layouts.mjs: elements that are only for layout have no effect.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kinds } from '../pages/layouts.mjs';
import { until, viewOf } from './session.mjs';
import { measured } from './measures.mjs';

const path = (kind) => `layout.html?kind=${encodeURIComponent(kind)}`;

export function boxes(session) {
  for (const [kind, { ordered, hopeless }] of Object.entries(kinds)) {
    if (hopeless) continue;
    for (const widths of [
      [1280, 768],
      [390, 320],
    ]) {
      test(`${kind}, at ${widths.join(' and ')} px`, async () => {
        const found = await measured(session, path(kind), {
          widths,
          each: async (page) => {
            if (!ordered) return;
            const [title, picture] = await page.evaluate(() =>
              ['h1', 'figure'].map((name) => document.querySelector(name).getBoundingClientRect().top),
            );
            assert.ok(title < picture, `the image is at ${picture}, the title at ${title}`);
          },
        });
        assert.deepEqual(
          found,
          widths.map((width) => ({ width, faults: [] })),
        );
      });
    }
  }

  test("a page that Simplify can't fix opens in Reader with a one-time message", () =>
    session.onPage(path('a title that nothing moves'), {}, async (page) => {
      await session.open(page);
      const notice = () => session.inFrame(page, (root) => root.querySelector('.notice')?.innerText ?? null);
      assert.equal(await notice(), null);
      await session.ask(page, 'simplify');
      const said = await until(
        async () => ((await viewOf(page)) === 'reader' ? notice().catch(() => null) : null),
        (text) => text !== null,
      );
      assert.notEqual(said, null, `${await viewOf(page)} is open without a message`);
      await session.leave(page);
      await session.open(page);
      assert.equal(await notice(), null);
    }));
}
