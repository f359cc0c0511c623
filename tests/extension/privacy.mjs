// Nothing is asked of any host beyond what the page itself asks; other extensions find the text.

import assert from 'node:assert/strict';
import { test } from 'node:test';

export function privacy(session) {
  for (const path of ['news.html', 'media.html', 'blog.html']) {
    test(`reading ${path} asks for nothing the page had not asked for or named`, () =>
      session.onPage(path, { tag: 'silent', waitUntil: 'networkidle0' }, async (page) => {
        const named = await page.evaluate(() => {
          const addresses = [...document.querySelectorAll('[src], [srcset], [data-src], [poster], link[href]')].flatMap(
            (e) => [
              ...['src', 'data-src', 'poster', 'href'].map((name) => e.getAttribute(name)),
              ...(e.getAttribute('srcset') ?? '').split(',').map((part) => part.trim().split(' ')[0]),
            ],
          );
          return [location.href, ...addresses.filter(Boolean).map((address) => new URL(address, location.href).href)];
        });
        const mark = session.server.requests.length;
        await session.open(page);
        await page.evaluate(() =>
          document.querySelector('[data-pith=reader] article').lastElementChild.scrollIntoView(),
        );
        await session.leave(page);
        const asked = session.requestsSince(mark).filter((request) => !request.endsWith('/favicon.ico'));
        assert.deepEqual(
          asked.filter((request) => !named.includes(request.replace(/^GET /, ''))),
          [],
        );
      }));
  }

  test('pictures load when they come near, sound and film when they are played, in the reader as on the page', () =>
    session.onPage('late.html', { tag: 'late' }, async (page) => {
      const media = () =>
        session.server.requests.filter((request) => request.includes('-late.') && request.includes('/media/'));
      await new Promise((resolve) => setTimeout(resolve, 500));
      const alone = media();
      assert.ok(alone.length >= 1 && alone.length < 12, `the page alone asks for ${alone.length}`);
      const started = () => page.$$eval('body img', (list) => list.filter((img) => img.currentSrc !== '').length);
      const before = await started();
      await session.open(page);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.equal(await page.$$eval('[data-pith=reader] img', (list) => list.length), 20);
      // The reader's lines are shorter or longer than the page's: a picture more may be near.
      const opened = media().filter((request) => !alone.includes(request));
      assert.ok(opened.length <= 3, JSON.stringify(opened));
      assert.ok((await started()) - before <= 3, "the page's own pictures began to load");
      await page.evaluate(() => document.querySelectorAll('[data-pith=reader] img')[12].scrollIntoView());
      await page.waitForFunction(() => document.querySelectorAll('[data-pith=reader] img')[12].naturalWidth > 0, {
        timeout: 5_000,
      });
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

  test('another extension reads and changes the text shown', () =>
    session.inReader('news.html?translate', {}, async (page) => {
      await page.waitForFunction(
        () => /pacchetto/.test(document.querySelector('[data-pith=reader] .pith-body').innerText),
        { timeout: 5_000 },
      );
      const text = await page.$eval('[data-pith=reader] .pith-body', (body) => body.innerText);
      assert.match(text, /It is eighteen minutes if there is a pacchetto/);
      await session.leave(page);
    }));

  test('the text shown can be selected and copied as text of the page', () =>
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
