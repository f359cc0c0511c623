// Twelve tasks, each done with visible controls by mouse, by keyboard, and by touch on a phone. Counts the steps: a
// click, a tap, a key press, and a selection are one step each. Typing, scrolling, and browser prompts don't count. The
// table of steps in docs/results.md must have the same counts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';
import { variants } from '../browser/sampling.mjs';
import { select, shown } from './highlighted-text.mjs';
import { pageActions } from './page-actions.mjs';
import { permittedSession } from './permitted.mjs';
import { shown as article, becomes, READER, rest, until, viewOf } from './session.mjs';
import { standIn } from './voice.mjs';

const PAGE = 'news.html';
const SENTENCE = 'The crossing is short.';
const OTHER = 'Nobody in the room had expected it to be close.';
const NOTE = 'Ask about the tide.';
/** The part that is removed, and one that is restored. */
const UNWANTED = 'This article was changed on 15 March';
const WANTED = 'Why the pass road closes earlier every year';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844, isMobile: true, hasTouch: true };

/** Maximum steps of a task done in one way, starting in the open Reader. */
const FEW = 2;
const LONGER = 3;
/** Maximum key presses to reach a control. */
const PATIENCE = 60;

/** The task that takes one more step in Firefox. */
const IN_FIREFOX = 'Auto-open a site';

const SITE = 'http://plain.localhost/*';

const RESULTS = join(root, 'docs/results.md');

/** Performs user actions and counts them. `way` is `mouse`, `keys`, or `touch`. */
class Hand {
  steps = 0;
  #session;
  #page;
  #way;

  constructor(session, page, way) {
    this.#session = session;
    this.#page = page;
    this.#way = way;
  }

  /** Scrolls a control of the open view or an element of its article into view. Scrolling isn't a step. */
  async #seen(selector) {
    const view = await viewOf(this.#page);
    const isThere = () =>
      this.#session.inView(
        this.#page,
        view,
        (tree, name) => {
          const control = tree.querySelector(name);
          control?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
          return control !== null;
        },
        selector,
      );
    assert.ok(await until(isThere, Boolean), `There is no ${selector} in ${view}.`);
    return this.#session.middleOf(this.#page, view, selector);
  }

  /** Clicks or taps a visible control of the open view, which must not be covered. */
  async press(selector) {
    const middle = await this.#seen(selector);
    const isOnTop = await this.#session.inView(
      this.#page,
      await viewOf(this.#page),
      (tree, name, x, y) => tree.elementFromPoint(x, y)?.closest(name) !== null,
      selector,
      ...middle,
    );
    assert.ok(isOnTop, `${selector} is covered`);
    await this.at(...middle);
  }

  /** Clicks or taps at a point. */
  async at(x, y) {
    this.steps += 1;
    if (this.#way === 'touch') await this.#page.touchscreen.tap(x, y);
    else await this.#page.mouse.click(x, y);
  }

  /** Presses a key, with Shift for `Shift+KEY`. */
  async key(name) {
    this.steps += 1;
    const { keyboard } = this.#page;
    const hasShift = name.startsWith('Shift+');
    if (hasShift) await keyboard.down('Shift');
    await keyboard.press(hasShift ? name.slice('Shift+'.length) : name);
    if (hasShift) await keyboard.up('Shift');
  }

  /** Presses a key until a control of the view has the focus, then Enter. */
  async reach(key, selector) {
    const isThere = () =>
      viewOf(this.#page).then((view) =>
        this.#session.inView(this.#page, view, (tree, name) => tree.activeElement?.matches(name) ?? false, selector),
      );
    for (let presses = 0; !(await isThere()); presses += 1) {
      assert.ok(presses < PATIENCE, `${selector} is not reached by ${key}`);
      await this.key(key);
    }
    await this.key('Enter');
  }

  /** Selects a text: by mouse with a drag, by touch and keys with the browser's API. */
  async select(text) {
    this.steps += 1;
    await select(this.#page, text);
    if (this.#way !== 'mouse') return;
    const [from, to] = await this.#page.evaluate(() => {
      const boxes = [...getSelection().getRangeAt(0).getClientRects()];
      getSelection().empty();
      const [first, last] = [boxes[0], boxes.at(-1)];
      return [
        [first.left + 1, first.top + first.height / 2],
        [last.right - 1, last.top + last.height / 2],
      ];
    });
    await this.#page.mouse.move(...from);
    await this.#page.mouse.down();
    await this.#page.mouse.move(...to, { steps: 4 });
    await this.#page.mouse.up();
  }
}

/** Queries of the page for the tasks, created once for each way. */
function looks(session, page) {
  const inView = async (body, ...values) => session.inView(page, await viewOf(page), body, ...values);
  return {
    inView,
    /** Waits until a part of the view is open. */
    async isOpen(selector) {
      const open = () => inView((tree, name) => tree.querySelector(name)?.matches(':popover-open') ?? false, selector);
      assert.ok(await until(open, Boolean), `${selector} is open`);
    },
    /** Closes anything that a task has left open, so that the next one starts in the text. */
    async close(selector) {
      const open = () => inView((tree, name) => tree.querySelector(name)?.matches(':popover-open') ?? false, selector);
      if (!(await open())) return;
      await page.keyboard.press('Escape');
      assert.equal(await until(open, (now) => !now), false, `${selector} is closed`);
    },
    /** Closes the message of the previous task, which would be a tab stop, and returns to the text. */
    begin: () =>
      inView((tree) => {
        for (const message of tree.querySelectorAll('.toast:popover-open')) message.hidePopover();
        tree.querySelector('.scroll')?.focus({ preventScroll: true });
      }),
    async has(text) {
      const holds = async () => (await article(page)).text.includes(text);
      assert.ok(await until(holds, Boolean), `${text} is not in the article`);
      await session.whole(page, 'reader');
    },
    letters: () => page.$eval(`${READER} .pith-body p`, (line) => Number.parseFloat(getComputedStyle(line).fontSize)),
    /** Waits until a saved value is right. */
    async stored(beginning, isRight) {
      const found = () => session.stored(beginning);
      const last = await until(found, (values) => isRight(values));
      assert.ok(isRight(last), `${beginning}: ${JSON.stringify(last)}`);
    },
    /** Returns the center of a paragraph of the article, scrolled into view. */
    paragraph: (words) =>
      page.evaluate((wanted) => {
        const all = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
        const found = all.find(({ textContent }) => textContent.includes(wanted));
        found.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top } = found.getBoundingClientRect();
        return [left + 20, top + 8];
      }, words),
    /** Returns the name of a removed part's button, for a selector. */
    row: (words) =>
      inView((tree, wanted) => {
        const found = [...tree.querySelectorAll('.removed .row')].find(({ textContent }) =>
          textContent.includes(wanted),
        );
        return found ? `.removed .row[data-leaf="${found.dataset.leaf}"]` : null;
      }, words),
  };
}

const highlighted = (stored) => Object.values(stored).flatMap(({ marks }) => marks);

/** Returns functions to reach the controls of a removed part, once the parts are listed. */
async function rowOf(look) {
  const row = await until(() => look.row(WANTED), Boolean);
  assert.ok(row, `${WANTED} is listed`);
  return row;
}

/** Turns on auto-open. Firefox prompts only after a click on a page of the extension, which is one more step. */
async function allowed({ hand, session, own }, choose) {
  if (session.browser.name !== 'Firefox') return choose();
  const { page } = await own.appears(/options\.html\?/, choose);
  await page.waitForSelector('.add-pattern button');
  await page.bringToFront();
  await rest(page, 0);
  hand.steps += 1;
  return page.click('.add-pattern button');
}

/**
 * The tasks, in the order in which they are done on one page. Each has the actions by hand (`point`) and by keyboard
 * (`keys`), the check that it is done, and a cleanup for the next one, which isn't counted.
 */
const TASKS = [
  {
    name: 'Open the reader',
    point: ({ hand, open }) => open(hand),
    keys: ({ hand, open }) => open(hand),
    done: ({ page }) => becomes(page, 'reader'),
  },
  {
    name: 'Make the text larger',
    async point({ hand }) {
      await hand.press('button.text');
      await hand.press('.text-panel fieldset.size .more');
    },
    keys: ({ hand }) => hand.key('+'),
    async done({ look, start }) {
      const now = await until(look.letters, (size) => size > start);
      assert.ok(now > start, `${start} px, then ${now} px`);
      await look.close('.text-panel');
    },
    start: ({ look }) => look.letters(),
  },
  {
    name: 'Highlight a sentence',
    async point({ hand, look }) {
      await hand.select(SENTENCE);
      await look.isOpen('.selection-bar');
      await hand.press('.selection-bar .dot[data-color=green]');
    },
    async keys({ hand, look }) {
      await hand.select(SENTENCE);
      await look.isOpen('.selection-bar');
      await hand.key('2');
    },
    async done({ page }) {
      const all = await until(
        () => shown(page),
        (marked) => marked.length > 0,
      );
      assert.deepEqual(all, [`green: ${SENTENCE}`]);
    },
  },
  {
    name: 'Add a note',
    async point({ hand, look, page }) {
      await hand.select(OTHER);
      await look.isOpen('.selection-bar');
      await hand.press('.selection-bar .write');
      await look.isOpen('.note-panel');
      await page.keyboard.type(NOTE);
    },
    async keys({ hand, look, page }) {
      await hand.select(OTHER);
      await look.isOpen('.selection-bar');
      await hand.key('n');
      await look.isOpen('.note-panel');
      await page.keyboard.type(NOTE);
    },
    async done({ look }) {
      await look.stored('marks:', (all) => highlighted(all).some(({ note }) => note === NOTE));
      await look.close('.note-panel');
    },
  },
  {
    name: 'Find all highlights of a page',
    point: ({ hand }) => hand.press('button.highlights'),
    keys: ({ hand }) => hand.key('h'),
    async done({ look }) {
      await look.isOpen('.highlight-list');
      const listed = () => look.inView((tree) => tree.querySelectorAll('.highlight-list .highlight-item').length);
      assert.equal(await until(listed, (count) => count === 2), 2);
      await look.close('.highlight-list');
    },
  },
  {
    name: 'Remove a part',
    most: LONGER,
    async point({ hand, look }) {
      await hand.press('button.overflow');
      await hand.press('.menu .pick-on-page');
      await look.isOpen('.picker');
      await hand.at(...(await look.paragraph(UNWANTED)));
    },
    async keys({ hand, look }) {
      await hand.key('x');
      await look.isOpen('.picker');
      // The first visible paragraph.
      await hand.key('ArrowRight');
      await hand.key('Enter');
    },
    start: ({ page }) => article(page).then(({ text }) => text),
    async done({ look, page, session, start }) {
      const text = await until(
        () => article(page).then((now) => now.text),
        (now) => now !== start,
      );
      const isShorter = text.length < start.length - UNWANTED.length && text.length > start.length / 2;
      assert.ok(isShorter, `${text.length} of ${start.length} characters`);
      await session.whole(page, 'reader');
      await look.close('.picker');
    },
  },
  {
    name: 'Restore a part and save that for the site',
    most: LONGER,
    async point({ hand, look, page }) {
      const box = await page.$eval(`${READER} .pith-show`, (button) => {
        button.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = button.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      });
      await hand.at(...box);
      await look.isOpen('.removed');
      const row = await rowOf(look);
      await hand.press(`${row} .toggle`);
      await hand.press(`${row} .save`);
    },
    async keys({ hand, look }) {
      await hand.key('d');
      await look.isOpen('.removed');
      const row = await rowOf(look);
      await hand.reach('Tab', `${row} .toggle`);
      await hand.reach('Shift+Tab', `${row} .save`);
    },
    async done({ look }) {
      await look.has(WANTED);
      await look.stored('site:', (all) => Object.values(all).some(({ rules }) => rules.length === 1));
      await look.close('.removed');
    },
  },
  {
    name: 'Listen',
    point: ({ hand }) => hand.press('button.listen'),
    keys: ({ hand }) => hand.key('r'),
    async done({ session, page }) {
      const spokenCount = () => session.browser.inContentScript(page, () => globalThis.saidAloud.length);
      assert.ok((await until(spokenCount, Boolean)) > 0, 'something is said');
      await page.keyboard.press('Escape');
    },
  },
  ...[
    ['Save as Markdown', 'saveMarkdown', /\.md$/],
    ['Save as EPUB', 'saveEpub', /\.epub$/],
  ].map(([name, row, file]) => ({
    name,
    async point({ hand, look }) {
      await hand.press('button.share');
      await look.isOpen('.exporter');
      await hand.press(`.exporter .${row}`);
    },
    async keys({ hand, look }) {
      await hand.key('e');
      await look.isOpen('.exporter');
      await hand.reach('s', `.exporter .${row}`);
    },
    async done({ own }) {
      assert.match((await own.downloaded()).name, file);
      own.emptied();
    },
  })),
  {
    name: IN_FIREFOX,
    async point({ hand, look, session, own }) {
      await hand.press('button.overflow');
      await look.isOpen('.menu-sheet');
      await allowed({ hand, session, own }, () => hand.press('.menu .auto-open'));
    },
    async keys({ hand, look, session, own }) {
      await hand.key('v');
      await look.isOpen('.menu-sheet');
      await allowed({ hand, session, own }, () => hand.reach('a', '.menu .auto-open'));
    },
    async done({ look, page }) {
      await look.stored('always', ({ always }) => always?.text === `reader ${SITE}`);
      await page.bringToFront();
      await look.close('.menu-sheet');
    },
  },
  {
    name: 'Switch to Simplify and back',
    async point({ hand, page, session }) {
      await hand.press('button.view.simplify');
      await becomes(page, 'simplify');
      await session.whole(page, 'simplify');
      await hand.press('button.view.reader');
    },
    async keys({ hand, page, session }) {
      await hand.reach('Tab', 'button.view.simplify');
      await becomes(page, 'simplify');
      await session.whole(page, 'simplify');
      await hand.reach('Tab', 'button.view.reader');
    },
    async done({ page, session }) {
      await becomes(page, 'reader');
      await session.whole(page, 'reader');
    },
  },
];

/** Does all tasks in one way on one page. Returns the steps of each, by name. */
async function done(session, way, viewport) {
  const own = pageActions(session);
  own.emptied();
  const counted = new Map();
  await session.onPage(PAGE, { viewport }, async (page) => {
    const look = looks(session, page);
    const open = async (hand) => {
      hand.steps += 1;
      await session.open(page);
      await session.whole(page, 'reader');
      await session.browser.inContentScript(page, standIn, { voices: [{ name: 'Ada', lang: 'en-GB' }] });
    };
    for (const { name, start, point, keys, done: check } of TASKS) {
      const hand = new Hand(session, page, way);
      const context = { hand, look, page, session, own, open };
      context.start = await start?.(context);
      await (way === 'keys' ? keys : point)(context);
      counted.set(name, hand.steps);
      await check(context);
      await look.begin();
    }
  });
  return counted;
}

/** The columns of the table, by way. */
const WAYS = { mouse: DESK, keys: DESK, touch: PHONE };

/** Returns the steps in the table of docs/results.md, by task and way. */
function written() {
  const rows = readFileSync(RESULTS, 'utf8').match(/<!-- tasks -->\n([\s\S]*?)<!-- \/tasks -->/)[1];
  return rows
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()))
    .map(([, name, ...steps]) => [
      name,
      Object.fromEntries(Object.keys(WAYS).map((way, i) => [way, Number(steps[i])])),
    ]);
}

export function tasks(driver) {
  const isFirefox = driver.name === 'Firefox';
  const session = permittedSession(driver);

  for (const [way, viewport] of variants(Object.entries(WAYS))) {
    const isPhone = viewport === PHONE;
    test(`twelve tasks, by ${way}`, { skip: isPhone && isFirefox && 'it emulates no phones' }, async () => {
      try {
        const counted = await done(session, way, viewport);
        const expected = new Map(written().map(([name, steps]) => [name, steps[way]]));
        if (isFirefox) expected.set(IN_FIREFOX, expected.get(IN_FIREFOX) + 1);
        assert.deepEqual(counted, expected, 'the steps in docs/results.md');
        if (way === 'keys') return;
        for (const { name, most = FEW } of TASKS) {
          const allowed = isFirefox && name === IN_FIREFOX ? LONGER : most;
          assert.ok(counted.get(name) <= allowed, `${name}: ${counted.get(name)}`);
        }
      } finally {
        await session.clear();
        // The prompt must appear again for the next way.
        if (isFirefox) await session.own((origins) => browser.permissions.remove({ origins }), [SITE]);
      }
    });
  }
}
