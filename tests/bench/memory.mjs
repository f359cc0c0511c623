// Measures the memory of one click in Chromium: JavaScript heap, nodes, and array buffers including the memory of wasm,
// in the page and in the background.

import { rmSync } from 'node:fs';
import { published, Session } from '../extension/session.mjs';
import { TEXTBOOK } from './clicks.mjs';
import { PITH } from './contenders.mjs';
import { textbookExtension } from './textbook.mjs';

const PATIENCE = 120_000;

/**
 * Returns the additional bytes since before the click, on a page of `elements` elements, by contender: `opened` while
 * the view is open, including garbage; `held` without garbage; `left` after closing the view, without garbage.
 */
export async function memory(driver, elements) {
  const folder = textbookExtension();
  try {
    return {
      [PITH]: await clicked(driver, published(driver), elements, (session, page) => session.browser.clickAction(page)),
      // It can't be closed.
      [TEXTBOOK]: await clicked(driver, { built: () => folder }, elements, (_, page) =>
        page.evaluate(() => document.documentElement.lastElementChild.remove()),
      ),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

async function clicked(driver, options, elements, leave) {
  const session = new Session(driver, options);
  await session.start();
  try {
    return await session.onPage(`magazine.html?elements=${elements}`, {}, async (page) => {
      const heaps = [await page.createCDPSession(), (await session.browser.background()).client];
      const rooted = await page.evaluate(() => document.documentElement.childElementCount);
      const before = await used(heaps, true);
      await session.browser.clickAction(page);
      await settled(page, rooted + 1);
      const opened = await used(heaps, false);
      const held = await used(heaps, true);
      await leave(session, page);
      await settled(page, rooted);
      const left = await used(heaps, true);
      return { opened: opened - before, held: held - before, left: left - before };
    });
  } finally {
    await session.end();
  }
}

/** Waits until the root has a number of children, and everything shown has been painted. */
async function settled(page, children) {
  const hasChildren = (wanted) => document.documentElement.childElementCount === wanted;
  await page.waitForFunction(hasChildren, { timeout: PATIENCE }, children);
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1_000)));
}

/** Returns the bytes of all heaps, with or without garbage collection before. */
async function used(heaps, isCollected) {
  let sum = 0;
  for (const heap of heaps) {
    if (isCollected) await heap.send('HeapProfiler.collectGarbage');
    const { usedSize, embedderHeapUsedSize, backingStorageSize } = await heap.send('Runtime.getHeapUsage');
    sum += usedSize + embedderHeapUsedSize + backingStorageSize;
  }
  return sum;
}
