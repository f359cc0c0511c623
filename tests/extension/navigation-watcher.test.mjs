// Detecting that a page has navigated to another text: looking for the shown text, and waiting for the next one.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { built } from './sources.mjs';

const { NavigationWatcher } = await built(['content/session/navigation-watcher']);

/** Observers of the page that haven't been disconnected. */
const observers = new Set();

globalThis.document = {};
globalThis.MutationObserver = class {
  constructor(changed) {
    this.changed = changed;
  }

  observe() {
    observers.add(this);
  }

  disconnect() {
    observers.delete(this);
  }
};

/** Opens a view on a page with a controlled clock. */
function opened(t) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.after(() => observers.clear());
  const over = new AbortController();
  const found = { looks: 0, gone: 0 };
  const page = { isPainted: true };
  const blocks = {
    get isPainted() {
      found.looks += 1;
      return page.isPainted;
    },
  };
  const watcher = new NavigationWatcher(
    () => blocks,
    over.signal,
    () => (found.gone += 1),
  );
  /** Advances the clock and lets all pending callbacks run. */
  const after = async (milliseconds) => {
    t.mock.timers.tick(milliseconds);
    await new Promise(setImmediate);
  };
  return { watcher, page, found, over, after };
}

test('several navigations in a row cause one check and close the view once', async (t) => {
  const { watcher, page, found, after } = opened(t);
  for (let move = 0; move < 5; move += 1) watcher.navigated();
  page.isPainted = false;
  await after(300);
  assert.equal(found.looks, 1);
  await after(500);
  await after(10_000);
  assert.equal(found.gone, 1);
});

test('the new text is awaited until the page stops changing', async (t) => {
  const { watcher, page, found, after } = opened(t);
  page.isPainted = false;
  watcher.navigated();
  await after(300);
  for (let change = 0; change < 11; change += 1) {
    await after(400);
    for (const { changed } of observers) changed();
    assert.equal(found.gone, 0, `after ${change + 1} changes`);
  }
  await after(500);
  assert.equal(found.gone, 1);
  assert.equal(observers.size, 0);
});

test('waiting for the new text ends even if the page never stops changing', async (t) => {
  const { watcher, page, found, after } = opened(t);
  page.isPainted = false;
  watcher.navigated();
  await after(300);
  for (let change = 0; change < 13; change += 1) {
    await after(400);
    for (const { changed } of observers) changed();
  }
  assert.equal(found.gone, 1);
});

test('if only the URL changes, checks stop after three, and restart on the next change', async (t) => {
  const { watcher, page, found, after } = opened(t);
  watcher.navigated();
  for (const wait of [300, 1_000, 3_000]) await after(wait);
  assert.deepEqual(found, { looks: 3, gone: 0 });
  watcher.navigated();
  page.isPainted = false;
  await after(300);
  await after(500);
  assert.deepEqual(found, { looks: 4, gone: 1 });
});

test('closing the view cancels all checks', async (t) => {
  const { watcher, found, over, after } = opened(t);
  watcher.navigated();
  over.abort();
  await after(10_000);
  assert.deepEqual(found, { looks: 0, gone: 0 });
});

test("a view closed while the page changes isn't reopened", async (t) => {
  const { watcher, page, found, over, after } = opened(t);
  page.isPainted = false;
  watcher.navigated();
  await after(300);
  assert.equal(observers.size, 1);
  over.abort();
  await after(10_000);
  assert.deepEqual([found.gone, observers.size], [0, 0]);
});
