// Reader on articles full of HTML that tries to run scripts, with and without the browser's own sanitizer.

import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { forbidden, provoke } from '../attacks/check.mjs';
import { payloads, wordsBefore } from '../attacks/payloads.mjs';
import { whenAll } from '../browser/sampling.mjs';
import { bundle } from '../dom/door.mjs';
import { READER, Session, shown, until } from './session.mjs';

/** Payloads per article. */
const STEP = 820;

/** Elements and attributes that Reader adds to the core's article. */
const OURS = {
  elements: ['article', 'header', 'footer', 'div', 'button'],
  attributes: ['tabindex', 'loading', 'decoding', 'aria-label', 'aria-pressed', 'data-count'],
};

/** In the page: waits until the payloads run by the page itself have run. */
async function still() {
  let runs = -1;
  while (runs !== window.runs.length) {
    runs = window.runs.length;
    await new Promise((resolve) => setTimeout(resolve, 700));
  }
}

/** In the page: returns forbidden content of Reader's article, and the number of payloads in it. */
function inspect(name, words) {
  const article = document.querySelector(`:root > ${name} > article`);
  const styled = [...article.querySelectorAll('[style]')].filter((e) =>
    /url|(^|;)\s*(?!--pith-)[a-z-]+:/.test(e.getAttribute('style')),
  );
  const found = globalThis
    .forbidden(article, globalThis.lists)
    .filter((what) => !/^style=/.test(what))
    .concat(styled.map((e) => e.outerHTML));
  return {
    found,
    shown: words.filter((text) => article.textContent.includes(text.trim())).length,
    drawings: article.querySelectorAll('img[src^="data:image/svg+xml"][alt=Drawing]').length,
  };
}

/** In the page: uses everything that Reader shows. Returns what has run since `mark` without being the page's own. */
async function attack(name, mark) {
  await globalThis.provoke(document.querySelector(`:root > ${name} > article`));
  return window.runs.slice(mark).filter(({ onPage }) => !onPage);
}

/** Options of browsers without `setHTML`. WebKit has none anyway. */
const WITHOUT = {
  Chromium: { args: ['--disable-blink-features=SanitizerAPI'] },
  Firefox: { preferences: { 'dom.security.sanitizer.enabled': false } },
};

export function attacks(session, driver) {
  const attacked = (from) => `attacks.html?from=${from}&to=${from + STEP}`;

  async function inReader(on, from, use) {
    return on.onPage(attacked(from), { tag: `from${from}` }, async (page) => {
      const dialogs = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await page.evaluate(`${await bundle()}; Object.assign(globalThis, { forbidden: ${forbidden}, provoke: ${provoke},
        lists: { elements: [...door.elements, ...${JSON.stringify(OURS.elements)}], mathElements: door.mathElements,
          attributes: [...door.attributes, 'style', ...${JSON.stringify(OURS.attributes)}] } }); delete globalThis.pithSanitizer;`);
      await page.evaluate(still);
      const mark = await page.evaluate(() => window.runs.length);
      const requests = on.server.requests.length;
      await on.open(page, 60_000);
      const isRead = () => page.evaluate((name) => document.querySelector(`${name} [aria-busy]`) === null, READER);
      assert.ok(await until(isRead, Boolean, 60_000), 'formulas are still being converted');
      const result = await use(page, mark);
      const requested = on.requestsSince(requests).filter((request) => request.includes('//asked.localhost/'));
      assert.deepEqual({ dialogs, requested }, { dialogs: [], requested: [] });
      return result;
    });
  }

  async function nothingRuns(on) {
    const sum = { found: [], ran: [], shown: 0 };
    let pictures = 0;
    for (let from = 0; from < payloads.length; from += STEP) {
      const words = payloads.slice(from, from + STEP).map((_, i) => wordsBefore(from + i));
      await inReader(on, from, async (page, mark) => {
        const { found, shown, drawings } = await page.evaluate(inspect, READER, words);
        sum.found.push(...found);
        pictures += drawings;
        sum.shown += shown;
        sum.ran.push(...(await page.evaluate(attack, READER, mark)));
      });
    }
    assert.deepEqual(sum, { found: [], ran: [], shown: payloads.length });
    const drawn = payloads.filter(({ kind }) => kind === 'drawings').length;
    assert.ok(pictures > 40, `only ${pictures} of ${drawn} inline SVGs became images`);
  }

  test('payloads added to Reader run and are detected (checks the check)', whenAll, () =>
    inReader(session, 0, async (page, mark) => {
      await page.evaluate((name) => {
        const article = document.querySelector(`:root > ${name} > article`);
        article.append(
          document.createRange().createContextualFragment('<b onclick=top.ran(1)>b</b><script>top.ran(2)</script>'),
        );
        article.lastChild.previousSibling.innerHTML =
          '<img src=x onerror=top.ran(3)><a href="javascript:top.ran(4)">a</a>';
      }, READER);
      const { found } = await page.evaluate(inspect, READER, []);
      assert.equal(found.length, 4, JSON.stringify(found));
      const ran = await page.evaluate(attack, READER, mark);
      assert.deepEqual(ran.map(({ number }) => number).toSorted(), [1, 2, 3, 4]);
    }),
  );

  test('no payload runs, makes requests, or leaves forbidden content in Reader', () => nothingRuns(session));

  describe('without the sanitizer of the browser', () => {
    const options = WITHOUT[driver.name];
    const bare = options ? new Session(driver, options) : session;
    after(() => options && bare.end());

    test('no payload runs, makes requests, or leaves forbidden content in Reader', whenAll, async () => {
      await bare.start();
      await bare.onPage('news.html', {}, async (page) =>
        assert.equal(await page.evaluate(() => 'setHTML' in Element.prototype), false),
      );
      await nothingRuns(bare);
    });

    test('DOMPurify loads on a page whose elements clobber the globals it uses', async () => {
      await bare.start();
      await bare.onPage('news.html', {}, async (page) => {
        await page.evaluate(() => {
          const made = (tag, names) => Object.assign(document.createElement(tag), names);
          const ids = ['module', 'exports', 'define', 'Element', 'DOMPurify', 'NodeFilter', 'DOMParser'];
          document.body.append(
            ...ids.flatMap((id) => [made('i', { id }), made('object', { id }), made('iframe', { name: id })]),
            ...['createElement', 'implementation'].map((name) => made('img', { name })),
          );
        });
        await bare.open(page);
        const { text } = await shown(page);
        assert.match(text, /The vote took less time than the crossing itself/);
        for (const view of ['simplify', 'inspect', 'reader']) await bare.show(page, view);
        await bare.leave(page);
      });
    });
  });
}
