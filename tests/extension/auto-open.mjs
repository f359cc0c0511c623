// Auto-open on permitted sites, and links in Reader that open Reader. The browser's own permission prompt isn't driven:
// Firefox grants without a prompt, and the copy of the extension for Chromium has the permission from the start. In
// Chromium, it is revoked on the page of extensions.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { select, shown } from './highlighted-text.mjs';
import { permittedSession } from './permitted.mjs';
import { becomes, rest, until, viewOf } from './session.mjs';

const SITE = 'http://plain.localhost';

/** Opens a link by its item in the context menu. Returns the new page once it exists. */
export async function openLink(session, page, link, meanwhile = () => {}) {
  const known = new Set(await session.browser.browser.pages());
  const point = await page.evaluate((href) => {
    const made = document.createElement('a');
    made.href = href;
    made.textContent = 'A link to another page';
    made.style.cssText = 'position: fixed; inset: 80px auto auto 80px; z-index: 9; background: #fff; font-size: 24px';
    document.body.append(made);
    return [120, 95];
  }, link);
  await session.browser.chooseEntry(page, { point, entry: 'link', link });
  await meanwhile();
  const made = await until(
    async () => (await session.browser.browser.pages()).find((other) => !known.has(other)),
    (found) => found !== undefined,
  );
  assert.ok(made, `${link} is opened`);
  assert.equal(
    await until(
      () => made.url(),
      (url) => url === link,
    ),
    link,
  );
  return made;
}

export function autoOpen(driver) {
  const isFirefox = driver.name === 'Firefox';
  const session = permittedSession(driver);

  async function onOptions(query, use) {
    const options = await session.browser.ownPage(`options.html${query}#sites`);
    try {
      await options.waitForSelector('#patterns');
      return await use(options);
    } finally {
      await options.close();
    }
  }

  const saidOn = (options) => options.$eval('.auto-open .message p', ({ textContent }) => textContent);

  /** Replaces the list. Returns the resulting message. */
  const list = (text) =>
    onOptions('', async (options) => {
      await rest(options, 300);
      await options.evaluate((wanted) => {
        const field = document.querySelector('#patterns');
        field.value = wanted;
        field.dispatchEvent(new Event('change'));
      }, text);
      return until(
        () => saidOn(options),
        (said) => said !== '',
      );
    });

  /** Clicks the button of the form for a page. */
  const add = (path, extent, view) =>
    onOptions(`?${new URLSearchParams({ url: `${SITE}/${path}`, view })}`, async (options) => {
      await options.bringToFront();
      await rest(options, 300);
      await options.click(`.add-pattern input[value=${extent}]`);
      await options.click('.add-pattern button');
      const said = await until(
        () => saidOn(options),
        (words) => words !== '',
      );
      assert.equal(said, 'List saved.');
      return options.$eval('#patterns', ({ value }) => value);
    });

  /** Checks that nothing opens within a second after the page has loaded. */
  const staysShut = async (page) => {
    await rest(page, 1_200);
    assert.equal(await viewOf(page), null, page.url());
  };

  test('nothing runs without a pattern, with or without permission', () =>
    session.onPage('news.html', {}, async (page) => {
      await staysShut(page);
      if (session.browser.inBackground) {
        const registered = await session.browser.inBackground(() => chrome.scripting.getRegisteredContentScripts());
        assert.deepEqual(registered, []);
        assert.equal(await session.browser.inBackground(() => chrome.tabs.onUpdated.hasListeners()), false);
        assert.equal(page.mainFrame().extensionRealms().length, 1, 'only the other extension has run here');
      }
    }));

  test('a page added to the list auto-opens in the chosen view', async () => {
    try {
      assert.equal(await add('news.html', 'page', 'simplify'), `simplify ${SITE}/news.html`);
      await session.onPage('news.html', {}, (page) => becomes(page, 'simplify'));
      await session.onPage('blog.html', {}, staysShut);
      await session.onPage('news.html', { policy: 'self' }, staysShut);
    } finally {
      await list('');
    }
  });

  test('all pages of a site except one auto-open, but not those without an article', whenAll, async () => {
    try {
      const lines = await add('blog.html', 'except', 'reader');
      assert.equal(lines, `reader ${SITE}/*\nnever ${SITE}/blog.html`);
      await session.onPage('news.html', {}, (page) => becomes(page, 'reader'));
      await session.onPage('blog.html', {}, staysShut);
      await session.onPage('nothing.html', {}, staysShut);
    } finally {
      await list('');
    }
  });

  test("a view closed by the user doesn't auto-open in this tab until it leaves the site", whenAll, async () => {
    await add('news.html', 'site', 'reader');
    try {
      await session.onPage('news.html', {}, async (page) => {
        await becomes(page, 'reader');
        await page.keyboard.press('Escape');
        await becomes(page, null);
        await page.reload();
        await staysShut(page);
        await page.evaluate(() => (location.href = 'blog.html'));
        await page.waitForFunction(() => location.pathname === '/blog.html' && document.readyState === 'complete');
        await staysShut(page);
        // Other tabs aren't affected.
        await session.onPage('news.html', {}, (other) => becomes(other, 'reader'));
        await page.bringToFront();
        await page.goto(session.server.url('self', 'news.html'));
        await staysShut(page);
        await page.goto(`${SITE}/news.html`);
        await becomes(page, 'reader');
      });
    } finally {
      await list('');
    }
  });

  const READ = 'Read with Pith';
  const ARTICLE = `${READ} (article found)`;
  const NONE = `${READ} (no article found)`;

  /** Returns the icon's title in each tab. Browsers don't tell the URLs of sites without permission. */
  const titles = (own) =>
    own.evaluate(async () => {
      const { action, tabs } = globalThis.browser ?? chrome;
      const all = await tabs.query({});
      return Promise.all(all.map(async ({ id, url = '' }) => ({ url, title: await action.getTitle({ tabId: id }) })));
    });

  /** Waits until the icon has a title on a page of the permitted site. */
  const hasTitle = async (own, path, title) => {
    const titleOf = async () => (await titles(own)).find(({ url }) => url === `${SITE}/${path}`)?.title;
    assert.equal(await until(titleOf, (found) => found === title), title, path);
  };

  test('the icon shows whether a page has an article, only on listed sites', whenAll, async () => {
    await add('poem.html', 'page', 'reader');
    try {
      await onOptions('', (own) =>
        session.onPage('news.html', { policy: 'self' }, (foreign) =>
          session.onPage('news.html', {}, async (page) => {
            await hasTitle(own, 'news.html', ARTICLE);
            assert.equal(await viewOf(page), null, 'only the listed page auto-opens');
            await page.goto(`${SITE}/nothing.html`);
            await hasTitle(own, 'nothing.html', NONE);
            await page.goto(`${SITE}/blog.html`);
            await hasTitle(own, 'blog.html', ARTICLE);
            await page.evaluate(() => history.back());
            await hasTitle(own, 'nothing.html', NONE);
            await rest(page, 800);
            const others = (await titles(own)).filter(({ url }) => !url.startsWith(SITE));
            assert.ok(others.length > 0 && others.every(({ title }) => title === READ), JSON.stringify(others));
            if (session.browser.isolated) {
              const knows = () => Object.hasOwn(globalThis, 'pithSignal');
              assert.equal(await session.browser.isolated(page, knows), true);
              await assert.rejects(session.browser.isolated(foreign, knows), /has not run/);
            }
          }),
        ),
      );
    } finally {
      await list('');
    }
  });

  test('the icon updates on client-side navigation and when a view closes', async () => {
    await add('poem.html', 'page', 'reader');
    try {
      await onOptions('', (own) =>
        session.onPage('news.html', {}, async (page) => {
          await hasTitle(own, 'news.html', ARTICLE);
          await session.open(page);
          await hasTitle(own, 'news.html', 'Back to page');
          await session.leave(page);
          await hasTitle(own, 'news.html', ARTICLE);
          await page.click('h1');
          await page.evaluate(() => {
            globalThis.before = [...document.body.childNodes];
            document.body.replaceChildren('Nothing here');
            history.pushState(null, '', 'elsewhere');
          });
          // Firefox before 147 doesn't report URL changes, so they are noticed after a click.
          await page.mouse.click(5, 300);
          await hasTitle(own, 'elsewhere', NONE);
          await page.evaluate(() => {
            document.body.replaceChildren(...globalThis.before);
            history.back();
          });
          await hasTitle(own, 'news.html', ARTICLE);
        }),
      );
    } finally {
      await list('');
    }
  });

  test('the icon is reset once the site is no longer listed', whenAll, async () => {
    await add('poem.html', 'page', 'reader');
    try {
      await onOptions('', (own) =>
        session.onPage('news.html', {}, async (page) => {
          await hasTitle(own, 'news.html', ARTICLE);
          await list('');
          const ofAll = () => titles(own);
          const isPlain = (all) => all.every(({ title }) => title === READ);
          assert.ok(isPlain(await until(ofAll, isPlain)));
          await page.bringToFront();
          await page.reload();
          await rest(page, 1_000);
          assert.ok(isPlain(await ofAll()));
        }),
      );
    } finally {
      await list('');
    }
  });

  test('highlights are shown without a view only while the site is listed', whenAll, async () => {
    const marked = ['yellow: The crossing is short.'];
    const shows = async (page, expected, what) => {
      const found = await until(
        () => shown(page),
        (now) => isDeepStrictEqual(now, expected),
      );
      assert.deepEqual(found, expected, what);
    };
    const isOpen = (page, name) =>
      until(
        () =>
          session.inView(
            page,
            'reader',
            (root, part) => root.querySelector(part)?.matches(':popover-open'),
            `.highlight-controls > .${name}`,
          ),
        Boolean,
      );
    const markup = (page) => page.evaluate(() => document.documentElement.outerHTML);
    await add('poem.html', 'page', 'reader');
    try {
      await session.onPage('news.html?rest', {}, async (page) => {
        const before = await markup(page);
        await session.open(page);
        await select(page, 'The crossing is short.');
        assert.ok(await isOpen(page, 'selection-bar'));
        await page.keyboard.press('m');
        await shows(page, marked, 'in Reader');
        await session.leave(page);
        await shows(page, marked, 'after Reader');
        await page.reload();
        await shows(page, marked, 'without a view');
        assert.equal(await viewOf(page), null);
        assert.equal(await markup(page), before);
        const look = await page.evaluate(
          () => getComputedStyle(document.querySelector('main p'), '::highlight(pith-mark-yellow)').backgroundColor,
        );
        assert.equal(look, 'rgb(255, 231, 150)');
        // Each view shows them itself.
        await session.open(page);
        for (const view of ['simplify', 'inspect']) {
          await session.show(page, view);
          await shows(page, marked, view);
        }
        await session.leave(page);
        await shows(page, marked, 'after the views');
        // Another page of the site has none.
        await page.evaluate(() => history.pushState(null, '', 'other'));
        await page.mouse.click(5, 300);
        await shows(page, [], 'on another page');
        await list('');
        await page.bringToFront();
        await page.goto(`${SITE}/news.html?rest`);
        await rest(page, 1_500);
        assert.deepEqual(await shown(page), [], 'once the site is no longer listed');
      });
    } finally {
      await list('');
    }
  });

  test("a page with a form in use doesn't auto-open", whenAll, async () => {
    await add('news.html', 'site', 'reader');
    try {
      for (const use of ['focus', 'value', 'none']) {
        const preload = `(${(kind) => {
          addEventListener('DOMContentLoaded', () => {
            const field = document.createElement('input');
            document.querySelector('main').prepend(field);
            if (kind === 'focus') field.focus();
            if (kind === 'value') field.value = 'half a sentence';
          });
        }})('${use}')`;
        const page = await session.browser.newPage();
        try {
          await page.evaluateOnNewDocument(preload);
          await page.goto(`${SITE}/news.html?${use}`);
          await (use === 'none' ? becomes(page, 'reader') : staysShut(page));
        } finally {
          await page.close();
        }
      }
    } finally {
      await list('');
    }
  });

  test('a link middle-clicked in Reader opens in Reader if its site is permitted', whenAll, async () => {
    await add('forum.html', 'page', 'reader');
    try {
      await session.inReader('news.html', {}, async (page) => {
        await page.evaluate((site) => {
          const paragraph = document.querySelector('[data-pith=reader] .pith-body p');
          for (const host of [site, 'http://self.localhost']) {
            const link = document.createElement('a');
            link.href = `${host}/blog.html`;
            link.textContent = ` a link to ${host} `;
            paragraph.prepend(link);
          }
        }, SITE);
        await rest(page, 800);
        for (const [site, view] of [
          [SITE, 'reader'],
          ['http://self.localhost', null],
        ]) {
          const known = new Set(await session.browser.browser.pages());
          const link = await page.$(`[data-pith=reader] a[href="${site}/blog.html"]`);
          await link.click({ button: 'middle' });
          const made = await until(
            async () => (await session.browser.browser.pages()).find((other) => !known.has(other)),
            (found) => found !== undefined,
          );
          assert.ok(made, `${site} is opened`);
          const address = () => made.evaluate(() => location.href).catch(() => null);
          const wanted = `${site}/blog.html`;
          assert.equal(await until(address, (url) => url === wanted), wanted);
          // Background tabs draw no frames.
          await (view ? becomes(made, view) : new Promise((resolve) => setTimeout(resolve, 1_500)));
          assert.equal(await viewOf(made), view);
          assert.equal(await viewOf(page), 'reader', 'the page itself stays');
          await made.close();
          await page.bringToFront();
        }
      });
    } finally {
      await list('');
    }
  });

  test('the context menu item opens a link in a new tab, in Firefox with Reader', () =>
    session.onPage('news.html', {}, async (page) => {
      const made = await openLink(session, page, `${SITE}/blog.html`);
      // Chromium sees no user gesture: see chromium.mjs.
      await (isFirefox ? becomes(made, 'reader') : staysShut(made));
      assert.equal(await viewOf(page), null, 'the page itself stays');
      await made.close();
    }));

  test('a pattern without permission is listed with a message and has no effect', () =>
    onOptions('', async (options) => {
      try {
        assert.equal(await list('reader http://self.localhost/*'), 'List saved.');
        const waiting = () =>
          options.$$eval('.site-list li', (items) =>
            items.map((item) => item.textContent).filter((text) => text.includes('needs permission')),
          );
        const words = await until(waiting, (found) => found.length > 0);
        assert.deepEqual(words, ['self.localhost/* needs permission.ReaderAllow…Delete']);
        await session.onPage('news.html', { policy: 'self' }, staysShut);
        if (!isFirefox) return;
        await options.bringToFront();
        await options.click('.site-list button');
        await until(waiting, (found) => found.length === 0);
        await session.onPage('news.html', { policy: 'self' }, (page) => becomes(page, 'reader'));
        // Revoked in the browser's own settings.
        await session.browser.revoke('http://self.localhost/*');
        assert.equal((await until(waiting, (found) => found.length > 0)).length, 1);
        await session.onPage('news.html', { policy: 'self' }, staysShut);
      } finally {
        await list('');
      }
    }));

  test('the context menu item opens the auto-open list with a form for the page', (t) => {
    if (isFirefox) return t.skip('in Firefox, no protocol reaches a page that the extension opens itself');
    return session.onPage('news.html', {}, async (page) => {
      const { browser } = session.browser;
      const known = new Set(await browser.pages());
      await session.browser.chooseEntry(page, { entry: 'always' });
      const made = await until(async () => (await browser.pages()).find((other) => !known.has(other)), Boolean);
      await made.waitForSelector('.add-pattern button');
      const { pathname, searchParams } = new URL(made.url());
      assert.deepEqual(
        [pathname, searchParams.get('view'), searchParams.get('url')],
        ['/options.html', 'reader', `${SITE}/news.html`],
      );
      await made.close();
    });
  });

  test('the form for a page offers its section only if that is not the whole site', async () => {
    const offered = (path) =>
      onOptions(`?${new URLSearchParams({ url: `${SITE}/${path}`, view: 'reader' })}`, (options) =>
        options.$$eval('.add-pattern input', (radios) =>
          radios.map(({ value, checked }) => (checked ? `[${value}]` : value)),
        ),
      );
    assert.deepEqual(await offered('tides/news.html'), ['page', 'part', '[site]', 'except']);
    assert.deepEqual(await offered('news.html'), ['page', '[site]', 'except']);
    assert.deepEqual(await offered(''), ['page', '[site]', 'except']);
  });

  test('lists are imported, and invalid ones change nothing', () =>
    onOptions('', async (options) => {
      const scratch = await mkdtemp(join(tmpdir(), 'pith-'));
      const path = join(scratch, 'list.txt');
      const importFile = async (text) => {
        await writeFile(path, text);
        await options.evaluate(() => (document.querySelector('.auto-open .message p').textContent = ''));
        await (await options.$('.auto-open input[type=file]')).uploadFile(path);
        return until(
          () => saidOn(options),
          (said) => said !== '',
        );
      };
      const text = () => options.$eval('#patterns', ({ value }) => value);
      try {
        await rest(options, 300);
        for (const [sentence, content] of [
          [/isn’t a list of URL patterns/, 'milk\nbread'],
          [/isn’t a list of URL patterns/, '# Pith: always open, version 1\nmilk'],
          [/newer version/, '# Pith: always open, version 9\nreader https://a.example/*'],
          [/too large/, 'x'.repeat(200_000)],
        ]) {
          assert.match(await importFile(content), sentence);
          assert.equal(await text(), '');
        }
        assert.match(
          await importFile('# Pith: always open, version 1\nreader https://a.example/*\nnever https://a.example/b'),
          /saved/,
        );
        assert.equal(await text(), 'reader https://a.example/*\nnever https://a.example/b');
        assert.match(await list('reader https://a.example/*\nmilk'), /Line 2 isn’t a valid pattern/);
      } finally {
        await rm(scratch, { recursive: true });
        await list('');
      }
    }));

  test('a menu switch turns auto-open on for the site or page, and can be undone', () =>
    session.inReader('news.html', {}, async (page) => {
      const listed = async () => (await session.stored('always')).always?.text ?? '';
      const becomes = async (text) => assert.equal(await until(listed, (found) => found === text), text);
      const states = () =>
        session.inFrame(page, (root) =>
          [...root.querySelectorAll('.menu [class*=auto-open]')].map(({ ariaChecked }) => ariaChecked === 'true'),
        );
      const choices = async (wanted) =>
        assert.deepEqual(await until(states, (found) => String(found) === String(wanted)), wanted);
      const press = (name) => session.inFrame(page, (root, entry) => root.querySelector(entry).click(), name);
      await becomes('');
      await session.choose(page, 'reader', 'auto-open');
      await becomes(`reader ${SITE}/*`);
      await choices([true, true, false]);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await press('.menu .auto-open-page');
      await becomes(`reader ${SITE}/news.html`);
      await choices([true, false, true]);
      const said = () => session.inFrame(page, (root) => root.querySelector('.toast p').textContent);
      assert.match(await until(said, (words) => words !== ''), /plain\.localhost opens in Reader/);
      await press('.toast .btn');
      await becomes(`reader ${SITE}/*`);
      await choices([true, true, false]);
      await press('.menu .auto-open');
      await becomes('');
      await choices([false]);
    }));
}
