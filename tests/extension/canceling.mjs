// Opening a view on a large page: a second click or Escape cancels it, and of several views the last is shown.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { whenAll } from '../browser/sampling.mjs';
import { reader, rest, until, viewOf } from './session.mjs';

const LARGE = 'magazine.html?elements=24000';
/** Milliseconds for opening a view on it, on a busy machine. */
const OPENING = 60_000;
const SMALLER = 'magazine.html?elements=4000';

const isNone = (view) => view === null;

/** In the page: records its nodes and state, every view that appears, and the number of changed attributes. */
function watch() {
  window.came = [];
  window.nodesBefore = [document.documentElement, ...document.documentElement.querySelectorAll('*')];
  const state = () => [scrollX, scrollY, document.activeElement, document.adoptedStyleSheets.length, document.title];
  const before = state();
  window.isUntouched = () => {
    const now = [document.documentElement, ...document.documentElement.querySelectorAll('*')];
    return (
      now.length === window.nodesBefore.length &&
      now.every((node, index) => node === window.nodesBefore[index]) &&
      state().every((value, index) => value === before[index]) &&
      window.attributes === 0
    );
  };
  window.attributes = 0;
  new MutationObserver((records) => {
    window.attributes += records.filter(({ type, target }) => type === 'attributes' && !target.dataset.pith).length;
    for (const node of records.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (node.dataset?.pith) window.came.push(node.dataset.pith);
    }
  }).observe(document.documentElement, { childList: true, subtree: true, attributes: true });
}

/**
 * In the content script's world, after its scripts were injected: replaces the core, to count findings and their
 * release, and registers a view in place of Inspect. `during` runs while the page is being read.
 */
function prepare(during = () => {}) {
  const { pithCore: core, pithShell: shell } = globalThis;
  const counts = { found: 0, freed: 0, opened: 0 };
  const detect = () => {
    const detection = core.detect();
    const free = detection.free.bind(detection);
    counts.found += 1;
    detection.free = () => {
      counts.freed += 1;
      free();
    };
    during();
    return detection;
  };
  globalThis.pithCore = { detect };
  const register = (made) =>
    shell.register('inspect', {
      effect: 'untouched',
      open({ host }) {
        counts.opened += 1;
        document.documentElement.append(host);
        return made();
      },
    });
  const ask = (view, leave = 'none') => shell.handle({ view, leave, clicked: Date.now(), shortcuts: {} });
  return { counts, register, ask };
}

export function canceling(session) {
  /** Opens a page with injected scripts, and runs `body` in their world with `prepare`. */
  async function inWorld(t, body, use) {
    if (!session.browser.isolated) return t.skip('no protocol reaches the sandbox of a content script in Firefox');
    return session.inReader('news.html', {}, async (page) => {
      await session.show(page, 'inspect');
      await session.leave(page);
      const run = `(async () => (${body})(${prepare}))()`;
      await use(await session.browser.isolated(page, run), page);
    });
  }

  /** Opens a large page on which Reader was open once, so all scripts are injected. */
  const onOpened = (use) =>
    session.onPage(LARGE, {}, async (page) => {
      await session.open(page, OPENING);
      await session.leave(page, OPENING);
      await page.evaluate(watch);
      await use(page);
    });

  /** Checks that nothing of a canceled view is left or appears later, and that the next click opens one. */
  async function staysAway(page) {
    assert.equal(await until(() => viewOf(page), isNone, OPENING), null);
    assert.ok(await page.evaluate(() => window.isUntouched()));
    assert.deepEqual(await page.evaluate(() => window.came), ['opening']);
    assert.equal(await session.open(page, OPENING), 1);
    const came = await page.evaluate(() => window.came);
    // It replaces the second message, or appears before there is one.
    assert.ok(came.length === 2 && ['opening', 'reader'].includes(came[1]), came.join());
  }

  test('two clicks in a row leave the page unchanged', () =>
    session.onPage(SMALLER, {}, async (page) => {
      const begun = performance.now();
      await session.open(page, OPENING);
      const took = performance.now() - begun;
      await session.leave(page);
      await page.evaluate(watch);
      await session.browser.clickAction(page);
      await session.browser.clickAction(page);
      // No event reports that a click was handled. So nothing must appear for longer than opening a view takes.
      const end = performance.now() + OPENING;
      for (let since = null; since === null || performance.now() < since + 3 * took; await rest(page, 20)) {
        since = isNone(await viewOf(page)) ? (since ?? performance.now()) : null;
        assert.ok(performance.now() < end, 'a view stays');
      }
      assert.ok(await page.evaluate(() => window.isUntouched()));
      await session.open(page, OPENING);
    }));

  test('Escape cancels a view that is still opening', whenAll, () =>
    onOpened(async (page) => {
      await session.browser.clickAction(page);
      await page.waitForFunction(() => window.came.length > 0, { timeout: OPENING });
      await page.keyboard.press('Escape');
      await staysAway(page);
    }),
  );

  test('Cancel in the message cancels a view that is still opening', () =>
    onOpened(async (page) => {
      await session.browser.clickAction(page);
      await page.waitForFunction(() => window.came.length > 0, { timeout: OPENING });
      await page.mouse.click(...(await session.middleOf(page, 'opening', '.progress button')));
      await staysAway(page);
    }));

  test('if two views are requested at once, the later one opens', whenAll, () =>
    session.onPage(LARGE, {}, async (page) => {
      await page.evaluate(watch);
      await session.open(page, OPENING);
      // Views whose scripts are injected only have to be requested.
      for (const view of ['simplify', 'inspect', 'reader']) await session.show(page, view, OPENING);
      await session.inFrame(page, async (root) => {
        const entry = (view) => root.querySelector(`button.view.${view}`);
        while (!entry('simplify')?.checkVisibility()) await new Promise(requestAnimationFrame);
        entry('simplify').click();
        entry('inspect').click();
      });
      const isThere = (view) => view === 'inspect';
      assert.equal(await until(() => viewOf(page), isThere, OPENING), 'inspect');
      await session.whole(page, 'inspect', OPENING);
      assert.equal(await page.evaluate(() => window.came.at(-1)), 'inspect');
      await session.leave(page, OPENING);
      assert.ok(await page.evaluate(() => window.isUntouched()));
    }),
  );

  test('a click during detection cancels the view before it opens', (t) =>
    inWorld(
      t,
      async (ready) => {
        let second;
        const { register, ask, counts } = ready(() => {
          // The settings have been read by then. Requests made now wait behind them.
          for (const end = performance.now() + 300; performance.now() < end; );
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => (second = ask('inspect', 'any'));
          port2.postMessage(null);
        });
        register(() => ({}));
        const first = await ask('inspect');
        return { first, second: await second, ...counts };
      },
      async (seen, page) => {
        assert.deepEqual(seen, { first: { kind: 'left' }, second: { kind: 'left' }, found: 1, freed: 1, opened: 0 });
        assert.equal(await viewOf(page), null);
      },
    ));

  test("a canceled view doesn't end the one that replaces it", (t) =>
    inWorld(
      t,
      async (ready) => {
        const { register, ask, counts } = ready();
        const sleep = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
        let finish;
        const completed = new Promise((resolve) => (finish = resolve));
        register(() => ({ completed }));
        let answers = 0;
        const answering = [ask('reader'), ask('inspect')];
        while (counts.opened === 0) await sleep(10);
        await sleep(300);
        answering.push(ask('inspect'));
        for (const answer of answering) answer.then(() => (answers += 1));
        await sleep(100);
        const early = answers;
        finish();
        return { early, outcomes: await Promise.all(answering), ...counts };
      },
      async ({ early, outcomes, opened, freed }, page) => {
        assert.equal(early, 0, 'no request is answered before the view is complete');
        assert.deepEqual(outcomes, Array(3).fill({ kind: 'opened' }));
        assert.deepEqual([opened, freed], [1, 0]);
        assert.equal(await viewOf(page), 'inspect');
      },
    ));

  test("a view canceled late doesn't free the detection of the open one", (t) =>
    inWorld(
      t,
      async (ready) => {
        const { register, ask, counts } = ready();
        register(() => ({}));
        // The first is delayed by the page. The second uses the cached finding without waiting.
        const { postMessage } = MessagePort.prototype;
        MessagePort.prototype.postMessage = function (...values) {
          setTimeout(() => postMessage.apply(this, values), 300);
        };
        const [first, second] = [ask('reader'), ask('inspect')];
        return { second: await second, first: await first, ...counts };
      },
      async (seen, page) => {
        const opened = { kind: 'opened' };
        assert.deepEqual(seen, { first: opened, second: opened, found: 1, freed: 0, opened: 1 });
        assert.equal(await viewOf(page), 'inspect');
      },
    ));

  test('a view that fails leaves nothing behind, and another can open', (t) =>
    inWorld(
      t,
      async (ready) => {
        const { register, ask, counts } = ready();
        register(() => {
          throw new Error('of the test');
        });
        const failed = await ask('inspect', 'same');
        const left = document.querySelectorAll('[data-pith]').length;
        return { failed, left, freed: counts.freed, next: await ask('reader', 'any') };
      },
      async (seen, page) => {
        assert.deepEqual(seen, { failed: { kind: 'failed' }, left: 0, freed: 1, next: { kind: 'opened' } });
        await reader(page, true);
      },
    ));
}
