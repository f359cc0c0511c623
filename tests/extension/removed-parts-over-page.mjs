// The panel of removed parts in the views over the page itself, and picking parts of the page.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { forgetChanges, panelIn } from './removed-panel.mjs';
import { shown, until, viewOf } from './session.mjs';

const COMMENT = 'saltmarsh_joe';
/** The beginning of paragraphs of the article. */
const PARAGRAPH = 'The vote took less time';
const VIEWS = ['simplify', 'inspect'];

/** Watches for changes of the page, except for our own element. */
export const watch = (page) =>
  page.evaluate(() => {
    window.written = [];
    const isOurs = (node) => node instanceof Element && node.matches('[data-pith]');
    new MutationObserver((records) => {
      for (const { type, target, addedNodes, removedNodes, attributeName } of records) {
        const nodes = [...addedNodes, ...removedNodes];
        if (!isOurs(target) && !(nodes.length > 0 && nodes.every(isOurs)))
          window.written.push(`${type} ${target.nodeName} ${attributeName ?? ''}`);
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

export const written = (page) => page.evaluate(() => window.written);

/** Presses a key with modifiers. */
async function chord(page, ...keys) {
  const held = keys.slice(0, -1);
  for (const key of held) await page.keyboard.down(key);
  await page.keyboard.press(keys.at(-1));
  for (const key of held.toReversed()) await page.keyboard.up(key);
}

/** Returns whether the page itself shows some words visibly. */
const isSeen = (page, words) =>
  page.evaluate((text) => {
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() && !texts.currentNode.data.includes(text));
    return texts.currentNode.parentElement.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  }, words);

/** Returns whether some words are highlighted as content in Inspect. */
const isMarked = (page, words) =>
  page.evaluate((text) => {
    const ranges = [...(CSS.highlights.get('pith-content') ?? [])];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts.nextNode() && !texts.currentNode.data.includes(text));
    return ranges.some(({ startContainer, startOffset, endContainer, endOffset }) => {
      const range = document.createRange();
      range.setStart(startContainer, startOffset);
      range.setEnd(endContainer, endOffset);
      return range.intersectsNode(texts.currentNode);
    });
  }, words);

const isShown = { simplify: isSeen, inspect: isMarked };

/** The picker. */
function pointingIn(session, page, view) {
  const panel = panelIn(session, page, view);
  const { inView } = panel;
  return {
    ...panel,
    isOn: () => inView((root) => root.querySelector('.picker') !== null),
    says: () => inView((root) => root.querySelector('.picker-status').textContent),
    /** Starts the picker by keyboard, from the panel. */
    async begin() {
      await this.open();
      await inView((root) => root.querySelector('.removed .pick').focus());
      await page.keyboard.press('Enter');
      assert.ok(await until(this.isOn, Boolean), 'the picker has not started');
    },
    /** Waits until the framed part begins with some words. */
    async framed(words) {
      const said = await until(this.says, (now) => now.startsWith(words));
      assert.ok(said.startsWith(words), `“${said}” and not “${words}”`);
    },
    /** Returns the height of the frame, which is redrawn with every frame of the page. */
    height: () =>
      inView(async (root) => {
        for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
        return root.querySelector('.picker-target').getBoundingClientRect().height;
      }),
    async said(sentence) {
      assert.equal(await until(this.says, (now) => now === sentence), sentence);
    },
    /** Returns the center of a button. */
    button: (name) => session.middleOf(page, view, name),
  };
}

/** Returns a point in the first matching element, scrolled into view. */
const pointIn = (page, selector, words = '') =>
  page.evaluate(
    (wanted, text) => {
      const element = [...document.querySelectorAll(wanted)].find((found) => found.textContent.includes(text));
      element.scrollIntoView({ block: 'start', behavior: 'instant' });
      window.scrollBy({ top: -200, behavior: 'instant' });
      const range = document.createRange();
      range.selectNodeContents(element);
      const { left, top, width, height } = range.getClientRects()[0];
      return [left + Math.min(width / 2, 60), top + height / 2];
    },
    selector,
    words,
  );

export function removedOverPage(session) {
  afterEach(() => forgetChanges(session));

  /** Closes the list with Escape, which would close the view otherwise. */
  async function closeList(page) {
    const view = await viewOf(page);
    const { isOpen } = panelIn(session, page, view);
    assert.equal(await until(isOpen, Boolean), true);
    await page.keyboard.press('Escape');
    assert.equal(await until(isOpen, (open) => !open), false);
    assert.equal(await viewOf(page), view);
  }

  for (const view of variants(VIEWS)) {
    test(`${view}: a part can be restored, undone, redone, and removed by keyboard`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const panel = panelIn(session, page, view);
        await watch(page);
        const found = await panel.line();
        assert.match(found, /^\d+ parts removed$/);
        assert.equal(await isShown[view](page, COMMENT), false);
        await panel.open();
        await panel.press(COMMENT);
        assert.equal(await isShown[view](page, COMMENT), true);
        const isInView = () =>
          page.evaluate(() => {
            const { top, bottom } = document.querySelector('.comments p').getBoundingClientRect();
            return bottom > 0 && top < innerHeight;
          });
        assert.equal(await until(isInView, Boolean), true, 'it is scrolled into view');
        assert.match(await panel.inView((root) => root.activeElement.ariaLabel), /^Undo: /);
        let before = await panel.line();
        await chord(page, 'Control', 'z');
        assert.equal(await panel.changed(before), found);
        assert.equal(await isShown[view](page, COMMENT), false);
        before = await panel.line();
        await chord(page, 'Control', 'Shift', 'z');
        await panel.changed(before);
        assert.equal(await isShown[view](page, COMMENT), true);
        await panel.press(COMMENT);
        assert.equal(await panel.line(), found);
        assert.deepEqual(await written(page), []);
      }));

    test(`${view}: overrides and the detail level apply in the other views`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const panel = panelIn(session, page, view);
        await panel.open();
        await panel.press(COMMENT);
        const line = await panel.line();
        await panel.inView((root) => root.querySelector('.detail input[value=column]').click());
        const more = await panel.changed(line);
        await session.show(page, 'reader');
        assert.ok((await shown(page)).text.includes(COMMENT));
        const told = await page.$eval('[data-pith=reader] .pith-left', (node) => node.textContent);
        assert.equal(told, more);
        const other = VIEWS.find((name) => name !== view);
        await session.show(page, other);
        assert.equal(await panelIn(session, page, other).line(), more);
        assert.equal(await isShown[other](page, COMMENT), true);
      }));

    for (const policy of ['strict', 'bare'])
      test(`${view}: parts can be restored and picked under the policy “${policy}”`, () =>
        session.inViewOf(view, 'news.html', { policy }, async (page) => {
          const mode = pointingIn(session, page, view);
          await mode.begin();
          await page.mouse.click(...(await pointIn(page, 'main p', PARAGRAPH)));
          await mode.said('Removed from the article.');
          await page.keyboard.press('Escape');
          assert.equal(await until(mode.isOn, (on) => !on), false);
          await mode.press(COMMENT);
          assert.equal(await isShown[view](page, COMMENT), true);
          assert.equal(await isShown[view](page, PARAGRAPH), false);
          await closeList(page);
          await page.keyboard.press('Escape');
          await until(
            () => viewOf(page),
            (now) => now === null,
          );
          assert.equal(await viewOf(page), null);
        }));

    test(`${view}: Escape closes the list before the view`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const panel = panelIn(session, page, view);
        await panel.open();
        await closeList(page);
        await page.keyboard.press('Escape');
        assert.equal(
          await until(
            () => viewOf(page),
            (now) => now === null,
          ),
          null,
        );
      }));

    test(`${view}: a part that the page has deleted can still be restored`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const panel = panelIn(session, page, view);
        await panel.open();
        const found = await panel.line();
        await page.evaluate(() => document.querySelector('.comments').remove());
        await panel.press(COMMENT);
        assert.notEqual(await panel.line(), found);
        assert.equal(await viewOf(page), view);
      }));

    test(`${view}: axe finds nothing in the panel of removed parts and the picker`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const mode = pointingIn(session, page, view);
        await mode.open();
        assert.deepEqual(await axeIn(session, page, view), []);
        await mode.inView((root) => root.querySelector('.removed .pick').focus());
        await page.keyboard.press('Enter');
        await until(mode.isOn, Boolean);
        await page.keyboard.press('ArrowRight');
        assert.deepEqual(await axeIn(session, page, view), []);
      }));
  }

  test('without an article, removed parts are listed by length, the longest first', () =>
    session.inViewOf('inspect', 'nothing.html', {}, async (page) => {
      const panel = panelIn(session, page, 'inspect');
      const lengths = () =>
        panel.inView((root) =>
          [...root.querySelectorAll('.removed .row-text')].map(({ textContent }) => textContent.length),
        );
      const all = await until(lengths, ({ length }) => length > 0);
      assert.deepEqual(
        all,
        all.toSorted((a, b) => b - a),
      );
    }));

  test('simplify: a part is shown on the page in Inspect, and Escape returns to the list', () =>
    session.inViewOf('simplify', 'news.html', {}, async (page) => {
      const panel = panelIn(session, page, 'simplify');
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
      assert.equal(await session.inView(page, 'inspect', (root) => root.querySelector('.tip').textContent), 'Comments');
      await page.keyboard.press('Escape');
      await until(
        () => viewOf(page),
        (view) => view === 'simplify',
      );
      const focused = () =>
        session
          .inView(page, 'simplify', (root) => root.activeElement?.closest('.row')?.textContent ?? '')
          .catch(() => '');
      assert.match(await until(focused, (words) => words.includes(COMMENT)), new RegExp(COMMENT));
    }));

  test('a paragraph is picked with the mouse and removed, and the page gets no click', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      await watch(page);
      await page.evaluate(() => {
        window.pressed = [];
        document.querySelector('main').addEventListener('click', ({ target }) => window.pressed.push(target.localName));
      });
      const before = await mode.line();
      await page.mouse.move(...(await pointIn(page, 'main p', PARAGRAPH)));
      await mode.framed(PARAGRAPH);
      await page.mouse.click(...(await pointIn(page, 'main p', PARAGRAPH)));
      await mode.said('Removed from the article.');
      assert.notEqual(await mode.line(), before);
      assert.equal(await isMarked(page, PARAGRAPH), false);
      await page.mouse.click(...(await mode.button('.picker .undo')));
      await until(
        () => mode.line(),
        (line) => line === before,
      );
      assert.equal(await mode.line(), before);
      await page.mouse.click(...(await mode.button('.picker .picker-done')));
      assert.equal(await until(mode.isOn, (on) => !on), false);
      assert.equal(await viewOf(page), 'inspect');
      assert.deepEqual(await page.evaluate(() => window.pressed), []);
      assert.deepEqual(await written(page), []);
    }));

  test('pointing at a word frames its whole line, which can then be included', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      await page.mouse.move(...(await pointIn(page, '.byline a')));
      await mode.framed('By Ines Calloway · 14 March 2026');
      const boxes = await page.evaluate(() =>
        ['.byline', '.byline a'].map((selector) => {
          const range = document.createRange();
          range.selectNodeContents(document.querySelector(selector));
          const { left, right } = range.getBoundingClientRect();
          return [Math.round(left), Math.round(right)];
        }),
      );
      const drawn = () =>
        mode.inView((root) =>
          [...root.querySelectorAll('.picker-target, .picker-target-inner')].map((frame) => {
            const { left, right } = frame.getBoundingClientRect();
            return [Math.round(left), Math.round(right)];
          }),
        );
      assert.deepEqual(await until(drawn, (now) => isDeepStrictEqual(now, boxes)), boxes);
      await page.mouse.click(...(await mode.button('.picker .wider')));
      const inner = () => mode.inView((root) => root.querySelector('.picker-target-inner').checkVisibility());
      assert.equal(await until(inner, (is) => !is), false, 'a whole line has no inner frame');
      await page.mouse.click(...(await mode.button('.picker .keep')));
      await mode.said('Included in the article.');
      assert.equal(await isMarked(page, 'Updated'), true);
    }));

  test('the wheel resizes the framed part, and scrolls if it cannot get smaller', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      const point = await pointIn(page, 'main p', PARAGRAPH);
      const size = mode.height;
      await page.mouse.move(...point);
      await mode.framed(PARAGRAPH);
      const small = await until(size, (height) => height > 0);
      const scrolled = await page.evaluate(() => scrollY);
      await page.mouse.wheel({ deltaY: -100 });
      assert.ok((await until(size, (height) => height > small)) > small);
      await page.mouse.wheel({ deltaY: 100 });
      assert.equal(await until(size, (height) => height === small), small);
      assert.equal(await page.evaluate(() => scrollY), scrolled);
      await page.mouse.wheel({ deltaY: 100 });
      assert.ok(
        (await until(
          () => page.evaluate(() => scrollY),
          (now) => now > scrolled,
        )) > scrolled,
      );
    }));

  test('a part of several blocks is described by its beginning and its end', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      await page.mouse.move(...(await pointIn(page, 'main p', PARAGRAPH)));
      await mode.framed(PARAGRAPH);
      const paragraph = await mode.says();
      await page.keyboard.press('ArrowUp');
      const said = await until(mode.says, (now) => now !== paragraph);
      assert.equal(said, 'Harbour … of votes cast as 421.');
    }));

  test('a tap on a removed part includes it', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      const before = await mode.line();
      await page.touchscreen.tap(...(await pointIn(page, '.comments p')));
      await mode.said('Included in the article.');
      assert.notEqual(await mode.line(), before);
      await page.touchscreen.tap(...(await mode.button('.picker .picker-done')));
      assert.equal(await until(mode.isOn, (on) => !on), false);
    }));

  for (const view of variants(VIEWS))
    test(`${view}: a part is picked, widened, and removed by keyboard; Escape ends only the picker`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        const mode = pointingIn(session, page, view);
        await watch(page);
        await mode.begin();
        await page.keyboard.press('ArrowRight');
        for (let step = 0; step < 40 && !(await mode.says()).startsWith(PARAGRAPH); step += 1)
          await page.keyboard.press('ArrowRight');
        await mode.framed(PARAGRAPH);
        const size = mode.height;
        const small = await size();
        assert.ok(small > 0);
        await page.keyboard.press('ArrowUp');
        assert.ok((await until(size, (height) => height > small)) > small);
        await page.keyboard.press('ArrowDown');
        assert.equal(await until(size, (height) => height === small), small);
        assert.equal(await isShown[view](page, PARAGRAPH), true);
        await page.keyboard.press('Enter');
        await mode.said('Removed from the article.');
        await mode.whole();
        assert.equal(await isShown[view](page, PARAGRAPH), false);
        await page.keyboard.press('Escape');
        assert.equal(await until(mode.isOn, (on) => !on), false);
        assert.equal(await viewOf(page), view);
        await closeList(page);
        const focused = () => mode.inView((root) => root.activeElement?.matches('button.removed-parts') ?? false);
        assert.equal(await until(focused, Boolean), true, 'the button has the focus again');
        await page.keyboard.press('Escape');
        await until(
          () => viewOf(page),
          (now) => now === null,
        );
        assert.equal(await viewOf(page), null);
        assert.deepEqual(await written(page), [], 'the page is unchanged');
      }));

  test('simplify: Escape ends the picker before a panel opened earlier', () =>
    session.inViewOf('simplify', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'simplify');
      const isListOpen = () =>
        mode.inView((root) => root.querySelector('.sheet.highlight-list')?.matches(':popover-open') ?? false);
      await mode.inView((root) => root.querySelector('button.highlights').click());
      assert.equal(await until(isListOpen, Boolean), true);
      await mode.begin();
      await page.keyboard.press('ArrowRight');
      const isPinned = () => mode.inView((root) => root.querySelector('.picker-target').matches('.pinned'));
      assert.equal(await until(isPinned, Boolean), true);
      await page.keyboard.press('Escape');
      assert.equal(await until(isPinned, (pinned) => !pinned), false);
      assert.deepEqual([await mode.isOn(), await isListOpen()], [true, true]);
      await page.keyboard.press('Escape');
      assert.equal(await until(mode.isOn, (on) => !on), false);
      assert.equal(await isListOpen(), true);
      await closeList(page);
      assert.equal(await isListOpen(), true);
      await page.keyboard.press('Escape');
      assert.equal(await until(isListOpen, (open) => !open), false);
      assert.equal(await viewOf(page), 'simplify');
    }));

  for (const policy of variants(['strict', 'plain']))
    test(`a picked title appears in Reader, and a part without a date is refused (${policy})`, () =>
      session.inViewOf('inspect', 'news.html', { policy }, async (page) => {
        const mode = pointingIn(session, page, 'inspect');
        await mode.begin();
        const say = async (selector, words, kind, sentence) => {
          await page.mouse.click(...(await mode.button(`.picker .${kind}`)));
          await page.mouse.click(...(await pointIn(page, selector, words)));
          await mode.said(sentence);
        };
        await say('main h2', '', 'title', 'Set as the title.');
        await say('.comments b, .comments strong, .comments p', '', 'byline', 'Set as the author.');
        await say('main p', PARAGRAPH, 'published', 'There’s no date in that part. Pick another.');
        const title = await page.evaluate(() => document.querySelector('main h2').textContent.trim());
        await page.keyboard.press('Escape');
        await session.show(page, 'reader');
        assert.equal((await shown(page)).title, title);
        await chord(page, 'Control', 'z');
        await chord(page, 'Control', 'z');
        await until(
          () => shown(page),
          (now) => now.title !== title,
        );
        assert.notEqual((await shown(page)).title, title, 'undone in Reader too');
      }));

  test('in right-to-left text, arrow keys follow the text', () =>
    session.inViewOf('inspect', 'ar.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      await page.keyboard.press('ArrowLeft');
      const first = await mode.says();
      await page.keyboard.press('ArrowLeft');
      const second = await until(mode.says, (said) => said !== first);
      assert.notEqual(second, first);
      await page.keyboard.press('ArrowRight');
      await mode.framed(first);
    }));

  test('the picker ends if the page removes the view, and the controls return', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const mode = pointingIn(session, page, 'inspect');
      await mode.begin();
      await page.evaluate(() => document.querySelector(':root > [data-pith]').remove());
      await until(
        () => viewOf(page),
        (view) => view === 'inspect',
      );
      assert.equal(await until(mode.isOn, (on) => !on), false);
      const isThere = () => mode.inView((root) => root.querySelector('.dock').checkVisibility());
      assert.equal(await until(isThere, Boolean), true);
    }));
}
