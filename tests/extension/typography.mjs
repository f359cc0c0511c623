// Typography of the article: line length, images, quotes, code, and right-to-left text.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { variants } from '../browser/sampling.mjs';
import { rest, shown, until } from './session.mjs';

/** Returns the characters per line (except last lines) of each long paragraph in Reader. */
function lineLengths(page) {
  return page.evaluate(() => {
    const lengths = [];
    for (const p of document.querySelectorAll('[data-pith=reader] .pith-body p:not([class])')) {
      const lines = new Map();
      const walker = document.createTreeWalker(p, NodeFilter.SHOW_TEXT);
      const range = document.createRange();
      for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        for (let i = 0; i < text.length; i += 1) {
          range.setStart(text, i);
          range.setEnd(text, i + 1);
          const { bottom, width } = range.getBoundingClientRect();
          if (width > 0) lines.set(Math.round(bottom / 8), (lines.get(Math.round(bottom / 8)) ?? 0) + 1);
        }
      }
      if (lines.size >= 4) lengths.push(...[...lines.values()].slice(0, -1));
    }
    return lengths;
  });
}

/**
 * Returns Latin words torn apart in right-to-left paragraphs, that is, words with letters that don't follow one
 * another.
 */
function tornWords(page) {
  return page.evaluate(() => {
    const torn = [];
    const walker = document.createTreeWalker(
      document.querySelector('[data-pith=reader] .pith-body'),
      NodeFilter.SHOW_TEXT,
    );
    const range = document.createRange();
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
      for (const { 0: word, index } of text.data.matchAll(/[A-Za-z]{2,}/g)) {
        const letters = [...word].map((_, i) => {
          range.setStart(text, index + i);
          range.setEnd(text, index + i + 1);
          return range.getBoundingClientRect();
        });
        const follows = letters.every(
          (box, i) => i === 0 || box.top !== letters[i - 1].top || Math.abs(box.left - letters[i - 1].right) < 1.5,
        );
        if (!follows) torn.push(word);
      }
    }
    return torn;
  });
}

export function typography(session) {
  for (const font of ['serif', 'sans']) {
    test(`full lines in ${font} have 62 to 68 characters on average`, () =>
      session.inReader('magazine.html?elements=800', { viewport: { width: 1280, height: 900 } }, async (page) => {
        await session.loadTextPanel(page);
        await session.inFrame(
          page,
          (root, value) => root.querySelector(`input[name=font][value=${value}]`).click(),
          font,
        );
        const lengths = await lineLengths(page);
        await session.reset(page);
        const mean = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
        assert.ok(lengths.length > 50, `${lengths.length} lines`);
        assert.ok(mean >= 62 && mean <= 68, `${mean} characters`);
      }));
  }

  test('words are hyphenated unless hyphenation is off', () =>
    session.inReader('news.html', {}, async (page) => {
      const divided = () =>
        page.$eval('[data-pith=reader] .pith-body > p:nth-of-type(3)', (p) => {
          // Soft hyphens, because not every browser can hyphenate every language.
          p.textContent = 'Donau\u00addampf\u00adschiff\u00adfahrts\u00adgesell\u00adschaft '.repeat(40);
          const range = document.createRange();
          const top = (at) => {
            range.setStart(p.firstChild, at);
            range.setEnd(p.firstChild, at + 1);
            return range.getBoundingClientRect().top;
          };
          const words = [...p.textContent.matchAll(/\S+/g)];
          return words.filter(({ 0: word, index }) => top(index) !== top(index + word.length - 1)).length;
        });
      const choose = (value) =>
        session.inFrame(page, (root, name) => root.querySelector(`input[name=hyphens][value=${name}]`).click(), value);
      await session.loadTextPanel(page);
      assert.ok((await divided()) > 5, `${await divided()} words are divided at first`);
      await choose('none');
      assert.equal(await divided(), 0);
      await choose('auto');
      assert.ok((await divided()) > 5);
      await session.reset(page);
    }));

  test('Latin words stay whole in right-to-left lines, and paragraphs keep their direction', () =>
    session.inReader('mixed.html', {}, async (page) => {
      assert.deepEqual(await tornWords(page), []);
      const { direction } = await shown(page);
      assert.equal(direction, 'rtl');
      const directions = await page.evaluate(() => ({
        title: getComputedStyle(document.querySelector('[data-pith=reader] h1')).direction,
        paragraphs: [...document.querySelectorAll('[data-pith=reader] .pith-body p')].map(
          (p) => getComputedStyle(p).direction,
        ),
      }));
      assert.deepEqual(directions, { title: 'rtl', paragraphs: ['rtl', 'rtl', 'ltr', 'rtl', 'rtl'] });
    }));

  test('first-letter styles of the page are ignored', () =>
    session.inSharedReader('typography.html', {}, async (page) => {
      const sizes = await page.$$eval('[data-pith=reader] .pith-body p', (list) =>
        list.map((p) => [getComputedStyle(p).fontSize, getComputedStyle(p, '::first-letter').fontSize]),
      );
      assert.deepEqual(
        sizes.filter(([own, first]) => own !== first),
        [],
      );
    }));

  test('quotes, headings, and the standfirst have their own styles', () =>
    session.inSharedReader('typography.html', {}, async (page) => {
      const found = await page.evaluate(() => {
        const body = document.querySelector('[data-pith=reader] .pith-body');
        const style = (selector) => getComputedStyle(body.querySelector(selector));
        const size = (selector) => parseFloat(style(selector).fontSize);
        return {
          quote: [
            style('blockquote p').color === style('p:not([class])').color,
            parseFloat(style('blockquote').borderInlineStartWidth) >= 3,
          ],
          headings: size('h1') > size('h2') && size('h2') > size('p:not([class])'),
          standfirst:
            body.querySelector('p.pith-lead')?.textContent.startsWith('A plank, two strings') &&
            size('.pith-lead') > size('p:not([class])'),
          closed: body.querySelector('details')?.open,
          boxes: [...body.querySelectorAll('aside')].map(
            (aside) => getComputedStyle(aside, '::before').content !== 'none',
          ),
        };
      });
      assert.deepEqual(found, {
        quote: [true, true],
        headings: true,
        standfirst: true,
        closed: false,
        // Other boxes have no icon.
        boxes: [false, true, true],
      });
    }));

  test('images fit the window and the column, and captions align with their image', () =>
    session.inSharedReader('typography.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      await page.evaluate(() => {
        for (const picture of document.querySelectorAll('[data-pith=reader] img')) picture.loading = 'eager';
      });
      await page.waitForFunction(() =>
        [...document.querySelectorAll('[data-pith=reader] img')].every(
          (picture) => picture.complete && picture.naturalWidth > 0,
        ),
      );
      const { column, opening, wide, narrow, icon, bullets } = await page.evaluate(() => {
        const box = (element) => {
          const { left, right, width, height } = element.getBoundingClientRect();
          return { left, right, width, height };
        };
        const [first, second, third] = document.querySelectorAll('[data-pith=reader] .pith-body figure');
        return {
          column: box(document.querySelector('[data-pith=reader] .pith-body')),
          opening: box(first.querySelector('img')),
          wide: box(second.querySelector('img')),
          narrow: { picture: box(third.querySelector('img')), caption: box(third.querySelector('figcaption')) },
          icon: document.querySelector('[data-pith=reader] .pith-body img[width="48"]').closest('figure') !== null,
          bullets: getComputedStyle(third.querySelector('li')).listStyleType,
        };
      });
      assert.ok(
        opening.height > 300 && opening.height <= 0.6 * 900 + 1,
        `the opening picture is ${opening.height} px high`,
      );
      assert.ok(Math.abs(wide.width - column.width) < 1.5, `${wide.width} of ${column.width} px`);
      assert.ok(narrow.picture.width < 0.6 * column.width, JSON.stringify(narrow));
      assert.ok(Math.abs(narrow.picture.left - narrow.caption.left) < 1.5, JSON.stringify(narrow));
      assert.equal(icon, false, 'an icon is a figure');
      assert.equal(bullets, 'none');
    }));

  /** Opens a page in Reader with all images loaded, in a theme. */
  const withPictures = (theme, use) =>
    session.onPage('pictures.html', { viewport: { width: 1280, height: 900 } }, async (page) => {
      // The same image from another origin, which scripts of the page can't read.
      await page.evaluate(
        (elsewhere) => {
          const picture = document.querySelector('img[src*=tides]').closest('figure').cloneNode(true);
          picture.querySelector('img').src = elsewhere;
          document.querySelector('.thumbs').before(picture);
        },
        session.server.url('self', 'media/tides.png'),
      );
      await page.waitForFunction(() => [...document.images].every(({ naturalWidth }) => naturalWidth > 0));
      await session.open(page);
      await session.loadTextPanel(page);
      await session.inFrame(
        page,
        (root, name) => root.querySelector(`input[name=theme][value=${name}]`).click(),
        theme,
      );
      try {
        await page.evaluate(() => {
          for (const picture of document.querySelectorAll('[data-pith=reader] img')) picture.loading = 'eager';
        });
        await page.waitForFunction(() =>
          [...document.querySelectorAll('[data-pith=reader] img')].every(({ naturalWidth }) => naturalWidth > 0),
        );
        return await use(page);
      } finally {
        await session.reset(page);
      }
    });

  for (const theme of ['light', 'dark']) {
    test(`diagrams suit the ${theme} theme, and photos are not inverted`, () =>
      withPictures(theme, async (page) => {
        const looks = () =>
          page.$$eval('[data-pith=reader] .pith-body img', (list) =>
            list.map((picture) => {
              const { filter, backgroundColor } = getComputedStyle(picture);
              const name = `${picture.src.includes('//self') ? 'elsewhere ' : ''}${picture.src.split('/').at(-1)}`;
              return [name, filter.replace(/\(.*/, ''), backgroundColor !== 'rgba(0, 0, 0, 0)'];
            }),
          );
        const dark = theme === 'dark';
        const [turned, dimmed] = dark ? ['invert', 'brightness'] : ['none', 'brightness'];
        const wanted = [
          ['keeper.png', dimmed, false],
          ['gauge.png', turned, false],
          ['well.svg', turned, false],
          ['tides.png', turned, false],
          ['shell.jpg', dimmed, dark],
          ['slack.png', dimmed, !dark],
          ['elsewhere tides.png', dimmed, false],
          ['harbour.jpg', dimmed, dark],
          ['bread.jpg', dimmed, dark],
        ];
        // The shell examines images one after another.
        await page.waitForSelector('[data-pith=reader] .pith-bright');
        assert.deepEqual(await until(looks, (found) => isDeepStrictEqual(found, wanted)), wanted);
        const [glaring, other] = await page.$$eval(
          '[data-pith=reader] :is(img[src*=shell], img[src*=harbour])',
          (list) => list.map((picture) => Number(/brightness\((.*)\)/.exec(getComputedStyle(picture).filter)[1])),
        );
        assert.ok(dark ? glaring < other && other < 1 : glaring === 1 && other === 1, `${glaring} and ${other}`);
      }));
  }

  test('images that are small on the page are not enlarged, but thumbnails fill the column', () =>
    withPictures('light', async (page) => {
      const width = (name) =>
        page.$eval(`[data-pith=reader] img[src*=${name}]`, (picture) => picture.getBoundingClientRect().width);
      assert.equal(await width('keeper'), 200);
      assert.ok((await width('harbour')) > 400 && (await width('tides')) > 400);
    }));

  test('symbols and icons after headings are removed', () =>
    session.inReader('pictures.html', {}, async (page) => {
      const headings = await page.$$eval('[data-pith=reader] .pith-body h2', (list) => list.map((h) => h.textContent));
      assert.deepEqual(headings, ['The well', 'What it writes', 'The float']);
    }));

  test('Chinese paragraphs are justified', () =>
    session.inReader('zh.html', {}, async (page) => {
      // The widest column: without a font for them, characters are drawn as narrow boxes, and the column is narrow as
      // well.
      await session.loadTextPanel(page);
      await session.inFrame(page, (root) => {
        const slider = root.querySelector('.width [type=range]');
        slider.value = slider.max;
        slider.dispatchEvent(new Event('input'));
      });
      const aligned = await page.$$eval('[data-pith=reader] .pith-body > p', (list) =>
        list.map((p) => getComputedStyle(p).textAlign),
      );
      await session.reset(page);
      assert.ok(aligned.includes('justify') && !aligned.includes('start'), JSON.stringify(aligned));
    }));

  test('Chinese paragraphs with short lines are not justified', () =>
    session.inReader('zh.html', { viewport: { width: 390, height: 844 } }, async (page) => {
      const aligned = await page.$$eval('[data-pith=reader] .pith-body > p', (list) => [
        ...new Set(list.map((p) => getComputedStyle(p).textAlign)),
      ]);
      assert.deepEqual(aligned, ['start']);
    }));

  for (const width of [390, 1280]) {
    test(`at ${width} px, headings are smaller than the title, and have no bullet in a list`, () =>
      session.onPage('typography.html', { viewport: { width, height: 844 } }, async (page) => {
        await page.evaluate(() => {
          const list = document.createElement('ul');
          list.innerHTML = '<li><h3>Planks</h3><p>A plank of larch lasts ten years.</p></li><li>Larch, not pine.</li>';
          document.querySelector('p').after(list);
        });
        await session.open(page);
        const found = await page.evaluate(() => {
          const article = document.querySelector('[data-pith=reader] > article');
          const size = (element) => parseFloat(getComputedStyle(element).fontSize);
          const title = size(article.querySelector('header h1'));
          const headings = [...article.querySelectorAll('.pith-body :is(h1, h2, h3)')];
          const marker = (item) => getComputedStyle(item).listStyleType;
          return {
            shares: headings.map((heading) => size(heading) / title),
            markers: [...article.querySelectorAll('ul:has(h3) > li')].map(marker),
          };
        });
        assert.ok(found.shares.length > 2);
        for (const share of found.shares) assert.ok(share <= 0.851, found.shares.join(' '));
        assert.deepEqual(found.markers, ['none', 'disc']);
      }));
  }

  for (const [language, text] of variants(
    [
      ['zh', '海边的小镇每天傍晚都有渡船。'],
      ['ja', '毎晩、渡し船が港を出ます。'],
      ['ko', '매일 저녁 나룻배가 항구를 떠납니다.'],
      ['ar', 'تغادر العبارة الميناء كل مساء.'],
      ['en', 'The ferry leaves the harbour every evening.'],
    ],
    2,
  )) {
    test(`${language}: emphasis is ${language === 'en' ? 'italic' : 'upright and bold'}`, () =>
      session.onPage('nothing.html', {}, async (page) => {
        await page.evaluate(
          (lang, sentence) => {
            document.documentElement.lang = lang;
            const paragraph = `<p>${sentence.repeat(8)}<em>${sentence}</em>${sentence}<cite>${sentence}</cite></p>`;
            document.body.innerHTML = `<main><article><h1>${sentence}</h1>${paragraph.repeat(6)}</article></main>`;
          },
          language,
          text,
        );
        await session.open(page);
        const look = await page.$$eval('[data-pith=reader] .pith-body p:first-child :is(em, cite)', (list) =>
          list.map((element) => [getComputedStyle(element).fontStyle, getComputedStyle(element).fontWeight]),
        );
        const upright = [
          ['normal', '700'],
          ['normal', '400'],
        ];
        const slanted = [
          ['italic', '400'],
          ['italic', '400'],
        ];
        assert.deepEqual(look, language === 'en' ? slanted : upright);
      }));
  }

  test('on a phone, the text panel is a sheet that leaves the text visible', () =>
    session.inReader('news.html', { viewport: { width: 390, height: 844 } }, async (page) => {
      await session.popup(page, 'reader', 'text');
      const sheet = await session.inFrame(page, (root) => {
        const { left, right, top, bottom } = root.querySelector('.text-panel').getBoundingClientRect();
        return {
          wide: left <= 1 && right >= innerWidth - 1,
          share: (bottom - top) / innerHeight,
          end: innerHeight - bottom,
        };
      });
      assert.ok(sheet.wide && sheet.share <= 0.56 && Math.abs(sheet.end) < 1, JSON.stringify(sheet));
    }));

  test('a video from another site is shown with title and host, and loads only on a click', () =>
    session.onPage('typography.html', {}, async (page) => {
      const mark = session.server.requests.length;
      await session.open(page);
      const card = await page.$eval('[data-pith=reader] .pith-embed', (embed) => ({
        text: embed.innerText.replace(/\s+/g, ' '),
        href: embed.querySelector('a').href,
        buttons: embed.querySelectorAll('button').length,
      }));
      assert.match(card.text, /The wheel turning, in one minute.*www\.youtube\.com/);
      assert.equal(card.href, 'https://www.youtube.com/watch?v=wheel0001');
      assert.equal(card.buttons, 1);
      const requested = () => session.server.since(mark).filter((request) => request.includes('youtube'));
      await page.evaluate(() => document.querySelector('[data-pith=reader] .pith-embed').scrollIntoView());
      await rest(page, 200);
      assert.deepEqual(requested(), []);
      await page.click('[data-pith=reader] .pith-embed button');
      const frame = await page.$eval('[data-pith=reader] iframe', ({ src, title }) => [src, title]);
      assert.deepEqual(frame, ['https://www.youtube-nocookie.com/embed/wheel0001', 'The wheel turning, in one minute']);
      assert.ok(await until(requested, ({ length }) => length > 0).then(({ length }) => length), 'nothing was loaded');
    }));

  test('a plain text file has its first line as title, and its lines wrap', () =>
    session.inReader('note.txt', { viewport: { width: 390, height: 800 } }, async (page) => {
      const { title, text } = await shown(page);
      assert.equal(title, 'How to leave a harbour in fog');
      assert.match(text, /Third, come back/);
      const { scrollWidth, clientWidth, kept } = await page.$eval('[data-pith=reader] pre', (pre) => ({
        scrollWidth: pre.scrollWidth,
        clientWidth: pre.clientWidth,
        kept: pre.textContent.includes('    speed   bell'),
      }));
      assert.ok(scrollWidth <= clientWidth, `${scrollWidth} in ${clientWidth} px`);
      assert.ok(kept, 'white space is lost');
    }));
}
