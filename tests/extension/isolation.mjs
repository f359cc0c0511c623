// The page's styles don't affect Reader, and Reader's don't affect the page.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';

/** Properties that depend on the size of the text or the window, and so differ between pages. */
const FROM_SIZE =
  /^(?:(?:min-|max-)?(?:block|inline)-size|(?:min-|max-)?(?:width|height)|perspective-origin|transform-origin|.*-ratio|app-region|content)$/;

/** Returns the other computed properties of an element in Reader. */
function computed(page, selector) {
  return page.evaluate(
    (wanted, source) => {
      const skipped = new RegExp(source);
      const style = getComputedStyle(document.querySelector(`[data-pith=reader] ${wanted}`));
      return Object.fromEntries(
        [...style]
          .filter((name) => !name.startsWith('--') && !skipped.test(name))
          .map((name) => [name, style.getPropertyValue(name)]),
      );
    },
    selector,
    FROM_SIZE.source,
  );
}

/** The column's width depends on its text, and so do its margins. */
const BESIDE = /^margin-(?:left|right|inline-start|inline-end)$/;

const differences = (a, b, skipped = /^$/) =>
  Object.keys(a)
    .filter((name) => a[name] !== b[name] && !skipped.test(name))
    .map((name) => `${name}: ${a[name]} ≠ ${b[name]}`);

export function isolation(session) {
  for (const selector of variants(['article', '.pith-body > p:not([class])', 'article h1', '.pith-body'], 2)) {
    test(`“${selector}” looks the same on a page that styles every element`, async () => {
      const calm = await session.inReader('poem.html', {}, (page) =>
        computed(page, selector.replace(' > p:not([class])', ' p')),
      );
      const hostile = await session.inReader('hostile.html', {}, (page) =>
        computed(page, selector.replace(' > p:not([class])', ' p')),
      );
      assert.ok(Object.keys(calm).length > 100);
      assert.deepEqual(differences(hostile, calm, selector === 'article' ? BESIDE : undefined), []);
    });
  }

  test('a page that styles every element adds no ::before or ::after to ours', () =>
    session.inReader('hostile.html', {}, async (page) => {
      const leaks = await page.evaluate(() => {
        const elements = [...document.querySelectorAll('[data-pith=reader], [data-pith=reader] *')];
        return elements
          .filter((e) => ['::before', '::after'].some((p) => getComputedStyle(e, p).content.includes('leak')))
          .map((e) => e.nodeName);
      });
      assert.deepEqual(leaks, []);
    }));

  test('on a page that styles every element, text is wide enough, visible, and not covered', () =>
    session.inReader('hostile.html', {}, async (page) => {
      const paragraph = await page.evaluate(() => {
        const p = document.querySelector('[data-pith=reader] .pith-body p');
        const { left, top, width, height } = p.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const host = document.querySelector('[data-pith=reader]');
        return {
          width,
          height,
          reached: host === hit || host.contains(hit),
          size: parseFloat(getComputedStyle(p).fontSize),
        };
      });
      assert.ok(
        paragraph.width > 400 && paragraph.height > 40 && paragraph.size >= 15 && paragraph.reached,
        JSON.stringify(paragraph),
      );
    }));

  test('the controls look the same on a page that styles every element', async () => {
    const look = (path) =>
      session.inReader(path, {}, (page) =>
        session.inFrame(page, (root) => {
          const names = [
            'color',
            'background-color',
            'font-size',
            'font-family',
            'width',
            'height',
            'display',
            'opacity',
            'transform',
            'letter-spacing',
            'visibility',
            'position',
          ];
          return [...root.querySelectorAll('dialog, button')].map((e) =>
            names.map((name) => `${name}: ${getComputedStyle(e).getPropertyValue(name)}`),
          );
        }),
      );
    assert.deepEqual(await look('hostile.html'), await look('poem.html'));
  });

  test("the page's own elements keep their computed styles while Reader is open and afterwards", () =>
    session.onPage('news.html', {}, async (page) => {
      const styles = () =>
        page.evaluate(() =>
          [
            ...document.body.querySelectorAll(
              'h1, nav a, p.lead, figure, button, .cookies, aside.rail, input, blockquote',
            ),
          ].map((e) => {
            const style = getComputedStyle(e);
            return [
              'color',
              'background-color',
              'font',
              'display',
              'margin',
              'padding',
              'position',
              'visibility',
              'opacity',
              'z-index',
            ]
              .map((name) => style.getPropertyValue(name))
              .join(' | ');
          }),
        );
      const before = await styles();
      await session.open(page);
      assert.deepEqual(await styles(), before, 'while open');
      await session.leave(page);
      assert.deepEqual(await styles(), before, 'afterwards');
    }));
}
