// Reading aloud with a fake voice: the spoken text, the voice, highlighting, and messages if a voice fails.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { pageActions } from './page-actions.mjs';
import { rest, Session, until, viewOf } from './session.mjs';
import { standIn, systemVoices } from './voice.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const ADA = { name: 'Ada', lang: 'en-GB' };
const BOB = { name: 'Bob', lang: 'en_US' };
const DORA = { name: 'Dora', lang: 'de-DE' };
const FAR = { name: 'Far', lang: 'en-GB', isRemote: true };

/** No pause between paragraphs. */
const WITHOUT_GAP = { gap: 0 };

/** Timeout in ms for a voice that has stopped speaking. */
const LONG = 40_000;

export function readAloud(session, driver) {
  const { press } = pageActions(session);
  const inWorld = (page, body, ...values) => session.browser.inContentScript(page, body, ...values);
  const speaks = (page, options) => inWorld(page, standIn, { voices: [ADA], ...options });
  const said = (page) => inWorld(page, () => globalThis.saidAloud);
  const texts = async (page) => (await said(page)).map(({ text }) => text.trim());
  const isSpeaking = (page) => inWorld(page, () => globalThis.speechSynthesis.speaking);
  const told = (page, view = 'reader') =>
    session.inView(
      page,
      view,
      (root) => root.querySelector('.read-aloud:not([hidden]) .tool-status')?.textContent ?? null,
    );
  const label = (page, view = 'reader') =>
    session.inView(page, view, (root) => root.querySelector('.read-aloud .play-pause').ariaLabel);
  const marked = (page) =>
    page.evaluate(() =>
      ['pith-spoken', 'pith-spoken-word'].map((name) =>
        [...(CSS.highlights.get(name) ?? [])]
          .map((span) => {
            const range = document.createRange();
            range.setStart(span.startContainer, span.startOffset);
            range.setEnd(span.endContainer, span.endOffset);
            return String(range);
          })
          .join('')
          .trim(),
      ),
    );
  /** Resets the settings for reading aloud. */
  const forget = () => session.store({}, ['aloud']);
  const reading = (path, options, voice, use) =>
    session.inReader(path, options, async (page) => {
      await speaks(page, voice);
      await session.store({ aloud: WITHOUT_GAP });
      try {
        await use(page);
      } finally {
        await forget();
      }
    });
  /** Waits until a text that contains these words is or was spoken. */
  const untilSaid = async (page, words, timeout) => {
    const all = await until(
      () => texts(page),
      (now) => now.some((text) => text.includes(words)),
      timeout,
    );
    assert.ok(
      all.some((text) => text.includes(words)),
      `“${words}” is not among ${JSON.stringify(all)}`,
    );
  };

  /** Unfolds the rest of the panel and scrolls to its end. */
  const more = async (page) => {
    await press(page, 'reader', '.read-aloud-settings summary');
    await session.inFrame(page, (root) => {
      const panel = root.querySelector('.read-aloud-settings');
      panel.scrollTop = panel.scrollHeight;
    });
  };

  test('an article is read aloud sentence by sentence, from its title to its end', () =>
    reading('news.html', DESK, {}, async (page) => {
      await page.keyboard.press('r');
      const whole = await until(
        () => told(page),
        (text) => text === 'Finished reading.',
        LONG,
      );
      assert.equal(whole, 'Finished reading.');
      const all = await texts(page);
      assert.equal(all[0], 'Harbour town votes to bring back its night ferry');
      assert.ok(all.includes('The vote took less time than the crossing itself.'), JSON.stringify(all));
      assert.ok(
        all.every((text) => text.length <= 200),
        'every piece is short enough for a voice',
      );
      const body = await page.$eval('[data-pith=reader] .pith-body', ({ textContent }) => textContent);
      const bare = (text) => text.replace(/\s/g, '');
      assert.ok(bare(all.join('')).includes(bare(body).slice(-200)), 'up to its last words');
      assert.deepEqual(await marked(page), ['', '']);
    }));

  test('the spoken sentence and word are highlighted, also while paused, and cleared on close', () =>
    reading('news.html', DESK, { pace: 60 }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'After eleven years');
      const [sentence, word] = await until(
        () => marked(page),
        ([text, one]) => text.startsWith('After eleven') && one !== '' && one !== 'After',
      );
      assert.match(sentence, /^After eleven years without a crossing .* uses it\.$/s);
      assert.ok(sentence.split(/\s+/).includes(word), `${word} in ${sentence}`);
      await page.keyboard.press('r');
      assert.equal(
        await until(
          () => label(page),
          (text) => text === 'Play',
        ),
        'Play',
      );
      assert.equal(await isSpeaking(page), false);
      assert.equal((await marked(page))[0], sentence);
      await page.keyboard.press('r');
      // Continues at the last spoken word.
      const on = await until(
        () => texts(page),
        (all) => all.length === 3,
      );
      assert.ok(sentence.endsWith(on[2]) && on[2] !== sentence, JSON.stringify(on));
      await session.leave(page);
      assert.equal(await isSpeaking(page), false);
      const count = (await said(page)).length;
      await rest(page, 500);
      assert.equal((await said(page)).length, count);
      assert.deepEqual(await marked(page), ['', '']);
    }));

  test('keys and buttons move to the next and previous sentence and paragraph', () =>
    reading('news.html', DESK, { pace: 3_000 }, async (page) => {
      const last = (words) =>
        until(
          () => texts(page),
          (all) => all.at(-1)?.startsWith(words),
        ).then((all) => all.at(-1));
      await page.keyboard.press('r');
      await untilSaid(page, 'Harbour town');
      const go = async (keys, words) => {
        if (keys.startsWith('.')) await press(page, 'reader', keys);
        else if (keys.startsWith('Shift+')) {
          await page.keyboard.down('Shift');
          await page.keyboard.press(keys.slice(6));
          await page.keyboard.up('Shift');
        } else await page.keyboard.press(keys);
        const found = await last(words);
        assert.ok(found?.startsWith(words), `${keys}: ${found}`);
      };
      await go('ArrowRight', 'After eleven years');
      await go('Shift+ArrowRight', 'The Petrel at the north quay');
      await go('Shift+ArrowRight', 'The vote took less time');
      await go('ArrowRight', 'On Thursday evening');
      await go('Shift+ArrowLeft', 'The vote took less time');
      await go('.sentence-back', 'Photograph');
      await go('.paragraph-on', 'The vote took');
      await go('.sentence-on', 'On Thursday evening');
    }));

  test('without word events, only sentences are highlighted', () =>
    reading('news.html', DESK, { isSilent: true, pace: 40 }, async (page) => {
      await page.keyboard.press('r');
      const found = await until(
        () => marked(page),
        ([text]) => text.startsWith('After eleven'),
      );
      assert.ok(found[0].startsWith('After eleven') && found[1] === '', JSON.stringify(found));
    }));

  test('each part gets a voice of its declared or detected language, and the choice is saved', whenAll, () =>
    session.onPage('news.html', DESK, async (page) => {
      await page.evaluate(() => {
        const [, second] = document.querySelectorAll('article p, main p');
        const quote = document.createElement('blockquote');
        quote.innerHTML =
          '<p lang="de">Die Fähre fährt wieder.</p><p>Das ist nicht von der Flut, und die Leute auf der Insel wissen, mit wem sie es zu tun haben.</p>';
        second.after(quote);
      });
      await session.store({ aloud: WITHOUT_GAP });
      await session.open(page);
      await speaks(page, { voices: [ADA, BOB, DORA] });
      await page.keyboard.press('r');
      await untilSaid(page, 'Das ist nicht');
      const voices = new Map((await said(page)).map(({ text, voice }) => [text.trim().slice(0, 12), voice]));
      assert.deepEqual(
        ['Harbour town', 'Die Fähre fä', 'Das ist nich'].map((text) => voices.get(text)),
        // The browser's language is American English.
        ['Bob', 'Dora', 'Dora'],
      );
      await until(
        () => told(page),
        (text) => text === 'Finished reading.',
        LONG,
      );
      await press(page, 'reader', '.read-aloud .settings');
      assert.equal(
        await session.inFrame(page, (root) => root.querySelector('label[for=voice]').textContent),
        'English voice',
      );
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await session.inFrame(page, (root) => {
        const list = root.querySelector('#voice');
        list.value = 'voice:Ada';
        list.dispatchEvent(new Event('change'));
      });
      await session.leave(page);
      await session.open(page);
      await speaks(page, { voices: [ADA, BOB, DORA] });
      await page.keyboard.press('r');
      const [first] = await until(
        () => said(page),
        ({ length }) => length > 0,
      );
      assert.equal(first.voice, 'Ada');
      await forget();
    }),
  );

  test('speech-dispatcher voices count as system voices, and the plainest one is preferred', () => {
    const uri = (name) => `urn:moz-tts:speechd:${name}`;
    const voices = ['English+Max', 'English'].map((name) => ({ name, lang: 'en-US', isRemote: true, uri: uri(name) }));
    return reading('news.html', DESK, { voices }, async (page) => {
      await page.keyboard.press('r');
      const [first] = await until(
        () => said(page),
        ({ length }) => length > 0,
      );
      assert.equal(first?.voice, 'English');
    });
  });

  test('a language without a voice is read by another one, with a message', () =>
    reading('news.html', DESK, { voices: [DORA], pace: 40 }, async (page) => {
      await page.keyboard.press('r');
      const sentence = await until(() => told(page), Boolean);
      assert.match(sentence, /No voice for English found\. Reading with “Dora”/);
    }));

  test('an online voice is used only after the user allows it', () =>
    reading('news.html', DESK, { voices: [FAR] }, async (page) => {
      await page.keyboard.press('r');
      assert.match(await until(() => told(page), Boolean), /Only online voices/);
      assert.deepEqual(await said(page), []);
      await press(page, 'reader', '.read-aloud .settings');
      await more(page);
      await press(page, 'reader', '.read-aloud-settings [name=remote]');
      await page.keyboard.press('Escape');
      await press(page, 'reader', '.read-aloud .play-pause');
      const [first] = await until(
        () => said(page),
        ({ length }) => length > 0,
      );
      assert.equal(first?.voice, 'Far');
    }));

  test('late voices are awaited, and a message appears if there are none', () =>
    reading('news.html', DESK, { late: 700 }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'Harbour town');
      await press(page, 'reader', '.read-aloud .close');
      await speaks(page, { voices: [] });
      await page.keyboard.press('r');
      const labels = new Set();
      const message = await until(async () => {
        labels.add(await label(page));
        return told(page);
      }, Boolean);
      assert.match(message, /No voices found\. Install one in .* settings \(.+\)/);
      labels.add(await label(page));
      assert.deepEqual([...labels], ['Play']);
      // A voice was installed. Reading goes on where it was closed, which may be after the title.
      await speaks(page, {});
      await page.keyboard.press('r');
      await until(
        () => said(page),
        ({ length }) => length > 0,
      );
      assert.equal(await label(page), 'Pause');
    }));

  test('a failing voice is retried once, then named in a message', () =>
    reading('news.html', DESK, { fault: { at: 'eleven', does: 'fail', times: 1 } }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'The vote took');
      const all = await texts(page);
      const again = all.findIndex((text) => text.startsWith('After eleven'));
      assert.ok(all[again].endsWith(all[again + 1]) && all[again] !== all[again + 1], JSON.stringify(all));
      await press(page, 'reader', '.read-aloud .close');
      await speaks(page, { fault: { at: ' ', does: 'fail', times: 9 } });
      await page.keyboard.press('r');
      assert.match(await until(() => told(page), Boolean), /^“Ada” stopped responding\. Choose “Play”/);
      assert.equal(await label(page), 'Play');
    }));

  for (const does of variants(['quiet', 'end'])) {
    test(`reading continues after a voice stops silently: ${does}`, () =>
      reading('news.html', DESK, { fault: { at: 'eleven', does, times: 1 } }, async (page) => {
        await page.keyboard.press('r');
        await untilSaid(page, 'The vote took', LONG);
      }));
  }

  test('only the selection is read, and a click on a paragraph continues from there', () =>
    reading('news.html', DESK, {}, async (page) => {
      const select = (from, to) =>
        page.evaluate(
          (first, last) => {
            const paragraph = [...document.querySelectorAll('[data-pith=reader] .pith-body p')].find((p) =>
              p.textContent.startsWith('Nobody in the room'),
            );
            const text = paragraph.firstChild;
            getSelection().setBaseAndExtent(text, first, text, last);
          },
          from,
          to,
        );
      await select(0, 18);
      await page.keyboard.press('r');
      await until(
        () => told(page),
        (text) => text === 'Finished reading.',
      );
      assert.deepEqual(await texts(page), ['Nobody in the room']);
      await page.evaluate(() => getSelection().removeAllRanges());
      const point = await page.evaluate(() => {
        const paragraph = [...document.querySelectorAll('[data-pith=reader] .pith-body p')].find((p) =>
          p.textContent.startsWith('Nobody in the room'),
        );
        paragraph.scrollIntoView({ block: 'center', behavior: 'instant' });
        const range = document.createRange();
        range.setStart(paragraph.firstChild, 60);
        range.setEnd(paragraph.firstChild, 62);
        const { x, y, width, height } = range.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      });
      await page.mouse.click(...point);
      const all = await until(
        () => texts(page),
        ({ length }) => length > 1,
      );
      assert.match(all[1], /^What divided Marrow Bay/);
    }));

  test('the displayed text is read, even if a translator has replaced its nodes', () =>
    reading('news.html', DESK, { pace: 40 }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'After eleven');
      await page.evaluate(() => {
        const paragraph = [...document.querySelectorAll('[data-pith=reader] .pith-body p')].find((p) =>
          p.textContent.startsWith('The vote took'),
        );
        const translated = document.createElement('font');
        translated.textContent = 'Il voto fu breve.';
        paragraph.replaceChildren(translated);
      });
      await press(page, 'reader', '.read-aloud .paragraph-on');
      await press(page, 'reader', '.read-aloud .paragraph-on');
      await untilSaid(page, 'Il voto fu breve.');
      await untilSaid(page, 'Nobody in the room');
    }));

  test('code is skipped and tables are read by default, and both can be changed', whenAll, () =>
    reading('documentation.html', DESK, {}, async (page) => {
      const code = await page.$eval('[data-pith=reader] pre', ({ textContent }) => textContent.trim().slice(0, 12));
      const cell = await page.$eval('[data-pith=reader] td:last-child', ({ textContent }) => textContent.trim());
      await page.keyboard.press('r');
      await until(
        () => told(page),
        (text) => text === 'Finished reading.',
        LONG,
      );
      const has = (all, words) => all.some((text) => text.replace(/\s+/g, ' ').includes(words.replace(/\s+/g, ' ')));
      const before = await texts(page);
      assert.ok(!has(before, code) && has(before, cell), JSON.stringify(before));
      await press(page, 'reader', '.read-aloud .settings');
      await more(page);
      await press(page, 'reader', '.read-aloud-settings [name=code]');
      await press(page, 'reader', '.read-aloud-settings [name=table]');
      await page.keyboard.press('Escape');
      await press(page, 'reader', '.read-aloud .close');
      await session.inFrame(page, (root) => root.querySelector('.scroll').scrollTo({ top: 0, behavior: 'instant' }));
      await speaks(page, {});
      await page.keyboard.press('r');
      await until(
        () => told(page),
        (text) => text === 'Finished reading.',
        LONG,
      );
      const after = await texts(page);
      assert.ok(has(after, code) && !has(after, cell), JSON.stringify(after));
    }),
  );

  test('formulas are read without LaTeX commands', () =>
    reading('formulas.html', DESK, {}, async (page) => {
      await page.keyboard.press('r');
      await until(
        () => told(page),
        (text) => text === 'Finished reading.',
        LONG,
      );
      const all = (await texts(page)).join(' ');
      assert.match(all, /\bformula\b/);
      assert.ok(!/\\[a-z]/.test(all), all);
    }));

  test('the view follows the voice until the user scrolls, and again on request', () =>
    reading('news.html', PHONE, { pace: 6 }, async (page) => {
      const at = () => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);
      await page.keyboard.press('r');
      assert.ok((await until(at, (top) => top > 300)) > 300);
      await page.mouse.move(195, 300);
      await page.mouse.wheel({ deltaY: -3_000 });
      const follow = () => session.inFrame(page, (root) => root.querySelector('.read-aloud .follow').checkVisibility());
      assert.equal(await until(follow, Boolean), true);
      const count = (await said(page)).length;
      await until(
        () => said(page),
        ({ length }) => length > count + 3,
      );
      assert.equal(await at(), 0);
      await press(page, 'reader', '.read-aloud .follow');
      assert.ok((await until(at, (top) => top > 300)) > 300);
      assert.equal(await follow(), false);
    }));

  test('the sleep timer stops after a sentence, and Play continues from there', () =>
    reading('news.html', DESK, { pace: 20 }, async (page) => {
      await page.keyboard.press('r');
      await press(page, 'reader', '.read-aloud .settings');
      await session.inFrame(page, (root) => {
        const list = root.querySelector('#time');
        list.value = '10';
        list.dispatchEvent(new Event('change'));
      });
      await page.keyboard.press('Escape');
      await inWorld(page, () => {
        const later = Date.now() + 11 * 60_000;
        Date.now = () => later;
      });
      assert.match(await until(() => told(page), Boolean), /^The sleep timer ended/);
      const before = await texts(page);
      await press(page, 'reader', '.read-aloud .play-pause');
      const after = await until(
        () => texts(page),
        ({ length }) => length > before.length,
      );
      assert.notEqual(after[before.length], before.at(-1));
    }));

  /**
   * Starts reading an article aloud while others are open to its right, with continuing in the next one on or off.
   * `pace`: ms per word in the first one.
   */
  const readingBeside = ({ isWanted, view = 'reader', pace = 2 }, use) =>
    reading('discussed.html', DESK, { pace }, (first) =>
      session.onPage('news.html', DESK, () =>
        session.inReader('discussed.html', { ...DESK, tag: 'next' }, async (next) => {
          if (view !== 'reader') await session.show(next, view);
          await speaks(next, { pace: 1 });
          await session.store({ aloud: { ...WITHOUT_GAP, goesOn: isWanted } });
          await first.bringToFront();
          await first.keyboard.press('r');
          await use(first, next);
        }),
      ),
    );
  const ended = (page, view) =>
    until(
      () => told(page, view),
      (text) => text === 'Finished reading.',
      LONG,
    );
  const isSeen = (page) => page.evaluate(() => document.visibilityState === 'visible');

  for (const view of ['reader', 'simplify'])
    test(`if enabled, the next open article is activated and read in ${view}`, whenAll, () =>
      readingBeside({ isWanted: true, view }, async (first, next) => {
        assert.equal(await ended(first), 'Finished reading.');
        await untilSaid(next, 'The night ferry comes back', LONG);
        assert.deepEqual([await isSeen(first), await isSeen(next)], [false, true]);
        // There is no other tab to its right.
        assert.equal(await ended(next, view), 'Finished reading.');
        assert.equal(await isSeen(next), true);
      }),
    );

  test('the sleep timer also applies to the next article', whenAll, () =>
    readingBeside({ isWanted: true, pace: 10 }, async (first, next) => {
      // In the first article the ten minutes aren't over yet, in the next one they are.
      await inWorld(first, () => {
        const now = Date.now.bind(Date);
        Date.now = () => now() - 11 * 60_000;
      });
      await untilSaid(first, 'The night ferry');
      await session.inFrame(first, (root) => {
        const list = root.querySelector('#time');
        list.value = '10';
        list.dispatchEvent(new Event('change'));
      });
      assert.equal(await ended(first), 'Finished reading.');
      assert.match((await until(() => told(next), Boolean, LONG)) ?? '', /^The sleep timer ended/);
    }),
  );

  test('nothing more is read after the article if continuing is off', whenAll, () =>
    readingBeside({ isWanted: false }, async (first, next) => {
      assert.equal(await ended(first), 'Finished reading.');
      await rest(first, 1_000);
      assert.equal(await isSeen(first), true);
      assert.deepEqual(await texts(next), []);
    }),
  );

  test('the option to continue with the next open article is saved', () =>
    reading('news.html', DESK, { pace: 2_000 }, async (page) => {
      await page.keyboard.press('r');
      await press(page, 'reader', '.read-aloud .settings');
      const box = () => session.inFrame(page, (root) => root.querySelector('.read-aloud-settings [name=next]').checked);
      assert.equal(await box(), false);
      await more(page);
      await press(page, 'reader', '.read-aloud-settings [name=next]');
      assert.equal(await until(box, Boolean), true);
      await session.leave(page);
      await session.open(page);
      await page.keyboard.press('r');
      await press(page, 'reader', '.read-aloud .settings');
      assert.equal(await until(box, Boolean), true);
    }));

  test('the speed is saved, and applies to the current sentence', () =>
    reading('news.html', DESK, { pace: 2_000 }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'Harbour town');
      await press(page, 'reader', '.read-aloud .settings');
      await press(page, 'reader', '.read-aloud-settings fieldset .more');
      const all = await until(
        () => said(page),
        ({ length }) => length === 2,
      );
      assert.deepEqual(
        all.map(({ rate }) => rate),
        [1, 1.1],
      );
      assert.match(
        await session.inFrame(page, (root) => root.querySelector('.read-aloud .settings').textContent),
        /^1\.1/,
      );
    }));

  for (const view of variants(['inspect', 'simplify'])) {
    test(`${view}: the menu reads the article aloud, highlights it, and restores the page`, () =>
      session.inViewOf(view, 'news.html', DESK, async (page) => {
        await speaks(page, { pace: 30 });
        await session.store({ aloud: WITHOUT_GAP });
        const before = await page.evaluate(() => document.body.outerHTML);
        await session.choose(page, view, 'listen');
        await untilSaid(page, 'The vote took');
        const all = await texts(page);
        assert.equal(all[0], 'Harbour town votes to bring back its night ferry');
        assert.ok(!all.some((text) => /cookie|Tides today/.test(text)), JSON.stringify(all));
        const [sentence] = await until(
          () => marked(page),
          ([text]) => text.startsWith('The vote took'),
        );
        assert.equal(sentence, 'The vote took less time than the crossing itself.');
        assert.deepEqual(await axeIn(session, page, view), []);
        await session.leave(page);
        assert.equal(await isSpeaking(page), false);
        assert.deepEqual(await marked(page), ['', '']);
        assert.equal(await page.evaluate(() => document.body.outerHTML), before);
        await forget();
      }));
  }

  test('reading stops when the page is unloaded', () =>
    reading('news.html', DESK, { pace: 2_000 }, async (page) => {
      await page.keyboard.press('r');
      await untilSaid(page, 'Harbour town');
      assert.equal(await isSpeaking(page), true);
      await inWorld(page, () => {
        globalThis.dispatchEvent(new Event('pagehide'));
      });
      assert.equal(await isSpeaking(page), false);
      assert.equal(await viewOf(page), 'reader');
    }));

  test('system voices read one sentence after the other', async (t) => {
    const system = await systemVoices();
    if (!system) return t.skip('speech-dispatcher and its espeak-ng are not installed');
    const args = driver.name === 'Chromium' ? ['--enable-speech-dispatcher'] : [];
    const own = new Session(driver, { args });
    try {
      await own.start();
      await own.inReader('news.html', DESK, async (page) => {
        const all = () =>
          own.browser.inContentScript(
            page,
            () => speechSynthesis.getVoices().filter(({ lang }) => /^en/.test(lang)).length,
          );
        assert.ok((await until(all, (count) => count > 0)) > 0);
        await page.keyboard.press('r');
        for (const words of ['After eleven years', 'The vote took', 'Nobody in the room']) {
          const [sentence] = await until(
            () => marked(page),
            ([text]) => text.startsWith(words),
            LONG,
          );
          assert.ok(sentence.startsWith(words), `${words}: ${sentence}`);
        }
      });
    } finally {
      await own.end();
      system.end();
    }
  });
}
