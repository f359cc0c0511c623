// Reading positions: saved across reloads if the setting is on, found on a changed page, announced, and deleted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { paragraphsOf, topOf } from './contents.mjs';
import { rest, until, viewOf } from './session.mjs';

const long = (tag) => `magazine.html?elements=1500&${tag}`;

/** Scrolls the view as a user does, and waits until it is painted. */
async function scroll(page, session, by) {
  if ((await viewOf(page)) === 'reader') {
    await session.inFrame(
      page,
      (root, distance) => root.querySelector('.scroll').scrollBy({ top: distance, behavior: 'instant' }),
      by,
    );
  } else {
    await page.evaluate((distance) => window.scrollBy({ top: distance, behavior: 'instant' }), by);
  }
  await rest(page, 0);
}

export function readingPositions(session) {
  async function onOptions(use) {
    const options = await session.browser.ownPage('options.html');
    try {
      return await use(options);
    } finally {
      await options.close();
    }
  }

  /** Changes the setting with the box on the settings page. */
  const switchTo = (isOn) =>
    onOptions((options) =>
      options.evaluate(async (wanted) => {
        const input = document.querySelector('input[name=resume]');
        while (document.querySelector('.preview')?.dataset.resume === undefined)
          await new Promise(requestAnimationFrame);
        if (input.checked !== wanted) input.click();
        while (document.querySelector('.preview')?.dataset.resume !== String(wanted))
          await new Promise(requestAnimationFrame);
      }, isOn),
    );

  const keys = async () => Object.keys(await session.stored('place:'));

  /** Waits until the number of saved positions of the page with a tag is `number`, and checks it. A page of another
   * test may save its position only after it was closed. */
  const hasSaved = async (tag, number) => {
    const count = async () => (await keys()).filter((key) => key.endsWith(`&${tag}`)).length;
    assert.equal(await until(count, (found) => found === number), number);
  };

  /** Returns the message over a view, and its button. */
  const said = async (page) =>
    session.inView(page, await viewOf(page), (root) => {
      const box = root.querySelector('.toast');
      return box?.matches(':popover-open')
        ? [box.querySelector('p').textContent, box.querySelector('button').textContent]
        : null;
    });

  const isSaid = (page) =>
    until(
      () => said(page),
      (words) => words?.[0] !== undefined && words[0] !== '',
    );

  /** With the setting on, and without saved positions afterwards. */
  async function switchedOn(use) {
    await session.store({ resume: true });
    try {
      await use();
    } finally {
      await session.store({ resume: false }, await keys());
    }
  }

  test('reading positions are saved only if switched on', () =>
    session.onPage(long('off'), {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await session.open(page);
      await scroll(page, session, 4_000);
      await session.leave(page);
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.reload();
      await session.open(page);
      assert.ok((await topOf(page, paragraphs)) < 3);
      assert.equal(await said(page), null);
      // The position in a page that is closed later is saved later.
      await switchedOn(() =>
        session.inReader(long('on'), {}, async (other) => {
          await scroll(other, session, 4_000);
          await hasSaved('on', 1);
          assert.deepEqual(
            (await keys()).filter((key) => key.endsWith('&off')),
            [],
          );
        }),
      );
    }));

  test('the settings page toggles reading positions, counts them, and deletes them', async () => {
    const says = async (options, number) => {
      const text = () => options.$eval('p.count', ({ textContent }) => textContent);
      const isSaid = (said) => Number(said.match(/\d+$/)?.[0] ?? -1) === number;
      const said = await until(text, isSaid);
      assert.ok(isSaid(said), said);
    };
    await switchTo(true);
    try {
      await session.inReader(long('counted'), {}, async (page) => {
        await scroll(page, session, 4_000);
        await hasSaved('counted', 1);
      });
      await onOptions(async (options) => {
        await says(options, (await keys()).length);
        await options.evaluate(() => document.querySelector('button.forget').click());
        await says(options, 0);
      });
      await hasSaved('counted', 0);
    } finally {
      await switchTo(false);
      await session.store({}, await keys());
    }
  });

  for (const view of variants(['reader', 'simplify'])) {
    test(`${view} restores the reading position with a message, even if the page has changed`, () =>
      switchedOn(() =>
        session.onPage(long(`kept-in-${view}`), {}, async (page) => {
          const paragraphs = await paragraphsOf(page, 'article');
          const show = async () => {
            await session.open(page);
            if (view !== 'reader') await session.show(page, view);
          };
          await show();
          assert.equal(await said(page), null);
          await scroll(page, session, 5_000);
          const before = await topOf(page, paragraphs);
          assert.ok(before > 5, `paragraph ${before}`);
          // It is saved during reading, at the latest when the page is unloaded.
          await hasSaved(`kept-in-${view}`, 1);
          await page.goto(page.url().replace(/#.*/, ''));
          await page.evaluate((number) => {
            // The browser's own scroll restoration doesn't help.
            window.scrollTo(0, 0);
            const all = document.querySelectorAll('article p');
            for (const at of [1, 2]) {
              const added = document.createElement('p');
              added.textContent = `A paragraph put in since, number ${at}, about the weather of the week and the price of diesel.`;
              all[at].before(added);
            }
            const read = document.querySelectorAll('article :is(p, h2, li)')[number + 2];
            read.append(' A sentence more.');
          }, before);
          const now = await paragraphsOf(page, 'article');
          await session.open(page);
          const words = await isSaid(page);
          assert.deepEqual(words, ['Resumed where you left off.', 'Back to top']);
          const after = await topOf(page, now);
          assert.ok(Math.abs(after - 2 - before) <= 1, `paragraph ${after - 2}, not ${before}`);
          if (view === 'simplify') await session.show(page, view);
          const still = await topOf(page, now);
          assert.ok(Math.abs(still - 2 - before) <= 1, `paragraph ${still - 2}, not ${before}`);
        }),
      ));
  }

  test('Back to top scrolls to the beginning and deletes the saved position', () =>
    switchedOn(() =>
      session.onPage(long('beginning'), {}, async (page) => {
        const paragraphs = await paragraphsOf(page, 'article');
        await session.open(page);
        await scroll(page, session, 4_000);
        // Closing the view saves it immediately.
        await rest(page, 300);
        await session.leave(page);
        await hasSaved('beginning', 1);
        await page.reload();
        await page.bringToFront();
        await page.evaluate(() => window.scrollTo(0, 0));
        await session.open(page);
        await isSaid(page);
        assert.ok((await topOf(page, paragraphs)) > 5);
        await session.inFrame(page, (root) => root.querySelector('.toast .btn').click());
        assert.equal(await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop), 0);
        assert.equal(await said(page), null);
        await hasSaved('beginning', 0);
      }),
    ));

  test('a page the user has scrolled opens there, not at the saved position', () =>
    switchedOn(() =>
      session.onPage(long('scrolled'), {}, async (page) => {
        const paragraphs = await paragraphsOf(page, 'article');
        await session.open(page);
        await scroll(page, session, 6_000);
        await hasSaved('scrolled', 1);
        await page.reload();
        await page.bringToFront();
        await page.evaluate(() => document.querySelectorAll('article p')[4].scrollIntoView());
        const before = await topOf(page, paragraphs);
        await session.open(page);
        const now = await topOf(page, paragraphs);
        assert.ok(Math.abs(now - before) <= 1, `paragraph ${now}, not ${before}`);
        assert.equal(await said(page), null);
      }),
    ));
}
