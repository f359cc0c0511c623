// Comments below the article.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { pageActions } from './page-actions.mjs';
import { forgetChanges, panelIn, removed } from './removed-panel.mjs';
import { READER, rest, until } from './session.mjs';

const PAGE = 'discussed.html';
/** A discussion page. */
const THREAD = 'thread.html';
/** A page with a lazy list of sixty comments, a few of which are rendered at a time. */
const DRAWN = 'drawn.html';
const SECTION = `${READER} .pith-discussion`;

export function discussion(session) {
  afterEach(async () => {
    await forgetChanges(session);
    await session.own(() => chrome.storage.local.remove('discussion'));
  });

  const { markdown: saved } = pageActions(session);
  /** Scrolls to the end of the article and unfolds the comments. */
  const open = async (page) => {
    const there = await until(
      () =>
        page.evaluate((section) => {
          document.querySelector(section).scrollIntoView();
          return document.querySelector(`${section} > details`) !== null;
        }, SECTION),
      Boolean,
    );
    assert.ok(there, 'there is a section for comments');
    await page.click(`${SECTION} > details > summary`);
    await until(() => page.$(`${SECTION} li`), Boolean);
  };

  const seen = (page, selector) =>
    page.$$eval(selector, (list) =>
      list.filter((item) => item.checkVisibility()).map((item) => item.textContent.trim().replace(/\s+/g, ' ')),
    );

  for (const policy of variants(['strict', 'plain']))
    test(`comments are below the article, collapsed, counted, and nested, under the policy ${policy}`, () =>
      session.inReader(PAGE, { policy }, async (page) => {
        assert.deepEqual(await seen(page, `${READER} .pith-body p`).then((all) => all.length), 4);
        await open(page);
        assert.deepEqual(await seen(page, `${SECTION} > details > summary`), ['4 comments']);
        assert.deepEqual(await seen(page, `${SECTION} .pith-who b`), ['Ann Miller', 'Mara Quill', 'Ben', 'Carla Sund']);
        const depths = await page.$$eval(`${SECTION} li`, (list) =>
          list.map((item) => {
            let depth = 0;
            for (let at = item.parentElement; at.closest('li'); at = at.closest('li').parentElement) depth += 1;
            return depth;
          }),
        );
        assert.deepEqual(depths, [0, 1, 2, 0]);
        // The article's author is labeled in the comments.
        assert.deepEqual(await seen(page, `${SECTION} .pith-badge`), ['Author']);
        assert.deepEqual(
          await page.$$eval(`${SECTION} .pith-says a`, ([first]) => [new URL(first.href).hash, first.textContent]),
          ['#comment-4', 'March 14, 2026'],
        );
        const said = await seen(page, `${SECTION} li > details > p:not(.pith-says)`);
        assert.equal(said.length, 4);
        assert.match(said[0], /could hardly move it/);
        assert.ok(!said.join(' ').includes('Reply'));
        assert.equal(await page.$(`${SECTION} [onerror]`), null);
      }));

  test('a thread can be collapsed by keyboard, and then shows the number of replies', () =>
    session.inReader(PAGE, {}, async (page) => {
      await open(page);
      await page.focus(`${SECTION} li summary`);
      await page.keyboard.press('Enter');
      const names = () => seen(page, `${SECTION} .pith-who b`);
      await until(names, (all) => all.length === 2);
      assert.deepEqual(await names(), ['Ann Miller', 'Carla Sund']);
      assert.deepEqual(await seen(page, `${SECTION} .pith-answers`), ['2 replies']);
      await page.keyboard.press('Enter');
      await until(names, (all) => all.length === 4);
      assert.equal((await names()).length, 4);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  test('comments can be sorted; order and expanded state are kept on the next page', async () => {
    const names = (page) => seen(page, `${SECTION} > details > .pith-thread > li > details > .pith-who b`);
    const select = `${SECTION} .pith-sort select`;
    await session.inReader(PAGE, {}, async (page) => {
      await open(page);
      assert.deepEqual(await names(page), ['Ann Miller', 'Carla Sund']);
      assert.deepEqual(await page.$$eval(`${select} option`, (all) => all.map((one) => one.textContent)), [
        'Page order',
        'Newest first',
        'Oldest first',
        'Most replies',
      ]);
      await page.focus(select);
      await page.keyboard.type('New');
      await until(
        () => names(page),
        ([first]) => first === 'Carla Sund',
      );
      assert.deepEqual(await names(page), ['Carla Sund', 'Ann Miller']);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    });
    await session.inReader(PAGE, { policy: 'strict' }, async (page) => {
      await page.$eval(SECTION, (section) => section.scrollIntoView());
      assert.deepEqual(
        await until(
          () => names(page),
          (all) => all.length === 2,
        ),
        ['Carla Sund', 'Ann Miller'],
      );
    });
  });

  test("a part restored into the article isn't repeated below it", () =>
    session.inReader(PAGE, {}, async (page) => {
      await open(page);
      const parts = panelIn(session, page);
      await parts.open();
      await parts.press('Comments');
      const kept = async () => {
        await page.$eval(SECTION, (section) => section.scrollIntoView());
        await rest(page, 300);
        return page.$eval(SECTION, (section) => section.textContent);
      };
      assert.equal(await until(kept, (text) => text === ''), '');
    }));

  test('without comments, the comments section is empty', () =>
    session.inReader('news.html', {}, async (page) => {
      await page.$eval(SECTION, (section) => section.scrollIntoView());
      await rest(page, 1_000);
      assert.equal(await page.$eval(SECTION, (section) => section.childElementCount), 0);
    }));

  test("comments don't overflow at 320 px", () =>
    session.inReader(PAGE, { viewport: { width: 320, height: 640 } }, async (page) => {
      await open(page);
      const over = await page.$eval(SECTION, (section) => section.scrollWidth - section.clientWidth);
      assert.ok(over <= 0, `${over} px too wide`);
    }));

  /** Waits until the discussion is the article. */
  const inThread = (page) => until(() => page.$(`${READER} .pith-body .pith-who`), Boolean);

  for (const policy of variants(['strict', 'plain']))
    test(`a discussion page is shown as a discussion under the policy ${policy}`, () =>
      session.inReader(THREAD, { policy }, async (page) => {
        await inThread(page);
        assert.deepEqual(await seen(page, `${READER} .pith-facts`), [
          'Started by \u2068Ann Miller\u2069 · March 14, 2026 · 3 replies',
        ]);
        // The first comment starts the thread, with its author above it.
        assert.deepEqual(await seen(page, `${READER} .pith-body > .pith-says > b`), ['Ann Miller']);
        assert.deepEqual(await seen(page, `${READER} .pith-who b`), ['Ben Harrow', 'Carla Sund', 'Ann Miller']);
        const text = (await seen(page, `${READER} .pith-body`)).join(' ');
        assert.match(text, /stops after half a turn/);
        assert.match(text, /So it was with ours/);
        for (const around of ['Posts: 4,811', 'Harbour master', 'Mind the gap', 'Fair winds', 'Similar threads']) {
          assert.ok(!text.includes(around), `${around} is removed`);
        }
        // The accepted answer is labeled.
        assert.deepEqual(
          await page.$$eval(`${READER} .pith-thread > li`, (all) =>
            all.map((item) => item.querySelector('.pith-accepted')?.textContent ?? ''),
          ),
          ['', '✓', ''],
        );
        // It isn't repeated below.
        assert.equal(await page.$(`${SECTION} > details`), null);
      }));

  test('quoted comments in a discussion are collapsed and can be expanded', () =>
    session.inReader(THREAD, {}, async (page) => {
      await inThread(page);
      const quote = `${READER} .pith-earlier`;
      assert.deepEqual(await seen(page, `${quote} > summary`), ['Ben Harrow wrote:']);
      const isOpen = () =>
        page.$eval(`${quote} blockquote`, (said) => said.checkVisibility({ contentVisibilityAuto: true }));
      assert.equal(await isOpen(), false);
      await page.click(`${quote} > summary`);
      assert.ok(await until(isOpen, Boolean));
    }));

  test('collapsing a comment hides its body', () =>
    session.inReader(THREAD, {}, async (page) => {
      await inThread(page);
      const says = () =>
        page.$eval(`${READER} .pith-thread > li p:not(.pith-says)`, (said) =>
          said.checkVisibility({ contentVisibilityAuto: true }),
        );
      assert.equal(await says(), true);
      await page.click(`${READER} .pith-who`);
      assert.ok(await until(async () => !(await says()), Boolean));
    }));

  test('a discussion page without an article is shown and exported as a discussion', () =>
    session.inReader('bare-thread.html', {}, async (page) => {
      await inThread(page);
      assert.deepEqual(await seen(page, `${READER} .pith-who b`), ['Ben', 'Carla', 'Ann', 'Dirk']);
      assert.match(await saved(page, 'reader'), /Does anybody know[\s\S]*\*\*Dirk\*\*[\s\S]*Sorry, all of you/);
    }));

  test("the user's overrides apply in a discussion", () =>
    session.inReader(THREAD, {}, async (page) => {
      await inThread(page);
      const text = async () => (await seen(page, `${READER} .pith-body`)).join(' ');
      const parts = panelIn(session, page);
      await parts.open();
      await parts.press('Harbour Forum Boards');
      await inThread(page);
      assert.match(await until(text, (now) => now.includes('Boards')), /Boards.*Members/);
      // In a panel, letters aren't shortcuts.
      await page.keyboard.press('Escape');
      // Words that the reply doesn't quote: the quotation is shown once the comment is removed.
      await removed(session, page, 'Two bolts at the back');
      await inThread(page);
      const without = await until(text, (now) => !now.includes('Two bolts at the back'));
      assert.ok(!without.includes('Two bolts at the back') && without.includes('Any spring of two'), without);
      // The restored part is first, so no comment starts the thread.
      assert.deepEqual(await seen(page, `${READER} .pith-who b`), ['Ann Miller', 'Carla Sund', 'Ann Miller']);
    }));

  test('closing Reader restores a discussion page', () =>
    session.inReader(THREAD, {}, async (page) => {
      await inThread(page);
      await session.leave(page);
      assert.equal(await page.$(READER), null);
      assert.equal(await page.$$eval('.post', (all) => all.length), 4);
      assert.equal(await page.$('.pith-thread'), null);
    }));

  test('a discussion page is exported as a discussion', () =>
    session.inReader(THREAD, {}, async (page) => {
      await inThread(page);
      const markdown = await saved(page, 'reader');
      assert.match(markdown, /\*\*Ann Miller\*\*[\s\S]*stops after half a turn/);
      assert.match(markdown, /1\. \*\*Ben Harrow\*\*/);
      assert.ok(!markdown.includes('Mind the gap'));
    }));

  test('comments are exported only if expanded', () =>
    session.inReader(PAGE, {}, async (page) => {
      assert.ok(!(await saved(page, 'reader')).includes('Carla Sund'));
      await open(page);
      const markdown = await saved(page, 'reader');
      assert.match(markdown, /1\. \*\*Ann Miller\*\*[\s\S]*Five men, in the end[\s\S]*Carla Sund/);
    }));

  test('a discussion fits at 320 px and has no axe violations', () =>
    session.inReader(THREAD, { viewport: { width: 320, height: 640 } }, async (page) => {
      await inThread(page);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  for (const view of variants(['simplify', 'inspect'])) {
    const shown = (page, selector) =>
      session.inView(
        page,
        view,
        (root, wanted) =>
          [...root.querySelectorAll(wanted)]
            .filter((item) => item.checkVisibility())
            .map((item) => item.textContent.trim().replace(/\s+/g, ' ')),
        `.pith-discussion ${selector}`,
      );
    const press = async (page, selector) => page.mouse.click(...(await session.middleOf(page, view, selector)));
    /** Scrolls to the end of the article and unfolds the comments. */
    const unfold = async (page) => {
      await page.evaluate(() => [...document.querySelectorAll('p')].at(-1).scrollIntoView());
      await page.evaluate(() => document.querySelector('#comments, .comments')?.scrollIntoView({ block: 'end' }));
      await until(
        () => shown(page, 'summary'),
        ({ length }) => length > 0,
      );
      await press(page, '.pith-discussion > details > summary');
      await until(
        () => shown(page, 'li'),
        ({ length }) => length > 0,
      );
    };

    test(`comments in the controls of ${view} are collapsed, counted, and nested`, () =>
      session.inViewOf(view, PAGE, {}, async (page) => {
        await page.evaluate(() => [...document.querySelectorAll('p')].at(-1).scrollIntoView());
        assert.deepEqual(
          await until(
            () => shown(page, 'summary'),
            ({ length }) => length > 0,
          ),
          ['4 comments'],
        );
        await unfold(page);
        assert.deepEqual(await shown(page, '.pith-who b'), ['Ann Miller', 'Mara Quill', 'Ben', 'Carla Sund']);
        assert.deepEqual(await shown(page, '.pith-badge'), ['Author']);
        assert.equal((await shown(page, 'li li li')).length, 1);
        assert.deepEqual(await axeIn(session, page, view), []);
        // Folded again, it takes no space.
        await press(page, '.pith-discussion > details > summary');
        await until(
          () => shown(page, 'li'),
          ({ length }) => length === 0,
        );
        await session.leave(page);
        assert.equal(await page.$(`[data-pith=${view}]`), null);
      }));
  }

  /** Waits until a number of comments is counted. */
  const counted = (page, count) => {
    const text = () => seen(page, `${SECTION} > details > summary`);
    return until(text, ([said]) => Number.parseInt(said, 10) >= count);
  };

  test('a lazy list is labeled incomplete, and loads more while the user scrolls', whenAll, () =>
    session.inReader(DRAWN, {}, async (page) => {
      const before = await page.evaluate(() => window.scrollY);
      await open(page);
      const [said] = await counted(page, 1);
      assert.ok(Number.parseInt(said, 10) < 20, said);
      const note = `${SECTION} .pith-partial`;
      assert.deepEqual(await seen(page, `${note} p`), [
        'This page loads comments as you scroll, so some aren’t here yet.',
      ]);
      await page.click(`${note} button`);
      assert.equal(await page.$eval(`${note} button`, (button) => button.ariaPressed), 'true');
      // The page is scrolled only while the end is near.
      const scroll = () => page.$eval(note, (note) => note.previousElementSibling.scrollIntoView());
      const whole = await until(
        async () => {
          await scroll();
          return seen(page, `${SECTION} .pith-who b`);
        },
        ({ length }) => length === 60,
      );
      assert.equal(whole.length, 60);
      const numbers = whole.map((name) => Number(name.split(' ')[1]));
      assert.deepEqual(
        numbers,
        Array.from({ length: 60 }, (_, i) => i + 1),
      );
      const end = async () => {
        await scroll();
        return seen(page, `${note} p`);
      };
      assert.deepEqual(await until(end, ([text]) => text.startsWith('No more')), ['No more comments found.']);
      assert.match(await saved(page, 'reader'), /Ann 60[\s\S]*What 60 of us say/);
      await session.leave(page);
      assert.equal(await page.evaluate(() => window.scrollY), before);
    }),
  );

  test('loading more stops on click and on closing Reader, which restores the scroll position', () =>
    // Many, so that even a busy machine clicks before all are rendered.
    session.inReader(`${DRAWN}?comments=4000`, {}, async (page) => {
      await open(page);
      const [said] = await counted(page, 1);
      const button = `${SECTION} .pith-partial button`;
      // Comments that are being rendered may move the button while the driver looks for its middle.
      const click = () =>
        until(
          () =>
            page.click(button).then(
              () => true,
              () => false,
            ),
          Boolean,
        );
      await click();
      await counted(page, Number.parseInt(said, 10) + 8);
      // The button that stops it stays visible while the list above it grows.
      const isSeen = (pressed) => pressed.getBoundingClientRect().bottom <= window.innerHeight;
      assert.ok(await page.$eval(button, isSeen));
      await click();
      assert.equal(await page.$eval(button, (pressed) => pressed.ariaPressed), 'false');
      await click();
      await session.leave(page);
      assert.equal(await page.evaluate(() => window.scrollY), 0);
    }));

  test('in Inspect a lazy list loads more while the user scrolls', () =>
    session.inViewOf('inspect', DRAWN, {}, async (page) => {
      await page.evaluate(() => document.querySelector('#comments').scrollIntoView());
      const press = async (selector) =>
        page.mouse.click(...(await session.middleOf(page, 'inspect', `.pith-discussion ${selector}`)));
      await press('> details > summary');
      await until(
        () =>
          session.inView(page, 'inspect', (root) => {
            const { ariaPressed } = root.querySelector('.pith-partial button');
            root.querySelector('.pith-partial').scrollIntoView({ block: 'end' });
            return root.querySelectorAll('.pith-discussion li').length > 0 && ariaPressed === 'false';
          }),
        Boolean,
      );
      await press('.pith-partial button');
      await press('> details > summary');
      const count = () =>
        session.inView(page, 'inspect', (root) =>
          Number.parseInt(root.querySelector('.pith-discussion summary').textContent, 10),
        );
      const scrolled = async () => {
        await page.evaluate(() => window.scrollBy(0, 500));
        await rest(page, 1_000);
        return count();
      };
      const before = await count();
      assert.ok((await until(scrolled, (now) => now >= before + 15)) >= before + 15);
    }));
}
