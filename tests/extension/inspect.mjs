// Inspect: the page itself, unchanged, with the detected article highlighted.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { marked } from './contents.mjs';
import { forgetChanges, panelIn } from './removed-panel.mjs';
import { watch, written } from './removed-parts-over-page.mjs';
import { until, viewOf } from './session.mjs';
import { controls } from './simplify.mjs';

/** Returns the removed parts in the overlay: reason, and box in the window's viewport. */
const parts = (session, page) =>
  session.inView(page, 'inspect', (root) =>
    [...root.querySelectorAll('.part')].map((part) => {
      const { left, top, width, height } = part.getBoundingClientRect();
      return { reason: part.ariaLabel, left, top, width, height };
    }),
  );

const tip = (session, page) =>
  session.inView(page, 'inspect', (root) => {
    const { hidden, textContent } = root.querySelector('.tip');
    return hidden ? null : textContent;
  });

export function inspect(session) {
  test("the legend shows the article's share of words and the number of removed parts", () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const { legend, left, scale } = await session.inView(page, 'inspect', (root) => ({
        legend: root.querySelector('.legend').innerText,
        left: root.querySelector('.pith-left').textContent,
        scale: root.querySelector('.scale').checkVisibility(),
      }));
      const share = Number(/Article\s+(\d+)\s?% of the text/.exec(legend)?.[1]);
      assert.ok(share > 50 && share < 100, legend);
      assert.match(left, /^\d+ parts removed$/);
      const names = (await parts(session, page)).map(({ reason }) => reason);
      for (const reason of ['Comments', 'Ads', 'Related articles'])
        assert.ok(names.includes(reason), `no ${reason} among ${names}`);
      assert.equal(scale, false, 'the density scale is shown only with densities');
    }));

  test('a click on a part opens a card with reason and Restore, without following links', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const url = page.url();
      const card = () =>
        session.inView(page, 'inspect', (root) => {
          const box = root.querySelector('.sheet.card');
          return box?.matches(':popover-open') ? box.textContent : null;
        });
      const at = (selector) =>
        page.evaluate((wanted) => {
          const element = document.querySelector(wanted);
          element.scrollIntoView({ block: 'center', behavior: 'instant' });
          const { left, top, height } = element.getBoundingClientRect();
          return [left + 12, top + height / 2];
        }, selector);
      await page.mouse.click(...(await at('.byline a')));
      assert.match((await until(card, Boolean)) ?? '', /Ines Calloway/);
      assert.equal(page.url(), url);
      await page.keyboard.press('Escape');
      assert.equal(await until(card, (text) => text === null), null);
      assert.equal(await viewOf(page), 'inspect');
      await page.mouse.click(...(await at('.comments p')));
      const text = await until(card, Boolean);
      assert.match(text, /^Comments.*saltmarsh_joe.*Restore.*Show in list/s);
      assert.deepEqual(await axeIn(session, page, 'inspect'), []);
      const before = await session.inView(page, 'inspect', (root) => root.querySelector('.pith-left').textContent);
      await session.inView(page, 'inspect', (root) => root.querySelector('.card .restore').click());
      const left = () => session.inView(page, 'inspect', (root) => root.querySelector('.pith-left').textContent);
      assert.notEqual(await until(left, (now) => now !== before), before);
      await forgetChanges(session);
    }));

  test('removed parts show their reason on hover and on focus', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      assert.equal(await tip(session, page), null);
      const comments = await page.evaluate(() => {
        const element = document.querySelector('.comments p');
        element.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top, height } = element.getBoundingClientRect();
        return [left + 20, top + height / 2];
      });
      await page.mouse.move(...comments);
      const said = await until(
        () => tip(session, page),
        (reason) => reason !== null,
      );
      assert.equal(said, 'Comments');
      await page.evaluate(() => document.body.dispatchEvent(new PointerEvent('pointerout', { bubbles: true })));
      assert.equal(await tip(session, page), null, 'the mouse has left the window');
      const text = await page.evaluate(() => {
        const { left, top } = document.querySelector('main h1').getBoundingClientRect();
        window.scrollBy({ top: top - 300, behavior: 'instant' });
        return [left + 10, 310];
      });
      await page.mouse.move(...text);
      assert.equal(await tip(session, page), null);
      await session.inView(page, 'inspect', (root) => root.querySelector('.overlay .part').focus());
      const first = await tip(session, page);
      assert.ok(first?.length > 3, `the first part shows ${first}`);
      await page.keyboard.press('Tab');
      const focused = await session.inView(page, 'inspect', (root) => root.activeElement?.ariaLabel);
      assert.equal(await tip(session, page), focused);
    }));

  test('the overlay lets the mouse through to the page', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const hit = await page.evaluate(() => {
        const { left, top, width, height } = document.querySelector('nav.sections a').getBoundingClientRect();
        return document.elementFromPoint(left + width / 2, top + height / 2).localName;
      });
      assert.equal(hit, 'a');
    }));

  test('the overlay follows the page when it is laid out late, scrolled, or resized', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const off = async () => {
        const box = await page.evaluate(() => {
          const { top, left } = document.querySelector('.comments textarea, .comments h2').getBoundingClientRect();
          return { top, left };
        });
        const found = (await parts(session, page)).find(({ reason }) => reason === 'Comments');
        return Math.abs(found.top - box.top);
      };
      const near = async (what) => {
        const distance = await until(off, (px) => px <= 60);
        assert.ok(distance <= 60, `${what}: ${distance} px off`);
      };
      await near('at first');
      await page.evaluate(() => (document.querySelector('main figure').style.height = '2000px'));
      await near('after late layout');
      // The page keeps its size.
      await page.evaluate(
        () => (document.querySelector('.comments').style.cssText = 'position: relative; top: -200px'),
      );
      await near('after a move');
      await page.evaluate(() => window.scrollTo({ top: 1500, behavior: 'instant' }));
      await near('after scrolling');
      await page.setViewport({ width: 700, height: 600 });
      await near('after resizing');
      const size = await session.inView(page, 'inspect', (root) => {
        const { width, height } = root.querySelector('.overlay').getBoundingClientRect();
        const { scrollWidth, scrollHeight } = document.documentElement;
        return [width - scrollWidth, height - scrollHeight].map(Math.round);
      });
      assert.deepEqual(size, [0, 0]);
    }));

  test('a removed part that the page hides leaves the overlay', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const comments = async () => (await parts(session, page)).filter(({ reason }) => reason === 'Comments').length;
      assert.ok((await comments()) > 0);
      await page.evaluate(() => (document.querySelector('.comments').style.display = 'none'));
      assert.equal(await until(comments, (count) => count === 0), 0);
    }));

  test("the page's pop-ups are hidden until requested, and restored afterwards", () =>
    session.onPage('news.html', { viewport: { width: 390, height: 844 } }, async (page) => {
      await page.evaluate(() => {
        const notice = document.querySelector('.cookies');
        notice.style.transition = 'opacity 1s, visibility 1s';
        const shade = document.createElement('div');
        shade.className = 'shade';
        shade.style.cssText = 'position: fixed; inset: 0; background: rgb(0 0 0 / 0.5)';
        notice.before(shade);
      });
      const look = () =>
        page.evaluate(() =>
          ['.cookies', '.cookies button', '.shade', 'main p'].map((name) => {
            const found = document.querySelector(name);
            const { left, top, width, height } = found.getBoundingClientRect();
            const { visibility, opacity } = getComputedStyle(found);
            return { visibility, opacity, box: [left, top + scrollY * (name === 'main p'), width, height] };
          }),
        );
      const shown = async (...wanted) => {
        const seen = () => look().then((all) => all.map(({ visibility }) => visibility === 'visible'));
        assert.deepEqual(await until(seen, (now) => String(now) === String(wanted)), wanted);
      };
      const before = await look();
      await session.open(page);
      await session.show(page, 'inspect');
      await watch(page);
      await shown(false, false, false, true);
      assert.deepEqual(
        (await look()).map(({ box }) => box),
        before.map(({ box }) => box),
        'nothing else moves',
      );
      // The same parts at their new positions.
      await page.evaluate(() => document.body.prepend(document.createElement('div'), document.createElement('div')));
      await page.evaluate(() => (window.written = []));
      await shown(false, false, false, true);
      const isOn = () => session.inView(page, 'inspect', (root) => root.querySelector('.pop-ups').ariaPressed);
      const toggle = () => session.inView(page, 'inspect', (root) => root.querySelector('.pop-ups').click());
      await toggle();
      await shown(true, true, true, true);
      assert.equal(await isOn(), 'true');
      await toggle();
      await shown(false, false, false, true);
      const panel = panelIn(session, page, 'inspect');
      await panel.open();
      await panel.focus('214 partners', '.chip');
      await page.keyboard.press('Enter');
      await panel.focus('214 partners', '.show-on-page');
      await page.keyboard.press('Enter');
      await shown(true, true, true, true);
      assert.equal(await until(isOn, (on) => on === 'true'), 'true', 'showing a pop-up from the list shows pop-ups');
      await session.inView(page, 'inspect', (root) => root.querySelector('.pop-ups').click());
      assert.deepEqual(await written(page), []);
      await session.leave(page);
      assert.deepEqual(await look(), before);
      assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
    }));

  test('elements over the text are dimmed, and so are rows of links in it', () =>
    session.onPage('news.html', { viewport: { width: 1280, height: 700 } }, async (page) => {
      await page.evaluate(() => {
        const header = document.createElement('header');
        header.innerHTML =
          '<nav><a href="a">Front page</a> <a href="b">Weather</a> <a href="c">Harbour</a> <a href="d">Archive</a></nav>';
        header.style.cssText = 'position: sticky; top: 0; height: 80px; background: #fff; z-index: 9';
        document.body.prepend(header);
        const share = document.createElement('div');
        share.className = 'share';
        share.innerHTML = '<a href="#s1">Share this story</a> <a href="#s2">Tweet</a> <a href="#s3">Print</a>';
        share.style.cssText = 'float: right; width: 120px';
        document.querySelector('main p.lead').before(share);
        // Neither has text, so there is no block and no reason.
        const icons = document.createElement('div');
        icons.className = 'icons';
        icons.style.cssText = 'width: 200px; height: 24px; background: #ddd';
        document.querySelector('main p.lead').after(icons);
        const picture = document.querySelector('main figure img');
        const link = document.createElement('a');
        link.href = '#whole';
        picture.style.display = 'inline';
        picture.before(link);
        link.append(picture);
      });
      await session.open(page);
      await session.show(page, 'inspect');
      const dimmed = async (selector) => {
        const [x, y] = await page.evaluate((name) => {
          const { left, top, height } = document.querySelector(name).getBoundingClientRect();
          return [left + 20 + scrollX, top + height / 2 + scrollY];
        }, selector);
        return session.inView(
          page,
          'inspect',
          (root, ...point) => root.querySelector('.dim').isPointInFill(new DOMPoint(...point)),
          x,
          y,
        );
      };
      await page.evaluate(() =>
        window.scrollBy({
          top: document.querySelector('main p.lead').getBoundingClientRect().top - 110,
          behavior: 'instant',
        }),
      );
      await page.evaluate(
        () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
      );
      assert.deepEqual(
        [
          await dimmed('body > header a:nth-child(4)'),
          await dimmed('main .share a'),
          await dimmed('main .icons'),
          await dimmed('main p.lead'),
          // An image in a link.
          await dimmed('main figure img'),
        ],
        [true, true, true, false, false],
      );
    }));

  test('the line beside the text stops at bars that cover the page, at any scroll position', () =>
    session.onPage('blog.html', { viewport: { width: 1280, height: 700 } }, async (page) => {
      await page.evaluate(() => {
        const bar = (name, place, text) => {
          const element = document.createElement('div');
          element.id = name;
          element.textContent = text;
          element.style.cssText = `position: fixed; left: 0; right: 0; ${place}; height: 60px; background: #246; color: #fff; z-index: 9`;
          document.body.append(element);
        };
        bar('news', 'bottom: 0', 'Breaking: the lifeboat has been called out again this morning');
        bar('menu', 'top: 0', 'Home Weather Boats');
        // Contains other elements and hides nothing.
        const toasts = document.createElement('div');
        toasts.innerHTML = '<a href="#chat" style="position: absolute; right: 0; top: 45%">Chat</a>';
        toasts.style.cssText = 'position: fixed; inset: 0; pointer-events: none';
        document.body.append(toasts);
      });
      await session.open(page);
      await session.show(page, 'inspect');
      await session.inView(page, 'inspect', (root) => root.querySelector('.pop-ups').click());
      for (const share of [0.3, 0.6]) {
        await page.evaluate((part) => {
          const { scrollHeight } = document.documentElement;
          window.scrollTo({ top: part * (scrollHeight - innerHeight), behavior: 'instant' });
        }, share);
        await page.evaluate(
          () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve)))),
        );
        const at = await session.inView(page, 'inspect', (root) => {
          const edge = root.querySelector('.edge');
          const dim = root.querySelector('.dim');
          const { x, width } = edge.getBBox();
          const marks = (top) => {
            const points = Array.from({ length: width }, (_, i) => new DOMPoint(x + i + 0.5, top + scrollY));
            return points.some((point) => edge.isPointInFill(point));
          };
          const dims = (top) => dim.isPointInFill(new DOMPoint(x + 60, top + scrollY));
          return [20, 330, 680].map((top) => [marks(top), dims(top)]);
        });
        assert.deepEqual(
          at,
          [
            [false, true],
            [true, false],
            [false, true],
          ],
          `scrolled by ${share}`,
        );
      }
    }));

  /** Returns whether points of the document are dimmed. */
  const areDimmed = (page, points) =>
    session.inView(
      page,
      'inspect',
      (root, list) => list.map((point) => root.querySelector('.dim').isPointInFill(new DOMPoint(...point))),
      points,
    );

  test("images aren't dimmed, nor are the gaps between headings and their text", () =>
    session.inViewOf('inspect', 'pictures.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const [pictures, gaps] = await page.evaluate(() => [
        [...document.querySelectorAll('main figure img')].map((picture) => {
          const { top, left, width, height } = picture.getBoundingClientRect();
          return [left + width / 2 + scrollX, top + height / 2 + scrollY];
        }),
        [...document.querySelectorAll('main h2')].map((heading) => {
          const { bottom, left } = heading.getBoundingClientRect();
          const { top } = heading.nextElementSibling.getBoundingClientRect();
          return [left + 20 + scrollX, (bottom + top) / 2 + scrollY];
        }),
      ]);
      assert.ok(pictures.length > 2);
      const dimmed = [...(await areDimmed(page, pictures)), ...(await areDimmed(page, gaps))];
      assert.ok(!dimmed.includes(true), JSON.stringify(dimmed));
    }));

  test('adjacent paragraphs of the article share a frame, and only one highlight is registered', () =>
    session.inViewOf('inspect', 'news.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      const painted = await page.evaluate(() => [...CSS.highlights.keys()].filter((name) => name.startsWith('pith')));
      assert.deepEqual(painted, ['pith-content']);
      const paragraphs = await page.$$eval('main p', (list) => list.length);
      const frames = await session.inView(
        page,
        'inspect',
        (root) => root.querySelector('.frame').getAttribute('d').match(/M/g).length,
      );
      // Four sides each, minus covered ones.
      assert.ok(frames >= 4 && frames / 4 < paragraphs, `${frames} sides for ${paragraphs} paragraphs`);
    }));

  test('the article is clear under invisible boxes and over backgrounds, and dimmed where clipped', () =>
    session.onPage('news.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.evaluate(() => {
        const title = document.querySelector('main h1');
        const make = (style, html) => {
          const box = document.createElement('div');
          box.style.cssText = style;
          box.innerHTML = html;
          return box;
        };
        const over = 'position: absolute; inset: 0;';
        const head = make('position: relative; padding: 60px 0', '');
        head.className = 'hero';
        title.replaceWith(head);
        // A background with its own words behind the title, and a box over it that appears on hover.
        head.append(
          make(
            `${over} z-index: 0; background: #cde`,
            '<div class="promo"><a href="#a">Subscribe</a> <a href="#b">Tips</a></div>',
          ),
        );
        title.style.cssText = 'position: relative; z-index: 1';
        head.append(title);
        head.append(
          make(
            `${over} z-index: 2; background: #fff; opacity: 0`,
            '<div class="share"><a href="#s">Share this</a></div>',
          ),
        );
        // A paragraph that its box clips before the next column.
        const paragraph = [...document.querySelectorAll('main p:not(.lead)')].find(
          ({ textContent }) => textContent.length > 200,
        );
        const crop = make('overflow: hidden', '');
        crop.className = 'crop';
        paragraph.style.width = '1100px';
        paragraph.replaceWith(crop);
        crop.append(paragraph);
      });
      await session.open(page);
      await session.show(page, 'inspect');
      const points = await page.evaluate(() => {
        const title = document.querySelector('main h1').getBoundingClientRect();
        const crop = document.querySelector('.crop').getBoundingClientRect();
        return [
          [title.left + 40 + scrollX, title.top + title.height / 2 + scrollY],
          [crop.left + 40 + scrollX, crop.top + crop.height / 2 + scrollY],
          [crop.right + 120 + scrollX, crop.top + crop.height / 2 + scrollY],
        ];
      });
      assert.deepEqual(await areDimmed(page, points), [false, false, true]);
    }));

  test('the density option shades blocks by density', () =>
    session.inViewOf('inspect', 'news.html', {}, async (page) => {
      const shades = () =>
        session.inView(page, 'inspect', (root) =>
          [...root.querySelectorAll('.overlay .shade')].map((path) => path.getAttribute('class')).toSorted(),
        );
      assert.deepEqual(await shades(), []);
      await session.inView(page, 'inspect', (root) => root.querySelector('.densities').click());
      const painted = await until(shades, ({ length }) => length >= 3);
      assert.ok(painted.length >= 3 && painted.includes('shade shade-5'), painted.join());
      assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
      await session.inView(page, 'inspect', (root) => root.querySelector('.densities').click());
      assert.deepEqual(await until(shades, ({ length }) => length === 0), []);
    }));

  test("text in a frame is highlighted too, by its own document's highlight registry", () =>
    session.inViewOf('inspect', 'frame.html', {}, async (page) => {
      const marks = () =>
        page.evaluate(() =>
          [window, document.querySelector('iframe').contentWindow].map((view) => [
            view.CSS.highlights.size,
            view.document.adoptedStyleSheets.length,
          ]),
        );
      assert.deepEqual((await marks())[1], [1, 1]);
      await session.leave(page);
      assert.deepEqual(await marks(), [
        [0, 0],
        [0, 0],
      ]);
    }));

  for (const width of variants([320, 768])) {
    test(`the controls fit at ${width} px`, () =>
      session.inViewOf('inspect', 'news.html', { viewport: { width, height: 700 } }, async (page) => {
        const buttons = await controls(session, page, 'inspect');
        assert.ok(buttons.length >= 4);
        assert.deepEqual(
          buttons.filter(({ large, label }) => !large || !label),
          [],
        );
        const dock = await session.inView(page, 'inspect', (root) => {
          const { left, right, bottom } = root.querySelector('.dock').getBoundingClientRect();
          return [left >= 0, right <= innerWidth + 0.5, bottom <= innerHeight + 0.5];
        });
        assert.deepEqual(dock, [true, true, true]);
      }));
  }

  test('removed parts are shown even without an article', () =>
    session.inViewOf('inspect', 'nothing.html', {}, async (page) => {
      assert.ok((await parts(session, page)).length > 0);
      const message = await session.inView(page, 'inspect', (root) => root.querySelector('.message').innerText);
      assert.ok(message.trim().length > 40, message);
      const line = await session.inView(page, 'inspect', (root) => root.querySelector('.legend').innerText);
      assert.doesNotMatch(line, /%/, 'shows a share without an article');
      assert.deepEqual(await marked(page), [], 'highlights text without an article');
    }));

  for (const path of variants(['ar.html', 'news.html', 'nothing.html'])) {
    test(`axe finds no violations in the controls on ${path}`, () =>
      session.inViewOf('inspect', path, {}, async (page) => {
        assert.deepEqual(await axeIn(session, page, 'inspect'), []);
      }));
  }
}
