// The click opens the reader on the sample page; the click, Escape and the button leave it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { paragraphs } from '../pages/generated.mjs';
import { listen, saysSo } from './fights.mjs';
import { reader, rest, shown, until, viewOf } from './session.mjs';

export function opening(session) {
  test('text that is on its way when the click comes is waited for, and not for long', async () => {
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
    // Text that comes on and on keeps nobody waiting.
    assert.ok((await coming(2_000, 20)) < 1_000);
  });

  test('text that comes while the reader is open takes its place there, and what is read stays where it is', () =>
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
      assert.ok(Math.abs((await top(read)) - before) < 2, 'what is read has moved');
    }));

  test('a click shows title, byline, date and the whole text, and nothing of what is around it', () =>
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
        assert.ok(!text.includes(part), `the article holds “${part}”`);
      }
    }));

  test('the picture of the article is shown, and loaded', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.waitForFunction(() => document.querySelector('[data-pith=reader] figure img')?.naturalWidth === 960);
      assert.match(
        await page.$eval('[data-pith=reader] figcaption', (caption) => caption.innerText),
        /The Petrel at the north quay/,
      );
    }));

  test('a second click leaves', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.leave(page);
    }));

  test('Escape leaves, and so does Escape after it was opened again', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.keyboard.press('Escape');
      await reader(page, false);
      await session.open(page);
      await page.keyboard.press('Escape');
      await reader(page, false);
    }));

  test('the button in the toolbar leaves', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.inFrame(page, (root) => root.querySelector('button.leave').click());
      await reader(page, false);
    }));

  test('the back gesture of a phone, which no page hears of, leaves', () =>
    session.inReader('news.html', {}, async (page) => {
      await session.inFrame(page, (root) => root.querySelector('dialog').close());
      await reader(page, false);
    }));

  test('a picture that fills its tab is no page to be read, and the button says so', () =>
    session.onPage('media/lighthouse.png', {}, async (page) => {
      await listen(session);
      await session.browser.clickAction(page);
      await saysSo(session, 'notice_document');
      await rest(page, 500);
      assert.equal(await viewOf(page), null);
    }));

  test('a click that is older than the last one changes nothing, and one for what is on its way waits for it', (t) => {
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
      assert.equal(isFirst, true, 'the second is answered before the view is open');
    });
  });

  test('a shell that comes into the page a second time leaves the first in charge', (t) => {
    if (!session.browser.inBackground) return t.skip('nothing reaches the background in Firefox');
    return session.inReader('news.html', {}, async (page) => {
      await session.browser.inBackground(async () => {
        const [{ id }] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
        await chrome.scripting.executeScript({ target: { tabId: id }, files: ['shell.js'] });
      });
      await session.show(page, 'highlight');
      await session.leave(page);
    });
  });

  test('the address, the title and the history stay what they were', () =>
    session.onPage('news.html', {}, async (page) => {
      const state = () =>
        page.evaluate(() => [location.href, document.title, history.length, JSON.stringify(history.state)]);
      const before = await state();
      await session.open(page);
      assert.deepEqual(await state(), before);
      await session.leave(page);
      assert.deepEqual(await state(), before);
    }));

  test('a page without an article gets a sentence and a next step, never a blank reader', () =>
    session.inReader('nothing.html', {}, async (page) => {
      const { title, whole } = await shown(page);
      assert.ok(title.length > 10, `the heading is “${title}”`);
      assert.ok(whole.length > title.length + 20, `all that is said is “${whole}”`);
      const buttons = await page.$$eval('[data-pith=reader] article button', (list) =>
        list.map((button) => (button.getAttribute('aria-label') ?? button.innerText).trim()),
      );
      assert.ok(
        buttons.length >= 1 && buttons.every((label) => label !== ''),
        `the buttons are ${JSON.stringify(buttons)}`,
      );
      await page.click('[data-pith=reader] article button');
      await reader(page, false);
    }));
}
