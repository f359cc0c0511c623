// A correction on one page is saved as a site rule on request, and applies to the site's other pages. Undoing it
// deletes the rule. The site's other pages are the same page with another number.

import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { sharedBefore, withBefore } from './policies.mjs';
import { forgetChanges, panelIn, removed } from './removed-panel.mjs';
import { rest, shown, until, viewOf } from './session.mjs';

/** One is kept as text automatically, the other is removed automatically. */
const PLUG = 'Get our card today';
const SHARE = 'Tell a friend of it';
const BYLINE = 'By Ines Calloway';

const STORED = 'Saved for this site. Manage site rules in Settings.';
const GONE = 'No longer saved for this site. “Undo” restores it.';

const chapter = (number) => `chapter.html?number=${number}`;

export function siteRules(session, driver) {
  /** Runs something on a page of the extension. */
  async function onOptions(use) {
    const options = await session.browser.ownPage('options.html#sites');
    try {
      await options.waitForSelector('.site-rules .files');
      return await use(options);
    } finally {
      await options.close();
    }
  }

  /** Returns the saved sites, by name. */
  const stored = () => session.stored('site:');

  /** Saves the rules of a site directly. */
  const put = (site, value, by = session) => by.store({ [`site:${site}`]: value });

  const forget = async () => {
    await session.store({}, Object.keys(await stored()));
    await forgetChanges(session);
  };

  const rules = async () => Object.values(await stored()).flatMap((site) => site.rules);

  /** A test that starts and ends without site rules. */
  const forgetful = (name, run) =>
    test(name, async () => {
      await forget();
      try {
        await run();
      } finally {
        await forget();
      }
    });

  const inChapter = (number, use, policy = 'plain') => session.inReader(chapter(number), { policy }, use);

  const opened = (page, by = session) => panelIn(by, page).open();

  const text = async (page) => (await shown(page)).whole;

  const inBody = async (page, words) => (await shown(page)).text.includes(words);

  /** Clicks the button of the part that contains some words, and waits until the article contains them, or doesn't. */
  async function press(page, words, isThere) {
    await panelIn(session, page).press(words);
    await until(
      () => inBody(page, words),
      (found) => found === isThere,
    );
    assert.equal(await inBody(page, words), isThere, words);
  }

  const takeOut = (page, words, by = session) => removed(by, page, words);

  const said = (page, sentence) =>
    until(
      () => panelIn(session, page).status(),
      (words) => words === sentence,
    ).then((words) => assert.equal(words, sentence));

  /** Returns the text about a part's rule next to the button that saves or deletes it. */
  const saving = (page, words, by = session) =>
    panelIn(by, page).inView((root, part) => {
      const row = [...root.querySelectorAll('.removed .row')].find((item) => item.textContent.includes(part));
      return row?.querySelector('.save, .row-buttons .muted')?.textContent ?? null;
    }, words);

  async function saveRule(page, words = PLUG) {
    await panelIn(session, page).focus(words, '.save');
    await page.keyboard.press('Enter');
    await said(page, STORED);
  }

  /** Removes the plug, or restores the share links, on one page, and saves that as a site rule. */
  const ruleSaved = (words, policy = 'plain') =>
    inChapter(
      1,
      async (page) => {
        if (words === PLUG) await takeOut(page, words);
        await opened(page);
        if (words !== PLUG) await press(page, words, true);
        await saveRule(page, words);
        await forgetChanges(session);
      },
      policy,
    );

  const inPanel = (page, body, ...values) => panelIn(session, page).inView(body, ...values);

  const memoryRows = (page) =>
    inPanel(page, (root) =>
      [...root.querySelectorAll('.rules > ul > li')].map((item) => item.textContent.replace(/\s+/g, ' ')),
    );

  async function chord(page, ...keys) {
    for (const key of keys.slice(0, -1)) await page.keyboard.down(key);
    await page.keyboard.press(keys.at(-1));
    for (const key of keys.slice(0, -1)) await page.keyboard.up(key);
  }

  forgetful('a correction becomes a site rule only on request', async () => {
    await inChapter(1, async (page) => {
      await takeOut(page, PLUG);
      await opened(page);
      assert.equal(await saving(page, PLUG), 'Save for plain.localhost');
    });
    assert.deepEqual(await stored(), {});
    await inChapter(2, async (page) => assert.ok((await text(page)).includes(PLUG)));
  });

  for (const policy of variants(['strict', 'plain']))
    forgetful(`a removed part is removed on other pages too, until it is restored there (${policy})`, async () => {
      await ruleSaved(PLUG, policy);
      const [rule] = await rules();
      assert.ok(rule.words.startsWith(PLUG), rule.words);
      await inChapter(
        2,
        async (page) => {
          assert.ok(!(await text(page)).includes(PLUG));
          await opened(page);
          const own = (await panelIn(session, page).items()).find((item) => item.includes(PLUG));
          assert.match(own, /Removed by a site rule/);
          const [row] = await memoryRows(page);
          assert.match(row, /Get our card today.* removed here$/);
          await press(page, PLUG, true);
          await said(page, GONE);
          assert.deepEqual(await stored(), {});
          assert.match((await memoryRows(page))[0], /no longer saved$/);
          await chord(page, 'Control', 'z');
          await said(page, STORED);
          assert.deepEqual(await rules(), [rule]);
          assert.equal(await inBody(page, PLUG), false);
          await chord(page, 'Control', 'Shift', 'z');
          await said(page, GONE);
        },
        policy,
      );
      assert.deepEqual(await stored(), {});
      await inChapter(3, async (page) => assert.ok((await text(page)).includes(PLUG)), policy);
    });

  for (const policy of variants(['strict', 'plain']))
    forgetful(`a restored part is restored on other pages too, until it is removed there (${policy})`, async () => {
      await ruleSaved(SHARE, policy);
      assert.equal((await rules()).length, 1, 'its blocks are one part');
      await inChapter(
        2,
        async (page) => {
          assert.ok((await text(page)).includes(SHARE));
          await opened(page);
          const parts = await panelIn(session, page).items();
          const own = parts.filter((part) => part.includes('Restored by a site rule'));
          assert.equal(own.length, 1, parts.join('\n'));
          assert.ok(own[0].includes(SHARE));
          await press(page, SHARE, false);
          await said(page, GONE);
        },
        policy,
      );
      assert.deepEqual(await stored(), {});
    });

  forgetful('a site rule can be undone or deleted on its page, and the correction stays', async () => {
    await inChapter(1, async (page) => {
      await takeOut(page, PLUG);
      await opened(page);
      await saveRule(page);
      assert.equal((await rules()).length, 1);
      await page.bringToFront();
      await chord(page, 'Control', 'z');
      await said(page, GONE);
      assert.deepEqual(await stored(), {});
      assert.equal(await inBody(page, PLUG), false, 'the correction itself stays');
      await saveRule(page);
      assert.equal((await rules()).length, 1);
      assert.equal(await saving(page, PLUG), 'Saved for plain.localhost. Delete rule');
      await panelIn(session, page).focus(PLUG, '.save');
      await page.keyboard.press('Enter');
      await said(page, GONE);
      assert.deepEqual(await stored(), {});
    });
  });

  forgetful('a rule without a match says so, and is kept', async () => {
    await ruleSaved(PLUG);
    await session.inReader('chapter.html?number=4&bare', {}, async (page) => {
      await opened(page);
      const [row] = await memoryRows(page);
      assert.match(row, /no match on this page$/);
    });
    assert.equal((await rules()).length, 1);
  });

  forgetful('one switch includes bylines in the text on all pages of the site', async () => {
    await inChapter(1, async (page) => {
      assert.equal(await inBody(page, BYLINE), false);
      await opened(page);
      await inPanel(page, (root) => root.querySelector('.rules > label').click());
      await until(
        () => inBody(page, BYLINE),
        (isThere) => isThere,
      );
      assert.equal(await inBody(page, BYLINE), true);
    });
    assert.deepEqual(Object.values(await stored()), [{ version: 1, bylines: true, rules: [] }]);
    await inChapter(2, async (page) => {
      assert.equal(await inBody(page, BYLINE), true);
      await opened(page);
      await inPanel(page, (root) => root.querySelector('.rules > label').click());
      await until(
        () => inBody(page, BYLINE),
        (isThere) => !isThere,
      );
      assert.equal(await inBody(page, BYLINE), false);
    });
    assert.deepEqual(await stored(), {});
  });

  forgetful('on a page without a byline, the switch reports no match', async () => {
    await put('plain.localhost', { version: 1, bylines: true, rules: [] });
    await session.inReader('poem.html', {}, async (page) => {
      await opened(page);
      assert.equal(
        await inPanel(page, (root) => root.querySelector('.rules > span').textContent),
        'no match on this page',
      );
    });
  });

  forgetful("a correction that can't become a site rule shows the reason", () =>
    session.inReader('alike.html', {}, async (page) => {
      // One of the nine at the end of the story.
      await removed(session, page, 'The boat was built', -4);
      await opened(page);
      assert.equal(await saving(page, 'The boat was built'), 'this page only: looks like other parts');
    }),
  );

  for (const view of variants(['simplify', 'inspect']))
    forgetful(`${view}: a site rule saved from the panel applies on another page`, async () => {
      await session.inViewOf(view, chapter(1), {}, async (page) => {
        const panel = panelIn(session, page, view);
        await panel.open();
        await panel.press(SHARE);
        await panel.focus(SHARE, '.save');
        await page.keyboard.press('Enter');
        assert.equal(await until(panel.status, (sentence) => sentence === STORED), STORED);
      });
      await session.inViewOf(view, chapter(2), {}, async (page) => {
        const panel = panelIn(session, page, view);
        await panel.open();
        const parts = await panel.items();
        assert.ok(parts.some((part) => part.includes('Restored') && part.includes(SHARE)));
      });
    });

  forgetful('unreadable rules are reported and not applied, and newer data stays', async () => {
    for (const [value, sentence] of [
      [{ version: 9, rules: [] }, /newer version/],
      [{ version: 1, bylines: false, rules: [{ bytes: 'ESIz' }] }, /couldn’t read the rules/],
    ]) {
      await put('plain.localhost', value);
      await inChapter(1, async (page) => {
        assert.ok((await text(page)).includes(PLUG));
        await opened(page);
        const shut = await inPanel(page, (root) => {
          const rule = root.querySelector('.rules .blocked');
          return rule.checkVisibility() ? rule.textContent : '';
        });
        assert.match(shut, sentence, 'the message is shown at once');
      });
      assert.deepEqual(await stored(), { 'site:plain.localhost': value });
    }
    await put('strict.localhost', { version: 1, bylines: false, rules: [{ bytes: 'ESIz' }] });
    await inChapter(1, async (page) => assert.ok((await text(page)).includes(PLUG)), 'strict');
  });

  forgetful('the settings describe each rule, and can disable, delete, and restore it', async () => {
    await ruleSaved(PLUG);
    await onOptions(async (options) => {
      await options.bringToFront();
      const item = await options.waitForSelector('.site-rules li');
      const words = await item.evaluate(({ textContent }) => textContent);
      assert.ok(words.startsWith(`Removes “${PLUG.slice(0, 20)}`), words);
      assert.match(words, /Removes a (?:box|paragraph) with a specific class or ID\./);
      assert.equal(await options.$eval('.site-rules h3', ({ textContent }) => textContent), 'plain.localhost');
      await options.click('.site-rules li label');
      await until(rules, ([rule]) => rule.isOff);
      assert.equal((await rules())[0].isOff, true);
    });
    await inChapter(2, async (page) => assert.ok((await text(page)).includes(PLUG), 'a rule that is off'));
    await onOptions(async (options) => {
      await options.bringToFront();
      const count = () => options.$$eval('.site-rules li', ({ length }) => length);
      await options.waitForSelector('.site-rules li');
      await options.click('.site-rules li button');
      assert.equal(await until(count, (now) => now === 0), 0);
      await options.click('.site-rules .message button');
      assert.equal(await until(count, (now) => now === 1), 1);
      await options.click('.site-rules .files button:last-of-type');
      assert.equal(await until(count, (now) => now === 0), 0);
      assert.deepEqual(await stored(), {});
      await options.bringToFront();
      await options.click('.site-rules .message button');
      assert.equal(await until(count, (now) => now === 1), 1);
    });
    assert.equal((await rules()).length, 1);
  });

  forgetful('the settings follow the storage, and switch and delete each site separately', async () => {
    await ruleSaved(PLUG);
    const [site] = Object.values(await stored());
    await onOptions(async (options) => {
      await options.bringToFront();
      const sites = () => options.$$eval('.site-rules h3', (all) => all.map(({ textContent }) => textContent));
      const both = ['other.example', 'plain.localhost'];
      await put('other.example', site);
      assert.deepEqual(await until(sites, ({ length }) => length === 2), both);
      const undo = () => options.$eval('.site-rules .message button', (button) => button.checkVisibility());
      const other = '.site-rules section:first-of-type';
      await options.click(`${other} li button`);
      assert.equal(await until(undo, Boolean), true);
      await options.click('.site-rules section:last-of-type > label');
      assert.equal(await until(undo, (isThere) => !isThere), false, 'another action removes Undo');
      assert.deepEqual(await stored(), { 'site:plain.localhost': { ...site, bylines: true } });
      await options.bringToFront();
      await put('other.example', { ...site, bylines: true });
      assert.deepEqual(await until(sites, ({ length }) => length === 2), both);
      await options.click(`${other} > .actions button`);
      assert.deepEqual(await until(sites, ({ length }) => length === 1), ['plain.localhost']);
      await until(undo, Boolean);
      await options.click('.site-rules .message button');
      assert.deepEqual(await until(sites, ({ length }) => length === 2), both);
    });
    assert.deepEqual((await stored())['site:other.example'], { ...site, bylines: true });
  });

  forgetful('rule files can be exported and imported, and invalid ones change nothing', async () => {
    await ruleSaved(PLUG);
    const before = await stored();
    const [site] = Object.values(before);
    await onOptions(async (options) => {
      const scratch = await mkdtemp(join(tmpdir(), 'pith-'));
      const path = join(scratch, 'corrections.json');
      const importFile = async (content) => {
        await writeFile(path, content);
        await options.evaluate(() => (document.querySelector('.site-rules .message p').textContent = ''));
        await (await options.$('.site-rules input[type=file]')).uploadFile(path);
        return until(
          () => options.$eval('.site-rules .message p', ({ textContent }) => textContent),
          (sentence) => sentence !== '',
        );
      };
      const file = (change, entries) =>
        JSON.stringify({ format: 'pith-corrections', version: 1, sites: entries, ...change });
      try {
        await rest(options, 300);
        const entry = { site: 'other.example', bylines: true, rules: site.rules };
        for (const [sentence, content] of [
          [/isn’t valid JSON/, 'milk'],
          [/no site rules/, '{"marks": []}'],
          [/newer version/, file({ version: 9 }, [entry])],
          [/doesn’t recognize/, file({}, [entry, { ...entry, rules: [{ bytes: 'ESIz' }] }])],
          [/doesn’t recognize/, file({}, [entry, { site: 'other.example' }])],
          [/too large/, ' '.repeat(20_000_001)],
        ]) {
          assert.match(await importFile(content), sentence);
          assert.deepEqual(await stored(), before);
        }
        assert.match(await importFile(file({}, [entry])), /Sites imported: 1/);
        assert.deepEqual(await stored(), {
          ...before,
          'site:other.example': { version: 1, bylines: true, rules: site.rules },
        });
        const after = await stored();
        const exported = await options.evaluate(() => {
          const made = Promise.withResolvers();
          URL.createObjectURL = (blob) => {
            made.resolve(blob.text());
            return 'about:blank';
          };
          HTMLAnchorElement.prototype.click = () => {};
          document.querySelector('.site-rules .files button').click();
          return made.promise;
        });
        await forget();
        assert.match(await importFile(exported), /Sites imported: 2/);
        assert.deepEqual(await stored(), after);
        const named = () => options.$eval('.site-rules input[type=file]', ({ value }) => value);
        assert.equal(await until(named, (name) => name === ''), '', 'the same file can be chosen again');
      } finally {
        await rm(scratch, { recursive: true });
      }
    });
  });

  /** In the background, before its own script: storage rejects site rules. */
  function refuse() {
    const { local } = (globalThis.browser ?? globalThis.chrome).storage;
    const set = local.set.bind(local);
    local.set = (change) =>
      Object.keys(change).some((key) => key.startsWith('site:')) ? Promise.reject(new Error('full')) : set(change);
  }

  /** In the background, before its own script: ignores changes of site rules requested by pages. */
  function ignoreChanges() {
    const { onMessage } = (globalThis.browser ?? globalThis.chrome).runtime;
    const add = onMessage.addListener.bind(onMessage);
    onMessage.addListener = (hear) =>
      add((message, ...others) => (message.kind === 'change-sites' ? undefined : hear(message, ...others)));
  }

  /** In the page: pretends that the window is private. */
  function hide() {
    const { extension } = globalThis.browser ?? globalThis.chrome;
    Object.defineProperty(extension, 'inIncognitoContext', { value: true });
  }

  const whereFull = sharedBefore(driver, 'background.js', `(${refuse})();`);

  test('full storage is reported, the view stays, and saving can be retried', whenAll, () =>
    whereFull((other) =>
      other.inReader(chapter(1), {}, async (page) => {
        await takeOut(page, PLUG, other);
        await opened(page, other);
        const panel = panelIn(other, page);
        await panel.focus(PLUG, '.save');
        await page.keyboard.press('Enter');
        assert.match(await until(panel.status, (sentence) => /^Couldn’t save/.test(sentence)), /^Couldn’t save/);
        assert.equal(await inBody(page, PLUG), false);
        assert.equal(await saving(page, PLUG, other), 'Save for plain.localhost');
      }),
    ),
  );

  test('full storage is reported in the settings, which show the stored values', () =>
    whereFull(async (other) => {
      const entry = { bytes: 'ESIz', words: PLUG, made: '', isOff: false };
      await put('other.example', { version: 1, bylines: false, rules: [entry] }, other);
      const options = await other.browser.ownPage('options.html#sites');
      await options.waitForSelector('.site-rules li label');
      await options.click('.site-rules li label');
      const words = () => options.$eval('.site-rules .message p', ({ textContent }) => textContent);
      assert.match(await until(words, (sentence) => sentence !== ''), /^Couldn’t save/);
      const isOn = () => options.$eval('.site-rules li input', ({ checked }) => checked);
      assert.equal(await until(isOn, Boolean), true);
    }));

  test('a save that fails is reported, and can be retried', whenAll, () =>
    withBefore(driver, 'background.js', `(${ignoreChanges})();`, (other) =>
      other.inReader(chapter(1), {}, async (page) => {
        await takeOut(page, PLUG, other);
        await opened(page, other);
        const panel = panelIn(other, page);
        await panel.focus(PLUG, '.save');
        await page.keyboard.press('Enter');
        assert.match(
          await until(panel.status, (sentence) => /Pith was updated or removed/.test(sentence)),
          /Pith was updated or removed/,
        );
        assert.equal(await saving(page, PLUG, other), 'Save for plain.localhost');
      }),
    ),
  );

  test('a private window saves no site rules, and shows a message', whenAll, () =>
    withBefore(driver, 'removed.js', `(${hide})();`, (other) =>
      other.inReader(chapter(1), {}, async (page) => {
        await takeOut(page, PLUG, other);
        await opened(page, other);
        const panel = panelIn(other, page);
        const words = await panel.inView((root) => root.querySelector('.rules .blocked').textContent);
        assert.equal(words, 'Pith doesn’t save anything in private windows.');
        assert.equal(await panel.inView((root) => root.querySelector('.removed .save, .rules input') === null), true);
        assert.deepEqual(await other.stored('changes:'), {});
      }),
    ),
  );

  forgetful('a site rule still applies after a change of view, and Escape closes Reader', async () => {
    await ruleSaved(PLUG);
    await inChapter(2, async (page) => {
      await session.show(page, 'inspect');
      await session.show(page, 'reader');
      assert.ok(!(await text(page)).includes(PLUG));
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
        ),
        null,
      );
    });
  });
}
