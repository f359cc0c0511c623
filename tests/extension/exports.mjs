// Exports of the article: copied, or saved as a file on this device. Nothing is sent.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { filesIn, pageActions, readBook } from './page-actions.mjs';
import { until } from './session.mjs';

/** A sentence of news.html, and the name of a commenter. */
const SENTENCE = 'The crossing is short.';
const COMMENT = 'saltmarsh_joe';

export function savesAndShares(session) {
  const { press, pasted, emptied, downloaded, appears, exported, exportSaid, isExportOpen, openExport } =
    pageActions(session);
  const inView = (page, view, body, ...values) => session.inView(page, view, body, ...values);

  /** Returns the message of an export once it is one of these. Before, it may count loaded images. */
  const says = (page, view, words) =>
    until(
      () => exportSaid(page, view),
      (said) => words.test(said),
    );

  const closes = (page, view) =>
    until(
      () => isExportOpen(page, view),
      (open) => !open,
    );

  /** Saves with a row of the panel, which closes then. Returns the file's name and text. */
  async function saved(page, view, name) {
    emptied();
    await exported(page, view, name);
    const file = await downloaded();
    const said = await says(page, view, /^Saved/);
    assert.equal(said.split(/(?<=\.(?:md|html|epub)\.) /)[0], `Saved as ${file.name}.`);
    assert.equal(await isExportOpen(page, view), false);
    return { ...file, rest: said.replace(`Saved as ${file.name}.`, '').trim() };
  }

  test('formulas are exported as LaTeX in Markdown and as MathML in HTML', () =>
    session.onPage('formulas.html', {}, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      const { text } = await saved(page, 'reader', 'saveMarkdown');
      for (const formula of [
        'Let $h$ be the height inside and $H$ the height outside',
        '\n$$\\frac{dh}{dt} = \\frac{H - h}{\\tau}$$\n',
        'Here $\\tau=\\frac{A}{k}$ is the time',
        'long as $\\tau < 60$ seconds',
        'calls that $\\lighthouse{3}$ and',
      ]) {
        assert.ok(text.includes(formula), `${formula}\n${text}`);
      }
      const html = await saved(page, 'reader', 'saveHtml');
      assert.equal(html.text.match(/<math/g)?.length, 5);
      assert.ok(html.text.includes('alttext="\\tau=\\frac{A}{k}"') && html.text.includes('\\lighthouse{3}</code>'));
    }));

  for (const view of variants(['simplify', 'reader', 'inspect'])) {
    test(`${view}: the article is saved as Markdown with front matter and as standalone HTML`, () =>
      session.onPage(`news.html?${view}`, {}, async (page) => {
        await session.open(page);
        if (view !== 'reader') await session.show(page, view);
        await openExport(page, view);
        assert.deepEqual(await axeIn(session, page, view), []);
        const markdown = await saved(page, view, 'saveMarkdown');
        const title = await inView(page, view, () => document.title);
        assert.match(
          markdown.text,
          /^---\ntitle: ".+"\nauthor: ".+"\n(?:.+\n)*url: "http.+"\n(?:.+\n)*words: \d+\n---\n\n/,
        );
        assert.ok(markdown.text.includes(SENTENCE) && !markdown.text.includes(COMMENT), title);
        const html = await saved(page, view, 'saveHtml');
        assert.match(html.name, /^[^/]+\.html$/);
        const other = await session.browser.newPage();
        try {
          const requested = [];
          other.on('request', (request) => requested.push(request.url()));
          await other.setContent(html.text, { waitUntil: 'load' });
          const shown = await other.evaluate(() => ({
            heading: document.querySelector('h1').textContent,
            text: document.querySelector('article').innerText,
            live: document.querySelectorAll('script, iframe, object, [onclick]').length,
            pictures: document.images.length,
            held: [...document.images].filter(({ src, naturalWidth }) => src.startsWith('data:') && naturalWidth > 0)
              .length,
            isColumn: document.querySelector('article').getBoundingClientRect().width < 720,
          }));
          assert.ok(shown.text.includes(SENTENCE));
          assert.ok(markdown.text.includes(`title: "${shown.heading}"`), shown.heading);
          assert.deepEqual([shown.live, shown.isColumn], [0, true]);
          assert.deepEqual([shown.pictures > 0, shown.held], [true, shown.pictures]);
          assert.deepEqual(
            requested.filter((url) => /^http/.test(url)),
            [],
          );
        } finally {
          await other.close();
        }
        await openExport(page, view);
        await page.keyboard.press('Escape');
        assert.equal(await closes(page, view), false);
        await session.leave(page);
      }));
  }

  test('an EPUB includes images the page may read, and counts those only linked', () =>
    session.onPage('news.html?book', {}, async (page) => {
      await page.evaluate(
        (src) => {
          const picture = document.createElement('img');
          picture.src = src;
          picture.alt = 'A picture of another site';
          picture.width = picture.height = 400;
          document.querySelector('main p:nth-of-type(3)').after(picture);
        },
        session.server.url('self', 'media/harbour.jpg'),
      );
      await session.open(page);
      await openExport(page, 'reader');
      emptied();
      await exported(page, 'reader', 'saveEpub');
      assert.equal(
        await says(page, 'reader', /^Images on other sites/),
        'Images on other sites: 1 (self.localhost). Pith needs your permission to include them.',
      );
      await press(page, 'reader', '.exporter .result-actions button:last-child');
      const { name, bytes } = await downloaded();
      const rest = (await says(page, 'reader', /^Saved/)).replace(`Saved as ${name}.`, '').trim();
      assert.match(name, /\.epub$/);
      const files = filesIn(bytes);
      assert.equal(String(files.mimetype), 'application/epub+zip');
      const documents = Object.entries(files).filter(([path]) => /\.(?:xhtml|opf|xml)$/.test(path));
      assert.equal(documents.length, 4);
      const title = await inView(page, 'reader', () => document.title);
      const book = await readBook(bytes);
      assert.ok(title.includes(book.title) && book.contents.length > 0, `${title}: ${book.contents}`);
      assert.ok(book.chapters.length === 1 && book.chapters[0].includes(SENTENCE), book.chapters[0]);
      const broken = await page.evaluate(
        (all) =>
          all.flatMap(([path, text]) => {
            const parsed = new DOMParser().parseFromString(text, 'application/xml');
            return parsed.querySelector('parsererror') ? [path, parsed.documentElement.textContent] : [];
          }),
        documents.map(([path, text]) => [path, String(text)]),
      );
      assert.deepEqual(broken, []);
      const chapter = String(files['EPUB/article.xhtml']);
      assert.ok(chapter.includes(SENTENCE) && !chapter.includes(COMMENT));
      const held = [...chapter.matchAll(/<img src="(pictures\/[^"]+)"/g)].map(([, path]) => `EPUB/${path}`);
      assert.ok(held.length > 0 && held.every((path) => files[path].length > 100), `${held}`);
      assert.equal(chapter.includes('<img src="http'), false);
      assert.equal(rest, '1 image couldn’t be included: the file links to it. No permission: 1.');
      assert.ok(chapter.includes(`<footer><p>${rest}</p>`), chapter.slice(-400));
      assert.match(chapter, /<a href="http[^"]+harbour\.jpg">/);
    }));

  test('a section or the selection can be exported separately', () =>
    session.onPage('documentation.html?section', {}, async (page) => {
      await session.open(page);
      const sentence = await page.evaluate(() => {
        const paragraph = document.querySelector('[data-pith=reader] .pith-body p');
        getSelection().selectAllChildren(paragraph);
        return paragraph.textContent.trim();
      });
      await openExport(page, 'reader');
      const options = () =>
        inView(page, 'reader', (root) =>
          [...root.querySelectorAll('#part option')].map(({ textContent }) => textContent),
        );
      const names = await until(options, (all) => all.length > 3);
      assert.deepEqual(names.slice(0, 2), ['Whole article', 'Selection']);
      /** Saves the part with that name. */
      const savedPart = async (name) => {
        await openExport(page, 'reader');
        await until(options, (all) => all.includes(name));
        await inView(
          page,
          'reader',
          (root, wanted) => {
            const part = root.querySelector('#part');
            part.selectedIndex = [...part.options].findIndex(({ textContent }) => textContent === wanted);
          },
          name,
        );
        return body((await saved(page, 'reader', 'saveMarkdown')).text);
      };
      const whole = (await saved(page, 'reader', 'saveMarkdown')).text;
      const body = (text) => text.replace(/^---\n[\s\S]+?\n---\n\n/, '');
      const plain = (text) => text.replace(/[`*_\\\s]/g, '').replace(/\[([^\]]*)\]\([^)]*\)/g, '$1');
      assert.equal(plain(await savedPart('Selection')), sentence.replace(/[`*_\\\s]/g, ''));
      for (const at of [2, 3]) {
        const part = await savedPart(names[at]);
        assert.match(part, new RegExp(`^#+ ${names[at].trim().replace(/[.*+?^${'$'}{}()|[\]\\]/g, '.')}`));
        assert.ok(whole.includes(part.trim()) && part.length < whole.length / 2, part);
      }
    }));

  test('the last export is the first row and focused, so Enter repeats it', () =>
    session.onPage('news.html?last', {}, async (page) => {
      await session.open(page);
      await saved(page, 'reader', 'saveMarkdown');
      emptied();
      await openExport(page, 'reader');
      const focused = await inView(page, 'reader', (root) => root.activeElement.className);
      assert.equal(focused, 'menu-item saveMarkdown last-used');
      await page.keyboard.press('ArrowDown');
      assert.equal(await inView(page, 'reader', (root) => root.activeElement.className), 'menu-item copyMarkdown');
      await page.keyboard.press('Home');
      await page.keyboard.press('Enter');
      assert.match((await downloaded()).name, /\.md$/);
      assert.equal(await closes(page, 'reader'), false);
    }));

  test('a second click on its button closes the panel, and aria-expanded follows', () =>
    session.inReader('news.html', {}, async (page) => {
      const state = () =>
        session.inFrame(page, (root) => [
          root.querySelector('.sheet.exporter')?.matches(':popover-open') ?? false,
          root.querySelector('.bar .share').ariaExpanded,
        ]);
      for (const wanted of ['true', 'false', 'true']) {
        await press(page, 'reader', '.bar .share');
        const isSo = ([isOpen, said]) => String(isOpen) === wanted && said === wanted;
        assert.ok(isSo(await until(state, isSo)), `${await state()}, expected ${wanted}`);
      }
    }));

  test('the panel prints, copies the link, and opens tab export and server setup', () =>
    session.onPage('news.html?rows', {}, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      const titles = await inView(page, 'reader', (root) =>
        [...root.querySelectorAll('.exporter [role=group]')].map(({ ariaLabel }) => ariaLabel),
      );
      assert.deepEqual(titles.slice(-4), ['Copy', 'Download', 'Send', 'Save tabs as one file']);
      await exported(page, 'reader', 'copyLink');
      await says(page, 'reader', /^Copied/);
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.match((await pasted(other)).text, /\/news\.html/);
      });
      await page.bringToFront();
      if (session.browser.isolated) {
        await session.browser.isolated(page, () => {
          globalThis.print = () => (globalThis.printed = true);
        });
        await exported(page, 'reader', 'print');
        assert.equal(await until(() => session.browser.isolated(page, () => globalThis.printed), Boolean), true);
        assert.equal(await closes(page, 'reader'), false);
      }
      for (const [row, path] of [
        ['tabs', /\/tabs\.html\?tabs=/],
        ['send', /\/options\.html#saving$/],
      ]) {
        const { page: own, href } = await appears(path, () => exported(page, 'reader', row));
        assert.match(href, path);
        await own.close();
        await page.bringToFront();
      }
    }));

  test("sharing isn't offered without a share sheet", () =>
    session.onPage('news.html?unshared', {}, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      const has = await page.evaluate(() => navigator.canShare?.({ text: 'text' }) ?? false);
      const isOffered = (root) => root.querySelector('.exporter .share') !== null;
      assert.equal(await inView(page, 'reader', isOffered), has);
    }));

  test("sharing passes the file, or text if files aren't accepted, and reports the outcome", (t) => {
    if (!session.browser.isolated) return t.skip(`no protocol reaches our scripts in ${session.browser.name}`);
    return session.onPage('news.html?shared', {}, async (page) => {
      await session.open(page);
      /** In the world of our scripts: a share sheet that accepts files or not, and ends in a certain way. */
      const sheet = (takesFiles, end) => {
        navigator.canShare = ({ files }) => !files || takesFiles;
        navigator.share = async ({ title, text, files }) => {
          globalThis.handed = { title, text, files: files?.map(({ name, type, size }) => [name, type, size > 1_000]) };
          if (end) throw new DOMException('', end);
        };
      };
      const handed = () => session.browser.isolated(page, () => globalThis.handed);
      await session.browser.isolated(page, sheet, true, null);
      await openExport(page, 'reader');
      await exported(page, 'reader', 'share');
      await says(page, 'reader', /^Shared/);
      assert.equal(await exportSaid(page, 'reader'), 'Shared.');
      const { title, text, files } = await handed();
      assert.deepEqual([text, files], [undefined, [[`${title}.html`, 'text/html', true]]]);
      await session.browser.isolated(page, sheet, false, null);
      await exported(page, 'reader', 'share');
      const shared = await until(handed, (found) => found.text !== undefined);
      assert.ok(shared.text.includes(SENTENCE) && shared.files === undefined);
      await session.browser.isolated(page, sheet, true, 'NotAllowedError');
      await exported(page, 'reader', 'share');
      await says(page, 'reader', /^Couldn’t share/);
      await session.browser.isolated(page, sheet, true, 'AbortError');
      await exported(page, 'reader', 'share');
      assert.equal(await says(page, 'reader', /^$/), '');
    });
  });

  test('templates set the file name and front matter', async () => {
    const own = await session.browser.ownPage('options.html#saving');
    const set = (id, text) =>
      own.evaluate(
        (name, value) => {
          const field = document.querySelector(name);
          field.value = value;
          field.dispatchEvent(new Event('change'));
        },
        id,
        text,
      );
    const said = () => own.$eval('.templates [role=status]', ({ textContent }) => textContent);
    const tells = async (words) => assert.match(await until(said, (now) => words.test(now)), words);
    try {
      await until(
        () => own.$eval('#template-name', ({ value }) => value),
        (value) => value === '{title}',
      );
      await set('#template-name', '{titel}');
      await tells(/^“\{titel\}” isn’t allowed in a template\. Nothing was saved\.$/);
      await set('#template-name', '{published} {title}');
      await tells(/^Saved/);
      await set('#template-front', 'title: {title}\ntags: [clipping]\nserial: {updated}');
      await tells(/^Saved/);
      await until(
        () => own.evaluate(() => (globalThis.browser ?? chrome).storage.local.get('templates')),
        ({ templates }) => /clipping/.test(templates?.frontMatter ?? ''),
      );
      await session.onPage('news.html?template', {}, async (page) => {
        await session.open(page);
        await openExport(page, 'reader');
        const { name, text } = await saved(page, 'reader', 'saveMarkdown');
        assert.match(name, /^\d{4}-\d\d-\d\d .+\.md$/);
        assert.match(text, /^---\ntitle: ".+"\ntags: \[clipping\]\n(?:serial: ".+"\n)?---\n\n/);
      });
    } finally {
      await own.bringToFront();
      await own.click('.templates button');
      await until(
        () => own.$eval('#template-name', ({ value }) => value),
        (value) => value === '{title}',
      );
      await own.close();
    }
  });

  test('the article is copied as Markdown and with formatting', () =>
    session.onPage('news.html?copied', {}, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      await exported(page, 'reader', 'copyMarkdown');
      assert.equal(await says(page, 'reader', /^Copied/), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text } = await pasted(other);
        assert.match(text, /^---\ntitle: /);
        assert.ok(text.includes(SENTENCE));
      });
      await page.bringToFront();
      await exported(page, 'reader', 'copyLook');
      assert.equal(await says(page, 'reader', /^Copied/), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text, markup } = await pasted(other);
        assert.ok(text.includes(SENTENCE));
        assert.match(markup, /<h1>[^<]+<\/h1>/);
        assert.ok(markup.includes('<p>') && markup.includes('The crossing is short'));
      });
    }));

  test('a code block shows its language, is copied whole, and wraps on request', () =>
    session.onPage('documentation.html', {}, async (page) => {
      await session.open(page);
      const frame = '[data-pith=reader] .pith-listing';
      assert.equal(await page.$eval(frame, ({ dataset }) => dataset.language), 'rust');
      const code = await page.$eval(`${frame} pre`, (pre) => pre.textContent);
      const buttons = await page.$$(`${frame}:first-of-type button`);
      await buttons[0].click();
      const wrapped = () => page.$eval(`${frame} pre`, (pre) => getComputedStyle(pre).textWrapMode);
      assert.equal(await until(wrapped, (mode) => mode === 'wrap'), 'wrap');
      await page.$eval(`${frame} button:last-child`, (button) => button.click());
      await buttons[1].click();
      const label = () => page.$eval(`${frame} button:last-child`, ({ ariaLabel }) => ariaLabel);
      assert.equal(await until(label, (words) => words === 'Copied.'), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        assert.equal((await pasted(other)).text, code.replace(/\n$/, ''));
      });
    }));

  test('a link to the selection is copied with a text fragment', () =>
    session.onPage('news.html?linked', {}, async (page) => {
      await session.open(page);
      await page.evaluate((sentence) => {
        const all = document.createTreeWalker(
          document.querySelector('[data-pith=reader] .pith-body'),
          NodeFilter.SHOW_TEXT,
        );
        while (!all.nextNode().data.includes(sentence));
        const { currentNode: text } = all;
        const at = text.data.indexOf(sentence);
        text.parentElement.scrollIntoView({ block: 'center', behavior: 'instant' });
        getSelection().setBaseAndExtent(text, at, text, at + sentence.length);
      }, SENTENCE);
      const isOffered = () =>
        inView(page, 'reader', (root) => root.querySelector('.selection-bar')?.matches(':popover-open') ?? false);
      assert.ok(await until(isOffered, Boolean));
      await press(page, 'reader', '.selection-bar .copy-link');
      const say = () => inView(page, 'reader', (root) => root.querySelector('.toast')?.textContent ?? '');
      assert.match(await until(say, (words) => words.startsWith('Link copied')), /^Link copied\./);
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text } = await pasted(other);
        const own = session.server.url('plain', 'news.html?linked');
        assert.equal(text, `${own}#:~:text=${encodeURIComponent(SENTENCE)}`);
      });
    }));

  test('copying works on a page that forbids the clipboard', () =>
    session.onPage('news.html?copied', { policy: 'unclipped' }, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      await exported(page, 'reader', 'copyLook');
      assert.equal(await says(page, 'reader', /^Copied/), 'Copied.');
      await session.onPage('news.html?paste', {}, async (other) => {
        const { text, markup } = await pasted(other);
        assert.ok(text.includes(SENTENCE));
        assert.match(markup, /<h1>[^<]+<\/h1>/);
      });
    }));

  test('on a sandboxed page, a message says the download may be blocked', () =>
    session.onPage('news.html?sandbox', { policy: 'sandbox' }, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      await exported(page, 'reader', 'saveHtml');
      const forbidden = /^This page might block downloads\. If .+\.html isn’t in /;
      assert.match(await says(page, 'reader', forbidden), forbidden);
    }));

  test('exports work on a page that forbids wasm', () =>
    session.onPage('news.html?strict', { policy: 'strict' }, async (page) => {
      await session.open(page);
      await openExport(page, 'reader');
      const { text } = await saved(page, 'reader', 'saveMarkdown');
      assert.ok(text.includes(SENTENCE));
    }));

  test('nothing can be exported without an article', () =>
    session.inViewOf('inspect', 'nothing.html', {}, async (page) => {
      assert.equal(await inView(page, 'inspect', (root) => root.querySelector('.share')), null);
    }));
}
