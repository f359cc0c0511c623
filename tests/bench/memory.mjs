// Measures the memory of one click in Chromium: JavaScript heap, DOM nodes, and array buffers including wasm memory, in
// the page and in the background.

import { rmSync } from 'node:fs';
import { published, Session } from '../extension/session.mjs';
import { TEXTBOOK } from './clicks.mjs';
import { PITH } from './contenders.mjs';
import { textbookExtension } from './textbook.mjs';

const VIEW_TIMEOUT = 120_000;

/**
 * Returns the bytes added by a click on a page of `elements` elements, by contender: `opened` while the view is open,
 * including garbage; `held` without garbage; `left` after closing the view, without garbage.
 */
export async function memory(driver, elements) {
  const folder = textbookExtension();
  try {
    return {
      [PITH]: await measureClick(driver, published(driver), elements, (session, page) =>
        session.browser.clickAction(page),
      ),
      // It has no way to close it.
      [TEXTBOOK]: await measureClick(driver, { built: () => folder }, elements, (_, page) =>
        page.evaluate(() => document.documentElement.lastElementChild.remove()),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function measureClick(driver, options, elements, leave) {
  const session = new Session(driver, options);
  await session.start();
  try {
    return await session.onPage(`magazine.html?elements=${elements}`, {}, async (page) => {
      const heaps = [await page.createCDPSession(), (await session.browser.background()).client];
      const childCount = await page.evaluate(() => document.documentElement.childElementCount);
      const before = await usedBytes(heaps, true);
      await session.browser.clickAction(page);
      await settled(page, childCount + 1);
      const opened = await usedBytes(heaps, false);
      const held = await usedBytes(heaps, true);
      await leave(session, page);
      await settled(page, childCount);
      const left = await usedBytes(heaps, true);
      return { opened: opened - before, held: held - before, left: left - before };
    });
  } finally {
    await session.end();
  }
}

/** Waits until the root has this number of children and has been painted. */
async function settled(page, children) {
  const hasChildren = (wanted) => document.documentElement.childElementCount === wanted;
  await page.waitForFunction(hasChildren, { timeout: VIEW_TIMEOUT }, children);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
}

/** Returns the total bytes of all heaps, optionally after a garbage collection. */
async function usedBytes(heaps, isCollected) {
  let sum = 0;
  for (const heap of heaps) {
    if (isCollected) await heap.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await heap.send('Runtime.getHeapUsage');
    sum += usedSize + embedderHeapUsedSize + backingStorageSize;
  }
  return sum;
}
