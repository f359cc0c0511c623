// Exports that need permission for other sites: tabs as one file, images of other sites, and your server.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { filesIn, pageActions } from './page-actions.mjs';
import { permittedSession } from './permitted.mjs';
import { becomes, rest, until } from './session.mjs';

const SENTENCE = 'The crossing is short.';
const HOSTS = ['plain', 'self', 'wallabag', 'readeck', 'karakeep', 'linkwarden', 'other'];
const SITES = HOSTS.map((label) => `http://${label}.localhost`);

export function exportsWithPermission(driver) {
  const isFirefox = driver.name === 'Firefox';
  const session = permittedSession(driver, { sites: SITES, permissions: ['tabs'] });
  const { press, emptied, downloaded, exported, exportSaid, openExport, appears } = pageActions(session);

  async function onOwn(file, use) {
    const own = await session.browser.ownPage(file);
    try {
      return await use(own);
    } finally {
      await own.close();
    }
  }

  const granted = () =>
    onOwn('options.html', (own) => own.evaluate(() => (globalThis.browser ?? chrome).permissions.getAll()));

  /** Waits for a message on a page of the extension, or in a view. */
  async function says(ask, words, timeout) {
    const found = await until(ask, (said) => words.test(said), timeout);
    assert.match(found, words);
    return found;
  }

  async function opened(page) {
    await session.open(page);
    await openExport(page, 'reader');
  }

  const inPanel = (page) => () => exportSaid(page, 'reader');

  /** Clicks a button of a page of the extension by its label. */
  async function pressed(own, words) {
    await own.bringToFront();
    const box = () =>
      own.evaluate((text) => {
        const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === text);
        button?.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { x, y, width, height } = button?.getBoundingClientRect() ?? { width: 0 };
        return width > 0 ? [x + width / 2, y + height / 2] : null;
      }, words);
    const found = await until(box, Boolean);
    assert.ok(found, words);
    // Firefox ignores clicks on a page that has just opened.
    await rest(own, 300);
    await own.mouse.click(...(await box()));
  }

  const PATHS = [
    ['plain', 'news.html?several'],
    ['plain', 'nothing.html'],
    ['self', 'documentation.html'],
  ];

  /** Opens the pages, and the page that saves them as one file. */
  async function onSeveral(use) {
    const pages = [];
    try {
      for (const [policy, path] of PATHS) pages.push(await session.browser.newPage(session.server.url(policy, path)));
      const ids = await onOwn('options.html', (own) =>
        own.evaluate(async () => {
          const all = await (globalThis.browser ?? chrome).tabs.query({ currentWindow: true });
          return all.toSorted((a, b) => a.index - b.index).map(({ id }) => id);
        }),
      );
      // The last tab is the extension's page.
      const tabs = ids.slice(-1 - PATHS.length, -1);
      return await onOwn(`tabs.html?${new URLSearchParams({ tabs: tabs.join(',') })}`, (own) => use(own, pages));
    } finally {
      for (const page of pages) await page.close();
    }
  }

  test('on a permitted site, a highlight opened from the list is shown in Reader', async (t) => {
    if (isFirefox) {
      t.skip('no site is permitted at first');
      return;
    }
    const url = session.server.url('plain', 'news.html?opened');
    const mark = { id: 'fa0c2a5e-0000-4000-8000-000000000001', created: '2026-03-15T08:00:00.000Z', color: 'green' };
    await onOwn('highlights.html', async (own) => {
      await own.evaluate(
        (address, made) =>
          (globalThis.browser ?? chrome).storage.local.set({
            [`marks:${address}`]: { version: 1, url: address, title: 'News', marks: [made] },
          }),
        url,
        { ...mark, exact: 'The crossing is short.', note: 'How short?', prefix: '', suffix: '' },
      );
      const link = await own.waitForSelector('main .actions a[title="Open in Reader"]');
      const { page } = await appears(/news\.html\?opened/, () => link.evaluate((one) => one.click()));
      try {
        await becomes(page, 'reader');
        const isSeen = () =>
          page.evaluate(() => {
            const all = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
            const { top, bottom } = all
              .find(({ textContent }) => textContent.includes('The crossing is short.'))
              .getBoundingClientRect();
            return top >= 0 && bottom <= innerHeight;
          });
        assert.equal(await until(isSeen, Boolean), true);
      } finally {
        await page.close();
        await own.evaluate((address) => (globalThis.browser ?? chrome).storage.local.remove(`marks:${address}`), url);
      }
    });
  });

  const status = (own) => () => own.$eval('[role=status]', ({ textContent }) => textContent);

  test('tabs are saved in order as EPUB or Markdown, listing pages without an article', whenAll, async () => {
    const before = await granted();
    await onSeveral(async (own) => {
      if (isFirefox) {
        await says(status(own), /^Pith doesn’t know these tabs yet/);
        await pressed(own, 'Identify tabs…');
      }
      const names = () => own.$$eval('.tabs .name', (all) => all.map(({ textContent }) => textContent));
      const known = await until(names, (all) => all.every((name) => !/^Tab \d/.test(name)));
      assert.equal(known[1], 'Stockroom', `${known}`);
      emptied();
      await pressed(own, 'Save as EPUB');
      const { name, bytes } = await downloaded();
      assert.match(name, / \+ 1\.epub$/);
      assert.equal(
        await says(status(own), /^Saved/),
        `Saved as ${name}. 2 articles included. Not included: Stockroom.`,
      );
      const files = filesIn(bytes);
      const chapter = (number) => String(files[`EPUB/article${number}.xhtml`]);
      assert.ok(chapter('').includes(SENTENCE));
      assert.match(chapter(2), /<pre/);
      assert.match(chapter(3), /<h1>Not included<\/h1>/);
      assert.ok(chapter(3).includes('>Stockroom</a>: No article found on this page.'), chapter(3));
      const held = [...chapter('').matchAll(/<img src="(pictures\/[^"]+)"/g)];
      assert.ok(held.length > 0 && held.every(([, path]) => files[`EPUB/${path}`].length > 100));
      emptied();
      await own.type('#title', 'Reading list');
      await pressed(own, 'Save as Markdown');
      const { name: titled, text } = await downloaded();
      assert.equal(titled, 'Reading list.md');
      await says(status(own), /^Saved/);
      const heads = text.match(/^# .+$/gm);
      assert.equal(heads.length, 3, `${heads}`);
      assert.equal(heads[2], '# Not included');
      assert.ok(text.indexOf(SENTENCE) < text.indexOf('```rust'), 'the order is that of the tabs');
    });
    // The temporary permissions are revoked.
    assert.deepEqual(await until(granted, ({ origins }) => origins.length === before.origins.length), before);
  });

  test("tabs that aren't chosen are skipped, and nothing is saved without an article", () =>
    onSeveral(async (own) => {
      if (isFirefox) await pressed(own, 'Identify tabs…');
      await until(
        () => own.$$eval('.tabs .name', (all) => all.map(({ textContent }) => textContent)),
        (all) => all[1] === 'Stockroom',
      );
      await own.$$eval('.tabs input', (all) => {
        all[0].click();
        all[2].click();
      });
      emptied();
      await pressed(own, 'Save as EPUB');
      await says(status(own), /^No articles found in these tabs\. Nothing was saved\.$/);
    }));

  test("the menu item opens the page for saving tabs with the window's tabs", () =>
    session.onPage('news.html?opens', {}, async (page) => {
      const choose = () => session.browser.chooseEntry(page, { point: [400, 300], entry: 'take-several' });
      const { page: own, href } = await appears(/tabs\.html/, choose);
      const tabs = new URL(href).searchParams.get('tabs').split(',');
      assert.ok(tabs.length > 0 && tabs.every((id) => /^\d+$/.test(id)), `${tabs}`);
      await own.close();
    }));

  /** Adds an image with a URL to the page. */
  const withImage = (page, src) =>
    page.evaluate((address) => {
      const picture = document.createElement('img');
      picture.src = address;
      picture.alt = 'A picture of another site';
      picture.width = picture.height = 400;
      document.querySelector('main p:nth-of-type(3)').after(picture);
    }, src);

  test('an image on another site is included once permitted', () =>
    session.onPage('news.html?foreign', {}, async (page) => {
      await withImage(page, session.server.url('self', 'media/harbour.jpg'));
      await opened(page);
      emptied();
      await exported(page, 'reader', 'saveHtml');
      if (isFirefox) {
        await says(inPanel(page), /^Images on other sites: 1 \(self\.localhost\)/);
        const ask = () => press(page, 'reader', '.exporter .result-actions button');
        const { page: own } = await appears(/sites\.html/, ask);
        assert.deepEqual(await own.$$eval('li', (all) => all.map(({ textContent }) => textContent)), [
          'http://self.localhost',
        ]);
        await pressed(own, 'Allow and include…');
      }
      const { name, text } = await downloaded();
      assert.equal(await says(inPanel(page), /^Saved/), `Saved as ${name}.`);
      assert.equal(/<img[^>]+src="http/.test(text), false);
      assert.match(text, /src="data:image\/jpeg;base64,[^"]+" alt="A picture of another site"/);
    }));

  test('images that are too large or time out are reported and linked in the file', whenAll, () =>
    session.onPage('news.html?bounds', {}, async (page) => {
      const huge = session.server.url('plain', 'huge.jpg');
      const late = 'http://other.localhost/late.jpg';
      session.ownServers.moods.set('other', 'hang');
      try {
        await withImage(page, huge);
        await withImage(page, late);
        await opened(page);
        emptied();
        await exported(page, 'reader', 'saveHtml');
        const said = await says(inPanel(page), /^Saved/);
        const { name, text } = await downloaded();
        const missing = '2 images couldn’t be included: the file links to them. Too large: 1. Timed out: 1.';
        assert.equal(said, `Saved as ${name}. ${missing}`);
        assert.ok(text.includes(`<footer><p>${missing}</p>`), text.slice(-400));
        assert.ok(text.includes(`src="${huge}"`) && text.includes(`src="${late}"`));
      } finally {
        session.ownServers.moods.clear();
      }
    }),
  );

  /** Saves a server on the settings page. Returns the resulting message. */
  const store = (kind, address, secrets) =>
    onOwn('options.html#saving', async (own) => {
      await own.waitForSelector('#server-kind');
      await rest(own, 300);
      return saved(own, kind, address, secrets);
    });

  /** Fills in the form and saves it. Returns the resulting message. */
  async function saved(own, kind, address, secrets) {
    await own.evaluate(
      (chosen, url, values) => {
        const kindOf = document.querySelector('#server-kind');
        kindOf.value = chosen;
        kindOf.dispatchEvent(new Event('change'));
        document.querySelector('#server-address').value = url;
        for (const [id, value] of Object.entries(values)) document.querySelector(`#server-${id}`).value = value;
      },
      kind,
      address,
      secrets,
    );
    await pressed(own, 'Save…');
    const said = () =>
      own.$eval(
        '.server',
        (panel) =>
          panel.querySelector('#server-url-error').textContent || panel.querySelector('[role=status]').textContent,
      );
    return says(said, /./);
  }

  const WALLABAG = { client: 'id', clientSecret: 'secret', user: 'edda', password: 'rope' };
  const UNSAFE = 'Without HTTPS, others on the network can read your token and articles.';
  const SERVERS = [
    ['wallabag', 'http://wallabag.localhost/bag', WALLABAG],
    ['readeck', 'http://readeck.localhost', { token: 'rope' }],
    ['karakeep', 'http://karakeep.localhost/', { token: 'rope' }],
    ['linkwarden', 'http://linkwarden.localhost/', { token: 'rope' }],
    ['other', 'http://other.localhost/inbox?box=1', { token: '' }],
  ];

  /** Saves a server and clicks *Test connection*. Returns the resulting message. */
  async function tested(own, ...server) {
    assert.match(await saved(own, ...server), /^Saved/);
    const isOffered = () => own.$$eval('.server button', (all) => all.filter(({ hidden }) => !hidden).length === 3);
    assert.ok(await until(isOffered, Boolean), 'the test is offered');
    await pressed(own, 'Test connection');
    return says(() => own.$eval('.server [role=status]', ({ textContent }) => textContent), /^(?!Saved).*[^…]$/);
  }

  test('the connection to a server is tested, and the test saves nothing there', whenAll, () =>
    onOwn('options.html#saving', async (own) => {
      const { taken, moods } = session.ownServers;
      const count = taken.length;
      await own.waitForSelector('#server-kind');
      for (const [kind, address, secrets] of SERVERS) {
        const host = `${kind}.localhost`;
        const works =
          kind === 'other'
            ? `${host} responds. Send an article to check whether it accepts your token.`
            : `The connection to ${host} works.`;
        assert.equal(await tested(own, kind, address, secrets), works);
        const wrong = Object.fromEntries(Object.keys(secrets).map((name) => [name, 'wrong']));
        assert.equal(await tested(own, kind, address, wrong), `${host} rejected your credentials.`);
      }
      for (const [mood, said] of [
        [404, 'readeck.localhost responded with error 404. Check the URL and service.'],
        ['text', 'readeck.localhost responded, but not like Readeck. Check the URL in Settings.'],
        ['hang', 'readeck.localhost didn’t respond in time.'],
      ]) {
        moods.set('readeck', mood);
        try {
          assert.equal(await tested(own, 'readeck', 'http://readeck.localhost/', { token: 'rope' }), said);
        } finally {
          moods.clear();
        }
      }
      assert.equal(taken.length, count);
    }),
  );

  test('the form says where a service shows its token, and offers tests only once saved', () =>
    onOwn('options.html#saving', async (own) => {
      await own.waitForSelector('#server-kind');
      assert.match(await saved(own, 'readeck', 'http://readeck.localhost', { token: 'rope' }), /^Saved/);
      await own.select('#server-kind', 'karakeep');
      const sentences = () => own.$$eval('.server p:not([hidden])', (all) => all.map((one) => one.textContent));
      assert.ok((await sentences()).includes('Karakeep shows these under \u2066User Settings › API Keys\u2069.'));
      await own.select('#server-kind', 'other');
      assert.ok(!(await sentences()).some((text) => text.includes('shows these')));
      await own.type('#server-address', '/elsewhere');
      assert.equal(await own.$$eval('.server button', (all) => all.filter(({ hidden }) => !hidden).length), 2);
    }));

  for (const [kind, address, secrets] of variants(SERVERS)) {
    test(`${kind} receives the article as one file with images, and its errors are shown`, async () => {
      const { taken, moods } = session.ownServers;
      const host = `${kind}.localhost`;
      assert.equal(await store(kind, address, secrets), `Saved: ${host}. ${UNSAFE}`);
      await session.onPage(`news.html?${kind}`, {}, async (page) => {
        await opened(page);
        const sends = async (words) => {
          await exported(page, 'reader', 'send');
          return says(inPanel(page), words);
        };
        assert.equal(await sends(/^Sent/), `Sent to ${host}.`);
        const { kind: by, url, html } = taken.at(-1);
        assert.deepEqual([by, url], [kind, await page.evaluate(() => location.href)]);
        assert.ok(html.startsWith('<!doctype html>') && html.includes(SENTENCE));
        assert.ok(html.includes('src="data:image/') && !/<img[^>]+src="http/.test(html));
        const count = taken.length;
        const name = { wallabag: 'wallabag', readeck: 'Readeck', karakeep: 'Karakeep', linkwarden: 'Linkwarden' }[kind];
        for (const [mood, said] of [
          [401, `${host} rejected your credentials, so nothing was saved. Check them in Settings.`],
          [403, `${host} rejected your credentials, so nothing was saved. Check them in Settings.`],
          [413, `The file is too large for ${host}. Nothing was saved there.`],
          [503, `${host} couldn’t accept the article (error 503). Try again later.`],
          [
            404,
            `${host} refused the article (error 404). Nothing was saved there. Check the URL and service in Settings.`,
          ],
          [
            'elsewhere',
            name
              ? `${host} responded, but not like ${name}. Check the URL in Settings.`
              : `${host} sent an unexpected response. Check the URL in Settings.`,
          ],
          ...(name ? [['text', `${host} responded, but not like ${name}. Check the URL in Settings.`]] : []),
        ]) {
          moods.set(kind, mood);
          try {
            const first = said.slice(0, 30).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
            assert.equal(await sends(new RegExp(`^${first}`)), said, `${mood}`);
          } finally {
            moods.delete(kind);
          }
        }
        assert.equal(taken.length, count);
        assert.deepEqual(
          session.server.requests.filter((request) => request.includes('//asked.localhost/')),
          [],
          'no token is sent to a redirect target',
        );
      });
    });
  }

  test('if a server times out, the message says it may have the article', whenAll, async () => {
    await store('readeck', 'http://readeck.localhost/', { token: 'rope' });
    session.ownServers.moods.set('readeck', 'hang');
    try {
      await session.onPage('news.html?hang', {}, async (page) => {
        await opened(page);
        await exported(page, 'reader', 'send');
        await says(inPanel(page), /^readeck\.localhost didn’t respond in time\. Check whether it has the article/);
      });
    } finally {
      session.ownServers.moods.clear();
    }
  });

  test('a wrong wallabag password shows a message', async () => {
    await store('wallabag', 'http://wallabag.localhost/bag/', { ...WALLABAG, password: 'wrong' });
    await session.onPage('news.html?wrong', {}, async (page) => {
      await opened(page);
      await exported(page, 'reader', 'send');
      await says(inPanel(page), /^wallabag\.localhost rejected your credentials/);
    });
  });

  test("an invalid URL isn't saved, and a deleted server isn't offered", whenAll, async () => {
    for (const address of ['', 'readeck', 'ftp://readeck.localhost/', 'http://edda:rope@readeck.localhost/'])
      assert.match(await store('readeck', address, { token: 'rope' }), /^Enter a URL that starts with https/);
    await store('readeck', 'http://readeck.localhost/', { token: 'rope' });
    await onOwn('options.html#saving', async (own) => {
      await own.waitForSelector('.server .actions button:not([hidden]):last-child');
      await pressed(own, 'Delete server');
      await says(
        () => own.$eval('.server [role=status]', ({ textContent }) => textContent),
        /^Server and permission removed/,
      );
      const stored = await own.evaluate(() => (globalThis.browser ?? chrome).storage.local.get('server'));
      assert.deepEqual(stored, {});
    });
    await session.onPage('news.html?gone', {}, async (page) => {
      await opened(page);
      const row = (root) => root.querySelector('.exporter .send').textContent;
      assert.equal(await session.inFrame(page, row), 'Send to your serverSet up…');
    });
  });
}
