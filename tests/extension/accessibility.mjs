// Reader without a mouse, and for screen readers.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { reader, until } from './session.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Returns the class of the focused control, or null. */
const focused = (session, page) => session.inFrame(page, (root) => root.activeElement?.className ?? null);

/** Options for axe. `isStrict`: also checks target sizes, as in WCAG 2.2 AA. */
const axeOptions = (isStrict) => ({
  resultTypes: ['violations'],
  elementRef: false,
  rules: { 'target-size': { enabled: isStrict } },
});

/** Returns axe's findings in the elements of a view, including its closed shadow root. */
export async function axeIn(session, page, view, { isStrict = false } = {}) {
  await page.evaluate(axe);
  const find = async (root, options) => {
    // Exposes the closed root in the page's world, so axe can walk into it.
    Object.defineProperty(root.host, 'shadowRoot', { value: root, configurable: true });
    try {
      const { violations: found } = await window.axe.run(root.host, options);
      return found.map(
        ({ id, nodes }) =>
          `${id}: ${nodes
            .slice(0, 3)
            .map(({ html }) => html.slice(0, 120))
            .join(' ; ')}`,
      );
    } finally {
      delete root.host.shadowRoot;
    }
  };
  return session.inView(page, view, find, axeOptions(isStrict));
}

/** Returns axe's findings on a page of the extension. */
export async function axeOn(page, { isStrict = false } = {}) {
  await page.evaluate(axe);
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run(document, options);
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' ; ')}`);
  }, axeOptions(isStrict));
}

export function accessibility(session) {
  test('Tab reaches every control, each has a name, and the focus stays in Reader', () =>
    session.inReader('news.html', {}, async (page) => {
      const controls = await session.inFrame(page, (root) =>
        [...root.querySelectorAll('.bar button')]
          .filter((b) => b.checkVisibility())
          .map((b) => [b.className, b.ariaLabel || b.innerText]),
      );
      assert.ok(controls.length >= 3, JSON.stringify(controls));
      for (const [name, label] of controls) assert.ok(label.trim().length > 1, `${name} has no name`);
      const reached = new Set();
      // The focus starts on the text, after the controls. So first backward, then forward through all of them.
      for (let presses = 0; presses < 60 && controls.some(([name]) => !reached.has(name)); presses += 1) {
        if (presses < 20) await page.keyboard.down('Shift');
        await page.keyboard.press('Tab');
        if (presses < 20) await page.keyboard.up('Shift');
        reached.add(await focused(session, page));
        const outside = await page.evaluate(() => {
          const { activeElement } = document;
          return activeElement !== document.body && activeElement.closest('[data-pith=reader]') === null
            ? activeElement.outerHTML.slice(0, 80)
            : null;
        });
        assert.equal(outside, null, 'the focus is on the page behind');
      }
      assert.deepEqual(
        controls.map(([name]) => name).filter((name) => !reached.has(name)),
        [],
      );
    }));

  test('themes can be chosen by keyboard, keep the focus, and are saved', () =>
    session.inReader('news.html', {}, async (page) => {
      const theme = () => session.inFrame(page, (root) => root.querySelector('dialog').dataset.theme);
      await session.inFrame(page, (root) => root.querySelector('button.text').focus());
      await page.keyboard.press('Enter');
      const isOpen = () => session.inFrame(page, (root) => root.activeElement?.matches('.text-panel') ?? false);
      assert.ok(await until(isOpen, Boolean));
      // Skips the site selection.
      await page.keyboard.press('Tab');
      await page.keyboard.press('Tab');
      const seen = [];
      for (let i = 0; i < 4; i += 1) {
        await page.keyboard.press('ArrowRight');
        seen.push(await theme());
        const choice = await session.inFrame(page, (root) => [root.activeElement.name, root.activeElement.checked]);
        assert.deepEqual(choice, ['theme', true]);
      }
      assert.deepEqual(seen, ['light', 'sepia', 'grey', 'dark']);
      await page.keyboard.press('ArrowLeft');
      await session.leave(page);
      await session.open(page);
      assert.equal(await theme(), 'grey');
      await session.reset(page);
    }));

  test('a panel is focused in the same task that opens it', () =>
    session.inReader('news.html', {}, async (page) => {
      const focusAfter = (name) =>
        session.inFrame(
          page,
          async (root, button) => {
            root.querySelector(`button.${button}`).click();
            // Before any task, so no key can come in between.
            for (let i = 0; i < 50 && !root.querySelector(':popover-open'); i += 1) await null;
            return root.activeElement.className;
          },
          name,
        );
      await session.loadTextPanel(page);
      assert.match(await focusAfter('text'), /text-panel/);
    }));

  test('tables and code blocks are tab stops only if they scroll', () =>
    // On narrower screens, tables are cards.
    session.inReader('wide.html', { viewport: { width: 500, height: 700 } }, async (page) => {
      const scrollers = () =>
        page.evaluate(async () => {
          await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
          return [...document.querySelectorAll('[data-pith=reader] :is(.pith-table, pre)')].map((box) => ({
            scrolls: box.scrollWidth > box.clientWidth,
            isReached: box.tabIndex === 0,
          }));
        });
      const wrong = (list) => list.filter(({ scrolls, isReached }) => scrolls !== isReached);
      const narrow = await scrollers();
      assert.ok(
        narrow.some(({ scrolls }) => scrolls),
        'nothing scrolls, so this test checks nothing',
      );
      assert.deepEqual(wrong(narrow), []);
      await page.setViewport({ width: 2400, height: 700 });
      const broad = await scrollers();
      assert.ok(broad.filter(({ scrolls }) => scrolls).length < narrow.filter(({ scrolls }) => scrolls).length);
      assert.deepEqual(wrong(broad), []);
    }));

  test('a shortcut cycles through all choices', () =>
    session.inReader('news.html', {}, async (page) => {
      const choices = () =>
        session.inFrame(page, (root) => [...root.querySelectorAll('input[name=font]')].map(({ checked }) => checked));
      await session.loadTextPanel(page);
      const first = await choices();
      const seen = [];
      // All except an installed font that has no name yet.
      const all = [...first.keys()].slice(0, -1);
      for (const _ of all) {
        await page.keyboard.press('f');
        seen.push((await choices()).indexOf(true));
      }
      assert.deepEqual(seen.toSorted(), all);
      assert.equal(seen.at(-1), first.indexOf(true));
      // With Alt, the key belongs to the browser.
      await page.keyboard.down('Alt');
      await page.keyboard.press('f');
      await page.keyboard.up('Alt');
      assert.deepEqual(await choices(), first);
      await session.reset(page);
    }));

  test('+ enlarges text, also after reopening, and 0 resets it', () =>
    session.inReader('news.html', {}, async (page) => {
      const size = () => page.$eval('[data-pith=reader] .pith-body p', (p) => parseFloat(getComputedStyle(p).fontSize));
      const before = await size();
      await page.keyboard.press('+');
      const grown = await size();
      assert.ok(grown > before, `${before} → ${grown}`);
      await session.leave(page);
      await session.open(page);
      assert.equal(await size(), grown);
      await page.keyboard.press('0');
      assert.equal(await size(), before);
      await session.reset(page);
    }));

  test('the page behind Reader gets no input, and closing restores its focus', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.focus('.newsletter input');
      await session.open(page);
      await page.keyboard.type('xyz');
      assert.equal(await page.$eval('.newsletter input', (input) => input.value), '');
      if ((await page.$('[data-pith=reader]')) === null) assert.fail('a letter closed Reader');
      await page.keyboard.press('Escape');
      // If a letter has opened the list of shortcuts, it takes the first Escape.
      await reader(page, false, 1_000).catch(() => page.keyboard.press('Escape'));
      await reader(page, false);
      assert.ok(await page.evaluate(() => document.activeElement.matches('.newsletter input')));
    }));

  for (const path of variants(['media.html', 'documentation.html', 'news.html', 'zh.html'], 2)) {
    test(`axe finds no violations in Reader on ${path}`, () =>
      session.inReader(path, {}, async (page) => {
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
      }));
  }
}
