// Times of the built extension, click by click, in Chromium: main thread, longest slice, click to first paint.

import { Session } from '../extension/session.mjs';

/** Measures one click on a page of `elements` elements under a policy. The first click of an origin is not counted. */
export async function clicks(driver, { elements, policy, rounds }) {
  const session = new Session(driver);
  await session.start();
  try {
    const path = `magazine.html?elements=${elements}`;
    await session.inReader(path, { policy }, () => {});
    const found = { thread: [], paint: [] };
    for (let round = 0; round < rounds; round += 1) {
      await session.onPage(path, { policy, preload: watch }, async (page) => {
        const { thread } = await measured(page, async () => {
          found.paint.push(-(await page.evaluate(() => performance.now())));
          await session.open(page, 60_000);
          await settled(page);
        });
        found.thread.push(thread);
        found.paint[round] += await page.evaluate(() => globalThis.firstPaint);
      });
    }
    return found;
  } finally {
    await session.end();
  }
}

/** Measures going from view to view on a page of `elements` elements: main thread, and the longest slice of it. */
export async function views(driver, { elements, rounds }) {
  const session = new Session(driver);
  await session.start();
  try {
    const order = ['simplify', 'highlight', 'reader'];
    const found = Object.fromEntries(order.map((view) => [view, { thread: [], longest: [] }]));
    await session.inReader(`magazine.html?elements=${elements}`, { preload: watch }, async (page) => {
      // Once round, so that every view's script is there.
      for (const view of order) await session.show(page, view, 60_000);
      for (let round = 0; round < rounds; round += 1) {
        for (const view of order) {
          const { thread, longest } = await measured(page, async () => {
            await asked(session, page, view);
            await settled(page);
          });
          found[view].thread.push(thread);
          found[view].longest.push(longest);
        }
      }
    });
    return found;
  } finally {
    await session.end();
  }
}

/** Asks for a view as the background does. The button of the open view is out of reach but through a copy of the whole tree, which costs the page more than the view. */
async function asked(session, page, view) {
  const request = { view, leave: 'none', clicked: Date.now(), shortcuts: {} };
  const { kind } = await session.browser.isolated(page, (wanted) => globalThis.pithShell.handle(wanted), request);
  if (kind !== 'opened') throw new Error(`Asked for ${view}, the page answered “${kind}”.`);
}

/** In the page: notes the first frame after a view's element came, and every long task. */
function watch() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) =>
    globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
  const isView = (node) => node.dataset?.pith !== undefined;
  new MutationObserver((records) => {
    if (globalThis.firstPaint !== undefined || !records.some(({ addedNodes }) => [...addedNodes].some(isView))) return;
    globalThis.firstPaint = null;
    requestAnimationFrame(() => setTimeout(() => (globalThis.firstPaint = performance.now())));
  }).observe(document, { childList: true, subtree: true });
}

/** Milliseconds that the page's main thread was busy with `use`, and its longest slice (0 where none was over 50 ms). */
async function measured(page, use) {
  const session = await page.createCDPSession();
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const busy = async () => {
    const { metrics } = await session.send('Performance.getMetrics');
    return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
  };
  await page.evaluate(() => (globalThis.longTasks.length = 0));
  const before = await busy();
  await use();
  const thread = (await busy()) - before;
  await session.detach();
  const longest = await page.evaluate(() => Math.max(0, ...globalThis.longTasks));
  return { thread, longest };
}

/** Once what was shown has been painted. */
function settled(page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
}
