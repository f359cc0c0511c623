// Highlights: shown in every view, found again after a reload and on a changed page, listed, and exported.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { select, selectedInside, selectInside, shown, shownInside } from './highlighted-text.mjs';
import { ACROSS, becomes, COMMENT, highlightsList, listTools, WHOLE } from './highlights-list.mjs';
import { rest, until, viewOf } from './session.mjs';

const VIEWS = ['reader', 'simplify', 'inspect'];
/** `keysPause` of src/shared/timeouts.ts. */
const KEYS_PAUSE = 300;

export function highlights(session) {
  const inPanel = async (page, body, ...values) => session.inView(page, await viewOf(page), body, ...values);

  const isOpen = (page, name) =>
    inPanel(
      page,
      (root, part) => root.querySelector(`.highlight-controls > .${part}`)?.matches(':popover-open') ?? false,
      name,
    );

  const said = (page) =>
    inPanel(page, (root) => {
      const box = root.querySelector('.toast');
      return box?.matches(':popover-open') ? box.querySelector('p').textContent : null;
    });

  const noteIn = (page) => inPanel(page, (root) => root.querySelector('.note-panel textarea').value);

  const press = (page, selector) => inPanel(page, (root, name) => root.querySelector(name).click(), selector);

  /** Opens a view by the icon and its menu. */
  async function open(page, view) {
    await session.open(page);
    if (view !== 'reader') await session.show(page, view);
  }

  /** Highlights a text with the key. */
  async function mark(page, text) {
    const flat = (found) => found.replace(/\s+/g, '');
    // Earlier highlights may appear only now.
    const same = async () => (await shown(page)).filter((one) => flat(one).endsWith(`:${flat(text)}`)).length;
    const before = await same();
    await select(page, text);
    await becomes(() => isOpen(page, 'selection-bar'), true, 'the bar is shown');
    await page.keyboard.press('m');
    await becomes(same, before + 1, 'the highlight is shown');
    assert.equal(await isOpen(page, 'panel'), false, 'no panel covers the text');
  }

  const { listed, onList, ofPage } = listTools(session);

  for (const view of variants(VIEWS)) {
    test(`highlights made in ${view} are shown in every view, and after a reload`, () =>
      session.onPage(`news.html?marked-in-${view}`, {}, async (page) => {
        await open(page, view);
        await mark(page, WHOLE);
        await mark(page, ACROSS);
        const both = [`yellow: ${WHOLE}`, `yellow: ${ACROSS}`];
        assert.deepEqual(await shown(page), both);
        for (const other of [...VIEWS.filter((name) => name !== view), view]) {
          await session.show(page, other);
          await becomes(() => shown(page), both, `in ${other}`);
        }
        await session.leave(page);
        assert.deepEqual(await shown(page), []);
        await page.reload();
        assert.deepEqual(await shown(page), []);
        await session.open(page);
        await becomes(() => shown(page), both, 'after a reload');
      }));
  }

  test('a highlight over formulas that are rendered late moves with them', () =>
    session.onPage('formulas.html', {}, async (page) => {
      const marked = 'and after three times as long as τ<60 seconds nobody can tell the two heights apart by eye';
      const after = 'The mean was forty-two seconds';
      const read = () => page.$$eval('[data-pith=reader] .pith-body math', ({ length }) => length);
      await session.open(page);
      await becomes(read, 5);
      await mark(page, marked);
      await mark(page, after);
      await session.leave(page);
      await session.open(page);
      await becomes(() => shown(page), [`yellow: ${marked}`, `yellow: ${after}`]);
      assert.equal(await read(), 5);
    }));

  test('on a long simplified page, only highlights near the viewport are painted; in print, all', whenAll, () =>
    session.onPage('magazine.html?elements=3000&near', {}, async (page) => {
      const ends = ['The first ferry left at dawn with nobody aboard.', 'The last ferry came back after dark, full.'];
      await page.evaluate((texts) => {
        const all = [...document.querySelectorAll('article p')];
        window.ends = [all[0], all.at(-1)];
        for (const [index, text] of texts.entries()) window.ends[index].append(` ${text}`);
      }, ends);
      const drawn = () =>
        page.evaluate(() =>
          window.ends.map(
            (end) =>
              getComputedStyle(end, '::highlight(pith-mark-yellow)').backgroundColor !==
              getComputedStyle(end, '::highlight(nothing)').backgroundColor,
          ),
        );
      const scrollTo = (end) =>
        page.evaluate((index) => window.ends.at(index).scrollIntoView({ block: 'center', behavior: 'instant' }), end);
      await open(page, 'simplify');
      for (const text of ends) await mark(page, text);
      await session.leave(page);
      await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
      await open(page, 'simplify');
      await becomes(
        () => shown(page),
        ends.map((text) => `yellow: ${text}`),
      );
      await becomes(drawn, [true, false], 'at the beginning');
      await page.evaluate(() => window.ends[0].before(document.createElement('p')));
      assert.deepEqual(await drawn(), [true, false], 'after the page inserted an element before it');
      await scrollTo(-1);
      await becomes(drawn, [false, true], 'at the end');
      await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
      await becomes(drawn, [true, true], 'in print');
      await page.evaluate(() => dispatchEvent(new Event('afterprint')));
      await becomes(drawn, [false, true], 'after printing');
      await session.leave(page);
      assert.deepEqual(await drawn(), [false, false]);
    }),
  );

  test("text that Reader omits can be highlighted in Inspect, and isn't reported missing", () =>
    session.onPage('news.html?comment', {}, async (page) => {
      await open(page, 'inspect');
      await mark(page, COMMENT);
      await mark(page, WHOLE);
      await session.show(page, 'reader');
      await becomes(() => shown(page), [`yellow: ${WHOLE}`]);
      await session.show(page, 'inspect');
      await becomes(() => shown(page), [`yellow: ${COMMENT}`, `yellow: ${WHOLE}`]);
      assert.equal(await said(page), null);
    }));

  test('a highlight gets a color and a note, is deleted and restored', () =>
    session.onPage('news.html?changes', {}, async (page) => {
      await open(page, 'reader');
      await select(page, WHOLE);
      await becomes(() => isOpen(page, 'selection-bar'), true);
      await page.keyboard.press('n');
      // All these letters are shortcuts in Reader, before and after the note has the focus.
      await page.keyboard.type('want a fast vote');
      await becomes(() => isOpen(page, 'panel'), true);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      await page.keyboard.press('ArrowRight');
      await becomes(() => shown(page), [`green: ${WHOLE}`]);
      await page.keyboard.press('Escape');
      await becomes(() => isOpen(page, 'panel'), false);
      assert.equal(await viewOf(page), 'reader');
      await page.reload();
      await open(page, 'simplify');
      await becomes(() => shown(page), [`green: ${WHOLE}`]);
      const at = await page.evaluate(() => {
        const [span] = CSS.highlights.get('pith-mark-green');
        const range = document.createRange();
        range.setStart(span.startContainer, span.startOffset);
        range.setEnd(span.endContainer, span.endOffset);
        span.startContainer.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, height } = range.getClientRects()[0];
        return [left + 5, top + height / 2];
      });
      await page.mouse.click(...at);
      await becomes(() => isOpen(page, 'panel'), true, 'a click on the highlight opens its panel');
      assert.equal(await noteIn(page), 'want a fast vote');
      await press(page, '.highlight-controls .remove');
      await becomes(() => shown(page), []);
      await becomes(() => said(page), 'Highlight deleted.');
      await press(page, '.toast .btn');
      await becomes(() => shown(page), [`green: ${WHOLE}`]);
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await becomes(() => shown(page), [`green: ${WHOLE}`], 'nothing is left to undo');
      await page.keyboard.down('Shift');
      await page.keyboard.press('z');
      await page.keyboard.up('Shift');
      await page.keyboard.up('Control');
      await becomes(() => shown(page), [], 'deleted again');
    }));

  test('a note is saved while typing, and shown by its icon after a reload', () =>
    session.onPage('news.html?kept', {}, async (page) => {
      await open(page, 'reader');
      await select(page, WHOLE);
      await becomes(() => isOpen(page, 'selection-bar'), true);
      await page.keyboard.press('n');
      await page.keyboard.type('fast');
      const stored = (list) =>
        becomes(async () => (await listed(list)).some(({ note: text }) => text === 'fast'), true);
      await onList(stored);
      await page.bringToFront();
      await page.reload();
      await open(page, 'reader');
      await becomes(() => shown(page), [`yellow: ${WHOLE}`]);
      const sign = () =>
        inPanel(page, (root) => {
          const { left, top, width, height } = root.querySelector('.note-icon')?.getBoundingClientRect() ?? {};
          return width > 0 ? [left + width / 2, top + height / 2] : null;
        });
      await inPanel(page, (root) => {
        const [span] = CSS.highlights.get('pith-mark-yellow');
        span.startContainer.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
        return root.querySelector('.note-icon') !== null;
      });
      const at = await until(sign, Boolean);
      assert.ok(at, 'there is an icon beside the text');
      const tip = () =>
        inPanel(page, (root) => {
          const box = root.querySelector('.note-tip');
          return box.matches(':popover-open') ? box.textContent : null;
        });
      // The icon may move when the page does.
      const hovered = async () => {
        await page.mouse.move(...(await sign()));
        return tip();
      };
      assert.equal(await tip(), null);
      await becomes(hovered, 'fast', 'the note is shown on hover');
      await page.mouse.down();
      await page.mouse.up();
      await becomes(() => isOpen(page, 'panel'), true);
      assert.equal(await noteIn(page), 'fast');
      assert.equal(await tip(), null);
      await page.keyboard.type(' vote');
      // The last note is one undo step, regardless of how often it was saved.
      await press(page, '.note-panel .done');
      await becomes(() => isOpen(page, 'panel'), false);
      await rest(page, 0);
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
      await page.mouse.move(0, 0);
      await becomes(hovered, 'fast');
    }));

  test('a color button or its key highlights, and overlapping highlights merge with both notes', () =>
    session.onPage('news.html?bar', {}, async (page) => {
      await open(page, 'reader');
      const selected = async (text) => {
        await select(page, text);
        await becomes(() => isOpen(page, 'selection-bar'), true);
      };
      await selected(WHOLE);
      const pressed = performance.now();
      await press(page, '.selection-bar [data-color=blue]');
      // Letters right after it have no effect, because they may be meant for a note. A busy machine may be too late.
      await page.keyboard.type('x');
      const isRightAfter = performance.now() - pressed < KEYS_PAUSE;
      await becomes(() => shown(page), [`blue: ${WHOLE}`]);
      const isPicking = () => inPanel(page, (root) => root.querySelector('dialog.picking') !== null);
      if (isRightAfter) {
        assert.equal(await isPicking(), false);
      } else if (await isPicking()) {
        await page.keyboard.press('Escape');
        await becomes(isPicking, false);
      }
      assert.deepEqual([await isOpen(page, 'selection-bar'), await isOpen(page, 'panel')], [false, false]);
      const write = async (text, note) => {
        await selected(text);
        await page.keyboard.press('n');
        await page.keyboard.type(note);
        await becomes(() => isOpen(page, 'panel'), true);
        await press(page, '.note-panel .done');
        await becomes(() => isOpen(page, 'panel'), false);
      };
      await write('The crossing', 'first');
      await becomes(() => shown(page), [`blue: ${WHOLE}`], 'a part of a highlight is that highlight');
      const after = await page.evaluate((whole) => {
        const text = document.querySelector('[data-pith=reader] .pith-body').textContent.replace(/\s+/g, ' ');
        return text
          .slice(text.indexOf(whole) + whole.length)
          .match(/^ [^.]+/)[0]
          .trimEnd();
      }, WHOLE);
      await write(after.trim(), 'second');
      await becomes(async () => (await shown(page)).length, 2);
      await selected(`short.${after}`);
      await page.keyboard.press('5');
      await becomes(() => shown(page), [`purple: ${WHOLE}${after}`]);
      const stored = () =>
        onList(async (list) => (await listed(list)).map(({ quote, note }) => [quote, note]), ofPage('news.html?bar'));
      await becomes(stored, [[`${WHOLE}${after}`, 'first\n\nsecond']]);
      await page.bringToFront();
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
      await becomes(async () => (await shown(page)).toSorted(), [`blue: ${after.trim()}`, `blue: ${WHOLE}`]);
      await becomes(async () => (await stored()).length, 2);
    }));

  test('in a menu or panel, keys of the selection bar have no effect', () =>
    session.onPage('news.html?menu', {}, async (page) => {
      for (const view of VIEWS) {
        await open(page, view);
        await select(page, WHOLE);
        await becomes(() => isOpen(page, 'selection-bar'), true, view);
        const focusIn = (sheet) =>
          inPanel(page, (root, name) => root.querySelector(name)?.contains(root.activeElement) ?? false, sheet);
        await press(page, 'button.overflow');
        await becomes(() => focusIn('.menu-sheet'), true, view);
        for (const key of 'n1m') await page.keyboard.press(key);
        await rest(page, 400);
        assert.deepEqual([await isOpen(page, 'note-panel'), await shown(page)], [false, []], view);
        await page.keyboard.press('Escape');
        await becomes(() => focusIn('.menu-sheet'), false, view);
        // The keys still work outside of it.
        await page.keyboard.press('1');
        await becomes(() => shown(page), [`yellow: ${WHOLE}`]);
        await page.keyboard.down('Control');
        await page.keyboard.press('z');
        await page.keyboard.up('Control');
        await becomes(() => shown(page), []);
        await session.leave(page);
      }
    }));

  test('the shortcut without a selection shows a message, and “Link copied” has no button', () =>
    session.onPage('news.html?nothing', {}, async (page) => {
      await open(page, 'reader');
      await mark(page, WHOLE);
      await rest(page, 400);
      const at = () => inPanel(page, (root) => root.querySelector('.scroll').scrollTop);
      await inPanel(page, (root) => root.querySelector('.scroll').scrollTo({ top: 0, behavior: 'instant' }));
      await page.keyboard.press('m');
      await becomes(() => said(page), 'Select text to highlight.');
      assert.deepEqual([await at(), await isOpen(page, 'panel')], [0, false]);
      await select(page, ACROSS);
      await becomes(() => isOpen(page, 'selection-bar'), true);
      await press(page, '.selection-bar .copy-link');
      await becomes(() => said(page), 'Link copied.');
      assert.equal(await inPanel(page, (root) => root.querySelector('.toast .btn').checkVisibility()), false);
    }));

  test('Escape clears the selection before it closes the view', () =>
    session.onPage('news.html?dropped', {}, async (page) => {
      for (const view of VIEWS) {
        await open(page, view);
        await select(page, WHOLE);
        await becomes(() => isOpen(page, 'selection-bar'), true, view);
        await page.keyboard.press('Escape');
        await becomes(() => isOpen(page, 'selection-bar'), false, view);
        assert.equal(await page.evaluate(() => String(getSelection())), '');
        assert.equal(await viewOf(page), view);
        await page.keyboard.press('Escape');
        await becomes(() => viewOf(page), null, view);
      }
    }));

  test('the selection bar returns the focus when it is left by keyboard', () =>
    session.onPage('news.html?focus', {}, async (page) => {
      const focused = () =>
        inPanel(page, ({ activeElement }) => activeElement?.closest('.selection-bar, .scroll')?.className ?? '');
      const onPage = () => page.evaluate(() => document.activeElement?.matches('a[href]') ?? false);
      for (const view of ['reader', 'inspect']) {
        await open(page, view);
        const isBack = view === 'reader' ? async () => (await focused()) === 'scroll' : onPage;
        for (const key of ['Escape', 'Enter']) {
          if (view !== 'reader') await page.focus('a[href]');
          await select(page, WHOLE);
          await becomes(() => isOpen(page, 'selection-bar'), true, view);
          await page.keyboard.press('Tab');
          await becomes(async () => (await focused()).startsWith('selection-bar'), true, view);
          await page.keyboard.press(key);
          await becomes(() => isOpen(page, 'selection-bar'), false, view);
          await becomes(isBack, true, `${view}: ${key}`);
        }
        await session.leave(page);
      }
    }));

  test('a click on a highlighted link reaches the link and opens no panel', () =>
    session.onPage('news.html?link', {}, async (page) => {
      await page.evaluate(() => {
        const link = document.createElement('a');
        link.href = '#here';
        link.textContent = 'A link to the crossing and back';
        document.querySelector('main p.lead').append(' ', link, '.');
        window.pressed = 0;
        link.addEventListener('click', () => (window.pressed += 1));
      });
      await open(page, 'simplify');
      await mark(page, 'A link to the crossing and back');
      const at = await page.$eval('main p.lead a', (link) => {
        const { left, top, height } = link.getBoundingClientRect();
        return [left + 8, top + height / 2];
      });
      await page.mouse.click(...at);
      await becomes(() => page.evaluate(() => window.pressed), 1);
      await rest(page, 100);
      assert.equal(await isOpen(page, 'panel'), false);
    }));

  test('highlights are found on a changed page, and missing ones are flagged in the list', () =>
    session.onPage('news.html?changed', {}, async (page) => {
      await open(page, 'inspect');
      await mark(page, WHOLE);
      await mark(page, 'A bridge that was never built');
      await mark(page, ACROSS);
      await session.leave(page);
      const change = (gone) =>
        page.evaluate((text) => {
          const paragraphs = [...document.querySelectorAll('main p')];
          const having = (words) => paragraphs.find((p) => p.textContent.includes(words));
          // Adds a paragraph before it, changes words in it and next to it, and rewrites another one.
          const added = document.createElement('p');
          added.textContent =
            'A paragraph that the newspaper has put in since then, about the weather of the week and the price of diesel in the county.';
          paragraphs[1].before(added);
          const edited = having('The crossing is short.');
          edited.firstChild.data = edited.firstChild.data.replace(
            'From the quay to the slip',
            'From the new quay to the old slip',
          );
          const words = having('needs less work than feared');
          words.lastChild.data = words.lastChild.data.replace('less work than feared', 'less work than was feared');
          if (text) [...document.querySelectorAll('main h2')].find((h) => h.textContent === text).remove();
        }, gone);
      await page.reload();
      await change('A bridge that was never built');
      await open(page, 'inspect');
      const left = [`yellow: ${WHOLE}`, 'yellow: The Petrel herself needs less work than was feared.'];
      await becomes(() => shown(page), left);
      await becomes(async () => /not found on this page: 1\./.test((await said(page)) ?? ''), true);
      await onList(async (list) => {
        await becomes(
          async () => (await listed(list)).map(({ quote, lost }) => [quote, lost]),
          [
            [WHOLE, false],
            ['A bridge that was never built', true],
            [ACROSS, false],
          ],
        );
      }, ofPage('news.html?changed'));
      // It reappears together with the text.
      await page.reload();
      await open(page, 'reader');
      await becomes(async () => (await shown(page)).length, 3);
      await onList(
        (list) => becomes(async () => (await listed(list)).some(({ lost }) => lost), false),
        ofPage('news.html?changed'),
      );
    }));

  test('selecting and copying work as usual, and without highlights nothing is injected', () =>
    session.onPage('news.html?copying', {}, async (page) => {
      await open(page, 'inspect');
      await rest(page, 500);
      assert.equal(await inPanel(page, (root) => root.querySelector('.highlight-controls')), null);
      await page.evaluate(() => {
        window.copied = [];
        document.addEventListener('copy', () => window.copied.push(String(getSelection())));
      });
      await select(page, WHOLE);
      await becomes(() => isOpen(page, 'selection-bar'), true);
      const covers = await inPanel(page, (root) => {
        const { left, right, top, bottom } = root
          .querySelector('.highlight-controls > .selection-bar')
          .getBoundingClientRect();
        return [...getSelection().getRangeAt(0).getClientRects()].some(
          (rect) => rect.left < right && rect.right > left && rect.top < bottom && rect.bottom > top,
        );
      });
      assert.equal(covers, false);
      await page.evaluate(() => document.execCommand('copy'));
      assert.deepEqual(await page.evaluate(() => [...window.copied, String(getSelection())]), [WHOLE, WHOLE]);
      await page.evaluate(() => getSelection().removeAllRanges());
      await becomes(() => isOpen(page, 'selection-bar'), false);
      // Without a selection, the page gets the key.
      await page.evaluate(() => document.addEventListener('keydown', ({ key }) => (window.key = key)));
      await page.keyboard.press('m');
      assert.equal(await page.evaluate(() => window.key), 'm');
    }));

  test('highlighting writes no attributes and moves no nodes, even under a strict policy', () =>
    session.onPage('news.html?untouched', { policy: 'strict' }, async (page) => {
      await page.evaluate(() => {
        window.records = [];
        const observer = new MutationObserver((list) =>
          window.records.push(
            ...list
              .filter(({ target }) => target !== document.documentElement && !target.closest?.('[data-pith]'))
              .map(({ type, target, attributeName }) => `${type} ${target.nodeName} ${attributeName}`),
          ),
        );
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      });
      const before = await page.evaluate(() => document.body.outerHTML);
      for (const view of VIEWS) {
        await (view === 'reader' ? session.open(page) : session.show(page, view));
        await mark(page, view === 'inspect' ? COMMENT : view === 'reader' ? WHOLE : ACROSS);
      }
      await session.leave(page);
      assert.deepEqual(await page.evaluate(() => window.records), []);
      assert.equal(await page.evaluate(() => document.body.outerHTML), before);
      const rest = await page.evaluate(() => [
        document.querySelectorAll('[data-pith]').length,
        document.adoptedStyleSheets.length,
        CSS.highlights.size,
      ]);
      assert.deepEqual(rest, [0, 0, 0]);
    }));

  test('concurrent highlights in two tabs are both kept and shown in both', whenAll, async () => {
    const path = 'news.html?two-tabs';
    await session.onPage(path, {}, (first) =>
      session.onPage(path, {}, async (second) => {
        await first.bringToFront();
        await open(first, 'inspect');
        await second.bringToFront();
        await open(second, 'inspect');
        for (const [page, text] of [
          [second, WHOLE],
          [first, ACROSS],
        ]) {
          await page.bringToFront();
          await select(page, text);
          await becomes(() => isOpen(page, 'selection-bar'), true);
        }
        await Promise.all([first, second].map((page) => press(page, '.selection-bar button')));
        await becomes(async () => (await shown(first)).length, 2);
        await becomes(async () => (await shown(second)).length, 2);
      }),
    );
  });

  test('full storage is reported, and the highlight stays visible and is saved later', whenAll, async (t) => {
    if (!session.browser.inBackground) {
      t.skip('no protocol reaches the storage');
      return;
    }
    await session.onPage('news.html?full', {}, async (page) => {
      await open(page, 'inspect');
      await session.browser.inBackground(async () => {
        const room = chrome.storage.local.QUOTA_BYTES - (await chrome.storage.local.getBytesInUse());
        await chrome.storage.local.set({ filled: 'x'.repeat(room - 100) });
      });
      try {
        await mark(page, WHOLE);
        await becomes(async () => /storage is full/.test((await said(page)) ?? ''), true);
        assert.deepEqual(await shown(page), [`yellow: ${WHOLE}`]);
      } finally {
        await session.browser.inBackground(() => chrome.storage.local.remove('filled'));
      }
      await mark(page, ACROSS);
      await page.reload();
      await open(page, 'reader');
      await becomes(async () => (await shown(page)).toSorted(), [`yellow: ${ACROSS}`, `yellow: ${WHOLE}`]);
    });
  });

  highlightsList(session, { open, mark });

  for (const view of variants(['inspect', 'simplify'])) {
    for (const [path, place, words] of [
      ['frame.html', 'a frame', null],
      ['shadow.html', 'a shadow tree', 'It hangs on a nail beside the door'],
    ]) {
      test(`${view}: text in ${place} is highlighted, and found again after a reload`, () =>
        session.onPage(`${path}?${view}`, {}, async (page) => {
          await open(page, view);
          const text = await selectInside(page, words);
          await becomes(() => isOpen(page, 'selection-bar'), true, 'the bar is shown');
          const bottom = await inPanel(
            page,
            (root) => root.querySelector('.selection-bar').getBoundingClientRect().bottom,
          );
          const selected = await selectedInside(page);
          assert.ok(Math.abs(bottom - selected[1]) < 120, `at the text: ${bottom}, ${selected[1]}`);
          await page.keyboard.press('m');
          await becomes(() => shownInside(page), [text]);
          assert.equal(await isOpen(page, 'panel'), false);
          await page.mouse.click(selected[0] - 12, selected[1] - 6);
          await becomes(() => isOpen(page, 'panel'), true, 'a click on it opens its panel');
          await page.keyboard.press('Escape');
          await session.leave(page);
          assert.deepEqual(await shownInside(page), [], 'nothing is left');
          await page.reload();
          await open(page, view);
          await becomes(() => shownInside(page), [text]);
        }));
    }
  }

  test('axe finds no violations in the tools for highlights', () =>
    session.onPage('news.html?axe', {}, async (page) => {
      await open(page, 'reader');
      await select(page, WHOLE);
      await becomes(() => isOpen(page, 'selection-bar'), true);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await page.keyboard.press('n');
      await becomes(() => isOpen(page, 'panel'), true);
      await page.keyboard.type('note');
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));
}
