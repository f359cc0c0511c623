// Reader, Simplify, and Inspect share one detection: the same blocks, at the same reading position, on the page that
// they restore.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { marked, painted, paragraphsOf, read, topOf } from './contents.mjs';
import { playsOn, sameNodes, state, unsettle } from './leaving.mjs';
import { panelIn } from './removed-panel.mjs';
import { reader, until, viewOf } from './session.mjs';

const LONG = 'magazine.html?elements=1500';

/** Ten switches of views, in which each view follows each other one. */
const TEN_VIEWS = [
  'inspect',
  'simplify',
  'reader',
  'simplify',
  'inspect',
  'reader',
  'inspect',
  'reader',
  'simplify',
  'inspect',
];

/**
 * Scrolls the view by some px as a user does, and waits until it is painted: parts of a long article get their height
 * then.
 */
async function scroll(page, session, distance) {
  if ((await viewOf(page)) === 'reader') {
    await session.inFrame(
      page,
      (root, by) => root.querySelector('.scroll').scrollBy({ top: by, behavior: 'instant' }),
      distance,
    );
  } else {
    await page.evaluate((by) => window.scrollBy({ top: by, behavior: 'instant' }), distance);
  }
  await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted))));
}

/** Returns the number of elements in the article, and of origins that the core gives for them. */
export function counts(session, page) {
  return session.browser.isolated(page, async () => {
    // Large pages are read in the background.
    const detection = await globalThis.pithCore.detect(Promise.resolve(new Uint8Array()));
    const origins = detection.origins();
    const html = detection.html();
    detection.free();
    const { body } = new DOMParser().parseFromString(html, 'text/html');
    return { elements: body.querySelectorAll('*').length, origins: origins.length };
  });
}

export function views(session) {
  const paths = [
    'shadow.html',
    'frame.html',
    'news.html',
    'blog.html',
    'documentation.html',
    'forum.html',
    'zh.html',
    'ar.html',
    'dialog.html',
    'recipe.html',
    'poem.html',
  ];
  for (const path of variants(paths, 3)) {
    test(`${path}: all three views show the same text`, () =>
      session.inReader(path, {}, async (page) => {
        const { body, head } = await read(page);
        await session.show(page, 'inspect');
        const blocks = await marked(page);
        await session.show(page, 'simplify');
        const { text } = await painted(page);
        assert.equal(text, blocks.join(''), 'Simplify and Inspect differ');
        // Title and byline are in Reader's header, in its own format.
        const foreign = blocks.filter((block) => !body.includes(block) && !head.includes(block));
        assert.ok(foreign.join('').length <= 80, `not in the reader: ${JSON.stringify(foreign)}`);
        let rest = body;
        for (const block of blocks) rest = rest.replace(block, '');
        assert.equal(rest, '', 'only in the reader');
      }));
  }

  test('on a phone, over a page wider than the screen, views keep the reading position', (t) => {
    if (!session.browser.emulatesPhones) return t.skip('only Chromium emulates a phone');
    // Reader and its scroller are zoomed there, so they scroll in other px than they are measured in.
    const viewport = { width: 360, height: 740, isMobile: true, hasTouch: true };
    return session.onPage(LONG, { viewport }, async (page) => {
      const paragraphs = await paragraphsOf(page, 'body');
      await page.evaluate(() => window.scrollTo({ top: 3_000, behavior: 'instant' }));
      const [before, top] = [await topOf(page, paragraphs), await page.evaluate(() => window.scrollY)];
      assert.ok(before > 10 && top === 3_000);
      await session.open(page);
      assert.equal(await topOf(page, paragraphs), before, 'in the reader');
      await session.show(page, 'simplify');
      assert.equal(await topOf(page, paragraphs), before, 'in Simplify');
      await session.leave(page);
      assert.equal(await page.evaluate(() => window.scrollY), top);
    });
  });

  for (const path of variants(['media.html', 'news.html', 'documentation.html', 'recipe.html'])) {
    test(`${path}: every element in Reader has an origin on the page`, (t) => {
      if (!session.browser.isolated) return t.skip('no protocol reaches the sandbox of a content script in Firefox');
      return session.inReader(path, {}, async (page) => {
        const { elements, origins } = await counts(session, page);
        assert.ok(elements > 5);
        assert.equal(origins, elements);
      });
    });
  }

  test('a click asks the core for blocks only if the page is scrolled', (t) => {
    if (!session.browser.isolated) return t.skip('no protocol reaches the sandbox of a content script in Firefox');
    return session.inReader(LONG, {}, async (page) => {
      await session.leave(page);
      await session.browser.isolated(page, () => {
        const { detect } = globalThis.pithCore;
        globalThis.blockCalls = 0;
        Object.defineProperty(globalThis, 'pithCore', {
          configurable: true,
          value: {
            detect: () => {
              const detection = detect();
              detection.blocks = () => {
                globalThis.blockCalls += 1;
                return Object.getPrototypeOf(detection).blocks.call(detection);
              };
              return detection;
            },
          },
        });
      });
      const blockCalls = () => session.browser.isolated(page, () => globalThis.blockCalls);
      await session.open(page);
      await session.leave(page);
      assert.equal(await blockCalls(), 0);
      await page.evaluate(() => document.querySelectorAll('article p')[20].scrollIntoView());
      await session.open(page);
      assert.equal(await blockCalls(), 1);
    });
  });

  test('a page scrolled only to its title opens at the beginning', () =>
    session.onPage('news.html', {}, async (page) => {
      await page.evaluate(() => {
        document.querySelector('main').style.marginTop = '600px';
        window.scrollBy({ top: document.querySelector('h1').getBoundingClientRect().top - 5, behavior: 'instant' });
      });
      assert.ok(await page.evaluate(() => window.scrollY > 300));
      const scrolled = () => page.evaluate(() => window.scrollY);
      const before = await scrolled();
      await session.open(page);
      assert.equal(await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop), 0);
      await session.leave(page);
      assert.equal(await scrolled(), before, 'Reader was not scrolled either');
    }));

  test('Reader continues at the paragraph that was read in a frame', () =>
    session.onPage('frame.html', { viewport: { width: 700, height: 300 } }, async (page) => {
      await page.evaluate(() => {
        const paragraphs = [...document.querySelector('iframe').contentDocument.querySelectorAll('p')];
        window.read = paragraphs.filter(({ textContent }) => textContent.length > 100)[3];
        window.read.scrollIntoView({ behavior: 'instant' });
      });
      assert.ok(
        await page.evaluate(() => window.scrollY > 300),
        'the window is not scrolled, so this test checks nothing',
      );
      await session.open(page);
      const off = await page.evaluate(() => {
        const flat = ({ textContent }) => textContent.replace(/\s+/g, '');
        const same = [...document.querySelectorAll('[data-pith=reader] .pith-body p')].find(
          (paragraph) => flat(paragraph) === flat(window.read),
        );
        return same.getBoundingClientRect().top;
      });
      const top = await session.inFrame(page, (root) => root.querySelector('.scroll').getBoundingClientRect().top);
      assert.ok(Math.abs(off - top) <= 60, `${off - top} px from the top`);
    }));

  test('a page that scrolls in its own box opens at the paragraph read', () =>
    session.onPage(LONG, {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await page.evaluate(() => {
        document.documentElement.style.height = '100%';
        document.body.style.cssText = 'height: 100vh; overflow: auto; margin: 0';
        document.documentElement.style.overflow = 'hidden';
        document.querySelectorAll('article p')[30].scrollIntoView();
      });
      const before = await topOf(page, paragraphs);
      assert.deepEqual([before >= 29, await page.evaluate(() => window.scrollY)], [true, 0]);
      await session.open(page);
      const now = await topOf(page, paragraphs);
      assert.ok(Math.abs(now - before) <= 1, `paragraph ${now}, not ${before}`);
    }));

  for (const box of variants(['body', 'article'])) {
    test(`a page that scrolls in its ${box} is restored at the paragraph read`, () =>
      session.onPage(LONG, {}, async (page) => {
        const paragraphs = await paragraphsOf(page, 'article');
        await page.evaluate((name) => {
          document.documentElement.style.overflow = 'hidden';
          document.querySelector(name).style.cssText = 'height: 100vh; overflow: auto; margin: 0';
        }, box);
        await session.open(page);
        await scroll(page, session, 3_000);
        const before = await topOf(page, paragraphs);
        assert.ok(before > 10, `the test begins at paragraph ${before}`);
        await session.leave(page);
        const scrolled = await page.$eval(box, ({ scrollTop }) => scrollTop);
        assert.ok(scrolled > 1_000, `scrolled by ${scrolled} px`);
      }));
  }

  test('the top paragraph stays in place through every change of view', () =>
    session.onPage(LONG, {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      const top = () => topOf(page, paragraphs);
      await page.evaluate(() => document.querySelectorAll('article p')[60].scrollIntoView());
      let before = await top();
      assert.ok(before > 40, `the test begins at paragraph ${before}`);
      const near = async (where) => {
        // Before its first frame, a view has nothing at that point.
        const now = await until(top, (found) => found !== null);
        assert.ok(now !== null && Math.abs(now - before) <= 1, `${where}: paragraph ${now}, not ${before}`);
      };
      await session.open(page);
      await near('page → reader');
      for (const view of ['simplify', 'inspect', 'reader', 'inspect', 'simplify', 'reader']) {
        await scroll(page, session, 900);
        const from = `${await viewOf(page)} → ${view}`;
        const moved = await top();
        assert.notEqual(moved, before, 'nothing was scrolled');
        before = moved;
        await session.show(page, view);
        await near(from);
      }
      await scroll(page, session, -1500);
      before = await top();
      await session.leave(page);
      await near('reader → page');
    }));

  test('progress within one long paragraph carries over to the page', () =>
    session.onPage(LONG, { viewport: { width: 1280, height: 600 } }, async (page) => {
      await page.evaluate(() => {
        window.long = document.querySelectorAll('article p')[20];
        window.long.textContent = `${window.long.textContent} `.repeat(40);
        window.long.scrollIntoView({ behavior: 'instant' });
      });
      const top = () => page.evaluate(() => window.long.getBoundingClientRect().top);
      const before = await top();
      await session.open(page);
      await scroll(page, session, 500);
      await session.leave(page);
      assert.ok((await top()) < before - 200, `${before} and ${await top()} px from the top`);
    }));

  test('if the page hides what was read last, it is restored at earlier text', () =>
    session.inReader(LONG, {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await scroll(page, session, 1_000_000);
      await page.evaluate(() => {
        // Style changes alone aren't observed.
        for (const element of [...document.querySelectorAll('article > *')].slice(-30)) element.style.display = 'none';
      });
      await session.leave(page);
      const left = await topOf(page, paragraphs);
      assert.ok(left > paragraphs.length / 2, `paragraph ${left} of ${paragraphs.length}`);
    }));

  /** Waits until a change and its effects are laid out. */
  const laidOut = async (page) => {
    for (let frame = 0; frame < 6; frame += 1) await page.evaluate(() => new Promise(requestAnimationFrame));
  };

  test('in a long manual, the top paragraph stays in place through every width and size', whenAll, () =>
    session.inReader('manual.html', {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      const wander = [];
      for (const share of [0.3, 0.97]) {
        await session.inFrame(
          page,
          (root, at) => {
            const box = root.querySelector('.scroll');
            box.scrollTo({ top: at * box.scrollHeight, behavior: 'instant' });
          },
          share,
        );
        await laidOut(page);
        const from = await topOf(page, paragraphs);
        assert.ok(from > 20, `paragraph ${from}`);
        for (const key of ['w', 'w', 'w', 'w', '+', '+', '-', '-', 'f', 'f', '0']) {
          await page.keyboard.press(key);
          await laidOut(page);
          const now = await topOf(page, paragraphs);
          if (!(Math.abs(now - from) <= 1)) wander.push([share, key, now, from]);
        }
      }
      await session.store({}, ['width', 'size', 'font']);
      assert.deepEqual(wander, []);
    }),
  );

  test('on a page with estimated heights, the reading position stays after Simplify', () =>
    session.onPage('manual.html', {}, async (page) => {
      await page.evaluate(() => {
        const nodes = [...document.querySelector('article').children];
        for (let at = 0; at < nodes.length; at += 40) {
          const part = document.createElement('section');
          part.style.cssText = 'content-visibility: auto; contain-intrinsic-size: auto 20000px';
          nodes[at].before(part);
          part.append(...nodes.slice(at, at + 40));
        }
      });
      const paragraphs = await paragraphsOf(page, 'article');
      await session.open(page);
      await session.inFrame(page, (root) => {
        const box = root.querySelector('.scroll');
        box.scrollTo({ top: box.scrollHeight / 2, behavior: 'instant' });
      });
      await laidOut(page);
      const from = await topOf(page, paragraphs);
      assert.ok(from > 20, `paragraph ${from}`);
      await session.show(page, 'simplify');
      // Code at the top may have a slightly different height there.
      assert.ok(Math.abs((await topOf(page, paragraphs)) - from) <= 1, 'in Simplify');
      await session.show(page, 'reader');
      await laidOut(page);
      assert.equal(await topOf(page, paragraphs), from, 'in Reader');
      await session.show(page, 'simplify');
      await session.leave(page);
      await laidOut(page);
      // The top of the page is no longer covered.
      assert.ok(Math.abs((await topOf(page, paragraphs)) - from) <= 1, 'on the page');
    }));

  test('on a short page, the reading position survives views that cannot scroll there', () =>
    session.onPage('manual.html?sections=4', { viewport: { width: 1280, height: 700 } }, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await session.open(page);
      for (const distance of [700, 5_000]) {
        await scroll(page, session, distance);
        await laidOut(page);
        const from = await topOf(page, paragraphs);
        for (const view of ['simplify', 'inspect']) {
          await session.show(page, view);
          await session.show(page, 'reader');
          await laidOut(page);
          assert.equal(await topOf(page, paragraphs), from, `reader → ${view} → reader`);
        }
      }
    }));

  test('ten changes of view without scrolling do not shift the position', whenAll, () =>
    session.onPage(LONG, {}, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await page.evaluate(() => document.querySelectorAll('article p')[40].scrollIntoView());
      const [from, exactly] = [await topOf(page, paragraphs), await page.evaluate(() => window.scrollY)];
      await session.open(page);
      for (const view of TEN_VIEWS) {
        await session.show(page, view);
        // Parts of a long article appear once they are painted.
        const now = await until(
          () => topOf(page, paragraphs),
          (top) => top !== null,
        );
        assert.ok(Math.abs(now - from) <= 1, `${view}: paragraph ${now}, not ${from}`);
      }
      await session.leave(page);
      const off = (await page.evaluate(() => window.scrollY)) - exactly;
      assert.ok(Math.abs(off) <= 1, `${off} px off`);
    }),
  );

  for (const view of ['simplify', 'inspect']) {
    test(`closing ${view} restores everything`, () =>
      session.onPage('form.html', {}, async (page) => {
        await page.bringToFront();
        await unsettle(page, 'terms');
        const before = await state(page);
        await session.open(page);
        await session.show(page, view);
        assert.deepEqual(await playsOn(page), [true, true], 'audio and video keep playing');
        await session.leave(page);
        assert.deepEqual(await state(page), before);
        assert.ok(await sameNodes(page), 'the nodes are not the same ones');
        assert.deepEqual(await page.evaluate(() => window.interruptions), []);
        assert.equal(await page.evaluate(() => CSS.highlights.size), 0);
        const [comes, goes] = ['childList HTML  DIV', 'childList HTML   DIV'];
        assert.deepEqual(await page.evaluate(() => window.records), [comes, goes, comes, goes]);
      }));
  }

  test('closing after ten changes of view restores everything', () =>
    session.onPage('form.html', {}, async (page) => {
      await unsettle(page, 'terms');
      const before = await state(page);
      await session.open(page);
      for (const view of TEN_VIEWS) {
        await session.show(page, view);
      }
      await session.leave(page);
      assert.deepEqual(await state(page), before);
      assert.ok(await sameNodes(page), 'the nodes are not the same ones');
    }));

  test('a page that changes under Reader is detected again for the next view', () =>
    session.inReader('news.html', {}, async (page) => {
      const late =
        'The night ferry will sail at half past ten, the council wrote in the evening, and the crew has been told.';
      await page.$eval(
        'main p.lead',
        (lead, text) => lead.after(Object.assign(document.createElement('p'), { innerText: text })),
        late,
      );
      await session.show(page, 'inspect');
      assert.ok((await marked(page)).includes(late.replace(/\s+/g, '')));
    }));

  test("changes in Pith's own elements don't restart detection", () =>
    session.onPage('news.html', {}, async (page) => {
      // Style changes alone aren't observed.
      const lead = 'main p.lead';
      const words = await page.$eval(lead, (paragraph) => {
        paragraph.style.display = 'none';
        return paragraph.textContent.replace(/\s+/g, '');
      });
      await session.open(page);
      await panelIn(session, page).open();
      await page.$eval(lead, (paragraph) => (paragraph.style.display = ''));
      await session.show(page, 'inspect');
      const blocks = await marked(page);
      assert.ok(blocks.length > 5, `${blocks.length} blocks`);
      assert.ok(!blocks.includes(words), 'the page was detected again');
    }));

  const changes = Object.entries({
    'another class': (details) => (details.className = 'of another kind'),
    'another text': (details) => (details.firstChild.data = 'And so it was.'),
    'been hidden': (details) => (details.hidden = true),
    'been opened': (details) => (details.open = true),
  });
  for (const [what, change] of variants(changes, 2)) {
    test(`a page is detected again if a part has ${what}`, () =>
      session.onPage('news.html', {}, async (page) => {
        const lead = 'main p.lead';
        const words = await page.$eval(lead, (paragraph) => {
          paragraph.style.display = 'none';
          const details = document.createElement('details');
          details.append('It was so.', document.createElement('summary'));
          document.body.append(details);
          return paragraph.textContent.replace(/\s+/g, '');
        });
        await session.open(page);
        await page.$eval(lead, (paragraph) => (paragraph.style.display = ''));
        await page.$eval('body > details:last-of-type', change);
        await session.show(page, 'inspect');
        assert.ok((await marked(page)).includes(words), 'the page was not detected again');
      }));
  }

  test('a changed page that forbids wasm is restored at the paragraph read', () =>
    session.onPage(LONG, { policy: 'strict' }, async (page) => {
      const paragraphs = await paragraphsOf(page, 'article');
      await session.open(page);
      await scroll(page, session, 3_000);
      const before = await topOf(page, paragraphs);
      assert.ok(before > 10, `the test begins at paragraph ${before}`);
      await page.evaluate(() => (document.body.className = 'changed'));
      await session.leave(page);
      const now = await topOf(page, paragraphs);
      assert.ok(Math.abs(now - before) <= 1, `paragraph ${now}, not ${before}`);
    }));

  test('a page that changes under Simplify is detected again, and the reading position stays', () =>
    session.onPage(LONG, {}, async (page) => {
      await page.evaluate(() => document.querySelectorAll('article p')[60].scrollIntoView());
      await session.open(page);
      await session.show(page, 'simplify');
      // A script adds text and an advertisement, removes some text, and re-renders the rest.
      await page.evaluate(() => {
        const article = document.querySelector('article');
        article.querySelectorAll('p')[3].remove();
        article
          .querySelectorAll('p')[2]
          .insertAdjacentHTML(
            'afterend',
            '<p>News of the hour: the ferryman came back before anybody had missed him, and the umbrella was dry.</p>',
          );
        document.body.insertAdjacentHTML('afterbegin', '<div class="promo">Buy two umbrellas, get a third</div>');
        article.replaceWith(article.cloneNode(true));
      });
      const paragraphs = await paragraphsOf(page, 'article');
      const shown = async () => (await painted(page)).text;
      // Between the old view and the new one, the page has its original layout.
      const isNew = (text) => text.includes('Newsofthehour') && !text.includes('Buytwoumbrellas');
      assert.ok(isNew(await until(shown, isNew)), 'the view is not updated');
      await session.whole(page, 'simplify');
      const from = await topOf(page, paragraphs);
      assert.ok(from > 40, `paragraph ${from} is at the top`);
      await session.show(page, 'reader');
      assert.match((await read(page)).body, /Newsofthehour/);
      assert.ok(Math.abs((await topOf(page, paragraphs)) - from) <= 1);
      await session.leave(page);
      assert.ok(Math.abs((await topOf(page, paragraphs)) - from) <= 1);
      assert.equal(await page.evaluate(() => document.adoptedStyleSheets.length), 0);
    }));

  for (const view of ['simplify', 'inspect']) {
    test(`Escape and the close button close ${view}`, () =>
      session.inViewOf(view, 'news.html', {}, async (page) => {
        await page.keyboard.press('Escape');
        await reader(page, false);
        await session.open(page);
        await session.show(page, view);
        await session.inView(page, view, (root) => root.querySelector('button.back').click());
        await reader(page, false);
      }));
  }
}
