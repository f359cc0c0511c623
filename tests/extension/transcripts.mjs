// Transcripts of videos.

import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';
import { variants, whenAll } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { select, shown } from './highlighted-text.mjs';
import { forgetChanges, panelIn } from './removed-panel.mjs';
import { READER, rest, until } from './session.mjs';

const SECTION = `${READER} .pith-transcript`;
const LINES = `${SECTION} .pith-lines > li`;
const FIRST = 'The bay has had no ferry after dark';

export function transcripts(session) {
  afterEach(() => forgetChanges(session));

  const path = (kind) => `filmed.html?kind=${kind}`;

  /** Scrolls the video into view, and waits for its transcript section. */
  const arrived = async (page, video = 'video') => {
    await page.$eval(`${READER} ${video}`, (found) => found.scrollIntoView({ block: 'center' }));
    assert.ok(await until(() => page.$(SECTION), Boolean), 'the video has a transcript section');
  };

  /** Unfolds the transcript with a click. */
  const unfold = (page) => page.click(`${SECTION} summary`);

  const opens = async (page, video) => {
    await arrived(page, video);
    await unfold(page);
    await until(() => page.$(LINES), Boolean);
  };

  const seen = (page, selector) =>
    page.$$eval(selector, (list) =>
      list.filter((item) => item.checkVisibility()).map((item) => item.textContent.trim().replace(/\s+/g, ' ')),
    );

  /** Returns the paths of transcript files requested since `mark`. */
  const requestedPaths = (mark) =>
    session.server
      .since(mark)
      .filter((request) => request.includes('/words.vtt'))
      .map((request) => request.replace(/^GET http:\/\//, ''));

  /** Returns the text of the highlighted line; null if there is none. */
  const current = (page) =>
    page.$$eval(`${LINES}[aria-current=true]`, (list) => list.map(({ textContent }) => textContent).join('|') || null);

  const time = (page, video = 'video') => page.$eval(`${READER} ${video}`, ({ currentTime }) => currentTime);

  test('a video with a captions file has a folded transcript, which loads when unfolded', () =>
    session.inReader(path('own'), {}, async (page) => {
      const mark = session.server.requests.length;
      await arrived(page);
      await rest(page, 500);
      assert.deepEqual(requestedPaths(mark), [], 'nothing before a click');
      assert.deepEqual(await seen(page, `${SECTION} summary`), ['Transcript']);
      assert.deepEqual(await seen(page, LINES), []);
      // It is directly after the video and its caption.
      assert.equal(await page.$eval(SECTION, ({ previousElementSibling: { localName } }) => localName), 'figure');
      await unfold(page);
      const lines = await until(
        () => seen(page, LINES),
        ({ length }) => length === 6,
      );
      assert.match(lines[0], /^0:00 Ines Calloway The bay has had no ferry after dark/);
      // The speaker is named when that changes.
      assert.match(lines[1], /^0:04 I am standing on the north quay/);
      // The track in the article's language. Tracks of other origins and kinds aren't offered.
      assert.deepEqual(requestedPaths(mark), ['plain.localhost/words.vtt?kind=en']);
      assert.deepEqual(await seen(page, `${SECTION} .pith-tracks button`), ['English', 'German']);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
      await page.click(`${SECTION} .pith-tracks button:nth-child(2)`);
      await until(
        () => seen(page, LINES),
        (all) => all[0]?.includes('auf Deutsch'),
      );
      assert.match((await seen(page, LINES))[0], /auf Deutsch/);
      assert.equal(await page.$eval(`${SECTION} .pith-lines`, ({ lang }) => lang), 'de');
      assert.deepEqual(requestedPaths(mark), [
        'plain.localhost/words.vtt?kind=en',
        'plain.localhost/words.vtt?kind=de',
      ]);
      // Folded and unfolded again, it is still there.
      await unfold(page);
      await unfold(page);
      assert.equal((await seen(page, LINES)).length, 6);
      assert.equal(requestedPaths(mark).length, 2);
    }));

  test('clicking a line seeks, and the spoken line is highlighted during playback', whenAll, () =>
    session.inReader(path('own'), {}, async (page) => {
      await opens(page);
      assert.equal(await current(page), null);
      await page.click(`${LINES}:nth-child(3)`);
      const third = await until(
        () => current(page),
        (text) => text?.includes('Nobody here can say'),
      );
      assert.match(third ?? '', /Nobody here can say/);
      assert.ok((await time(page)) >= 9);
      // By keyboard, arrow keys move from line to line, and Enter seeks.
      await page.focus(`${LINES}:nth-child(3) button`);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const fifth = await until(
        () => current(page),
        (text) => text?.includes('You can hear the engine'),
      );
      assert.match(fifth ?? '', /You can hear the engine/);
      // Playback continues automatically.
      const sixth = await until(
        () => current(page),
        (text) => text?.includes('six minutes late'),
      );
      assert.match(sixth ?? '', /six minutes late/);
      assert.deepEqual(await page.$$eval(`${LINES} button[tabindex='0']`, (all) => all.length), 1);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }),
  );

  test('a list of timed lines next to an audio becomes its transcript, without a request', () =>
    session.inReader(path('beside'), {}, async (page) => {
      const mark = session.server.requests.length;
      await opens(page, 'audio');
      assert.deepEqual(
        (await seen(page, LINES)).map((line) => line.slice(0, 20).trim()),
        [
          '0:00 The bay has had',
          '0:04 I am standing o',
          '0:09 Nobody here can',
          '0:14 There she is, w',
          '0:19 You can hear th',
          '0:24 And with that s',
        ],
      );
      await page.click(`${LINES}:nth-child(2) button`);
      assert.match((await until(() => current(page), Boolean)) ?? '', /north quay/);
      assert.deepEqual(requestedPaths(mark), []);
      // The list isn't read aloud as well, and is no part of the article's text.
      const text = await page.$eval(`${READER} .pith-body`, ({ textContent }) => textContent);
      assert.equal(text.split(FIRST).length - 1, 1);
    }));

  test('timed lines that the article contains are not repeated as a transcript', () =>
    session.inReader(path('kept'), {}, async (page) => {
      await page.$eval(`${READER} audio`, (video) => video.scrollIntoView());
      await rest(page, 1_500);
      assert.equal(await page.$(SECTION), null);
    }));

  test('a transcript of a video from another site has no buttons to seek', () =>
    session.inReader(path('frame'), {}, async (page) => {
      await opens(page, '.pith-embed');
      assert.equal((await seen(page, LINES)).length, 6);
      assert.equal(await page.$(`${LINES} button`), null);
      assert.deepEqual(await axeIn(session, page, 'reader'), []);
    }));

  test('a captions file on another origin is neither offered nor fetched', () =>
    session.inReader(path('foreign'), {}, async (page) => {
      const mark = session.server.requests.length;
      await page.$eval(`${READER} video`, (video) => video.scrollIntoView());
      await rest(page, 1_500);
      assert.equal(await page.$(SECTION), null);
      assert.deepEqual(requestedPaths(mark), []);
    }));

  for (const [kind, sentence, again] of variants(
    [
      ['gone', /Couldn’t load/, true],
      ['moved', /Couldn’t load/, true],
      ['plain', /no timed lines/, false],
      ['large', /too large to show/, false],
    ],
    2,
  ))
    test(`a captions file that is ${kind} shows a message`, () =>
      session.inReader(path(kind), {}, async (page) => {
        const mark = session.server.requests.length;
        await arrived(page);
        await unfold(page);
        const [said] = await until(
          () => seen(page, `${SECTION} p`),
          ([text]) => sentence.test(text ?? ''),
        );
        assert.match(said, sentence);
        assert.equal(requestedPaths(mark).filter((request) => request.startsWith('plain-other')).length, 0);
        assert.deepEqual(await seen(page, `${SECTION} details > button`), again ? ['Try again'] : []);
        if (again) {
          const count = requestedPaths(mark).length;
          await page.click(`${SECTION} details > button`);
          assert.ok(
            await until(
              () => requestedPaths(mark).length,
              (now) => now > count,
            ),
          );
        }
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
      }));

  test('under a strict policy, the transcript loads or shows a message', () =>
    session.inReader(path('own'), { policy: 'strict' }, async (page) => {
      await arrived(page);
      await unfold(page);
      const found = async () => [await seen(page, LINES), await seen(page, `${SECTION} p`)];
      const [lines, said] = await until(found, ([all, [text]]) => all.length > 0 || /Couldn’t/.test(text ?? ''));
      assert.ok(lines.length === 6 || /Couldn’t load/.test(said[0]), `${lines.length} lines, “${said}”`);
    }));

  test('a long transcript is rendered in parts, and only its list scrolls to the spoken line', whenAll, () =>
    session.inReader(path('many'), { viewport: { width: 1280, height: 800 } }, async (page) => {
      await opens(page);
      const count = () => page.$$eval(LINES, ({ length }) => length);
      assert.ok((await count()) < 1_000, 'not all at once');
      const at = () => session.inFrame(page, (root) => root.querySelector('.scroll').scrollTop);
      await page.click(`${LINES}:nth-child(2) button`);
      await until(() => current(page), Boolean);
      const before = await at();
      await page.$eval(`${READER} video`, (video) => {
        video.pause();
        video.currentTime = 22.5;
      });
      const text = await until(
        () => current(page),
        (found) => found?.includes('Line 25'),
      );
      assert.match(text ?? '', /Line 25\d\d/);
      const isSeen = () =>
        page.$eval(`${LINES}[aria-current]`, (item) => {
          const [box, list] = [item.getBoundingClientRect(), item.parentElement.getBoundingClientRect()];
          return box.top >= list.top && box.bottom <= list.bottom;
        });
      assert.ok(await until(isSeen, Boolean));
      assert.equal(await at(), before);
    }),
  );

  test('restoring a part keeps unfolded sections open', () =>
    session.inReader(path('beside'), {}, async (page) => {
      await opens(page, 'audio');
      const parts = panelIn(session, page);
      await parts.open();
      await parts.press('Printed at');
      await page.$eval(`${READER} audio`, (video) => video.scrollIntoView({ block: 'center' }));
      await rest(page, 1_000);
      assert.equal((await seen(page, LINES)).length, 6);
    }));

  test("text of a transcript can't be highlighted", () =>
    session.inReader(`${path('beside')}&marked`, {}, async (page) => {
      await opens(page, 'audio');
      const marks = async (words) => {
        await select(page, words);
        await page.keyboard.press('m');
      };
      const has = async (...all) => {
        const expected = all.map((words) => `yellow: ${words}`);
        const found = await until(
          () => shown(page),
          ({ length }) => length === all.length,
        );
        assert.deepEqual(found.toSorted(), expected.toSorted());
      };
      await marks('The night ferry sails');
      await has('The night ferry sails');
      await marks('about two hundred people');
      // The next highlight appears after an earlier one would have.
      const last = await page.$eval(`${READER} .pith-body > p:last-of-type`, (p) => p.textContent.slice(0, 40).trim());
      await marks(last);
      await has('The night ferry sails', last);
    }));

  test('at 320 px, a transcript does not overflow', () =>
    session.inReader(path('own'), { viewport: { width: 320, height: 640 } }, async (page) => {
      await opens(page);
      for (const selector of [SECTION, `${SECTION} .pith-lines`]) {
        const over = await page.$eval(selector, (box) => box.scrollWidth - box.clientWidth);
        assert.ok(over <= 0, `${selector}: ${over} px too wide`);
      }
    }));
}
