// Translations: what others translate on the page or in the reader stays and is given back, and the browser's own translator,
// for which another stands in, is offered where there is one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { axeIn } from './accessibility.mjs';
import { standIn } from './browser-translator.mjs';
import { hands } from './hands.mjs';
import { rest, shown, until, viewOf } from './session.mjs';
import { standIn as voice } from './voice.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

/** A sentence of news.html, and what the extension of the tests makes of it; see translator/translator.js. */
const SAID = 'The vote took less time than the crossing itself.';
const TRANSLATED = 'Thi vuti tuuk liss tomi then thi crussong otsilf.';

/** The ways in which that extension translates, and whether the original stays. */
const WAYS = { text: false, wrap: false, inside: true, after: true };

export function translation(session) {
  const { press, emptied, downloaded } = hands(session);
  const inWorld = (page, body, ...values) => session.browser.inContentScript(page, body, ...values);
  const settled = (text) => text.replace(/\s+/g, ' ');

  /** Has the other extension begin, and waits until the sentence is translated in an element. */
  async function begun(page, within) {
    await page.evaluate(() => document.dispatchEvent(new Event('translate-now')));
    const there = () =>
      page.evaluate((selector) => document.querySelector(selector).textContent.replace(/\s+/g, ' '), within);
    const text = await until(there, (now) => now.includes(TRANSLATED));
    assert.ok(text.includes(TRANSLATED), text.slice(0, 600));
  }

  /** Asserts that a text has the translation, and the original right before it where that stays. */
  function together(text, isPair, where) {
    const all = settled(text);
    assert.equal(all.split(TRANSLATED).length, 2, `${where}: once in ${all.slice(0, 1_500)}`);
    assert.equal(all.includes(SAID), isPair, `${where}: the original in ${all.slice(0, 1_500)}`);
    if (isPair) {
      const [original] = all.split(TRANSLATED);
      const paragraph = all.slice(all.indexOf(SAID)).search(/autumn of 2015\./);
      assert.ok(paragraph > 0 && original.length > all.indexOf(SAID) + paragraph, `${where}: the original comes first`);
      const between = original.slice(all.indexOf(SAID) + paragraph + 'autumn of 2015.'.length);
      assert.match(between, /^[\s\\]*$/, `${where}: they stand together`);
    }
  }

  async function markdown(page, view) {
    emptied();
    await press(page, view, 'button.views');
    await press(page, view, '.menu .take-along');
    await press(page, view, '.take-along .saveMarkdown');
    const { text } = await downloaded();
    await page.keyboard.press('Escape');
    return text;
  }

  for (const [way, isPair] of Object.entries(WAYS)) {
    test(`a page that was translated before (${way}) is shown so in the three views, taken along, and given back`, () =>
      session.onPage(`news.html?translate=${way}`, DESK, async (page) => {
        await begun(page, 'body');
        const html = () => page.evaluate(() => document.body.innerHTML);
        const before = await html();
        await session.open(page);
        together((await shown(page)).text, isPair, 'reader');
        together(await markdown(page, 'reader'), isPair, 'Markdown');
        await session.show(page, 'simplify');
        const seen = await page.evaluate(() => {
          const all = [...document.querySelectorAll('body p')].filter((one) => one.checkVisibility());
          return all.map(({ innerText }) => innerText).join('\n');
        });
        together(seen, isPair, 'simplify');
        await session.show(page, 'highlight');
        const marked = await page.evaluate(() => {
          const spans = [...(CSS.highlights.get('pith-content') ?? [])];
          return spans.map((span) => {
            const range = document.createRange();
            range.setStart(span.startContainer, span.startOffset);
            range.setEnd(span.endContainer, span.endOffset);
            return String(range);
          });
        });
        if (marked.length > 0) together(marked.join('\n'), isPair, 'highlight');
        await session.leave(page);
        assert.equal(await html(), before);
      }));

    test(`what is translated in the reader (${way}) stays there, and the page keeps its own`, () =>
      session.inReader(`news.html?translate=${way}`, DESK, async (page) => {
        const body = '[data-pith=reader] .pith-body';
        await begun(page, body);
        await rest(page, 500);
        together(await page.$eval(body, (one) => one.innerText), isPair, 'reader');
        assert.equal(await viewOf(page), 'reader', 'it is no fight');
        const html = () => page.evaluate(() => document.body.innerHTML);
        const now = await html();
        await session.leave(page);
        assert.equal(await html(), now, 'what the other put into the page stays there');
      }));

    for (const view of ['simplify', 'highlight'])
      test(`what is translated while ${view} is open (${way}) is shown there, and stays on the page`, () =>
        session.inViewOf(view, `news.html?translate=${way}`, DESK, async (page) => {
          await begun(page, 'body');
          await rest(page, 500);
          const seen = () =>
            page.evaluate(() =>
              [...document.querySelectorAll('body p')]
                .filter((one) => one.checkVisibility())
                .map(({ innerText }) => innerText)
                .join('\n'),
            );
          const text = await until(seen, (all) => settled(all).includes(TRANSLATED));
          together(text, isPair, view);
          assert.equal(await viewOf(page), view);
          await session.leave(page);
          together(await page.$eval('body', ({ textContent }) => textContent), isPair, 'the page');
        }));
  }
}
