// Reading tools: colored code, copying formulas, citations, line focus, and auto-scroll.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { pageActions } from './page-actions.mjs';
import { reader, until, viewOf } from './session.mjs';

const PHONE = { viewport: { width: 390, height: 844 } };
const DESK = { viewport: { width: 1280, height: 900 } };
const THEMES = ['light', 'sepia', 'grey', 'dark', 'black', 'contrast'];
const COLORS = ['word', 'name', 'title', 'string', 'number', 'comment'].map((name) => `pith-code-${name}`);

/** Returns the contrast of two computed colors according to WCAG 2.2. */
function contrast(one, other) {
  const light = (color) => {
    const [red, green, blue] = color
      .match(/[\d.]+/g)
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
  };
  const [a, b] = [light(one), light(other)];
  return Math.max(a, b) / Math.min(a, b);
}

export function readingTools(session) {
  const { press, pasted } = pageActions(session);

  const shown = (page, selector) =>
    session.inFrame(
      page,
      (root, wanted) => {
        const found = root.querySelector(wanted);
        return found?.checkVisibility() ? found.innerText : null;
      },
      selector,
    );

  const colored = (page) =>
    page.evaluate(
      (names) =>
        Object.fromEntries(
          names.map((name) => [
            name,
            [...(CSS.highlights.get(name) ?? [])].map((span) => {
              const range = document.createRange();
              range.setStart(span.startContainer, span.startOffset);
              range.setEnd(span.endContainer, span.endOffset);
              return String(range);
            }),
          ]),
        ),
      COLORS,
    );

  test('code has readable colors in every theme, and its markup is unchanged', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      const code = () => page.$eval('[data-pith=reader] .pith-listing pre', ({ innerHTML }) => innerHTML);
      const before = await code();
      const names = await until(
        () => colored(page),
        (found) => found['pith-code-string'].length > 0,
      );
      assert.ok(names['pith-code-string'].includes('"north-tower"'), JSON.stringify(names));
      assert.ok(names['pith-code-word'].includes('let'), JSON.stringify(names));
      assert.ok(names['pith-code-comment'].includes('// 30 s, 60 s, 120 s'), JSON.stringify(names));
      assert.equal(await code(), before);
      await session.loadTextPanel(page);
      for (const theme of THEMES) {
        await session.inFrame(page, (root, name) => root.querySelector(`input[value=${name}]`).click(), theme);
        const colors = await page.$eval(
          '[data-pith=reader] .pith-listing',
          async (box, all) => {
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const of = (name) => getComputedStyle(box.querySelector('code'), `::highlight(${name})`).color;
            return { ground: getComputedStyle(box).backgroundColor, all: all.map(of) };
          },
          COLORS,
        );
        assert.equal(new Set(colors.all).size, COLORS.length, JSON.stringify(colors));
        for (const [i, color] of colors.all.entries()) {
          const ratio = contrast(color, colors.ground);
          assert.ok(ratio >= 4.5, `${theme} ${COLORS[i]}: ${ratio}`);
        }
      }
      await session.reset(page);
      await session.leave(page);
      assert.equal(Object.values(await colored(page)).flat().length, 0);
    }));

  test('the header row of a long table stays visible while its rows are read', () =>
    session.inReader('documentation.html', DESK, async (page) => {
      const at = await page.$eval('[data-pith=reader] table:has(thead)', async (table) => {
        const body = table.tBodies[0];
        for (let i = 0; i < 60; i += 1) body.append(body.rows[0].cloneNode(true));
        body.rows[30].scrollIntoView({ block: 'center', behavior: 'instant' });
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        const { top } = table.tHead.rows[0].cells[0].getBoundingClientRect();
        return { top, table: table.getBoundingClientRect().top };
      });
      const bar = await session.inFrame(page, (root) => root.querySelector('.scroll').getBoundingClientRect().top);
      assert.ok(at.table < -200 && Math.abs(at.top - bar) < 2, JSON.stringify({ ...at, bar }));
    }));

  test('Escape closes the topmost layer, and the view last', () =>
    session.inReader('news.html', DESK, async (page) => {
      const tools = ['.line-focus-frame', '.auto-scroll-bar', '.find-bar'];
      const isPicking = () => session.inFrame(page, (root) => root.querySelector('.picker') !== null);
      const isPinned = () => session.inFrame(page, (root) => root.querySelector('.picker-target.pinned') !== null);
      const left = () => Promise.all(tools.map(async (tool) => (await shown(page, tool)) !== null));
      const isLeft = async (...wanted) =>
        assert.deepEqual(await until(left, (now) => String(now) === String(wanted)), wanted);
      await page.keyboard.press('l');
      await isLeft(true, false, false);
      await page.keyboard.press('s');
      await isLeft(true, true, false);
      await page.keyboard.press('x');
      assert.equal(await until(isPicking, Boolean), true);
      await page.keyboard.press('ArrowRight');
      assert.equal(await until(isPinned, Boolean), true);
      await page.keyboard.press('Escape');
      assert.equal(await until(isPinned, (pinned) => !pinned), false);
      assert.equal(await isPicking(), true, 'the first Escape only clears the choice');
      await page.keyboard.press('Escape');
      assert.equal(await until(isPicking, (picking) => !picking), false);
      await isLeft(true, true, false);
      await page.keyboard.press('/');
      await isLeft(true, true, true);
      await page.keyboard.press('Escape');
      await isLeft(true, true, false);
      await page.keyboard.press('Escape');
      await isLeft(true, false, false);
      await page.keyboard.press('Escape');
      await isLeft(false, false, false);
      await page.keyboard.press('Escape');
      await reader(page, false);
    }));

  test('a clicked formula can be copied as LaTeX', () =>
    session.inReader('formulas.html', DESK, async (page) => {
      const stated = await page.$eval('[data-pith=reader] math[alttext]', (math) => {
        math.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = math.getBoundingClientRect();
        return { tex: math.getAttribute('alttext'), at: [x + width / 2, y + height / 2] };
      });
      await page.mouse.click(...stated.at);
      assert.equal(await until(() => shown(page, '.formula code'), Boolean), stated.tex);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await press(page, 'reader', '.formula button');
      assert.equal(await until(() => shown(page, '.formula .tool-status'), Boolean), 'Copied.');
      await page.keyboard.press('Escape');
      assert.equal(await shown(page, '.formula'), null);
      // Without LaTeX, it is created from the formula's elements.
      await page.$eval('[data-pith=reader] math[alttext]', (math) => math.removeAttribute('alttext'));
      await page.mouse.click(...stated.at);
      assert.equal(await until(() => shown(page, '.formula code'), Boolean), stated.tex);
      await page.keyboard.press('Escape');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.equal((await pasted(other)).text, stated.tex);
      });
    }));

  test('arrow keys move between formulas, and Enter copies one as LaTeX', () =>
    session.inReader('formulas.html', DESK, async (page) => {
      const stops = () =>
        page.$$eval(
          '[data-pith=reader] math',
          (all) => all.map((math) => math.tabIndex).filter((index) => index === 0).length,
        );
      assert.equal(await until(stops, (count) => count === 1), 1);
      await page.$eval('[data-pith=reader] math[tabindex="0"]', (math) => math.focus());
      await page.keyboard.press('ArrowRight');
      const at = () =>
        page.evaluate(() => {
          const all = [...document.querySelectorAll('[data-pith=reader] math')];
          return [
            all.indexOf(document.activeElement),
            document.activeElement.tabIndex,
            document.activeElement.getAttribute('alttext'),
          ];
        });
      const [place, index, tex] = await at();
      assert.deepEqual([place, index], [1, 0]);
      assert.equal(await stops(), 1);
      await page.keyboard.press('Enter');
      assert.equal(await until(() => shown(page, '.formula .tool-status'), Boolean), 'Copied.');
      assert.equal(await shown(page, '.formula code'), tex);
      await page.keyboard.press('Escape');
      assert.equal(await shown(page, '.formula'), null);
      assert.equal((await until(at, ([formula]) => formula === 1))[0], 1, 'the focus returns to the formula');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.equal((await pasted(other)).text, tex);
      });
    }));

  test('the DOI is shown, and citations include the URL and the DOI', () =>
    session.inReader('wall.html', PHONE, async (page) => {
      const link = await page.$eval('[data-pith=reader] .pith-facts a', ({ href, textContent }) => [href, textContent]);
      assert.deepEqual(link, ['https://doi.org/10.5555/harbour.2026.41', 'doi:10.5555/harbour.2026.41']);
      await page.keyboard.press('c');
      await until(() => shown(page, '.cite .citation-text'), Boolean);
      const links = await session.inFrame(page, (root) =>
        [...root.querySelectorAll('.cite a')].map(({ href }) => href),
      );
      assert.deepEqual(links, [new URL('/wall.html', page.url()).href, 'https://doi.org/10.5555/harbour.2026.41']);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await press(page, 'reader', '.cite .actions button:nth-child(3)');
      assert.equal(await until(() => shown(page, '.cite .tool-status'), Boolean), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.match((await pasted(other)).text, /^DO {2}- 10\.5555\/harbour\.2026\.41$/m);
      });
    }));

  test('Escape right after C closes the citations, not Reader', () =>
    session.inReader('news.html', DESK, async (page) => {
      await page.keyboard.press('c');
      await until(() => shown(page, '.cite .citation-text'), Boolean);
      await page.keyboard.press('Escape');
      await page.keyboard.press('c');
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => shown(page, '.cite'),
          (text) => text === null,
        ),
        null,
      );
      assert.equal(await viewOf(page), 'reader');
      // Reader is the next that Escape closes.
      await page.keyboard.press('Escape');
      await reader(page, false);
    }));

  test('at a paywall, Reader says that the text ends there', async () => {
    const said = (page) =>
      page.$$eval('[data-pith=reader] .pith-ends', (list) => list.map(({ textContent }) => textContent));
    await session.inReader('wall.html', DESK, async (page) => {
      assert.deepEqual(await said(page), ['The text ends here. The site doesn’t show the rest.']);
      const text = await page.$eval('[data-pith=reader] .pith-body', ({ innerText }) => innerText);
      assert.ok(!text.includes('Subscribe'), text);
    });
    for (const path of ['news.html', 'blog.html']) {
      await session.inReader(path, DESK, async (page) => assert.deepEqual(await said(page), []));
    }
  });

  test('the article can be cited as plain text and BibTeX', () =>
    session.inReader('news.html', PHONE, async (page) => {
      await page.keyboard.press('c');
      const line = await until(() => shown(page, '.cite .citation-text'), Boolean);
      assert.match(
        line,
        /^Ines Calloway\. “Harbour town votes to bring back its night ferry\.” The Coastal Ledger, 2026-/,
      );
      assert.equal(await shown(page, '.cite h3'), 'Similar to MLA style');
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await press(page, 'reader', '.cite .actions button:nth-child(2)');
      assert.equal(await until(() => shown(page, '.cite .tool-status'), Boolean), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.match((await pasted(other)).text, /^@misc\{calloway2026harbour,\n {2}author = \{Ines Calloway\},\n/);
      });
    }));

  test('a canonical URL on another host of the site is shown in the header', async () => {
    const shownFor = (address) =>
      session.onPage('news.html', PHONE, async (page) => {
        await page.evaluate((href) => {
          const link = Object.assign(document.createElement('link'), { rel: 'canonical', href });
          document.head.append(link);
        }, address);
        await session.open(page);
        return page.$$eval('[data-pith=reader] .pith-facts a', (list) =>
          list.map(({ href, textContent }) => [href, textContent]),
        );
      });
    const own = await session.onPage('news.html', PHONE, async (page) => new URL(page.url()));
    const elsewhere = `${own.protocol}//www.${own.host}/2026/ferry`;
    assert.deepEqual(await shownFor(elsewhere), [[elsewhere, `www.${own.host}`]]);
    assert.deepEqual(await shownFor('/news.html?all'), []);
  });

  test('the site name links to the home page', () =>
    session.inReader('news.html', DESK, async (page) => {
      const link = await page.$eval('[data-pith=reader] .pith-site a', ({ href, textContent }) => [href, textContent]);
      assert.deepEqual(link, [await page.evaluate(() => `${location.origin}/`), 'The Coastal Ledger']);
    }));

  test('line focus shows 1, 3, or 5 whole lines, and arrow keys move it', () =>
    session.inReader('news.html', PHONE, async (page) => {
      const band = () =>
        session.inFrame(page, (root) => {
          const found = root.querySelector('.line-focus-frame');
          if (!found?.checkVisibility()) return null;
          const { top, height } = found.getBoundingClientRect();
          return { top, height, at: root.querySelector('.scroll').scrollTop };
        });
      const line = await page.$eval('[data-pith=reader] .pith-body', (body) => {
        // Only text is visible then.
        body.querySelectorAll('p')[1].scrollIntoView({ block: 'start', behavior: 'instant' });
        return Number.parseFloat(getComputedStyle(body).lineHeight);
      });
      for (const lines of [1, 3, 5]) {
        await page.keyboard.press('l');
        const height = lines * line + 10;
        const found = await until(band, (now) => now && Math.abs(now.height - height) < 2);
        assert.ok(found && Math.abs(found.height - height) < 2, `${lines}: ${JSON.stringify(found)}, ${height}`);
      }
      const before = await band();
      await page.keyboard.press('ArrowDown');
      const after = await until(band, ({ at }) => at > before.at);
      assert.ok(Math.abs(after.at - before.at - 5 * line) < line, JSON.stringify([before, after]));
      await page.keyboard.press('l');
      assert.equal(await until(band, (now) => now === null), null);
      // Closed from its bar, it returns the focus to what the arrow keys scroll.
      const focused = () => session.inFrame(page, (root) => root.activeElement?.className ?? '');
      for (const key of ['Escape', 'Enter']) {
        await page.keyboard.press('l');
        assert.ok(await until(band, Boolean));
        await session.inFrame(page, (root) => root.querySelector('.line-focus-bar .close').focus());
        await page.keyboard.press(key);
        assert.equal(await until(band, (now) => now === null), null);
        assert.equal(await until(focused, (name) => name === 'scroll'), 'scroll', key);
      }
    }));

  const scrolled = (page) => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);

  test('auto-scroll pauses on a key press, resumes on a click, and can be closed', whenAll, () =>
    session.inReader('magazine.html?elements=1500', DESK, async (page) => {
      await page.keyboard.press('s');
      assert.ok(
        (await until(
          () => scrolled(page),
          (at) => at > 5,
        )) > 5,
      );
      assert.match(await shown(page, '.auto-scroll-bar output'), /^\d+ lines per minute$/);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await page.keyboard.press('Shift');
      const label = () => session.inFrame(page, (root) => root.querySelector('.auto-scroll-bar .play-pause').ariaLabel);
      assert.equal(await until(label, (text) => text === 'Resume'), 'Resume');
      const at = await scrolled(page);
      await press(page, 'reader', '.auto-scroll-bar .play-pause');
      assert.ok(
        (await until(
          () => scrolled(page),
          (now) => now > at,
        )) > at,
      );
      await press(page, 'reader', '.auto-scroll-bar .close');
      assert.equal(
        await until(
          () => shown(page, '.auto-scroll-bar'),
          (text) => text === null,
        ),
        null,
      );
    }),
  );

  test('reduced motion turns auto-scroll off, with a message', async (t) => {
    if (session.browser.name !== 'Chromium') return t.skip('only Chromium emulates reduced motion');
    return session.inReader('magazine.html?elements=1500', DESK, async (page) => {
      await page.emulateMediaFeatures([{ name: 'prefers-reduced-motion', value: 'reduce' }]);
      await page.keyboard.press('s');
      assert.match(await until(() => shown(page, '.auto-scroll-bar output'), Boolean), /reduces motion/);
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 300)));
      assert.equal(await scrolled(page), 0);
    });
  });
}
