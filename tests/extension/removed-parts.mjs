// Removed parts are restored in place, and kept ones can be removed. Everything can be undone.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { forgetChanges, panelIn, removed } from './removed-panel.mjs';
import { READER, reader, rest, shown, until, viewOf } from './session.mjs';

const text = async (page) => (await shown(page)).text;

/** Presses Ctrl+Z (with Shift if `again`) until the article contains some words, or no longer does. */
async function step(page, words, isThere, again = false) {
  await page.keyboard.down('Control');
  if (again) await page.keyboard.down('Shift');
  await page.keyboard.press('z');
  if (again) await page.keyboard.up('Shift');
  await page.keyboard.up('Control');
  const now = await until(
    () => text(page),
    (said) => said.includes(words) === isThere,
  );
  assert.equal(now.includes(words), isThere, words);
}

const COMMENT = 'saltmarsh_joe';
/** The beginning of a paragraph of the article. */
const PARAGRAPH = 'The vote took less time';
const LAST = 'she will not be taking the car.';

export function removedParts(session) {
  afterEach(() => forgetChanges(session));

  /** The picker in an article. */
  const pointing = (page) => ({
    isOn: () => session.inFrame(page, (root) => root.querySelector('.picker') !== null),
    says: () => session.inFrame(page, (root) => root.querySelector('.picker-status')?.textContent ?? null),
    async framed(words) {
      const said = await until(this.says, (now) => now?.startsWith(words));
      assert.ok(said?.startsWith(words), `“${said}” and not “${words}”`);
    },
    frame: () =>
      session.inFrame(page, async (root) => {
        for (let drawn = 0; drawn < 2; drawn += 1) await new Promise(requestAnimationFrame);
        const { left, top, right, bottom } = root.querySelector('.picker-target').getBoundingClientRect();
        return [left, top, right, bottom].map(Math.round);
      }),
    button: (selector) =>
      session.inFrame(
        page,
        (root, name) => {
          const { left, top, width, height } = root.querySelector(name).getBoundingClientRect();
          return [left + width / 2, top + height / 2];
        },
        selector,
      ),
    /**
     * Returns a point in the first paragraph of the article with some words, above the bar, and the paragraph's box.
     */
    at: (words) =>
      page.evaluate((wanted) => {
        const paragraphs = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
        const found = paragraphs.find(({ textContent }) => textContent.includes(wanted));
        found.scrollIntoView({ block: 'start', behavior: 'instant' });
        const { left, top, right, bottom } = found.getBoundingClientRect();
        return { point: [left + 40, top + 8], box: [left, top, right, bottom].map(Math.round) };
      }, words),
  });

  test('in Reader a part is picked with the mouse, removed, and restored', () =>
    session.inReader('news.html', {}, async (page) => {
      const mode = pointing(page);
      await page.keyboard.press('x');
      assert.equal(await until(mode.isOn, Boolean), true);
      const { point, box } = await mode.at(PARAGRAPH);
      await page.mouse.move(...point);
      await mode.framed(PARAGRAPH);
      assert.deepEqual(await mode.frame(), box, 'the frame encloses the removed part');
      await page.$eval(`${READER} .pith-body`, ({ firstElementChild, lastElementChild }) => {
        window.ends = [firstElementChild, lastElementChild];
      });
      await page.mouse.click(...point);
      const out = await until(
        () => text(page),
        (now) => !now.includes(PARAGRAPH),
      );
      assert.ok(!out.includes(PARAGRAPH));
      assert.ok(out.includes(LAST));
      const areThere = await page.evaluate(() => window.ends.map(({ isConnected }) => isConnected));
      assert.deepEqual(areThere, [true, true], 'the parts before and after it are not recreated');
      const places = () => session.inFrame(page, (root) => root.querySelectorAll('.removed-place').length);
      assert.equal(await until(places, (count) => count === 1), 1, 'its place is marked');
      await page.mouse.click(...(await mode.button('.picker .undo')));
      const back = await until(
        () => text(page),
        (now) => now.includes(PARAGRAPH),
      );
      assert.ok(back.includes(PARAGRAPH));
      await page.mouse.click(...(await mode.button('.picker .picker-done')));
      assert.equal(await until(mode.isOn, (on) => !on), false);
      assert.equal(await panelIn(session, page).isOpen(), false);
    }));

  test('in Reader a part is picked and removed by keyboard; Escape ends only the picker', () =>
    session.inReader('news.html', {}, async (page) => {
      const mode = pointing(page);
      await page.keyboard.press('x');
      assert.equal(await until(mode.isOn, Boolean), true);
      for (let step = 0; step < 40 && !(await mode.says()).startsWith(PARAGRAPH); step += 1)
        await page.keyboard.press('ArrowRight');
      await mode.framed(PARAGRAPH);
      await page.keyboard.press('Enter');
      const out = await until(
        () => text(page),
        (now) => !now.includes(PARAGRAPH),
      );
      assert.ok(!out.includes(PARAGRAPH));
      // The first Escape clears the choice.
      await page.keyboard.press('ArrowRight');
      await page.keyboard.press('Escape');
      await mode.framed('Click a part');
      assert.equal(await mode.isOn(), true);
      await page.keyboard.press('Escape');
      assert.equal(await until(mode.isOn, (on) => !on), false);
      assert.equal(await viewOf(page), 'reader');
      await step(page, PARAGRAPH, true);
      await page.keyboard.press('Escape');
      const left = await until(
        () => viewOf(page),
        (view) => view === null,
      );
      assert.equal(left, null);
    }));

  for (const [file, direction] of [
    ['news.html', 'left to right'],
    ['ar.html', 'right to left'],
  ])
    test(`in Reader a part is removed by touch at 320 px, ${direction}`, () =>
      session.inReader(file, { viewport: { width: 320, height: 640, hasTouch: true } }, async (page) => {
        const mode = pointing(page);
        // On a busy machine, a tap becomes a long press, which isn't a click.
        const tap = async (selector, hasEffect) => {
          const tapped = async () => {
            await page.touchscreen.tap(...(await mode.button(selector)));
            return until(hasEffect, Boolean, 3_000);
          };
          assert.ok(await until(tapped, Boolean), selector);
        };
        // The menu is transparent until it is positioned.
        const isOffered = () =>
          session.inFrame(
            page,
            (root) => root.querySelector('.pick-on-page')?.checkVisibility({ opacityProperty: true }) === true,
          );
        const began = async () => {
          if (await mode.isOn()) return true;
          if (!(await isOffered())) await tap('button.overflow', isOffered);
          await page.touchscreen.tap(...(await mode.button('.pick-on-page')));
          return until(mode.isOn, Boolean, 3_000);
        };
        assert.ok(await until(began, Boolean));
        const before = await text(page);
        const words = await page.$$eval(`${READER} .pith-body p`, (all) => all[1].textContent.trim().slice(0, 30));
        const { point } = await mode.at(words);
        const fits = await session.inFrame(page, (root) =>
          [...root.querySelectorAll('.picker button, .picker-target')].every((part) => {
            const { left, right } = part.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          }),
        );
        assert.ok(fits, 'everything is on the screen');
        const tapped = async () => {
          await page.touchscreen.tap(...point);
          return until(
            () => text(page),
            (now) => now !== before,
            3_000,
          );
        };
        assert.ok(!(await until(tapped, (now) => now !== before)).includes(words));
        await tap('.picker .picker-done', async () => !(await mode.isOn()));
      }));

  test("in Reader the picker doesn't follow links, and axe finds nothing", whenAll, () =>
    session.inReader('typography.html', {}, async (page) => {
      const mode = pointing(page);
      await page.keyboard.press('x');
      assert.equal(await until(mode.isOn, Boolean), true);
      const url = page.url();
      const link = await page.$(`${READER} .pith-body a[href]`);
      await link.evaluate((found) => found.scrollIntoView({ block: 'start', behavior: 'instant' }));
      await link.click();
      assert.equal(
        (await until(
          () => mode.says(),
          (said) => !said?.startsWith('Click a part'),
        )) !== null,
        true,
      );
      assert.equal(page.url(), url);
      assert.equal(await mode.isOn(), true);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }),
  );

  test('a part is restored in place and scrolled into view, and can be undone and redone', () =>
    session.inReader('news.html', {}, async (page) => {
      const panel = panelIn(session, page);
      const found = await text(page);
      const line = await panel.line();
      await panel.open();
      assert.ok(
        (await panel.items()).every((item) => !item.includes('Title')),
        'parts shown above the text are not listed',
      );
      assert.equal(line, `${(await panel.items()).length} parts removed`);
      // The panel was opened below the article. The part must be scrolled to from anywhere.
      await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTo({ top: 0, behavior: 'instant' }));
      await panel.press(COMMENT);
      const back = await text(page);
      assert.ok(back.indexOf(COMMENT) > back.indexOf('The vote took less time'), 'in its place on the page');
      assert.equal(back.includes(LAST), found.includes(LAST));
      const seen = await page.evaluate((words) => {
        const all = [...document.querySelectorAll('[data-pith=reader] .pith-body *')];
        const { top, bottom } = all.findLast(({ textContent }) => textContent.includes(words)).getBoundingClientRect();
        return bottom > 0 && top < innerHeight;
      }, COMMENT);
      assert.ok(seen, 'it is in view');
      const row = await panel.inView((root) => root.querySelector('.row.is-restored').textContent);
      assert.match(row, /Restored.*Undo/);
      assert.match(await panel.inView((root) => root.activeElement.ariaLabel), /^Undo: /);
      assert.notEqual(await panel.line(), line);
      await page.keyboard.down('Control');
      await page.keyboard.down('Alt');
      await page.keyboard.press('z');
      await page.keyboard.up('Alt');
      await page.keyboard.up('Control');
      await rest(page, 100);
      assert.equal(await text(page), back, 'Ctrl+Alt+Z does nothing');
      await step(page, COMMENT, false);
      assert.equal(await text(page), found);
      const toast = () => panel.inView((root) => root.querySelector('.toast p')?.textContent ?? '');
      assert.equal(await until(toast, (words) => words === 'Undone.'), 'Undone.');
      await step(page, COMMENT, true, true);
      await panel.press(COMMENT);
      assert.equal(await text(page), found);
    }));

  test('page furniture is listed last, and each part shows its reason on request', () =>
    session.inReader('news.html', {}, async (page) => {
      const panel = panelIn(session, page);
      await panel.open();
      const groups = await panel.inView((root) =>
        [...root.querySelectorAll('.removed .group:not([hidden])')].map((group) => [
          group.querySelector('.group-toggle').textContent,
          [...group.querySelectorAll('.chip')].map((chip) => chip.textContent),
        ]),
      );
      assert.match(groups.at(-1)[0], /^Page furniture/);
      assert.ok(groups.at(-1)[1].includes('Comments'), JSON.stringify(groups));
      assert.ok(groups.flatMap(([, chips]) => chips).every((chip) => chip !== ''));
      await panel.focus(COMMENT, '.chip');
      await page.keyboard.press('Enter');
      const why = () => panel.inView((root) => root.querySelector('.row-reason:not([hidden])')?.textContent ?? '');
      assert.match(await until(why, Boolean), /^Comments/);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  test('overrides persist after closing and after a reload, until they are reset', () =>
    session.onPage('news.html?stays', {}, async (page) => {
      await session.open(page);
      await removed(session, page, PARAGRAPH);
      let panel = panelIn(session, page);
      await panel.open();
      await panel.press(COMMENT);
      const both = async () => {
        const now = await text(page);
        return [now.includes(PARAGRAPH), now.includes(COMMENT)];
      };
      assert.deepEqual(await both(), [false, true]);
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      assert.deepEqual(await both(), [false, true], 'after closing');
      await page.reload();
      await session.open(page);
      assert.deepEqual(await both(), [false, true], 'after a reload');
      panel = panelIn(session, page);
      await panel.open();
      assert.ok((await panel.items()).some((item) => item.includes(COMMENT) && item.includes('Restored')));
      assert.ok((await panel.items()).some((item) => item.includes(PARAGRAPH) && item.includes('Removed by you')));
      await panel.inView((root) => root.querySelector('.removed .reset').click());
      assert.deepEqual(await until(both, ([paragraph]) => paragraph), [true, false]);
      const kept = () => session.stored('changes:');
      assert.deepEqual(await until(kept, (all) => Object.keys(all).length === 0), {});
    }));

  test('a removal can be undone after Reader is closed', () =>
    session.inReader('news.html', {}, async (page) => {
      await removed(session, page, PARAGRAPH);
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      assert.ok(!(await text(page)).includes(PARAGRAPH));
      await step(page, PARAGRAPH, true);
    }));

  test('removing a table also removes its frame', () =>
    session.onPage('documentation.html', {}, async (page) => {
      const cells = ['Wait of the second pigeon', 'Thirty seconds and no more'];
      await page.$eval(
        'main table',
        (table, [name, value]) => (table.innerHTML = `<tr><th>${name}</th><td>${value}</td></tr>`),
        cells,
      );
      await session.open(page);
      const frames = () => page.$$eval(`${READER} .pith-table`, ({ length }) => length);
      assert.equal(await frames(), 1);
      for (const cell of cells) {
        if ((await text(page)).includes(cell)) await removed(session, page, cell);
      }
      assert.equal(await frames(), 0);
    }));

  test('a part is shown on the page, and Escape returns to the list', () =>
    session.inReader('news.html', {}, async (page) => {
      const panel = panelIn(session, page);
      await panel.open();
      await panel.focus(COMMENT, '.chip');
      await page.keyboard.press('Enter');
      await panel.focus(COMMENT, '.show-on-page');
      await page.keyboard.press('Enter');
      await until(
        () => viewOf(page),
        (view) => view === 'inspect',
      );
      await session.whole(page, 'inspect');
      const [said, isSeen] = await session.inView(page, 'inspect', (root) => {
        const { top, bottom } = root.activeElement.getBoundingClientRect();
        return [root.querySelector('.tip')?.textContent, bottom > 0 && (top + bottom) / 2 < innerHeight];
      });
      assert.ok(said, 'the reason of the part is shown');
      assert.ok(isSeen, 'the part is in view');
      await page.keyboard.press('Escape');
      await until(
        () => viewOf(page),
        (view) => view === 'reader',
      );
      const focused = () =>
        panel.inView((root) => root.activeElement?.closest('.row')?.textContent ?? '').catch(() => '');
      assert.match(await until(focused, (words) => words.includes(COMMENT)), new RegExp(COMMENT));
      await page.keyboard.press('Escape');
      assert.equal(await until(panel.isOpen, (open) => !open), false);
      await page.keyboard.press('Escape');
      await until(
        () => viewOf(page),
        (view) => view === null,
      );
      assert.equal(await viewOf(page), null);
    }));

  test('four levels of detail show more and more, each with its count of removed parts', () =>
    session.inReader('news.html', {}, async (page) => {
      const panel = panelIn(session, page);
      await panel.open();
      const counts = () =>
        panel.inView((root) =>
          [...root.querySelectorAll('.detail .count')].map((n) => n.textContent && Number(n.textContent)),
        );
      const numbers = await until(counts, (all) => all.every((count) => count !== ''));
      assert.deepEqual(
        numbers,
        numbers.toSorted((a, b) => b - a),
      );
      assert.equal(await panel.line(), `${numbers[1]} parts removed`);
      const texts = [];
      for (const [index, level] of ['strict', 'found', 'notes', 'column'].entries()) {
        await panel.inView((root, value) => root.querySelector(`.detail input[value=${value}]`).click(), level);
        const line = await until(
          () => panel.line(),
          (now) => now === `${numbers[index]} parts removed`,
        );
        assert.equal(line, `${numbers[index]} parts removed`, level);
        texts.push((await text(page)).length);
      }
      assert.deepEqual(
        texts,
        texts.toSorted((a, b) => a - b),
      );
      assert.ok(texts[3] > texts[1], texts.join(' '));
    }));

  for (const policy of variants(['strict', 'bare'])) {
    test(`a part is restored under the policy “${policy}”`, () =>
      session.inReader('news.html', { policy }, async (page) => {
        const panel = panelIn(session, page);
        await panel.open();
        await panel.press(COMMENT);
        assert.ok((await text(page)).includes(COMMENT));
      }));
  }

  test('a part that the page has deleted is restored without changing the page', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.evaluate(() => {
        document.body.replaceChildren(document.createElement('p'));
        window.seen = [];
        new MutationObserver((records) => window.seen.push(...records.map(({ type }) => type))).observe(document.body, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
      });
      const panel = panelIn(session, page);
      await panel.open();
      await panel.press(COMMENT);
      assert.ok((await text(page)).includes(COMMENT));
      assert.equal(await viewOf(page), 'reader');
      assert.deepEqual(await page.evaluate(() => window.seen), []);
    }));
}
