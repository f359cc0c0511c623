// The simplified page on screens of different sizes.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { marked, painted } from './contents.mjs';
import { measured, setting, settled, simplified } from './measures.mjs';
import { pageActions } from './page-actions.mjs';
import { READER, rest, until } from './session.mjs';

/** Returns sizes and positions of the controls, in px. */
export const controls = (session, page, view) =>
  session.inView(page, view, (root) =>
    [...root.querySelectorAll('button, summary')]
      .filter((button) => button.checkVisibility() && !button.matches('.part'))
      .map((button) => {
        const { left, right, bottom, width, height } = button.getBoundingClientRect();
        return {
          name: button.className || button.localName,
          label: (button.ariaLabel || button.innerText).trim(),
          inside: left >= 0 && right <= innerWidth + 0.5 && bottom <= innerHeight + 0.5,
          // For touch, and for a mouse.
          large: Math.min(width, height) >= (innerWidth < 600 ? 43.5 : 28),
        };
      }),
  );

export function simplify(session) {
  const { press } = pageActions(session);

  test('a floated image starts at the edge of the text', () =>
    session.inViewOf('simplify', 'pictures.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const [picture, text] = await page.evaluate(() => {
        const range = document.createRange();
        range.selectNodeContents(document.querySelector('main h1'));
        return [document.querySelector('.keeper'), range].map((each) => each.getBoundingClientRect().left);
      });
      assert.ok(Math.abs(picture - text) < 1, `${picture} and ${text}`);
    }));

  test('lazy-loaded images are shown without their placeholders, and restored', () => {
    const kind = 'layout.html?kind=pictures that scripts have yet to bring';
    const pictures = (page) =>
      page.$$eval('main img', (found) =>
        found.map((img) => {
          const { width, height } = img.getBoundingClientRect();
          const room = img.closest('.ratio')?.getBoundingClientRect().height ?? height;
          return { width, height, room, content: getComputedStyle(img).content, html: img.outerHTML };
        }),
      );
    return session.onPage(kind, { viewport: { width: 1000, height: 900 } }, async (page) => {
      const before = await pictures(page);
      await session.open(page);
      // An icon that replaces an image is small, and its size says nothing.
      assert.equal(await page.$$eval(`${READER} .pith-icon`, ({ length }) => length), 0);
      await session.show(page, 'simplify');
      const shown = await until(
        () => pictures(page),
        (found) => found.every(({ width }) => width > 300),
      );
      for (const { width, height, room, html } of shown) {
        assert.ok(width > 300 && height > 150 && height < 0.6 * width, `${width} x ${height}: ${html}`);
        assert.ok(room < height + 8, `${room} px for ${height}: ${html}`);
      }
      await session.leave(page);
      assert.deepEqual(await pictures(page), before);
    });
  });

  test('the page cannot override any declaration of Simplify', () =>
    session.inViewOf('simplify', 'documentation.html', {}, async (page) => {
      const { all, loose } = await page.evaluate(() => {
        const found = { all: 0, loose: [] };
        const read = (rules) => {
          for (const { style, selectorText, cssRules } of rules) {
            for (const property of style ?? []) {
              found.all += 1;
              if (style.getPropertyPriority(property) === '') found.loose.push(`${selectorText}: ${property}`);
            }
            if (cssRules) read(cssRules);
          }
        };
        for (const sheet of document.adoptedStyleSheets) read(sheet.cssRules);
        return found;
      });
      assert.ok(all > 50, `${all} declarations`);
      assert.deepEqual(loose, []);
    }));

  for (const width of variants([320, 360, 768])) {
    for (const path of [
      'news.html',
      'documentation.html',
      'media.html',
      'zh.html',
      'ar.html',
      'forum.html',
      'hostile.html',
      'wide.html',
    ]) {
      test(`${path} at ${width} px: nothing overflows, and no text is too small`, () =>
        session.inViewOf('simplify', path, { viewport: { width, height: 700 } }, async (page) => {
          const { text, ...faults } = await painted(page);
          assert.ok(text.length > 200, 'nothing is shown');
          assert.deepEqual(faults, { small: [], outside: [], sideways: 0 });
          const buttons = await controls(session, page, 'simplify');
          assert.equal(buttons.length, 9);
          assert.deepEqual(
            buttons.filter(({ inside, large, label }) => !inside || !large || !label),
            [],
          );
        }));
    }
  }

  for (const width of variants([390, 1280])) {
    test(`the panel at ${width} px changes text size and column width, and keeps the reading position`, () =>
      session.inViewOf('simplify', 'news.html', { viewport: { width, height: 700 } }, async (page) => {
        const look = () =>
          page.evaluate(async () => {
            await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
            const p = document.querySelectorAll('main p')[3];
            const range = document.createRange();
            range.setStart(p.firstChild, 0);
            range.setEnd(p.firstChild, 1);
            return {
              height: range.getBoundingClientRect().height,
              width: document.querySelector('main p.lead').getBoundingClientRect().width,
              top: p.getBoundingClientRect().top,
            };
          });
        // The reading position is determined once scrolling has ended.
        await page.evaluate(
          () =>
            new Promise((resolve) => {
              document.addEventListener('scrollend', () => setTimeout(resolve), { once: true, capture: true });
              document.querySelectorAll('main p')[3].scrollIntoView({ behavior: 'instant' });
            }),
        );
        await session.loadTextPanel(page, 'simplify');
        const before = await look();
        const press = (name) =>
          session.inView(page, 'simplify', (root, selector) => root.querySelector(selector).click(), name);
        for (let step = 0; step < 5; step += 1) await press('.size .more');
        // The page is laid out again in time slices.
        const isLarge = ({ height, top }) => height > before.height * 1.7 && Math.abs(top - before.top) < 60;
        const large = await until(look, isLarge);
        assert.ok(large.height > before.height * 1.7, `${before.height} and ${large.height} px high`);
        assert.ok(Math.abs(large.top - before.top) < 60, `${before.top} and ${large.top} px from the top`);
        const isWhole = (found) => found.small.length + found.outside.length + found.sideways === 0;
        const { text, ...faults } = await until(() => painted(page), isWhole);
        assert.deepEqual([text.length > 200, faults], [true, { small: [], outside: [], sideways: 0 }]);
        await session.reset(page, 'simplify');
        if (width < 800) return;
        await press('.width .less');
        await press('.width .less');
        const narrow = await until(look, ({ width: px }) => px < before.width * 0.9);
        assert.ok(narrow.width < before.width * 0.9, `${before.width} and ${narrow.width} px wide`);
        await session.reset(page, 'simplify');
        await page.bringToFront();
        assert.equal((await until(look, ({ width: px }) => px === before.width)).width, before.width);
      }));
  }

  test('at 1000 px, the text moves aside for a panel at the side, and keeps the reading position', () =>
    session.onPage('news.html', { viewport: { width: 1000, height: 700 } }, async (page) => {
      await page.evaluate(() => (document.querySelector('main figure').style.cssText = 'width: 620px'));
      await session.open(page);
      await session.show(page, 'simplify');
      await page.evaluate(() => document.querySelectorAll('main p')[3].scrollIntoView({ behavior: 'instant' }));
      const look = () =>
        page.evaluate(() => {
          const visible = [...document.querySelectorAll('main *')].filter((element) => element.checkVisibility());
          return {
            right: Math.max(...visible.map((element) => element.getBoundingClientRect().right)),
            top: document.querySelectorAll('main p')[3].getBoundingClientRect().top,
          };
        });
      const before = await look();
      assert.ok(before.right > 700, `${before.right} px`);
      for (const [button, panel] of [
        ['button.removed-parts', '.sheet.removed'],
        ['button.highlights', '.sheet.highlight-list'],
      ]) {
        await press(page, 'simplify', button);
        const edge = () =>
          session.inView(
            page,
            'simplify',
            (root, name) => root.querySelector(name)?.getBoundingClientRect().left,
            panel,
          );
        const left = await until(edge, (found) => found > 0);
        const beside = await until(look, ({ right }) => right <= left + 0.5);
        assert.ok(beside.right <= left + 0.5, `${panel}: ${beside.right} px of ${left}`);
        assert.ok(Math.abs(beside.top - before.top) < 60, `${before.top} and ${beside.top} px from the top`);
        await page.keyboard.press('Escape');
        assert.equal((await until(look, ({ right }) => right === before.right)).right, before.right);
      }
    }));

  test('lines have a readable length and enough spacing', () =>
    session.onPage('news.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.addStyleTag({ content: '.layout { grid-template-columns: 1000px; } main p { line-height: 1.15 }' });
      await simplified(session, page);
      const { chars, leading, beside } = await setting(page);
      assert.ok(chars > 50 && chars <= 75, `${chars} characters`);
      assert.ok(leading >= 1.449 && leading < 1.46, `${leading}`);
      assert.ok(beside <= 1, `${beside} px`);
      // With the selected spacing.
      await session.loadTextPanel(page, 'simplify');
      await session.inView(page, 'simplify', (root) => {
        const slider = root.querySelector('input[name=spacing]');
        slider.value = 200;
        slider.dispatchEvent(new Event('input'));
      });
      const wider = await until(
        async () => (await setting(page)).leading,
        (found) => found > 1.7,
      );
      await session.reset(page, 'simplify');
      assert.ok(Math.abs(wider - (1.45 * 200) / 160) < 0.02, `${wider}`);
    }));

  test('Chinese has at most 40 characters per line, and larger spacing between lines', () =>
    session.onPage('zh.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      // Boxes that are as wide as high, regardless of installed fonts.
      await page.addStyleTag({
        content: 'body { font-family: monospace; letter-spacing: 0.4em; line-height: 1.3; max-width: none }',
      });
      await page.evaluate(() => {
        for (const p of document.querySelectorAll('p')) p.textContent = p.textContent.repeat(4);
      });
      await simplified(session, page);
      const { chars, leading } = await setting(page);
      assert.ok(chars <= 40, `${chars} characters`);
      assert.ok(leading >= 1.599, `${leading}`);
    }));

  test('the title aligns with the text, and drop caps become part of their line', () =>
    session.onPage('news.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.addStyleTag({
        content:
          'main h1 { padding-left: 46px } main p.lead::first-letter { float: left; font-size: 4em; line-height: 0.8 } .initial { float: left; font-size: 60px; line-height: 50px; padding-right: 9px }',
      });
      await page.evaluate(() => {
        const paragraph = [...document.querySelectorAll('main p:not(.lead)')].find(
          ({ textContent }) => textContent.length > 200,
        );
        const letter = document.createElement('span');
        letter.className = 'initial';
        letter.textContent = paragraph.firstChild.data.trim()[0];
        paragraph.firstChild.data = paragraph.firstChild.data.trim().slice(1);
        paragraph.prepend(letter);
      });
      await simplified(session, page);
      const { beside } = await setting(page);
      assert.ok(beside <= 1, `${beside} px`);
      const initials = await page.evaluate(() => {
        const letter = document.querySelector('.initial');
        const own = getComputedStyle(letter);
        const drawn = getComputedStyle(document.querySelector('main p.lead'), '::first-letter');
        return [own.float, own.fontSize === getComputedStyle(letter.parentElement).fontSize, drawn.float];
      });
      assert.deepEqual(initials, ['none', true, 'none']);
    }));

  test('bare text in closed details does not prevent Simplify', () =>
    session.onPage('news.html', { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.evaluate(() => {
        const details = document.createElement('details');
        details.innerHTML =
          '<summary>How the votes were counted</summary>Each of the four hundred and two ballots was read aloud by the clerk and noted by two others, who sat at tables of their own.';
        [...document.querySelectorAll('main p:not(.lead)')][2].after(details);
      });
      await session.open(page);
      await session.show(page, 'simplify');
      assert.equal(await page.evaluate(() => document.querySelector(':root > [data-pith]').dataset.pith), 'simplify');
      assert.equal(await page.$eval('main details', ({ open }) => open), false);
    }));

  test('a page with a video in a box of its own is simplified without faults', async () => {
    const widths = [1280, 390];
    assert.deepEqual(
      await measured(session, 'typography.html', { widths }),
      widths.map((width) => ({ width, faults: [] })),
    );
  });

  test('a click on a control causes no new layout, but one on the page does', () =>
    session.inViewOf('simplify', 'news.html', {}, async (page) => {
      const begun = (target) =>
        session.inView(
          page,
          'simplify',
          async (root, name) => {
            let isBegun = false;
            const observer = new MutationObserver(() => (isBegun = true));
            observer.observe(root, { subtree: true, attributeFilter: ['aria-busy'] });
            (name === 'main' ? document : root).querySelector(name).click();
            for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
            observer.disconnect();
            return isBegun;
          },
          target,
        );
      assert.deepEqual([await begun('button.text'), await begun('main')], [false, true]);
    }));

  test('content that is too wide scrolls within its element', () =>
    session.inViewOf('simplify', 'wide.html', { viewport: { width: 320, height: 700 } }, async (page) => {
      const scrollers = await page.evaluate(() =>
        ['table', 'pre'].map((name) => {
          const element = document.querySelector(`main ${name}`);
          element.scrollLeft = 40;
          return [name, element.scrollWidth > element.clientWidth, element.scrollLeft];
        }),
      );
      assert.deepEqual(scrollers, [
        ['table', true, 40],
        ['pre', true, 40],
      ]);
    }));

  test('content that overflows after the window narrows is made to fit', () =>
    session.onPage('news.html', { viewport: { width: 1280, height: 700 } }, async (page) => {
      await page.evaluate(() => (document.querySelector('main figure').style.cssText = 'width: 560px'));
      await session.open(page);
      await session.show(page, 'simplify');
      await page.setViewport({ width: 360, height: 700 });
      await settled(session, page);
      const { text, ...faults } = await painted(page);
      assert.ok(text.length > 200, 'nothing is shown');
      assert.deepEqual(faults, { small: [], outside: [], sideways: 0 });
    }));

  test('short blocks side by side in one line stay side by side', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.$eval('main p.lead', (lead) =>
        lead.insertAdjacentHTML(
          'afterend',
          '<div style="overflow: auto"><div style="float: left">The crossing took an hour.</div><div style="float: left">Nobody was seasick.</div></div>',
        ),
      );
      await session.open(page);
      await session.show(page, 'simplify');
      const tops = await page.$$eval('main p.lead + div > div', (list) =>
        list.filter((part) => part.checkVisibility()).map((part) => part.getBoundingClientRect().top),
      );
      assert.equal(tops.length, 2, 'it is not shown, so this test checks nothing');
      assert.equal(tops[0], tops[1]);
    }));

  test('content that overflows the column does not widen it', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(
        () => (document.querySelector('main figure').style.cssText = 'margin-inline: -60px; width: calc(100% + 120px)'),
      );
      await session.open(page);
      await session.show(page, 'simplify');
      const { width, padding } = await page.evaluate(() => ({
        width: document.body.getBoundingClientRect().width,
        padding: getComputedStyle(document.body).paddingInlineStart,
      }));
      assert.ok(width < 900, `the column is ${width} px wide`);
      assert.equal(padding, '16px');
    }));

  test('permalinks and edit links in headings are hidden, also in the title', () =>
    session.onPage('documentation.html', {}, async (page) => {
      await page.evaluate(() => {
        for (const heading of document.querySelectorAll('h1, h2, h3')) {
          heading.insertAdjacentHTML(
            'beforeend',
            '<a href="#here" class="here">¶</a><span>[<a href="?edit">edit</a>]</span>',
          );
          heading.insertAdjacentHTML('afterbegin', '<a href="#here" class="here">#</a>');
        }
      });
      await session.open(page);
      await session.show(page, 'inspect');
      const blocks = (await marked(page)).join('');
      await session.show(page, 'simplify');
      const { text, ...faults } = await painted(page);
      assert.doesNotMatch(text, /[¶#]|\[edit\]/);
      assert.equal(text, blocks);
      assert.deepEqual(faults, { small: [], outside: [], sideways: 0 });
      const shown = await page.$$eval(
        'h1, h2, h3',
        (list) => list.filter((heading) => heading.checkVisibility()).length,
      );
      assert.ok(shown > 1, `${shown} headings are shown`);
    }));

  test('the background color of the content moves to the body, and others are removed', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        const main = document.querySelector('main');
        main.style.backgroundColor = 'rgb(255, 255, 255)';
        main.parentElement.style.backgroundColor = 'rgb(1, 2, 3)';
      });
      await session.open(page);
      await session.show(page, 'simplify');
      const colors = await page.evaluate(() =>
        ['main', ':has(> main)', 'body'].map((selector) => {
          const { display, backgroundColor } = getComputedStyle(document.querySelector(selector));
          // An element without a box has no background.
          return display === 'contents' ? 'rgba(0, 0, 0, 0)' : backgroundColor;
        }),
      );
      assert.deepEqual(colors, ['rgba(0, 0, 0, 0)', 'rgba(0, 0, 0, 0)', 'rgb(255, 255, 255)']);
    }));

  test('the page keeps its colors and fonts', () =>
    session.onPage('news.html', {}, async (page) => {
      const look = () =>
        page.evaluate(() =>
          ['h1', 'p.lead', '.byline', 'blockquote', 'main a'].map((selector) => {
            const style = getComputedStyle(document.querySelector(selector));
            return [selector, style.color, style.fontFamily, style.fontWeight, style.fontStyle].join(' ');
          }),
        );
      const before = await look();
      await session.open(page);
      await session.show(page, 'simplify');
      assert.deepEqual(await look(), before);
    }));

  test('content that the page adds later is hidden', () =>
    session.inViewOf('simplify', 'news.html', {}, async (page) => {
      const before = (await painted(page)).text;
      const shown = await page.evaluate(async () => {
        const intruder = document.createElement('div');
        intruder.textContent = 'A word from our sponsor';
        intruder.style.cssText = 'position: fixed; inset: 0; display: block';
        document.body.prepend(intruder);
        document.querySelector('main').prepend(intruder.cloneNode(true));
        // The state at the browser's next paint.
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        return intruder.checkVisibility();
      });
      assert.equal(shown, false);
      assert.equal((await painted(page)).text, before);
    }));

  test("stray text beside kept parts isn't shown", () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => document.querySelector('main').before('Tides of the week: late. ', 'Wind: none.'));
      await session.open(page);
      await session.show(page, 'inspect');
      const blocks = (await marked(page)).join('');
      assert.doesNotMatch(blocks, /Tidesoftheweek/, 'it is kept, so this test checks nothing');
      await session.show(page, 'simplify');
      const { text } = await painted(page);
      assert.doesNotMatch(text, /Tidesoftheweek|Wind:none/);
      assert.equal(text, blocks);
    }));

  test('important declarations in layers and style attributes cannot show removed content', () =>
    session.onPage('news.html', { viewport: { width: 360, height: 700 } }, async (page) => {
      await page.evaluate(() => {
        const style = document.createElement('style');
        style.textContent = `
          @layer base { @layer inner { nav, footer, aside { display: block !important; } } p { font-size: 11px !important; } }
          @layer late { main { inline-size: 1400px !important; } footer { visibility: visible !important; } }`;
        document.head.prepend(style);
        const banner = document.createElement('div');
        banner.innerHTML = '<p>We value your privacy</p>';
        banner.style.cssText =
          'display: block !important; position: fixed !important; inset: auto 0 0 !important; height: 200px !important; z-index: 99';
        document.body.append(banner);
      });
      await session.open(page);
      await session.show(page, 'inspect');
      const blocks = (await marked(page)).join('');
      await session.show(page, 'simplify');
      const { text, ...faults } = await painted(page);
      assert.equal(text, blocks);
      assert.doesNotMatch(text, /privacy|Notices/);
      assert.deepEqual(faults, { small: [], outside: [], sideways: 0 });
    }));

  test("removed frames and embeds don't reload", () =>
    session.onPage('news.html', {}, async (page) => {
      const mark = session.server.requests.length;
      await page.evaluate(() => {
        const put = (name, attribute) =>
          new Promise((resolve) => {
            const element = document.createElement(name);
            element.setAttribute(attribute, `poem.html?${name}`);
            element.addEventListener('load', resolve);
            const box = document.createElement('div');
            box.append(element);
            document.body.append(box);
          });
        return Promise.all([put('iframe', 'src'), put('object', 'data'), put('embed', 'src')]).then(() => {
          document.querySelector('iframe').contentWindow.scrollTo(0, 120);
        });
      });
      await session.open(page);
      for (const view of ['simplify', 'inspect', 'simplify']) await session.show(page, view);
      await session.leave(page);
      await rest(page, 300);
      const requested = session
        .requestsSince(mark)
        .map((request) => /poem[.]html[?]\w+/.exec(request)?.[0])
        .filter(Boolean);
      assert.deepEqual(requested.toSorted(), ['poem.html?embed', 'poem.html?iframe', 'poem.html?object']);
      assert.equal(await page.evaluate(() => document.querySelector('iframe').contentWindow.scrollY), 120);
    }));

  test('links within the text work without closing Simplify', () =>
    session.inViewOf('simplify', 'wide.html', { viewport: { width: 360, height: 500 } }, async (page) => {
      await page.evaluate(() => document.querySelector('a[href="#end"]').click());
      await page.waitForFunction(() => location.hash === '#end' && window.scrollY > 100);
      assert.ok(await page.$('[data-pith=simplify]'));
    }));

  test('on a phone, a page made for larger screens fits the screen', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('only Chromium emulates a phone');
    const viewport = { width: 360, height: 740, isMobile: true, hasTouch: true };
    return session.inViewOf('simplify', 'old.html', { viewport }, async (page) => {
      const found = await page.evaluate(() => {
        const paragraph = [...document.querySelectorAll('td p')].find((p) => p.checkVisibility());
        const { scale, width } = visualViewport;
        const range = document.createRange();
        range.selectNodeContents(paragraph);
        const rect = range.getBoundingClientRect();
        return {
          scale,
          right: rect.right - width,
          line: parseFloat(getComputedStyle(paragraph).fontSize) * (paragraph.currentCSSZoom ?? 1) * scale,
          sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        };
      });
      assert.ok(found.scale < 0.9, 'the page is not wider than the screen, so this test checks nothing');
      assert.ok(found.right <= 1 && found.sideways === 0, JSON.stringify(found));
      assert.ok(found.line >= 15.5, JSON.stringify(found));
      const large = await session.inView(
        page,
        'simplify',
        (root) => root.querySelector('button.back').getBoundingClientRect().width * visualViewport.scale,
      );
      assert.ok(large >= 43, `a button is ${large} px wide`);
    });
  });

  for (const policy of variants(['strict', 'bare', 'sandbox'])) {
    test(`Simplify works under “${policy}”`, () =>
      session.inViewOf('simplify', 'news.html', { policy }, async (page) => {
        const { text } = await painted(page);
        assert.ok(text.includes('Thevotetooklesstime') && !text.includes('Sealpup'), text.slice(0, 200));
      }));
  }

  test('the controls can be used while the page has a modal dialog open', () =>
    session.inViewOf('simplify', 'dialog.html', {}, async (page) => {
      const place = await session.inView(page, 'simplify', (root) => {
        const { left, top, width, height } = root.querySelector('button.back').getBoundingClientRect();
        return [left + width / 2, top + height / 2];
      });
      await page.mouse.click(...place);
      await page.waitForFunction(() => !document.querySelector('[data-pith=simplify]'));
    }));

  test('axe finds nothing in the controls', () =>
    session.inViewOf('simplify', 'news.html', {}, async (page) => {
      assert.deepEqual(await axeIn(session, page, 'simplify'), []);
    }));
}
