// Reading in Reader: the text at the top edge stays in place, and controls have labels.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { config } from './config.mjs';
import { paragraphsOf, topOf } from './contents.mjs';
import { reader, until, viewOf } from './session.mjs';

const { shownIn } = await config();

const LONG = 'magazine.html?elements=1500';

/** Waits two frames for the layout. */
const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

async function scrollTo(session, page, paragraph) {
  await page.evaluate(
    (index) =>
      document.querySelectorAll('[data-pith=reader] .pith-body p')[index].scrollIntoView({ behavior: 'instant' }),
    paragraph,
  );
  await session.inFrame(page, (root) => root.querySelector('.scroll').scrollBy({ top: 40, behavior: 'instant' }));
  await settled(page);
}

/** Selects a value of a setting in the panel: a choice, or a number on its slider. */
const choose = (session, page, setting, value) =>
  session.inFrame(
    page,
    (root, name, choice) => {
      const control = root.querySelector(`input[name=${name}]:is([type=range], [value="${choice}"])`);
      if (control.type === 'radio') return control.click();
      control.value = choice;
      control.dispatchEvent(new Event('input'));
    },
    setting,
    value,
  );

/** Opens the popup of a toolbar button. Returns the boxes of both. */
async function popup(session, page, name) {
  const view = await viewOf(page);
  await session.popup(page, view, name === 'overflow' ? 'menu' : name);
  return session.inView(
    page,
    view,
    (root, button) => {
      const box = root.querySelector(button === 'overflow' ? '.menu-sheet' : '.text-panel');
      const edges = (element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect();
        return { left, top, right, bottom };
      };
      return {
        at: edges(root.querySelector(`button.${button}`)),
        box: edges(box),
        window: [window.innerWidth, window.innerHeight],
      };
    },
    name,
  );
}

/** Returns the px between two boxes. */
function distance(a, b) {
  return Math.max(a.left - b.right, b.left - a.right, a.top - b.bottom, b.top - a.bottom, 0);
}

export function reading(session) {
  test('the top paragraph stays in place through every change of layout', () =>
    session.inReader(LONG, {}, async (page) => {
      await session.loadTextPanel(page);
      const paragraphs = await paragraphsOf(page, '[data-pith=reader] .pith-body');
      await scrollTo(session, page, 70);
      const before = await topOf(page, paragraphs);
      assert.ok(before > 70, `the test begins at paragraph ${before}`);
      const changes = {
        'larger text': () => page.keyboard.press('+'),
        'the largest text': async () => {
          for (let i = 0; i < 4; i += 1) await page.keyboard.press('+');
        },
        'a wide column': () => choose(session, page, 'width', 90),
        'another font': () => page.keyboard.press('f'),
        'more line spacing': () => choose(session, page, 'spacing', 190),
        'other colors': () => page.keyboard.press('t'),
        'a narrow window': () => page.setViewport({ width: 500, height: 800 }),
        'the window rotated': () => page.setViewport({ width: 800, height: 500 }),
        'a late image': () =>
          page.evaluate(() => {
            const late = document.createElement('figure');
            late.style.setProperty('height', '900px', 'important');
            document.querySelector('[data-pith=reader] .pith-body').prepend(late);
          }),
        'all settings reset': () => session.inFrame(page, (root) => root.querySelector('button.reset').click()),
        'a wide window': () => page.setViewport({ width: 1280, height: 900 }),
      };
      for (const [name, change] of Object.entries(changes)) {
        await change();
        await settled(page);
        assert.equal(await topOf(page, paragraphs), before, name);
      }
      await session.reset(page);
    }));

  test('only the visible part of a long article is rendered, but all of it can be found', () =>
    session.inReader('magazine.html?elements=4000', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const found = await page.evaluate(async () => {
        const article = document.querySelector('[data-pith=reader] article');
        const [first, ...others] = [...article.querySelectorAll('.pith-body p')].slice(1);
        const last = others.at(-1);
        const isLaidOut = (element) => element.checkVisibility({ contentVisibilityAuto: true });
        const laidOut = [isLaidOut(first), isLaidOut(last)];
        getSelection().selectAllChildren(article);
        // Selected content is rendered.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const selected = String(getSelection()).includes(last.textContent);
        getSelection().removeAllRanges();
        return { laidOut, selected, isFound: window.find(last.textContent.slice(0, 60)), words: last.textContent };
      });
      assert.deepEqual([found.laidOut, found.selected, found.isFound], [[true, false], true, true], found.words);
    }));

  test('paragraph spacing is uniform across the parts of a long article', () =>
    session.inReader('magazine.html?elements=4000', { viewport: { width: 390, height: 844 } }, async (page) => {
      const distances = await page.evaluate(async () => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const parts = [...document.querySelectorAll('[data-pith=reader] .pith-part')];
        const above = (paragraph, before) =>
          Math.round(paragraph.getBoundingClientRect().top - before.getBoundingClientRect().bottom);
        const found = [];
        // The first begins with the byline.
        for (const [i, part] of parts.slice(1, 12).entries()) {
          const [first, second] = part.children;
          first.scrollIntoView({ block: 'center', behavior: 'instant' });
          await frame();
          found.push(above(first, parts[i].lastElementChild));
          if (second.localName === 'p') found.push(above(second, first));
        }
        return found;
      });
      assert.ok(distances.length > 12, `${distances.length} distances`);
      assert.deepEqual([...new Set(distances)].length, 1, distances.join(' '));
    }));

  test('reopened on a page that cannot scroll, Reader resumes where it was closed', () =>
    session.onPage(LONG, {}, async (page) => {
      await page.addStyleTag({ content: 'html, body { height: 100%; overflow: hidden }' });
      await session.open(page);
      const paragraphs = await paragraphsOf(page, '[data-pith=reader] .pith-body');
      await scrollTo(session, page, 50);
      const before = await topOf(page, paragraphs);
      await session.leave(page);
      await session.open(page);
      await settled(page);
      assert.equal(await topOf(page, paragraphs), before);
    }));

  for (const [view, viewport] of variants(
    [
      ['reader', [1280, 900]],
      ['reader', [390, 844]],
      ['simplify', [1280, 900]],
      ['inspect', [390, 844]],
    ],
    2,
  )) {
    test(`in ${view} at ${viewport[0]} px, the menu opens at its button, with labels, shortcuts, and arrow keys`, () =>
      session.inReader('news.html', { viewport: { width: viewport[0], height: viewport[1] } }, async (page) => {
        if (view !== 'reader') await session.show(page, view);
        const { at, box, window } = await popup(session, page, 'overflow');
        assert.ok(distance(at, box) <= 12, `${distance(at, box)} px away: ${JSON.stringify({ at, box })}`);
        assert.ok(
          box.left >= 0 && box.top >= 0 && box.right <= window[0] + 0.5 && box.bottom <= window[1] + 0.5,
          JSON.stringify(box),
        );
        const entries = await session.inView(page, view, (root) =>
          [...root.querySelectorAll('.menu-item')].map((item) => ({
            name: item.querySelector('.label').textContent.trim(),
            key: item.querySelector('.key')?.textContent ?? null,
            class: item.className.replace('menu-item ', ''),
          })),
        );
        // As in the line at the end: without title, author, and date.
        const counted = await session.inView(page, view, (root) => {
          const line = root.querySelector('.pith-left') ?? root.host.querySelector('.pith-left');
          return [root.querySelector('.menu .removed-parts .value').textContent, line.textContent];
        });
        assert.equal(counted[0], /\d+/.exec(counted[1])?.[0], counted[1]);
        const ofArticle = {
          reader: [
            'pick-on-page',
            'removed-parts',
            'find',
            'citation',
            'print',
            'paged-view',
            'line-focus',
            'auto-scroll',
          ],
          simplify: ['pick-on-page', 'removed-parts', 'listen'],
          inspect: ['removed-parts', 'highlights', 'listen'],
        }[view];
        const ofSite = view === 'inspect' ? ['auto-open'] : ['auto-open', 'site-only'];
        assert.deepEqual(
          entries.map((entry) => entry.class).filter((name) => name !== 'translation'),
          [...ofArticle, ...ofSite, 'all-highlights', 'settings', 'shortcuts', 'report'],
        );
        assert.ok(
          entries.every(({ name }) => name.length > 2),
          JSON.stringify(entries),
        );
        const keys = entries.filter(({ key }) => key).map(({ key }) => key);
        assert.deepEqual(keys, view === 'reader' ? ['X', 'D', '/', 'C', 'Ctrl+P', 'P', 'L', 'S', '?'] : []);
        assert.deepEqual(await axeIn(session, page, view), []);
        // Arrow keys move, and letters go to matching items.
        const focused = () =>
          session.inView(page, view, (root) => root.activeElement?.className.replace('menu-item ', ''));
        assert.equal(await focused(), entries[0].class);
        for (const [key, name] of [
          ['ArrowDown', entries[1].class],
          ['End', 'report'],
          ['ArrowDown', entries[0].class],
          ['k', 'shortcuts'],
        ]) {
          await page.keyboard.press(key);
          assert.equal(await focused(), name, key);
        }
        // The first Escape closes the menu, the second the view.
        await page.keyboard.press('Escape');
        await settled(page);
        assert.equal(await viewOf(page), view, 'Escape closed the view while its menu was open');
        await page.keyboard.press('Escape');
        await reader(page, false);
      }));
  }

  test('menu items open the settings and the list of highlights', (t) => {
    if (session.browser.name === 'Firefox')
      return t.skip('in Firefox, no protocol reaches a page that the extension opens itself');
    return session.inReader('news.html', {}, async (page) => {
      const { browser } = session.browser;
      for (const [item, path] of [
        ['settings', '/options.html'],
        ['all-highlights', '/highlights.html'],
      ]) {
        const known = new Set(await browser.pages());
        await session.choose(page, 'reader', item);
        const made = await until(async () => (await browser.pages()).find((other) => !known.has(other)), Boolean);
        assert.ok(made, `${item} opens nothing`);
        const url = await until(
          () => made.url(),
          (now) => now.endsWith(path),
        );
        assert.ok(url.endsWith(path), url);
        await made.close();
        await page.bringToFront();
      }
    });
  });

  for (const width of [390, 1280]) {
    test(`the text panel at ${width} px: every control has a label and an effect, and can be reset`, whenAll, () =>
      session.inReader('news.html', { viewport: { width, height: 844 } }, async (page) => {
        const look = (shown = page) =>
          shown.$eval('[data-pith=reader] .pith-body > p:nth-of-type(3)', (p) => {
            const { fontFamily, fontSize, lineHeight, textAlign, color } = getComputedStyle(p);
            return {
              font: fontFamily,
              size: fontSize,
              spacing: parseFloat(lineHeight) / parseFloat(fontSize),
              align: textAlign,
              theme: color,
              width: p.clientWidth,
            };
          });
        const { at, box, window } = await popup(session, page, 'text');
        // Below the toolbar at the edge, where it doesn't cover the text; on phones, at the bottom.
        const apart = width > 600 ? [box.top - at.bottom, window[0] - box.right] : [window[1] - box.bottom];
        assert.ok(
          apart.every((px) => px >= 0 && px <= 16),
          `${apart} px away`,
        );
        assert.ok(
          box.left >= 0 && box.top >= 0 && box.right <= window[0] + 0.5 && box.bottom <= window[1] + 0.5,
          JSON.stringify(box),
        );
        await session.inFrame(page, (root) => root.querySelector('.more-settings summary').click());
        const groups = await session.inFrame(page, (root) =>
          [...root.querySelectorAll('.text-panel fieldset')].map((set) => [
            set.className,
            set.querySelector('legend').innerText.trim(),
          ]),
        );
        assert.deepEqual(
          groups.map(([name]) => name),
          shownIn('reader'),
        );
        for (const [name, legend] of groups) assert.ok(legend.length > 2, `${name} has no name`);
        const first = await look();
        await choose(session, page, 'theme', 'sepia');
        await choose(session, page, 'font', 'sans');
        await choose(session, page, 'spacing', 190);
        await choose(session, page, 'align', 'justify');
        await session.inFrame(page, (root) => root.querySelector('.size .less').click());
        if (width > 800) await choose(session, page, 'width', 50);
        const then = await look();
        const unchanged = Object.keys(first).filter(
          (name) => first[name] === then[name] && (name !== 'width' || width > 800),
        );
        assert.deepEqual(unchanged, []);
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        // Another tab shows the saved settings. The page must stay open until they are saved.
        await session.inReader('news.html', { viewport: { width, height: 844 } }, async (other) => {
          assert.deepEqual(await look(other), then);
          await session.inFrame(page, (root) => root.querySelector('button.reset').click());
          assert.deepEqual(await look(), first);
          const now = await until(
            () => look(other),
            (found) => isDeepStrictEqual(found, first),
          );
          assert.deepEqual(now, first);
        });
      }),
    );
  }

  test('a link within the article scrolls Reader and keeps the URL', () =>
    session.inReader('wide.html', { viewport: { width: 390, height: 500 } }, async (page) => {
      const [address, length] = await page.evaluate(() => [location.href, history.length]);
      const found = await page.evaluate(() => {
        const link = document.querySelector('[data-pith=reader] a[href^="#"]');
        link.click();
        const { activeElement } = document;
        return [`#${activeElement.id}` === link.hash, activeElement.closest('[data-pith=reader]') !== null];
      });
      assert.deepEqual(found, [true, true]);
      assert.ok(await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop > 100));
      assert.deepEqual(await page.evaluate(() => [location.href, history.length]), [address, length]);
    }));

  test('an article loaded by client-side navigation is shown from its beginning', () =>
    session.inReader(LONG, {}, async (page) => {
      await scrollTo(session, page, 30);
      await page.evaluate(() => {
        history.pushState({}, '', '/next.html');
        document.title = 'The second ferry';
        const text =
          'The second ferry came when nobody was waiting for it any more, and it left again without a sound, as the first one had done.';
        setTimeout(() => {
          document.body.innerHTML = `<main><article><h1>The second ferry</h1>${`<p>${text} ${text}</p>`.repeat(40)}<p>Then the lamps were lit.</p></article></main>`;
          // The page's scroll position may be left over from earlier.
          document.querySelectorAll('main p')[20].scrollIntoView({ behavior: 'instant' });
        }, 200);
      });
      const title = () => page.evaluate(() => document.querySelector('[data-pith=reader] h1')?.textContent ?? null);
      assert.equal(await until(title, (text) => text === 'The second ferry'), 'The second ferry');
      assert.equal(await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop), 0);
    }));

  test('the view closes if the page navigates to something other than an article', () =>
    session.inReader(LONG, {}, async (page) => {
      await page.evaluate(() => {
        history.pushState({}, '', '/boats.html');
        setTimeout(() => {
          document.body.innerHTML = '<nav><a href="a.html">Boats</a> <a href="b.html">Tides</a></nav><p>3 boats.</p>';
        }, 200);
      });
      await reader(page, false);
      assert.equal(await page.$('[data-pith]'), null);
    }));
}
