// What was left out is brought back in its place, and what is kept is taken out; everything can be undone.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { READER, reader, rest, shown, until, viewOf } from './session.mjs';

const TRAY = `${READER} footer .pith-tray`;
const LINE = `${READER} > article footer > .pith-removed > summary`;

/** Opens the tray with a press, and waits until it is filled. */
export async function opened(page) {
  await page.$eval(LINE, (line) => line.scrollIntoView({ block: 'start' }));
  await page.click(LINE);
  await page.waitForSelector(`${TRAY} li`);
}

/** Returns the number of the part in the list whose text includes some words. */
function place(page, words) {
  return page.$$eval(
    `${TRAY} > ul > li`,
    (items, text) => items.findIndex((item) => item.textContent.includes(text)),
    words,
  );
}

/** Presses the button of the part with these words, and waits until it says another thing. */
export async function press(page, words, list = '> ul') {
  const items = `${TRAY} ${list} > li`;
  const index = await page.$$eval(
    items,
    (all, text) => all.findIndex((item) => item.textContent.includes(text)),
    words,
  );
  assert.notEqual(index, -1, `no part says “${words}”`);
  const button = `${items}:nth-child(${index + 1}) .pith-do`;
  const before = await counted(page);
  await page.$eval(button, (found) => found.scrollIntoView({ block: 'center' }));
  const from = await page.$eval(button, (found) => found.getBoundingClientRect().top);
  await page.click(button);
  await until(
    () => counted(page),
    (now) => now !== before,
  );
  return { button, from };
}

const counted = (page) => page.$eval(`${READER} > article`, (article) => article.textContent);
const text = async (page) => (await shown(page)).text;

/** Presses Z with Ctrl, and Shift where it is to be done again, until the article says something or no longer does. */
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
/** How a paragraph of the article begins. */
const PARAGRAPH = 'The vote took less time';
const LAST = 'she will not be taking the car.';

export function tray(session) {
  /** The mode in which parts of the article are pointed at. */
  const pointing = (page) => ({
    isOn: () => session.inFrame(page, (root) => root.querySelector('.pointing') !== null),
    says: () => session.inFrame(page, (root) => root.querySelector('.says')?.textContent ?? null),
    async framed(words) {
      const said = await until(this.says, (now) => now?.startsWith(words));
      assert.ok(said?.startsWith(words), `“${said}” and not “${words}”`);
    },
    frame: () =>
      session.inFrame(page, async (root) => {
        for (let drawn = 0; drawn < 2; drawn += 1) await new Promise(requestAnimationFrame);
        const { left, top, right, bottom } = root.querySelector('.aim').getBoundingClientRect();
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
    /** Returns a point in the first paragraph of the article with some words, above the bar, and its box. */
    at: (words) =>
      page.evaluate((wanted) => {
        const paragraphs = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
        const found = paragraphs.find(({ textContent }) => textContent.includes(wanted));
        found.scrollIntoView({ block: 'start', behavior: 'instant' });
        const { left, top, right, bottom } = found.getBoundingClientRect();
        return { point: [left + 40, top + 8], box: [left, top, right, bottom].map(Math.round) };
      }, words),
  });

  test('in the reader a part is pointed at with the mouse, is taken out, and comes back', () =>
    session.inReader('news.html', {}, async (page) => {
      const mode = pointing(page);
      await page.keyboard.press('x');
      assert.equal(await until(mode.isOn, Boolean), true);
      const { point, box } = await mode.at(PARAGRAPH);
      await page.mouse.move(...point);
      await mode.framed(PARAGRAPH);
      assert.deepEqual(await mode.frame(), box, 'what is framed is what is taken out');
      await page.mouse.click(...point);
      await page.mouse.click(...(await mode.button('.pointing .drop')));
      const out = await until(
        () => text(page),
        (now) => !now.includes(PARAGRAPH),
      );
      assert.ok(!out.includes(PARAGRAPH));
      assert.ok(out.includes(LAST));
      await page.mouse.click(...(await mode.button('.pointing .undo')));
      const back = await until(
        () => text(page),
        (now) => now.includes(PARAGRAPH),
      );
      assert.ok(back.includes(PARAGRAPH));
      await page.mouse.click(...(await mode.button('.pointing .end')));
      assert.equal(await until(mode.isOn, (on) => !on), false);
      assert.equal(await page.$eval(`${READER} .pith-removed`, ({ open }) => open), false);
    }));

  test('in the reader a part is found by keyboard and taken out, and Escape ends the mode alone', () =>
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
    test(`in the reader a part is taken out by touch at 320 px, ${direction}`, () =>
      session.inReader(file, { viewport: { width: 320, height: 640, hasTouch: true } }, async (page) => {
        const mode = pointing(page);
        // Where the machine is busy, a tap becomes a long press, which is no click.
        const tap = async (selector, hasEffect) => {
          const tapped = async () => {
            await page.touchscreen.tap(...(await mode.button(selector)));
            return until(hasEffect, Boolean, 3_000);
          };
          assert.ok(await until(tapped, Boolean), selector);
        };
        // The menu is transparent until it has its place.
        const isOffered = () =>
          session.inFrame(
            page,
            (root) => root.querySelector('.take-out')?.checkVisibility({ opacityProperty: true }) === true,
          );
        const began = async () => {
          if (await mode.isOn()) return true;
          if (!(await isOffered())) await tap('button.overflow', isOffered);
          await page.touchscreen.tap(...(await mode.button('.take-out')));
          return until(mode.isOn, Boolean, 3_000);
        };
        assert.ok(await until(began, Boolean));
        const before = await text(page);
        const words = await page.$$eval(`${READER} .pith-body p`, (all) => all[1].textContent.trim().slice(0, 30));
        const { point } = await mode.at(words);
        await page.touchscreen.tap(...point);
        await mode.framed(words);
        const fits = await session.inFrame(page, (root) =>
          [...root.querySelectorAll('.pointing button, .aim')].every((part) => {
            const { left, right } = part.getBoundingClientRect();
            return left >= 0 && right <= innerWidth;
          }),
        );
        assert.ok(fits, 'everything is on the screen');
        await tap('.pointing .drop', async () => (await text(page)) !== before);
        assert.ok(!(await text(page)).includes(words));
        await tap('.pointing .end', async () => !(await mode.isOn()));
      }));

  test('in the reader links are not followed while parts are pointed at, and axe finds nothing', () =>
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
          (said) => !said?.startsWith('Pick a part'),
        )) !== null,
        true,
      );
      assert.equal(page.url(), url);
      assert.equal(await mode.isOn(), true);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  test('a part comes back in its place, is undone, done again and taken out', () =>
    session.inReader('news.html', {}, async (page) => {
      const found = await text(page);
      await opened(page);
      assert.ok((await place(page, COMMENT)) >= 0);
      const { from } = await press(page, COMMENT);
      const back = await text(page);
      assert.ok(back.indexOf(COMMENT) > back.indexOf('The vote took less time'), 'where it stands on the page');
      assert.equal(back.includes(LAST), found.includes(LAST));
      // The button pressed has the focus, another name and its place on the screen.
      const now = await page.evaluate(() => {
        const { activeElement: button } = document;
        return { name: button.getAttribute('aria-label'), top: button.getBoundingClientRect().top };
      });
      assert.match(now.name, /^Remove: /);
      assert.ok(Math.abs(now.top - from) < 3, `${from} ${now.top}`);
      await page.keyboard.down('Control');
      await page.keyboard.down('Alt');
      await page.keyboard.press('z');
      await page.keyboard.up('Alt');
      await page.keyboard.up('Control');
      await rest(page, 100);
      assert.equal(await text(page), back, 'with Alt the key is another one');
      await step(page, COMMENT, false);
      assert.equal(await text(page), found);
      await step(page, COMMENT, true, true);
      await press(page, COMMENT);
      assert.equal(await text(page), found);
    }));

  test('a paragraph of the article is taken out, and listed then', () =>
    session.inReader('news.html', {}, async (page) => {
      await opened(page);
      await page.click(`${TRAY} .pith-kept > summary`);
      await page.waitForSelector(`${TRAY} .pith-kept li`);
      assert.ok((await text(page)).includes(PARAGRAPH));
      await page.$eval(`${READER} .pith-body`, ({ children }) => {
        window.ends = [children[0], children[children.length - 1]];
      });
      await press(page, PARAGRAPH, '.pith-kept > ul');
      assert.ok(!(await text(page)).includes(PARAGRAPH));
      const areThere = await page.evaluate(() => window.ends.map(({ isConnected }) => isConnected));
      assert.deepEqual(areThere, [true, true], 'what stands before and after it is not made anew');
      const reason = await page.$$eval(
        `${TRAY} > ul > li`,
        (items, words) => items.find((item) => item.textContent.includes(words)).querySelector('strong').textContent,
        PARAGRAPH,
      );
      assert.equal(reason, 'Removed by you');
      // What took its place in the list has the focus.
      assert.ok(
        await page.evaluate(
          (list) => document.querySelector(list).contains(document.activeElement),
          `${TRAY} .pith-kept`,
        ),
      );
    }));

  test('what was taken out stays out after the reader was left, and can be undone then', () =>
    session.inReader('news.html', {}, async (page) => {
      await opened(page);
      await page.click(`${TRAY} .pith-kept > summary`);
      await page.waitForSelector(`${TRAY} .pith-kept li`);
      await press(page, PARAGRAPH, '.pith-kept > ul');
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      assert.ok(!(await text(page)).includes(PARAGRAPH));
      await step(page, PARAGRAPH, true);
    }));

  test('a table that is taken out goes with its frame', () =>
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
      await opened(page);
      await page.click(`${TRAY} .pith-kept > summary`);
      await page.waitForSelector(`${TRAY} .pith-kept li`);
      for (const cell of cells) {
        if ((await text(page)).includes(cell)) await press(page, cell, '.pith-kept > ul');
      }
      assert.equal(await frames(), 0);
    }));

  test('a part is shown on the page, and Escape comes back to the list', () =>
    session.inReader('news.html', {}, async (page) => {
      await opened(page);
      const index = (await place(page, COMMENT)) + 1;
      const where = `${TRAY} > ul > li:nth-child(${index}) .pith-where`;
      await page.$eval(where, (button) => button.scrollIntoView({ block: 'center' }));
      await page.click(where);
      await until(
        () => viewOf(page),
        (view) => view === 'highlight',
      );
      await session.whole(page, 'highlight');
      const said = await session.inView(page, 'highlight', (root) => root.querySelector('.tip')?.textContent);
      assert.ok(said, 'the reason of the part is shown');
      await page.keyboard.press('Escape');
      await until(
        () => viewOf(page),
        (view) => view === 'reader',
      );
      await page.waitForSelector(where);
      await page.waitForFunction((button) => document.querySelector(button) === document.activeElement, {}, where);
      await page.keyboard.press('Escape');
      await until(
        () => viewOf(page),
        (view) => view === null,
      );
      assert.equal(await viewOf(page), null);
    }));

  test('levels show less and more of the column', () =>
    session.inReader('news.html', {}, async (page) => {
      await opened(page);
      await page.focus(`${TRAY} .pith-level`);
      const texts = {};
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowDown', 'ArrowDown']) {
        const before = await page.$eval(`${TRAY} .pith-level`, ({ value }) => value);
        // The parts are listed anew with every level, even where the text stays the same.
        const listed = await page.$(`${TRAY} > ul`).then((list) => list.evaluateHandle((ul) => ul.firstElementChild));
        await page.keyboard.press(key);
        const level = await page.$eval(`${TRAY} .pith-level`, ({ value }) => value);
        assert.notEqual(level, before);
        const isThere = await until(
          () => listed.evaluate((item) => item.isConnected),
          (found) => !found,
        );
        assert.equal(isThere, false, `nothing comes of ${level}`);
        texts[level] = await text(page);
      }
      const { strict, found, notes, column } = texts;
      const lengths = [strict, found, notes, column].map(({ length }) => length);
      assert.deepEqual(
        lengths,
        lengths.toSorted((a, b) => a - b),
      );
      assert.ok(column.length > found.length, lengths.join(' '));
    }));

  for (const policy of ['strict', 'bare']) {
    test(`a part comes back where the page’s policy is “${policy}”`, () =>
      session.inReader('news.html', { policy }, async (page) => {
        await opened(page);
        await press(page, COMMENT);
        assert.ok((await text(page)).includes(COMMENT));
      }));
  }

  test('a part comes back after the page has removed it, and no node of the page was touched', () =>
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
      await opened(page);
      await press(page, COMMENT);
      assert.ok((await text(page)).includes(COMMENT));
      assert.equal(await viewOf(page), 'reader');
      assert.deepEqual(await page.evaluate(() => window.seen), []);
    }));
}
