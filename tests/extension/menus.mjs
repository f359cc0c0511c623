// Context menu items without a view: saving the article, and highlighting the selection.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbidden, listen, provoke } from '../attacks/check.mjs';
import { payloads, wordsBefore } from '../attacks/payloads.mjs';
import { variants, whenAll } from '../browser/sampling.mjs';
import { bundle } from '../dom/door.mjs';
import { shown } from './highlighted-text.mjs';
import { filesIn, pageActions } from './page-actions.mjs';
import { until, viewOf } from './session.mjs';

const SENTENCE = 'The crossing is short.';
const COMMENT = 'saltmarsh_joe';
const BOX = 'taking';

/** Payloads per article. */
const STEP = 820;

/** Elements of a file around the core's article. */
const AROUND = ['article', 'header', 'footer', 'body'];

export function menus(session) {
  const { press, pasted, emptied, downloaded, exportSaid } = pageActions(session);

  /**
   * Opens a page that the browser lets the extension read. In Chromium, a clicked item isn't a user gesture: see
   * chromium.mjs.
   */
  const onPage = (path, options, use) =>
    session.onPage(path, options, async (page) => {
      if (session.browser.name === 'Chromium') {
        await session.open(page);
        await session.leave(page);
      }
      return use(page);
    });

  const choose = (page, entry, point = [400, 300]) => session.browser.chooseEntry(page, { point, entry });

  const said = (page, view = BOX) => exportSaid(page, view).catch(() => '');

  /** Returns the message once it is one of these. */
  async function says(page, words, view = BOX) {
    const found = await until(
      () => said(page, view),
      (sentence) => words.test(sentence),
    );
    assert.match(found, words);
    return found;
  }

  /** Waits until the article is copied. If the browser requires a click for that, clicks. */
  async function copied(page, view = BOX) {
    if ((await says(page, /^Copied\.|^The article is ready/, view)) !== 'Copied.') {
      await press(page, view, '.result-actions button');
      await says(page, /^Copied\./, view);
    }
  }

  /** Selects the sentence. Returns a point in it. */
  const selectSentence = (page) =>
    page.evaluate((sentence) => {
      const root = document.querySelector('[data-pith=reader] > article') ?? document.querySelector('main');
      const all = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      while (!all.nextNode().data.includes(sentence));
      const { currentNode: text } = all;
      const at = text.data.indexOf(sentence);
      text.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
      getSelection().setBaseAndExtent(text, at, text, at + sentence.length);
      const { left, top, height } = getSelection().getRangeAt(0).getBoundingClientRect();
      return [left + 20, top + height / 2];
    }, SENTENCE);

  test('the menu copies the article as Markdown without opening a view or changing the page', () =>
    onPage('news.html?menu', {}, async (page) => {
      const markup = () => page.evaluate(() => document.documentElement.outerHTML);
      const before = await markup();
      await choose(page, 'take-copyMarkdown');
      await copied(page);
      assert.equal(await viewOf(page), BOX, 'only the message is shown');
      await press(page, BOX, '.export-status > button');
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
        ),
        null,
      );
      assert.equal(await markup(), before);
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text } = await pasted(other);
        assert.match(text, /^---\ntitle: /);
        assert.ok(text.includes(SENTENCE) && !text.includes(COMMENT), text);
      });
    }));

  for (const policy of variants(['strict', 'plain'])) {
    test(`${policy}: the menu saves the article as a web page and as EPUB`, () =>
      onPage('news.html?menus', { policy }, async (page) => {
        emptied();
        await choose(page, 'take-saveHtml');
        const html = await downloaded();
        assert.ok((await says(page, /^Saved/)).startsWith(`Saved as ${html.name}.`));
        assert.ok(html.text.includes(SENTENCE) && !html.text.includes(COMMENT));
        emptied();
        await choose(page, 'take-saveEpub');
        const epub = await downloaded();
        await until(
          () => said(page),
          (sentence) => sentence.startsWith(`Saved as ${epub.name}.`),
        );
        const chapter = String(filesIn(epub.bytes)['EPUB/article.xhtml']);
        assert.ok(chapter.includes(SENTENCE) && !chapter.includes(COMMENT));
      }));
  }

  test('a message disappears automatically', whenAll, () =>
    onPage('news.html?goes', {}, async (page) => {
      await choose(page, 'take-saveMarkdown');
      await says(page, /^Saved/);
      await page.mouse.move(5, 600);
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
        ),
        null,
      );
    }),
  );

  test('Escape closes the message', () =>
    onPage('news.html?escape', {}, async (page) => {
      await choose(page, 'take-saveMarkdown');
      await says(page, /^Saved/);
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
          2_000,
        ),
        null,
      );
    }));

  test('saving a page without an article shows a message', () =>
    onPage('nothing.html', {}, async (page) => {
      emptied();
      await choose(page, 'take-saveHtml');
      assert.equal(
        await says(page, /No article/),
        'No article found on this page. If the page is still loading, wait a moment and try again. If it’s a list of articles, open one of them.',
      );
    }));

  test('in an open view, the menu saves the article and shows the message there', () =>
    onPage('news.html?open', {}, async (page) => {
      await session.open(page);
      const drop = (root) => root.querySelector('.pith-removed') !== null;
      assert.equal(typeof (await session.inFrame(page, drop)), 'boolean');
      emptied();
      await choose(page, 'take-saveMarkdown');
      const { text } = await downloaded();
      assert.ok(text.includes(SENTENCE));
      await says(page, /^Saved/, 'reader');
      assert.equal(await viewOf(page), 'reader');
    }));

  test('the menu copies only the selection', () =>
    onPage('news.html?selected', {}, async (page) => {
      const point = await selectSentence(page);
      await choose(page, 'copy-selection', point);
      await copied(page);
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text } = await pasted(other);
        assert.ok(text.endsWith(`---\n\n${SENTENCE}\n`), text);
      });
    }));

  /** Waits until the page shows exactly these highlights. */
  async function highlightsAre(page, expected) {
    const found = await until(
      () => shown(page),
      (now) => String(now) === String(expected),
    );
    assert.deepEqual(found, expected);
  }

  const overPage = (page) => session.inView(page, 'highlighted', (root) => root.querySelector('.toast p').textContent);

  test('the menu highlights the selection without a view; undo removes it, and Reader shows it', () =>
    onPage('news.html?highlighted', {}, async (page) => {
      const markup = () => page.evaluate(() => document.documentElement.outerHTML);
      const before = await markup();
      await choose(page, 'highlight-selection', await selectSentence(page));
      await highlightsAre(page, [`yellow: ${SENTENCE}`]);
      assert.equal(await until(() => overPage(page).catch(() => ''), Boolean), 'Highlighted.');
      await press(page, 'highlighted', '.toast button');
      await highlightsAre(page, []);
      assert.equal(await markup(), before);
      await choose(page, 'highlight-selection', await selectSentence(page));
      await highlightsAre(page, [`yellow: ${SENTENCE}`]);
      await until(() => overPage(page).catch(() => ''), Boolean);
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
        ),
        null,
      );
      await session.open(page);
      await highlightsAre(page, [`yellow: ${SENTENCE}`]);
      await session.leave(page);
    }));

  test('the menu highlights the selection in an open view', () =>
    onPage('news.html?highlighted-in-view', {}, async (page) => {
      await session.open(page);
      await session.whole(page, 'reader');
      await choose(page, 'highlight-selection', await selectSentence(page));
      await highlightsAre(page, [`yellow: ${SENTENCE}`]);
    }));

  test('a selection in a form field is reported', () =>
    onPage('news.html?field', {}, async (page) => {
      if (session.browser.name === 'Firefox') return;
      await page.evaluate(() => {
        const field = document.querySelector('main').appendChild(document.createElement('textarea'));
        field.value = 'Only for the crew.';
        field.select();
      });
      await choose(page, 'highlight-selection');
      assert.match(await until(() => overPage(page).catch(() => ''), Boolean), /^Text in form fields/);
    }));

  test('a selection outside the article is reported', () =>
    onPage('news.html?unselected', {}, async (page) => {
      if (session.browser.name === 'Firefox') return;
      await choose(page, 'copy-selection');
      await says(page, /^There’s nothing to read in your selection/);
    }));

  /** In a page: returns content that the article must not contain, and the number of payloads in it. */
  function inspect(text, type, lists, words) {
    const parsed = new DOMParser().parseFromString(text, type);
    const root = parsed.querySelector('article') ?? parsed.querySelector('body');
    const shown = words.filter((word) => root.textContent.includes(word.trim())).length;
    return { found: globalThis.forbidden(root, lists), shown };
  }

  test('files saved from the menu contain and run no payload', whenAll, async () => {
    const sum = { found: [], ran: [], html: 0, epub: 0 };
    for (let from = 0; from < payloads.length; from += STEP) {
      const words = payloads.slice(from, from + STEP).map((_, i) => wordsBefore(from + i));
      const [html, epub] = await onPage(
        `attacks.html?from=${from}&to=${from + STEP}`,
        { tag: `saved${from}` },
        async (page) => {
          page.on('dialog', (dialog) => void dialog.dismiss());
          const files = [];
          for (const entry of ['take-saveHtml', 'take-saveEpub']) {
            emptied();
            await choose(page, entry, [5, 5]);
            const offered = await until(
              () => said(page),
              (sentence) => /^(?:Images on other sites|Saved)/.test(sentence),
              60_000,
            );
            if (/^Images/.test(offered)) await press(page, BOX, '.result-actions button:last-child');
            files.push(await downloaded());
            await press(page, BOX, '.export-status > button');
          }
          return files;
        },
      );
      const other = await session.browser.newPage(session.server.url('plain', 'nothing.html'));
      try {
        await other.evaluate(`${await bundle()}; globalThis.forbidden = ${forbidden}`);
        const lists = await other.evaluate((around) => {
          const { elements, mathElements, attributes } = globalThis.door;
          const own = ['style', 'open', 'xmlns', 'alttext', 'lang', 'dir', 'class', 'id'];
          return { elements: [...elements, ...around], mathElements, attributes: [...attributes, ...own] };
        }, AROUND);
        const chapter = String(filesIn(epub.bytes)['EPUB/article.xhtml']);
        for (const [kind, text, type] of [
          ['html', html.text, 'text/html'],
          ['epub', chapter, 'application/xhtml+xml'],
        ]) {
          const { found, shown } = await other.evaluate(inspect, text, type, lists, words);
          sum.found.push(...found.map((what) => `${kind}: ${what}`));
          sum[kind] += shown;
        }
        // With the document's own policy, nothing would run in any case.
        await other.setContent(html.text.replace(/<meta http-equiv="Content-Security-Policy"[^>]*>/, ''));
        await other.evaluate(`(${listen})(); globalThis.provoke = ${provoke}`);
        const ran = () => globalThis.provoke(document.querySelector('article')).then(() => window.runs);
        sum.ran.push(...(await other.evaluate(ran)));
      } finally {
        await other.close();
      }
    }
    assert.deepEqual(sum, { found: [], ran: [], html: payloads.length, epub: payloads.length });
  });
}
