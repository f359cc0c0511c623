// A click opens Reader on the sample page. A click, Escape, and the button close it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';
import { paragraphs } from '../pages/generated.mjs';
import { axeIn } from './accessibility.mjs';
import { listen } from './hostile.mjs';
import { forgetChanges } from './removed-panel.mjs';
import { reader, rest, shown, until, viewOf } from './session.mjs';
import { whenAll } from '../browser/sampling.mjs';

const messages = JSON.parse(readFileSync(join(root, 'extension/_locales/en/messages.json'), 'utf8'));

/**
 * The result of a click on each kind of document: a view, `nothing` (the notice over the page), or a notice of the
 * button.
 */
const KINDS = {
  'news.html': 'reader',
  'document?type=application/xhtml%2Bxml': 'reader',
  'document?type=text/xml': 'notice_document',
  'document?type=application/xml': 'notice_document',
  // Chromium shows its source as text.
  'document?type=application/rss%2Bxml': 'reader',
  'document?type=image/svg%2Bxml': 'notice_document',
  'document?type=application/pdf': 'notice_pdf',
  'document?type=application/json': 'nothing',
  'note.txt': 'reader',
  'media/lighthouse.png': 'notice_document',
  'media/eyepiece.webm': 'notice_document',
  'nothing.html': 'nothing',
  sandboxed: 'reader',
  discarded: 'reader',
  'view-source': 'notice_closed',
  'about:blank': 'notice_closed',
  "the browser's own": 'notice_closed',
  "another extension's": 'notice_closed',
  "Pith's own": 'notice_closed',
};

/** The result in Firefox if it differs. */
const IN_FIREFOX = {
  // It is downloaded, and the tab stays empty.
  'document?type=application/rss%2Bxml': 'nothing',
  // A page of the browser's own, which the notice mentions too.
  'document?type=application/pdf': 'notice_closed',
  'about:blank': 'nothing',
};

/** Opens a document of some kind in a new tab. */
function openedKind(session, kind) {
  const { browser, server } = session;
  const opened = {
    discarded: () => discarded(session, server.url('plain', 'news.html?discarded')),
    "another extension's": () => browser.otherPage('manifest.json'),
    "Pith's own": () => browser.ownPage('options.html'),
  };
  const addresses = {
    sandboxed: server.url('sandbox', 'news.html?kind'),
    'view-source': `view-source:${server.url('plain', 'news.html')}`,
    'about:blank': 'about:blank',
    "the browser's own": browser.name === 'Chromium' ? 'chrome://version/' : 'about:support',
  };
  return opened[kind]?.() ?? browser.openDocument(addresses[kind] ?? server.url('plain', kind));
}

/** Opens a page and makes the browser discard its tab, as it does if memory is low. */
async function discarded(session, url) {
  const { browser } = session;
  // Opened before, so it comes to the front.
  await session.own(() => {});
  await browser.newPage(url);
  const tab = await session.own(async () => {
    const [active] = await (globalThis.browser ?? chrome).tabs.query({ active: true, currentWindow: true });
    return active.id;
  });
  const other = await browser.newPage('about:blank');
  const isDiscarded = await session.own(async (id) => {
    const { tabs } = globalThis.browser ?? chrome;
    // Chromium gives it a new id.
    const now = (await tabs.discard(id)) ?? (await tabs.get(id));
    const { discarded: was } = now;
    await tabs.update(now.id, { active: true });
    return was;
  }, tab);
  assert.ok(isDiscarded, 'the tab is discarded');
  await other.close();
  const found = async () => (await browser.browser.pages()).find((page) => page.url() === url);
  return until(found, Boolean);
}

/** Returns the message of the button's notice; null if there is none. */
export async function noticeIn({ browser }) {
  const said = await (browser.saidByAction?.() ?? browser.inBackground(() => globalThis.said));
  const notices = Object.keys(messages).filter((name) => name.startsWith('notice_'));
  const notice = notices.find((name) => said.includes(messages[name].message));
  return said.includes('–') ? (notice ?? null) : null;
}

export function opening(session) {
  test('text still loading at the click is awaited, but only briefly', whenAll, async () => {
    const texts = paragraphs(16);
    const coming = (count, every) =>
      session.onPage('news.html', {}, async (page) => {
        await page.evaluate(
          (all, last, time) => {
            let at = [...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('The vote took less'));
            const add = (i) => {
              if (i === last) return;
              const made = document.createElement('p');
              made.textContent = `${i + 1}. ${all[i % all.length]}`;
              at.after(made);
              at = made;
              setTimeout(add, time, i + 1);
            };
            add(0);
          },
          texts,
          count,
          every,
        );
        await session.open(page);
        return page.$$eval('[data-pith=reader] .pith-body p', (list) => {
          return list.filter((p) => /^\d+\. /.test(p.textContent)).length;
        });
      });
    assert.equal(await coming(16, 30), 16);
    // Text that never stops loading doesn't delay the view.
    assert.ok((await coming(2_000, 20)) < 1_000);
  });

  test('text added while Reader is open is inserted without moving the reading position', () =>
    session.inReader('news.html', {}, async (page) => {
      const paragraph = (start) =>
        `[...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('${start}'))`;
      const add = (after, texts) =>
        page.evaluate(`${paragraph(after)}.after(...${JSON.stringify(texts)}.map((text) => {
          const made = document.createElement('p');
          made.textContent = text;
          return made;
        }))`);
      const texts = () => page.$$eval('[data-pith=reader] .pith-body p', (list) => list.map((p) => p.textContent));
      const top = (start) =>
        page.$$eval(
          '[data-pith=reader] .pith-body p',
          (list, words) => list.find((p) => p.textContent.startsWith(words)).getBoundingClientRect().top,
          start,
        );
      const [first, second, ...others] = await texts();
      const read = others.at(-3).slice(0, 30);
      await page.$$eval(
        '[data-pith=reader] .pith-body p',
        (list, words) => list.find((p) => p.textContent.startsWith(words)).scrollIntoView({ block: 'start' }),
        read,
      );
      await rest(page);
      const before = await top(read);
      const [above, below] = paragraphs(2).map((text, i) => `${i + 1}. ${text}`);
      await add(second.slice(0, 30), [above]);
      await add(others.at(-1).slice(0, 30), [below]);
      const now = await until(texts, (found) => found.includes(below));
      assert.deepEqual(now, [first, second, above, ...others, below]);
      assert.ok(Math.abs((await top(read)) - before) < 2, 'the reading position has moved');
    }));

  test('a click shows title, byline, date, and the full text without boilerplate', () =>
    session.inReader('news.html', {}, async (page) => {
      const { title, facts, dates, text } = await shown(page);
      assert.equal(title, 'Harbour town votes to bring back its night ferry');
      assert.match(facts, /Ines Calloway/);
      assert.ok(dates[0]?.startsWith('2026-03-14'), `the date is ${dates[0]}`);
      for (const part of [
        'The vote took less time than the crossing itself.',
        'A bridge that was never built',
        'she slept forty-three times in the staff room',
        'It is eighteen minutes if there is a boat.',
        'How it will be paid for',
        'Room for 48 passengers, six bicycles and one ambulance',
        'she will not be taking the car.',
        'Photograph: Tomas Verre',
      ]) {
        assert.ok(text.includes(part), `the article lacks “${part}”`);
      }
      for (const part of [
        'Notices',
        'Wetherell Boats',
        'Sandry Mutual',
        'Oilskins made to measure',
        'Seal pup found asleep',
        'High water',
        'Keeper of the Skerry light',
        'The Ledger in your letterbox',
        'saltmarsh_joe',
        'Nobody asks what happens in the fourth year',
        'Copy link',
        '214 partners',
        'Printed and published',
      ]) {
        assert.ok(!text.includes(part), `the article contains “${part}”`);
      }
    }));

  test('the image of the article is shown and loaded', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.waitForFunction(() => document.querySelector('[data-pith=reader] figure img')?.naturalWidth === 960);
      assert.match(
        await page.$eval('[data-pith=reader] figcaption', (caption) => caption.innerText),
        /The Petrel at the north quay/,
      );
    }));

  test('a second click closes Reader', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.leave(page);
    }));

  test('Escape closes Reader, and again after it is reopened', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      await page.keyboard.press('Escape');
      await reader(page, false);
    }));

  test('the close button in the toolbar closes Reader', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.inFrame(page, (root) => root.querySelector('button.back').click());
      await reader(page, false);
    }));

  test('closing the dialog, as the back gesture of a phone does, closes Reader', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.inFrame(page, (root) => root.querySelector('dialog').close());
      await reader(page, false);
    }));

  test('a click on any kind of document opens a view or shows a notice', async () => {
    const ends = {};
    for (const kind of Object.keys(KINDS)) {
      const page = await openedKind(session, kind);
      try {
        await (session.browser.listenToAction?.() ?? listen(session));
        await session.browser.clickAction(page);
        const end = async () => {
          const view = await viewOf(page).catch(() => null);
          return (view === 'opening' ? null : view) ?? noticeIn(session);
        };
        ends[kind] = await until(end, Boolean, 10_000);
      } finally {
        await page.close();
      }
    }
    assert.deepEqual(ends, session.browser.name === 'Firefox' ? { ...KINDS, ...IN_FIREFOX } : KINDS);
  });

  test('outdated clicks are ignored, and a click during opening waits for the view', (t) => {
    if (!session.browser.isolated) return t.skip('no protocol reaches the sandbox of a content script in Firefox');
    return session.inReader('news.html', {}, async (page) => {
      const ask = (clicked) =>
        session.browser.isolated(
          page,
          (time) => globalThis.pithShell.handle({ view: 'reader', leave: 'any', clicked: time, shortcuts: {} }),
          clicked,
        );
      assert.deepEqual(await ask(1), { kind: 'opened' });
      assert.equal(await viewOf(page), 'reader');
      await session.leave(page);
      assert.deepEqual(await ask(1), { kind: 'left' });
      assert.equal(await viewOf(page), null);
      const isFirst = await session.browser.isolated(page, async () => {
        const request = { view: 'reader', leave: 'none', clicked: Date.now(), shortcuts: {} };
        let isOpen = false;
        globalThis.pithShell.handle(request).then(() => (isOpen = true));
        await globalThis.pithShell.handle(request);
        return isOpen;
      });
      assert.equal(isFirst, true, 'the second click is answered before the view is open');
    });
  });

  test('a shell injected a second time leaves the first in control', (t) => {
    if (!session.browser.inBackground) return t.skip('nothing reaches the background in Firefox');
    return session.inReader('news.html', {}, async (page) => {
      await session.browser.inBackground(async () => {
        const [{ id }] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        await chrome.scripting.executeScript({ target: { tabId: id }, files: ['shell.js'] });
      });
      await session.show(page, 'inspect');
      await session.leave(page);
    });
  });

  test('opening and closing leave URL, title, and history unchanged', () =>
    session.onPage('news.html', {}, async (page) => {
      const state = () =>
        page.evaluate(() => [location.href, document.title, history.length, JSON.stringify(history.state)]);
      const before = await state();
      await session.open(page);
      assert.deepEqual(await state(), before);
      await session.leave(page);
      assert.deepEqual(await state(), before);
    }));

  /** Opens the page without an article, passes its notice to `use`, and waits until the notice is gone. */
  const onNothing = (use) =>
    session.onPage('nothing.html', {}, async (page) => {
      const before = await page.evaluate(() => document.body.innerText);
      await session.open(page);
      await becomes(page, 'nothing');
      assert.equal(await page.evaluate(() => document.body.innerText), before);
      await use(page);
    });

  const press = async (page, selector) => page.mouse.click(...(await session.middleOf(page, 'nothing', selector)));

  const becomes = async (page, view) =>
    assert.equal(
      await until(
        () => viewOf(page),
        (now) => now === view,
      ),
      view,
    );

  test('a page without an article shows a notice that Close and Escape dismiss', () =>
    onNothing(async (page) => {
      const notice = await session.inView(page, 'nothing', (root) => {
        const box = root.querySelector('.nothing-found');
        const { width, height } = box.getBoundingClientRect();
        return { said: box.innerText, share: (width * height) / (innerWidth * innerHeight) };
      });
      assert.match(notice.said, /^No article found on this page\.\s+If it’s a list of articles/);
      assert.doesNotMatch(notice.said, /\d/);
      assert.ok(notice.share < 0.1, `${notice.share}`);
      assert.deepEqual(await axeIn(session, page, 'nothing'), []);
      // No script of the page gets at its buttons.
      assert.equal(await page.$eval('[data-pith=nothing]', ({ shadowRoot }) => shadowRoot), null);
      await page.keyboard.press('Escape');
      await becomes(page, null);
      await session.open(page);
      await press(page, '.close');
      await becomes(page, null);
    }));

  /** Restores the first part of the list that Inspect shows. */
  async function restoreFirst(page) {
    await press(page, '.show-inspect');
    await becomes(page, 'inspect');
    const row = (root) => root.querySelector('.removed .toggle') !== null;
    assert.ok(await until(() => session.inView(page, 'inspect', row).catch(() => false), Boolean));
    await session.inView(page, 'inspect', (root) => root.querySelector('.removed .toggle').focus());
    await page.keyboard.press('Enter');
  }

  test('above a text that might not be an article, a notice can be closed or left', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        const [, , paragraph] = document.querySelectorAll('main p');
        document.body.innerHTML = `<main><h1>A note</h1><p>${paragraph.textContent.slice(0, 300)}.</p></main>`;
      });
      const notice = () => page.$eval('[data-pith=reader] .pith-weak', ({ innerText }) => innerText).catch(() => null);
      const buttons = () =>
        page.$$eval('[data-pith=reader] .pith-weak button', (all) => all.map(({ textContent }) => textContent));
      const press = async (name) => page.click(`[data-pith=reader] .pith-weak .${name}`);
      await session.open(page);
      assert.match(await notice(), /^This might not be an article/);
      assert.deepEqual(await until(buttons, ({ length }) => length > 0), ['Back to page', 'Close']);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      const heights = await page.$eval('[data-pith=reader] .pith-weak', (box) => {
        const whole = box.offsetHeight;
        const copy = box.cloneNode(true);
        copy.querySelector('.pith-next').remove();
        box.after(copy);
        const before = copy.offsetHeight;
        copy.remove();
        return [before, whole];
      });
      assert.ok(Math.abs(heights[0] - heights[1]) <= 1, `the buttons move the text: ${heights}`);
      await press('pith-close');
      assert.equal(await until(notice, (text) => text === null), null);
      assert.equal(await viewOf(page), 'reader');
      await session.leave(page);
      await session.open(page);
      await until(buttons, ({ length }) => length > 0);
      await press('pith-back');
      await reader(page, false);
    }));

  test('restoring a part in Inspect opens Reader on a page without an article; undo returns', () =>
    onNothing(async (page) => {
      await restoreFirst(page);
      await becomes(page, 'reader');
      await page.waitForSelector('[data-pith=reader] .pith-body');
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
      await becomes(page, 'inspect');
    }));

  test('Simplify opens on a page without an article only after a part is restored', () =>
    onNothing(async (page) => {
      const look = () => page.evaluate(() => [document.body.innerText, document.body.scrollHeight]);
      const before = await look();
      await page.keyboard.press('Escape');
      await becomes(page, null);
      // The click before has let the extension into the page.
      await session.browser.chooseEntry(page, { point: [4, 300], entry: 'simplify' });
      await becomes(page, 'nothing');
      assert.deepEqual(await look(), before);
      await restoreFirst(page);
      await becomes(page, 'simplify');
      // Else the page has an article for the tests that follow.
      const isSaved = async () => Object.keys(await session.stored('changes:')).length > 0;
      assert.ok(await until(isSaved, Boolean));
      await forgetChanges(session);
    }));

  test('on a page without an article, one click starts the picker', () =>
    onNothing(async (page) => {
      await press(page, '.pick');
      await becomes(page, 'inspect');
      const isPicking = (root) => root.querySelector('.picker')?.matches(':popover-open') ?? false;
      assert.ok(await until(() => session.inView(page, 'inspect', isPicking).catch(() => false), Boolean));
    }));
}
