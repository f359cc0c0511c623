// Translations by other extensions, on the page or in Reader, are kept and undone with the view. The browser's own
// translator, here a fake one, is offered if there is one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { standIn } from './browser-translator.mjs';
import { pageActions } from './page-actions.mjs';
import { rest, shown, until, viewOf } from './session.mjs';
import { standIn as voice } from './voice.mjs';

const DESK = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };

/** A sentence of news.html, and its translation by the test extension; see translator/translator.js. */
const SAID = 'The vote took less time than the crossing itself.';
const TRANSLATED = 'Thi vuti tuuk liss tomi then thi crussong otsilf.';

/** The ways in which that extension translates, and whether the original stays. */
const WAYS = { text: false, wrap: false, inside: true, after: true };

export function translation(session) {
  const { press, markdown } = pageActions(session);
  const inWorld = (page, body, ...values) => session.browser.inContentScript(page, body, ...values);
  const settled = (text) => text.replace(/\s+/g, ' ');

  /** Starts the other extension, and waits until the sentence is translated in an element. */
  async function begun(page, within) {
    await page.evaluate(() => document.dispatchEvent(new Event('translate-now')));
    const there = () =>
      page.evaluate((selector) => document.querySelector(selector).textContent.replace(/\s+/g, ' '), within);
    const text = await until(there, (now) => now.includes(TRANSLATED));
    assert.ok(text.includes(TRANSLATED), text.slice(0, 600));
  }

  /** Asserts that a text contains the translation, directly after the original if that stays. */
  function together(text, isPair, where) {
    const all = settled(text);
    assert.equal(all.split(TRANSLATED).length, 2, `${where}: once in ${all.slice(0, 1_500)}`);
    assert.equal(all.includes(SAID), isPair, `${where}: the original in ${all.slice(0, 1_500)}`);
    if (isPair) {
      const [original] = all.split(TRANSLATED);
      const paragraph = all.slice(all.indexOf(SAID)).search(/autumn of 2015\./);
      assert.ok(paragraph > 0 && original.length > all.indexOf(SAID) + paragraph, `${where}: the original comes first`);
      const between = original.slice(all.indexOf(SAID) + paragraph + 'autumn of 2015.'.length);
      assert.match(between, /^[\s\\]*$/, `${where}: they are adjacent`);
    }
  }

  for (const [way, isPair] of variants(Object.entries(WAYS))) {
    test(`a page translated before (${way}) is translated in all views and exports, and restored`, () =>
      session.onPage(`news.html?translate=${way}`, DESK, async (page) => {
        await begun(page, 'body');
        const html = () => page.evaluate(() => document.body.innerHTML);
        const before = await html();
        await session.open(page);
        together((await shown(page)).text, isPair, 'reader');
        together(await markdown(page, 'reader'), isPair, 'Markdown');
        await session.show(page, 'simplify');
        const seen = await page.evaluate(() => {
          const all = [...document.querySelectorAll('body p')].filter((one) => one.checkVisibility());
          return all.map(({ innerText }) => innerText).join('\n');
        });
        together(seen, isPair, 'simplify');
        await session.show(page, 'inspect');
        const marked = await page.evaluate(() => {
          const spans = [...(CSS.highlights.get('pith-content') ?? [])];
          return spans.map((span) => {
            const range = document.createRange();
            range.setStart(span.startContainer, span.startOffset);
            range.setEnd(span.endContainer, span.endOffset);
            return String(range);
          });
        });
        if (marked.length > 0) together(marked.join('\n'), isPair, 'inspect');
        await session.leave(page);
        assert.equal(await html(), before);
      }));

    test(`a translation in Reader (${way}) stays there, and the page is unchanged`, () =>
      session.inReader(`news.html?translate=${way}`, DESK, async (page) => {
        const body = '[data-pith=reader] .pith-body';
        await begun(page, body);
        // By then, late text has been looked for again; see extension/src/content/tools/late-text.ts.
        await rest(page, 1_000);
        together(await page.$eval(body, (one) => one.innerText), isPair, 'reader');
        assert.equal(await viewOf(page), 'reader', 'Reader stays open');
        const html = () => page.evaluate(() => document.body.innerHTML);
        const now = await html();
        await session.leave(page);
        assert.equal(await html(), now, 'the page is unchanged');
      }));

    for (const view of ['simplify', 'inspect'])
      test(`a translation while ${view} is open (${way}) is shown there, and stays on the page`, () =>
        session.inViewOf(view, `news.html?translate=${way}`, DESK, async (page) => {
          await begun(page, 'body');
          const seen = () =>
            page.evaluate(() =>
              [...document.querySelectorAll('body p')]
                .filter((one) => one.checkVisibility())
                .map(({ innerText }) => innerText)
                .join('\n'),
            );
          const text = await until(seen, (all) => settled(all).includes(TRANSLATED));
          together(text, isPair, view);
          // Simplify may be reopened with the new text.
          const isOpen = (now) => now === view;
          assert.ok(isOpen(await until(() => viewOf(page), isOpen)));
          await session.whole(page, view);
          await session.leave(page);
          together(await page.$eval('body', ({ textContent }) => textContent), isPair, 'the page');
        }));
  }

  /** Saves a state of the translation; without one, resets it. */
  const keep = (kept) => (kept ? session.store({ translation: kept }) : session.store({}, ['translation', 'contents']));

  const known = (page) => inWorld(page, () => globalThis.translatedHere);
  const told = (page) =>
    session.inFrame(
      page,
      (root) => root.querySelector('.translation-bar:not([hidden]) .tool-status')?.textContent ?? null,
    );
  const tells = async (page, words) => {
    const sentence = await until(
      () => told(page),
      (now) => words.test(now ?? ''),
    );
    assert.match(sentence ?? '', words);
  };
  /** Returns the label of the button that starts the translation; null if it isn't visible. */
  const begins = (page) =>
    session.inFrame(page, (root) => {
      const button = root.querySelector('.translation-bar .start');
      return button.checkVisibility() ? button.textContent : null;
    });
  const offered = (page) =>
    session.inFrame(page, (root) =>
      [...root.querySelectorAll('.menu .menu-item .label')]
        .filter((button) => button.checkVisibility())
        .map(({ textContent }) => textContent),
    );
  const opened = async (page) => {
    await session.popup(page, 'reader', 'menu');
    const all = await until(
      () => offered(page),
      ({ length }) => length > 5,
    );
    assert.ok(all.includes('Cite'), `${all}`);
  };
  /** Clicks "Translate" in the tools. */
  const asks = async (page) => {
    await opened(page);
    const isThere = (all) => all.includes('Translate');
    assert.ok(isThere(await until(() => offered(page), isThere)));
    await press(page, 'reader', '.menu .menu-item.translation');
  };
  const pairs = (page) =>
    page.evaluate(() =>
      [...document.querySelectorAll('[data-pith=reader] .pith-pair')].map((pair) => {
        const [translation, original] = pair.children;
        const { lang, dir, innerText: text } = translation;
        return {
          lang,
          dir,
          text: text.trim(),
          original: original.textContent.trim(),
          isSeen: original.checkVisibility(),
        };
      }),
    );
  const somePairs = async (page, least = 2) => {
    const all = await until(
      () => pairs(page),
      ({ length }) => length >= least,
    );
    assert.ok(all.length >= least, `${all.length} pairs`);
    return all;
  };
  /** Opens Reader, and resets the settings afterwards. */
  const inReader = async (path, options, use) => {
    try {
      await session.inReader(path, options, use);
    } finally {
      await keep(null);
    }
  };
  /** Like `inReader`, with a fake translator into German in place of the browser's. */
  const translating = (path, options, how, use, original = 'below') =>
    inReader(path, options, async (page) => {
      await keep({ target: 'de', original });
      await inWorld(page, standIn, how);
      await use(page);
    });

  for (const [path, lang] of [
    ['news.html', 'en'],
    ['ar.html', 'ar'],
  ])
    test(`paragraphs of ${path} are translated near the viewport, above their originals, and restored`, () =>
      translating(path, PHONE, {}, async (page) => {
        const html = () => page.$eval('[data-pith=reader] > article', ({ innerHTML }) => innerHTML);
        const before = await html();
        await asks(page);
        const first = await somePairs(page, 3);
        for (const pair of first) {
          assert.deepEqual([pair.lang, pair.dir, pair.isSeen], ['de', 'ltr', true]);
          assert.equal(settled(pair.text), `de:${settled(pair.original)}`);
        }
        assert.deepEqual((await known(page)).made, [`${lang}-de`]);
        await rest(page, 800);
        const blocks = await page.$$eval('[data-pith=reader] .pith-body p', ({ length }) => length);
        const near = (await pairs(page)).length;
        assert.ok(path === 'ar.html' || near < blocks, `${near} of ${blocks} are near`);
        await session.inFrame(page, async (root) => {
          const scroller = root.querySelector('.scroll');
          for (let i = 0; i < 40; i += 1) {
            scroller.scrollBy({ top: 400, behavior: 'instant' });
            await new Promise((resolve) => setTimeout(resolve, 60));
          }
        });
        const all = () =>
          page.$$eval(
            '[data-pith=reader] .pith-body p',
            (list) => list.filter((one) => one.querySelector('.pith-pair') === null).length,
          );
        assert.equal(await until(all, (count) => count === 0), 0, 'all are translated in the end');
        // The current paragraph stays in place.
        const atEdge = () =>
          page.evaluate(() => {
            const all = [...document.querySelectorAll('[data-pith=reader] .pith-body p')];
            return all.findIndex((paragraph) => paragraph.getBoundingClientRect().bottom > 0);
          });
        await session.inFrame(page, (root) =>
          root.querySelector('.scroll').scrollTo({ top: 900, behavior: 'instant' }),
        );
        const edge = await atEdge();
        await press(page, 'reader', '.translation-bar .close');
        assert.equal(await atEdge(), edge);
        assert.equal(await html(), before);
        assert.equal((await known(page)).destroyed, 1);
        await session.leave(page);
      }));

  test('unfolded comments are translated, but not their authors', () =>
    translating('discussed.html', DESK, {}, async (page) => {
      const section = '[data-pith=reader] .pith-discussion';
      const isThere = () =>
        page.evaluate((place) => {
          document.querySelector(place).scrollIntoView();
          return document.querySelector(`${place} > details`) !== null;
        }, section);
      assert.ok(await until(isThere, Boolean));
      await asks(page);
      await somePairs(page, 3);
      // Arriving translations move it away from the mouse.
      const isOpen = () => page.$eval(`${section} > details`, ({ open }) => open);
      const opens = async () => {
        if (!(await isOpen())) await page.click(`${section} > details > summary`);
        return isOpen();
      };
      assert.ok(await until(opens, Boolean));
      const said = () =>
        page.evaluate((place) => {
          document.querySelector(`${place} li:last-child`)?.scrollIntoView();
          const all = [...document.querySelectorAll(`${place} .pith-translation`)];
          return all.map(({ textContent }) => textContent.slice(0, 12));
        }, section);
      const isWhole = ({ length }) => length === 4;
      assert.deepEqual(await until(said, isWhole), ['de:The new g', 'de:Five men,', 'de:One of th', 'de:I shall t']);
      assert.equal(await page.$(`${section} :is(.pith-says, .pith-who) .pith-pair`), null);
      const text = await markdown(page, 'reader');
      const lines = text.split('\n').map((line) => line.trim());
      for (const begin of ['The new g', 'Five men,', 'One of th', 'I shall t']) {
        const at = lines.findIndex((line) => line.includes(`de:${begin}`));
        assert.ok(at > 0 && lines.slice(at + 1, at + 4).some((line) => line.includes(begin)), text);
      }
    }));

  test('originals are shown beside or on a click, as set, and the setting is saved', () =>
    translating('news.html', DESK, {}, async (page) => {
      await asks(page);
      await somePairs(page);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      const choose = async (place) => {
        await press(page, 'reader', '.translation-bar .settings');
        await press(page, 'reader', `.translation-settings [data-choice=${place}]`);
        await page.keyboard.press('Escape');
      };
      const boxes = () =>
        page.$eval('[data-pith=reader] .pith-body .pith-pair', (pair) =>
          [...pair.children].map((part) => {
            const { left, right, top, bottom, height } = part.getBoundingClientRect();
            return { left, right, top, bottom, height };
          }),
        );
      const [above, below] = await boxes();
      assert.ok(above.bottom <= below.top && above.left === below.left, JSON.stringify([above, below]));
      await choose('beside');
      const [one, other] = await until(boxes, ([a, b]) => a.right <= b.left);
      assert.ok(one.right <= other.left && one.top === other.top, JSON.stringify([one, other]));
      await choose('press');
      assert.equal((await until(boxes, ([, original]) => original.height === 0))[1].height, 0);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      // A script of the page reveals nothing.
      await page.$eval('[data-pith=reader] .pith-body .pith-shows', (button) => button.click());
      assert.equal((await boxes())[1].height, 0);
      const [x, y] = await page.$eval('[data-pith=reader] .pith-body .pith-translation', (part) => {
        part.scrollIntoView({ block: 'center', behavior: 'instant' });
        const { left, top } = part.getBoundingClientRect();
        return [left + 40, top + 10];
      });
      await page.mouse.click(x, y);
      assert.ok((await until(boxes, ([, original]) => original.height > 0))[1].height > 0);
      await page.$eval('[data-pith=reader] .pith-body .pith-shows', (button) => button.focus());
      await page.keyboard.press('Enter');
      assert.equal((await until(boxes, ([, original]) => original.height === 0))[1].height, 0);
      assert.deepEqual(await session.stored('translation'), { translation: { target: 'de', original: 'press' } });
      await session.leave(page);
    }));

  for (const losesPlaces of [false, true])
    test(`code blocks are not translated, and inline code is kept${losesPlaces ? ' as text if the translator loses placeholders' : ''}`, () =>
      translating('documentation.html', DESK, { losesPlaces }, async (page) => {
        await asks(page);
        const all = await somePairs(page, 4);
        const held = all.find(({ original }) => original.includes('on_lost handler'));
        assert.ok(held?.text.startsWith('de:Every loft') && held.text.includes('on_lost'), JSON.stringify(held));
        const { texts } = await known(page);
        assert.equal(
          texts.some((text) => text.includes('Loft::open')),
          false,
        );
        assert.ok(texts.some((text) => /to the \{\{0\}\} handler/.test(text)));
        const codes = await page.$$eval('[data-pith=reader] .pith-translation code', ({ length }) => length);
        assert.equal(codes > 0, !losesPlaces);
        const inListings = await page.$$eval('[data-pith=reader] pre .pith-pair', ({ length }) => length);
        assert.equal(inListings, 0);
        await session.leave(page);
      }));

  test('formulas are unchanged in a translation', () =>
    translating('formulas.html', DESK, {}, async (page) => {
      await asks(page);
      await somePairs(page, 4);
      const counts = await page.evaluate(() => {
        const pairs = [...document.querySelectorAll('[data-pith=reader] .pith-pair')];
        return pairs.map((pair) => [...pair.children].map((part) => part.querySelectorAll('math').length));
      });
      assert.ok(counts.some(([count]) => count > 1) && counts.every(([one, other]) => one === other), `${counts}`);
      await session.leave(page);
    }));

  test('the download of a model starts on a click, and its progress is shown', whenAll, () =>
    translating('news.html', DESK, { state: 'downloadable', steps: [0.25, 0.5, 0.75], pace: 700 }, async (page) => {
      await asks(page);
      await tells(page, /downloads a language model first/);
      assert.deepEqual((await known(page)).made, []);
      assert.equal(await begins(page), 'Translate');
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await press(page, 'reader', '.translation-bar .start');
      await tells(page, /^Downloading the language model…$/);
      const shares = new Set();
      const share = () =>
        session.inFrame(page, (root) => {
          const bar = root.querySelector('.translation-bar progress');
          return bar.checkVisibility() ? bar.value : null;
        });
      await until(share, (value) => {
        shares.add(value);
        return value === 0.75;
      });
      assert.ok(shares.has(0.25) && shares.has(0.75), `${[...shares]}`);
      await somePairs(page);
      assert.equal(await share(), null);
      await session.leave(page);
    }),
  );

  test('a failed download of a model is reported, and retried on a click', () =>
    translating('news.html', DESK, { state: 'downloadable', isBroken: true }, async (page) => {
      await asks(page);
      await tells(page, /downloads a language model first/);
      await press(page, 'reader', '.translation-bar .start');
      await tells(page, /Couldn’t download the language model/);
      assert.equal(await begins(page), 'Try again');
      assert.deepEqual(await pairs(page), []);
      await inWorld(page, standIn, {});
      await press(page, 'reader', '.translation-bar .start');
      await somePairs(page);
      assert.equal(await told(page), '');
      await session.leave(page);
    }));

  test('closing the translation aborts the download of a model', () =>
    translating('news.html', DESK, { state: 'downloading', isStuck: true, steps: [0.5] }, async (page) => {
      await asks(page);
      await tells(page, /downloads a language model first/);
      await press(page, 'reader', '.translation-bar .start');
      await tells(page, /^Downloading the language model…$/);
      await press(page, 'reader', '.translation-bar .close');
      assert.equal(
        (
          await until(
            () => known(page),
            ({ aborted }) => aborted === 1,
          )
        ).aborted,
        1,
      );
      assert.equal(await told(page), null);
      await session.leave(page);
    }));

  test('a failed paragraph is reported, stays untranslated, and can be retried', () =>
    translating('news.html', DESK, { fault: { at: 'The vote took', name: 'UnknownError', times: 1 } }, async (page) => {
      await asks(page);
      await tells(page, /Couldn’t translate a paragraph/);
      assert.equal(await begins(page), 'Try again');
      const failed = (all) => all.find(({ original }) => original.startsWith('The vote took'));
      assert.equal(failed(await pairs(page)), undefined);
      const text = await page.$eval('[data-pith=reader] .pith-body', ({ textContent }) => textContent);
      assert.ok(settled(text).includes(SAID));
      await press(page, 'reader', '.translation-bar .start');
      assert.ok(failed(await until(() => pairs(page), failed)));
      assert.equal(await told(page), '');
      await session.leave(page);
    }));

  test('a paragraph that is too long is reported and skipped', () =>
    translating(
      'news.html',
      DESK,
      { fault: { at: 'After eleven', name: 'QuotaExceededError', times: 9 } },
      async (page) => {
        await asks(page);
        await tells(page, /too long to translate/);
        const all = await somePairs(page, 3);
        assert.ok(all.some(({ original }) => original.startsWith('The vote took')));
        assert.equal(
          all.some(({ original }) => original.startsWith('After eleven')),
          false,
        );
        await session.leave(page);
      },
    ));

  test('unsupported languages are reported, and others can be chosen', () =>
    translating('news.html', DESK, { pairs: ['en-es', 'fr-es'] }, async (page) => {
      await asks(page);
      await tells(page, /can’t translate from English to German/);
      assert.deepEqual(await pairs(page), []);
      await press(page, 'reader', '.translation-bar .settings');
      const lists = () =>
        session.inFrame(page, (root) => [...root.querySelector('#target').options].map(({ value }) => value));
      assert.deepEqual(await until(lists, ({ length }) => length === 2), ['de', 'es']);
      await session.inFrame(page, (root) => {
        const list = root.querySelector('#target');
        list.value = 'es';
        list.dispatchEvent(new Event('change'));
      });
      const all = await somePairs(page);
      assert.equal(all[0].lang, 'es');
      await page.keyboard.press('Escape');
      await session.leave(page);
    }));

  test('an article already in the target language gets a message and other languages to choose', () =>
    translating('news.html', DESK, {}, async (page) => {
      await keep({ target: 'en', original: 'below' });
      await asks(page);
      await tells(page, /is already in English/);
      const isOffered = () =>
        session.inFrame(page, (root) => root.querySelector('.translation-settings').matches(':popover-open'));
      assert.ok(await until(isOffered, Boolean));
      assert.deepEqual(await pairs(page), []);
      await session.leave(page);
    }));

  for (const how of ['none', 'unavailable'])
    test(`without a translator (${how}), no translation is offered`, () =>
      inReader('news.html', DESK, async (page) => {
        if (how === 'unavailable') {
          await inWorld(page, standIn, { state: 'unavailable' });
        } else if (session.browser.name === 'Chromium') {
          await inWorld(page, () => Reflect.deleteProperty(globalThis, 'Translator'));
        } else {
          assert.equal(await inWorld(page, () => typeof globalThis.Translator), 'undefined');
        }
        await opened(page);
        await rest(page, 500);
        assert.equal((await offered(page)).includes('Translate'), false);
        await session.leave(page);
      }));

  test("the browser's translator is offered if available, and not if a policy forbids it", whenAll, () =>
    inReader('news.html', DESK, async (page) => {
      const can = await inWorld(page, async () => {
        const own = globalThis.Translator;
        return own ? own.availability({ sourceLanguage: 'en', targetLanguage: 'es' }) : 'unavailable';
      });
      await opened(page);
      const isOffered = (all) => all.includes('Translate');
      if (can === 'unavailable') await rest(page, 500);
      else await until(() => offered(page), isOffered);
      assert.equal(isOffered(await offered(page)), can !== 'unavailable', can);
      if (can === 'downloadable') {
        // Nothing is downloaded before a click.
        await keep({ target: 'es', original: 'below' });
        await press(page, 'reader', '.menu .menu-item.translation');
        await tells(page, /downloads a language model first/);
      }
      await session.leave(page);
      await keep(null);
      await inReader('news.html', { ...DESK, policy: 'untranslated' }, async (other) => {
        await opened(other);
        await rest(other, 500);
        assert.equal((await offered(other)).includes('Translate'), false);
        await session.leave(other);
      });
    }),
  );

  test('exports have the translation before each original', () =>
    translating('news.html', DESK, {}, async (page) => {
      await asks(page);
      const all = await somePairs(page, 4);
      assert.ok(all.length > 3);
      const text = await markdown(page, 'reader');
      const paragraph = text.split('\n\n');
      const at = paragraph.findIndex((one) => one.startsWith(`de:${SAID}`));
      assert.ok(at > 0 && paragraph[at + 1].startsWith(SAID), text.slice(0, 2_000));
      await session.leave(page);
    }));

  test('originals can be highlighted, find covers both languages, and section names are translated', whenAll, () =>
    translating('news.html?marked', DESK, {}, async (page) => {
      await asks(page);
      await somePairs(page, 4);
      const within = '[data-pith=reader] .pith-original';
      await page.$$eval(
        within,
        (all, words) => {
          const { firstChild: text } = all.find(({ textContent }) => textContent.startsWith(words));
          getSelection().setBaseAndExtent(text, 0, text, words.length);
        },
        SAID,
      );
      await session.middleOf(page, 'reader', '.highlight-controls > .selection-bar');
      await page.keyboard.press('m');
      const marked = () =>
        page.evaluate(() =>
          [...(CSS.highlights.get('pith-mark-yellow') ?? [])].map((span) => {
            const range = document.createRange();
            range.setStart(span.startContainer, span.startOffset);
            range.setEnd(span.endContainer, span.endOffset);
            return String(range);
          }),
        );
      const one = ({ length }) => length === 1;
      assert.deepEqual(await until(marked, one), [SAID]);
      // Letters have no effect right after a highlight.
      await rest(page, 300);
      await page.keyboard.press('/');
      await page.keyboard.type('less time than the crossing itself');
      const count = () => session.inFrame(page, (root) => root.querySelector('.find-bar output').textContent);
      assert.match(await until(count, (text) => text.endsWith('2')), /2$/);
      await page.keyboard.press('Escape');
      await session.inFrame(page, (root) => root.querySelector('.scroll').scrollBy({ top: 900, behavior: 'instant' }));
      await page.keyboard.press('o');
      const sections = () =>
        session.inFrame(page, (root) =>
          [...root.querySelectorAll('.contents .section')].map((entry) => entry.textContent),
        );
      const [first] = await until(sections, ([name]) => name?.startsWith('de:'));
      assert.equal(first, 'de:A bridge that was never built');
      // The highlight belongs to the page: it stays when the translation is removed, and in the other views.
      await press(page, 'reader', '.translation-bar .close');
      assert.deepEqual(await marked(), [SAID]);
      await session.show(page, 'inspect');
      assert.deepEqual(await until(marked, one), [SAID]);
      await page.keyboard.down('Control');
      await page.keyboard.press('z');
      await page.keyboard.up('Control');
      await session.leave(page);
    }),
  );

  test('a translation is read aloud in its language, without the originals', () =>
    translating('news.html', DESK, {}, async (page) => {
      await inWorld(page, voice, {
        voices: [
          { name: 'Ada', lang: 'en-GB' },
          { name: 'Dora', lang: 'de-DE' },
        ],
      });
      await asks(page);
      await somePairs(page, 4);
      await page.keyboard.press('r');
      const said = await until(
        () => inWorld(page, () => globalThis.saidAloud),
        (list) => list.some(({ text }) => text.includes('The vote took')),
      );
      const heard = said.filter(({ text }) => text.includes('Harbour town') || text.includes('The vote took'));
      assert.deepEqual(
        heard.map(({ text, voice: name }) => [text.trim().slice(0, 12), name]),
        [
          ['de:Harbour to', 'Dora'],
          ['de:The vote ', 'Dora'],
        ].map(([start, name]) => [start.slice(0, 12), name]),
      );
      await session.leave(page);
    }));
}
