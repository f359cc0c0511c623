// Closing a view restores the page: nodes, scroll positions, forms, selection, focus, video, and audio.

import assert from 'node:assert/strict';
import { test } from 'node:test';

/** Brings form.html into a state that a careless reader would lose, and keeps a reference to every node. */
export async function unsettle(page, focusId) {
  await page.evaluate(async (focus) => {
    const id = (name) => document.getElementById(name);
    id('name').value = 'Ottoline Pike';
    id('half').checked = true;
    id('vegetable').selectedIndex = 2;
    id('why').value = 'Because of the beans.\nAnd the bus shelter.';
    id('terms').scrollTo({ top: 64, behavior: 'instant' });
    window.scrollTo({ top: 300, behavior: 'instant' });
    if (focus === 'why') {
      id('why').focus({ preventScroll: true });
      id('why').setSelectionRange(3, 11, 'backward');
    } else {
      id(focus).focus({ preventScroll: true });
      const text = id('first').firstChild;
      getSelection().setBaseAndExtent(text, 60, text, 24);
    }
    await Promise.all([id('sound').play(), id('film').play()]);
    window.interruptions = [];
    for (const medium of [id('sound'), id('film')]) {
      for (const type of ['pause', 'emptied', 'seeking', 'abort']) {
        medium.addEventListener(type, () => window.interruptions.push(`${medium.id} ${type}`));
      }
    }
    window.nodesOf = () => {
      const walker = document.createTreeWalker(document);
      const nodes = [];
      while (walker.nextNode()) nodes.push(walker.currentNode);
      return nodes;
    };
    window.records = [];
    new MutationObserver((list) => {
      for (const { type, target, attributeName, addedNodes, removedNodes } of list) {
        // If a view takes long to open, our element first contains a status, and then becomes the view.
        if (target.dataset?.pith) continue;
        window.records.push(
          [
            type,
            target.nodeName,
            attributeName,
            [...addedNodes].map((n) => n.nodeName),
            [...removedNodes].map((n) => n.nodeName),
          ]
            .join(' ')
            .trim(),
        );
      }
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    window.nodesBefore = window.nodesOf();
  }, focusId);
  await page.waitForFunction(
    () => document.getElementById('sound').currentTime > 0 && document.getElementById('film').currentTime > 0,
  );
}

/** Returns everything about the page that can be compared. */
export function state(page) {
  return page.evaluate(() => {
    const selection = getSelection();
    const place = (node) => (node ? window.nodesBefore.indexOf(node) : null);
    return {
      html: document.documentElement.outerHTML,
      title: document.title,
      scroll: [window.scrollX, window.scrollY],
      scrolled: [...document.querySelectorAll('*')]
        .filter((e) => e.scrollTop || e.scrollLeft)
        .map((e) => [e.id || e.nodeName, e.scrollLeft, e.scrollTop]),
      forms: [...document.querySelectorAll('input, select, textarea')].map((e) => [
        e.id,
        e.value,
        e.checked ?? null,
        e.selectedIndex ?? null,
      ]),
      caret: [
        document.getElementById('why').selectionStart,
        document.getElementById('why').selectionEnd,
        document.getElementById('why').selectionDirection,
      ],
      selection: [
        place(selection.anchorNode),
        selection.anchorOffset,
        place(selection.focusNode),
        selection.focusOffset,
        String(selection),
      ],
      focus: document.activeElement.id || document.activeElement.nodeName,
      paused: ['sound', 'film'].map((id) => document.getElementById(id).paused),
      sheets: [document.styleSheets.length, document.adoptedStyleSheets.length],
      globals: Object.keys(window).filter((name) => /pith/i.test(name)),
      size: [
        document.documentElement.scrollWidth,
        document.documentElement.scrollHeight,
        document.body.getBoundingClientRect().width,
      ],
    };
  });
}

export const sameNodes = (page) =>
  page.evaluate(() => {
    const now = window.nodesOf();
    return now.length === window.nodesBefore.length && now.every((node, index) => node === window.nodesBefore[index]);
  });

/** Waits until audio and video have continued from their current positions. */
export const playsOn = (page) =>
  page.evaluate(async () => {
    const media = ['sound', 'film'].map((id) => document.getElementById(id));
    const from = media.map(({ currentTime }) => currentTime);
    const deadline = performance.now() + 20_000;
    while (performance.now() < deadline && media.some(({ currentTime }, i) => currentTime === from[i])) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return media.map(({ currentTime, paused }, i) => !paused && currentTime > from[i]);
  });

export function leaving(session) {
  for (const [what, focus] of [
    ['a selection in the text', 'terms'],
    ['the caret in a field', 'why'],
  ]) {
    test(`closing Reader restores everything, with ${what}`, () =>
      session.onPage('form.html', {}, async (page) => {
        await page.bringToFront();
        await unsettle(page, focus);
        const before = await state(page);
        await session.open(page);
        assert.deepEqual(await playsOn(page), [true, true], 'audio and video keep playing while reading');
        assert.equal(await page.title(), before.title);
        await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('[data-pith=reader] h1')));
        await session.leave(page);
        assert.deepEqual(await state(page), before);
        assert.ok(await sameNodes(page), 'the nodes differ');
        assert.deepEqual(await playsOn(page), [true, true], 'audio and video keep playing afterwards');
        assert.deepEqual(await page.evaluate(() => window.interruptions), []);
        if (focus !== 'why') return;
        await page.keyboard.type('!');
        assert.equal(await page.$eval('#why', ({ value }) => value), 'Bec!the beans.\nAnd the bus shelter.');
      }));
  }

  test('the page can observe only one element being added and removed', () =>
    session.onPage('form.html', {}, async (page) => {
      await unsettle(page, 'terms');
      await session.open(page);
      assert.deepEqual(await page.evaluate(() => window.records), ['childList HTML  DIV'], 'on opening');
      await session.leave(page);
      assert.deepEqual(await page.evaluate(() => window.records.slice(1)), ['childList HTML   DIV'], 'on leaving');
    }));

  test('detection leaves no trace and no mutation records', async (t) => {
    if (!session.browser.isolated) return t.skip('no protocol reaches the sandbox of a content script in Firefox');
    await session.onPage('form.html', {}, async (page) => {
      await unsettle(page, 'terms');
      // The first click loads the core into the page's isolated world.
      await session.open(page);
      await session.leave(page);
      const before = await state(page);
      await page.evaluate(() => (window.records.length = 0));
      const words = await session.browser.isolated(page, () => {
        const detection = globalThis.pithCore.detect();
        const { wordCount } = detection.summary();
        detection.free();
        return wordCount;
      });
      assert.ok(words > 100, `${words} words`);
      assert.deepEqual(await page.evaluate(() => window.records), []);
      assert.deepEqual(await state(page), before);
    });
  });

  test('opening and closing ten times restores the page each time', () =>
    session.onPage('form.html', {}, async (page) => {
      await unsettle(page, 'terms');
      const before = await state(page);
      for (let round = 1; round <= 10; round += 1) {
        await session.open(page);
        await session.leave(page);
        assert.deepEqual(await state(page), before, `after round ${round}`);
      }
      assert.ok(await sameNodes(page), 'the nodes differ');
    }));

  for (const [path, around, tree] of [
    ['news.html', 'main', 'main'],
    ['shadow.html', 'letter-page', 'letter-epilogue'],
  ]) {
    test(`${path}: a scrollable paragraph keeps its scroll position after Simplify gave it more room`, () =>
      session.onPage(path, { viewport: { width: 1280, height: 900 } }, async (page) => {
        await page.evaluate(
          (outer, inner) => {
            const deep = (name) => {
              const all = [
                document,
                ...[...document.querySelectorAll('*')].flatMap(({ shadowRoot }) => shadowRoot ?? []),
              ];
              return all.map((scope) => scope.querySelector(name)).find((found) => found !== null);
            };
            deep(outer).style.cssText = 'display: block; width: 300px';
            window.long = (deep(inner).shadowRoot ?? deep(inner)).querySelector('p:not([class])');
            window.long.style.cssText = 'width: 100%; overflow: auto; white-space: nowrap';
            window.long.scrollTo({ left: 100_000, behavior: 'instant' });
          },
          around,
          tree,
        );
        const scrolled = () => page.evaluate(() => Math.round(window.long.scrollLeft));
        const before = await scrolled();
        await session.open(page);
        await session.show(page, 'simplify');
        assert.ok((await scrolled()) < before, 'it has no more room, so this test checks nothing');
        await session.leave(page);
        assert.equal(await scrolled(), before);
      }));
  }

  for (const view of ['reader', 'simplify']) {
    test(`the page's popups are open again after ${view}`, () =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate(() => {
          const popup = Object.assign(document.createElement('p'), {
            id: 'popup',
            popover: 'auto',
            innerText: 'Tides',
          });
          document.body.append(popup);
          popup.showPopover();
        });
        await session.open(page);
        if (view !== 'reader') await session.show(page, view);
        await session.leave(page);
        assert.equal(await page.$eval('#popup', (popup) => popup.matches(':popover-open')), true);
      }));
  }

  for (const view of ['simplify', 'inspect']) {
    test(`style sheets of ${view} have no effect if the page adopts them again`, () =>
      session.onPage('news.html', {}, async (page) => {
        const look = () =>
          page.evaluate(() =>
            [...document.querySelectorAll('body *')].map((element) => {
              const { display, opacity, color } = getComputedStyle(element);
              return `${element.tagName} ${display} ${opacity} ${color} ${element.clientWidth}`;
            }),
          );
        const before = await look();
        await session.open(page);
        await session.show(page, view);
        const kept = await page.evaluate(() => {
          window.kept = [...document.adoptedStyleSheets];
          return window.kept.length;
        });
        assert.ok(kept > 0);
        await session.leave(page);
        await page.evaluate(() => {
          document.adoptedStyleSheets = window.kept;
        });
        assert.deepEqual(await look(), before);
      }));
  }

  test('closing Inspect from its controls restores the focus', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => document.querySelector('main a').focus({ preventScroll: true }));
      await session.open(page);
      await session.show(page, 'inspect');
      const hasFocus = await session.inView(page, 'inspect', (root) => {
        root.querySelector('button.back').focus();
        return document.activeElement === root.host;
      });
      assert.ok(hasFocus, "the controls aren't focused, so this test checks nothing");
      await session.leave(page);
      assert.ok(await page.evaluate(() => document.activeElement.matches('main a')));
    }));

  for (const [what, change] of Object.entries({
    'was removed': (paragraph) => paragraph.remove(),
    'became shorter': (paragraph) => paragraph.firstChild.replaceData(0, 100, ''),
  })) {
    test(`nothing is selected after closing if the selected text ${what}`, () =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate(() => {
          window.selected = [...document.querySelectorAll('main p')].find(({ firstChild }) => firstChild.length > 100);
          const { firstChild: text } = window.selected;
          getSelection().setBaseAndExtent(text, text.length - 10, text, text.length);
        });
        await session.open(page);
        await page.evaluate(() => getSelection().selectAllChildren(document.querySelector('[data-pith=reader] h1')));
        await page.evaluate(`(${change})(window.selected)`);
        await session.leave(page);
        assert.equal(await page.evaluate(() => getSelection().rangeCount), 0);
      }));
  }

  test('an article in shadow roots is restored unchanged', () =>
    session.onPage('shadow.html', {}, async (page) => {
      const inside = () =>
        page.evaluate(() => {
          const roots = (node) =>
            [...node.querySelectorAll('*')]
              .filter((e) => e.shadowRoot)
              .map((e) => [e.nodeName, e.outerHTML, e.shadowRoot.innerHTML, roots(e.shadowRoot)]);
          return roots(document);
        });
      const before = await inside();
      assert.equal(before.length, 2);
      await session.open(page);
      await session.leave(page);
      assert.deepEqual(await inside(), before);
    }));
}
