// No host gets requests other than those of the page itself, and other extensions can find the text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { rest } from './session.mjs';

export function privacy(session) {
  /**
   * In the page: scrolls from top to bottom, one screen at a time, and waits until everything that became visible has
   * loaded.
   */
  async function scrollThrough(scroller) {
    for (let top = 0; top < scroller.scrollHeight; top += scroller.clientHeight) {
      scroller.scrollTo({ top, behavior: 'instant' });
      // Images start loading in the frame in which they come near.
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
    }
    // Reader's article is in the host, outside the shadow tree.
    const holder = scroller.getRootNode().host ?? scroller;
    const seen = [...document.images].filter((image) => holder.contains(image) && image.checkVisibility());
    const end = performance.now() + 20_000;
    while (seen.some(({ complete }) => !complete) && performance.now() < end)
      await new Promise((resolve) => setTimeout(resolve, 20));
  }

  for (const path of variants(['media.html', 'late.html', 'pictures.html', 'news.html', 'typography.html'], 2)) {
    test(`no view of ${path} requests more than scrolling through the page does`, async () => {
      /** Returns all requests, without the part of the host that differs between the two visits. */
      const requestsOf = async (tag, use) => {
        const from = session.server.requests.length;
        await session.onPage(path, { tag }, async (page) => {
          await use(page);
          await rest(page, 300);
        });
        const requests = session.requestsSince(from).map((request) => request.replace(`-${tag}.`, '.'));
        return [...new Set(requests)].filter((request) => !request.endsWith('/favicon.ico'));
      };
      const alone = await requestsOf('alone', (page) => page.evaluate(`(${scrollThrough})(document.documentElement)`));
      const read = await requestsOf('read', async (page) => {
        await session.open(page);
        await session.inFrame(page, `(root) => (${scrollThrough})(root.querySelector('.scroll'))`);
        await session.show(page, 'simplify');
        await session.show(page, 'inspect');
        await session.leave(page);
      });
      assert.ok(alone.length > 0);
      assert.deepEqual(
        read.filter((request) => !alone.includes(request)),
        [],
      );
    });
  }

  /** Waits until nearby images have started loading, and all started requests are done. */
  async function loaded(page) {
    await rest(page, 500);
    await page.waitForFunction(() =>
      [...document.images].every(({ currentSrc, complete }) => currentSrc === '' || complete),
    );
  }

  test('opening Reader loads only images near the viewport, and others when scrolled to', () =>
    session.onPage('late.html', { tag: 'late' }, async (page) => {
      const media = () =>
        session.server.requests.filter((request) => request.includes('-late.') && request.includes('/media/'));
      await loaded(page);
      const alone = media();
      assert.ok(alone.length >= 1 && alone.length < 12, `the page alone requests ${alone.length}`);
      const started = () => page.$$eval('body img', (list) => list.filter((img) => img.currentSrc !== '').length);
      const before = await started();
      await session.open(page);
      await loaded(page);
      assert.equal(await page.$$eval('[data-pith=reader] img', (list) => list.length), 20);
      // Reader's lines have another length than the page's, so one more image may be near.
      const opened = media().filter((request) => !alone.includes(request));
      assert.ok(opened.length <= 3, JSON.stringify(opened));
      assert.ok((await started()) - before <= 3, "the page's own images started to load");
      await page.evaluate(() => document.querySelectorAll('[data-pith=reader] img')[12].scrollIntoView());
      await page.waitForFunction(() => document.querySelectorAll('[data-pith=reader] img')[12].naturalWidth > 0);
    }));

  test('a page finds no trace of the extension before the click', () =>
    session.onPage('news.html', {}, async (page) => {
      const traces = await page.evaluate(() => ({
        globals: Object.keys(window).filter((name) => /pith/i.test(name)),
        elements: document.querySelectorAll('[data-pith=reader], [class*="pith"], [id*="pith"]').length,
        sheets: document.adoptedStyleSheets.length,
      }));
      assert.deepEqual(traces, { globals: [], elements: 0, sheets: 0 });
    }));

  test('another extension can read and change the displayed text', () =>
    session.inReader('news.html?translate', {}, async (page) => {
      await page.waitForFunction(() =>
        /pacchetto/.test(document.querySelector('[data-pith=reader] .pith-body').innerText),
      );
      const text = await page.$eval('[data-pith=reader] .pith-body', (body) => body.innerText);
      assert.match(text, /It is eighteen minutes if there is a pacchetto/);
      await session.leave(page);
    }));

  for (const [path, names] of [
    ['documentation.html', 'code, kbd, samp'],
    ['formulas.html', 'math'],
  ])
    test(`translators are told not to translate ${names}`, () =>
      session.inReader(path, {}, async (page) => {
        const body = '[data-pith=reader] .pith-body';
        await page.waitForFunction((found) => document.querySelector(found), {}, `${body} :is(${names})`);
        const said = await page.$$eval(`${body} :is(${names})`, (found) =>
          found.map((element) => element.closest('[translate]')?.getAttribute('translate')),
        );
        assert.deepEqual([...new Set(said)], ['no']);
      }));

  test('text in Reader can be selected like text of the page', () =>
    session.inReader('news.html', {}, async (page) => {
      const selected = await page.evaluate(() => {
        const paragraph = document.querySelector('[data-pith=reader] .pith-body p');
        getSelection().selectAllChildren(paragraph);
        return [String(getSelection()), paragraph.innerText];
      });
      assert.ok(selected[0].length > 40);
      assert.equal(selected[0].trim(), selected[1].trim());
    }));
}
