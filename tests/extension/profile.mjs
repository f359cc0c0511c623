// Using data saved by an earlier version: see profile.test.mjs.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { shown } from './highlighted-text.mjs';
import { shown as article, READER, until } from './session.mjs';

const profile = JSON.parse(readFileSync(new URL('profile.json', import.meta.url), 'utf8'));

export function ofEarlierVersion(session) {
  test('data saved by an earlier version is used in Reader and listed in the settings', async () => {
    await session.store(profile);
    await session.inReader('news.html', {}, async (page) => {
      const inFrame = (body, ...values) => session.inFrame(page, body, ...values);
      const isOpen = (selector) =>
        until(
          () => inFrame((root, name) => root.querySelector(name)?.matches(':popover-open') ?? false, selector),
          Boolean,
        );
      const set = await inFrame((root) => ({ ...root.querySelector('dialog').dataset }));
      const wanted = { theme: 'sepia', font: 'sans', size: '115', width: '86', spacing: '180', weight: '500' };
      for (const [name, value] of Object.entries(wanted)) assert.equal(set[name], value, name);
      const marked = await until(
        () => shown(page),
        ({ length }) => length === 2,
      );
      const quotes = profile['marks:http://plain.localhost/news.html'].marks.map(({ exact }) => `yellow: ${exact}`);
      assert.deepEqual(marked.toSorted(), quotes.toSorted());
      assert.match(
        (await article(page)).text,
        /Why the pass road closes earlier every year/,
        'the site rule is applied',
      );
      const line = () =>
        page.$$eval(`${READER} .pith-body p`, (all) => {
          const first = all.find((one) => one.getBoundingClientRect().bottom > 100);
          return first.textContent;
        });
      assert.match(
        await until(line, (text) => /^It is the levy/.test(text)),
        /^It is the levy/,
        'the reading position',
      );
      assert.equal(
        await page.$eval(`${READER} .pith-body p`, (one) => getComputedStyle(one).color),
        'rgb(0, 128, 128)',
      );
      // H was unused then, and has been the key for the list of shortcuts since.
      await page.keyboard.press('h');
      assert.ok(await isOpen('.shortcut-list'), 'the list of keys');
    });
    const own = await session.browser.ownPage('options.html#sites');
    try {
      const list = () => own.$eval('#patterns', ({ value }) => value).catch(() => '');
      assert.match(await until(list, Boolean), /^inspect http:\/\/plain\.localhost\/blog\.html$/m);
    } finally {
      await own.close();
    }
  });
}
