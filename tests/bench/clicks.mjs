// Times clicks on built extensions: main-thread time and longest task in Chromium, time to first paint in both.

import { rmSync } from 'node:fs';
import { published, Session, until } from '../extension/session.mjs';
import { PITH } from './contenders.mjs';
import { textbookExtension } from './textbook.mjs';

export const TEXTBOOK = 'textbook';
/** Pith without a compiled core in its background, for example half a minute after the last click. */
export const IN_PAGE = `${PITH}, core in the page`;

const ATTEMPTS = 4;
/** Time in ms for the background to compile its core after the first click. */
const COMPILE_MS = 4_000;
/** Time in ms after which a click counts as lost. */
const CLICK_TIMEOUT = 15_000;

/**
 * Measures clicks on a page of `elements` elements under a policy. Pith and the textbook extension take turns. `first`
 * contains the times of first clicks in fresh profiles, and `later` those of clicks after the first on an origin.
 */
export async function clicks(driver, { elements, policy, rounds, names = [PITH, IN_PAGE, TEXTBOOK] }) {
  const path = `magazine.html?elements=${elements}`;
  const folder = textbookExtension();
  // The test build, which is the default, doesn't compile the core in advance.
  const options = { [PITH]: published(driver), [IN_PAGE]: {}, [TEXTBOOK]: { built: () => folder } };
  const found = Object.fromEntries(names.map((name) => [name, { first: times(), later: times() }]));
  try {
    for (let round = 0; round < Math.min(rounds, 3); round += 1) {
      for (const name of names) {
        await inSession(driver, options[name], (session) => click(session, path, policy, found[name].first));
      }
    }
    const sessions = {};
    try {
      for (const name of names) {
        sessions[name] = new Session(driver, options[name]);
        await sessions[name].start();
        await click(sessions[name], path, policy, times());
      }
      await new Promise((resolve) => setTimeout(resolve, COMPILE_MS));
      for (let round = 0; round < rounds; round += 1) {
        for (const name of names) await click(sessions[name], path, policy, found[name].later);
      }
    } finally {
      for (const session of Object.values(sessions)) await session.end();
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
  return found;
}

/**
 * Returns times in ms from the shortcut to the painted text of the browser's own reader view, in one session; an empty
 * list if the browser has none.
 */
export async function ownReader(driver, { elements, rounds }) {
  const session = new Session(driver, published(driver));
  const paint = [];
  await session.start();
  try {
    for (let round = 0; session.browser.openOwnReader && round <= rounds; round += 1) {
      await session.onPage(`magazine.html?elements=${elements}`, {}, async (page) => {
        await settled(page);
        paint.push(await session.browser.openOwnReader(page));
      });
    }
  } finally {
    await session.end();
  }
  // The first opening fills the browser's caches, like the first click of each contender.
  return paint.slice(1);
}

const times = () => ({ thread: [], paint: [] });

async function inSession(driver, options, use) {
  const session = new Session(driver, options);
  await session.start();
  try {
    await use(session);
  } finally {
    await session.end();
  }
}

/** Clicks once on a loaded and painted page, and records the times. */
async function click(session, path, policy, { thread, paint }) {
  await session.onPage(path, { policy, preload: watch }, async (page) => {
    await settled(page);
    const use = async () => {
      paint.push(await clickToPaint(session, page));
      await settled(page);
    };
    // Firefox doesn't report the time of its main thread.
    if (session.browser.name === 'Chromium') thread.push((await measured(page, use)).thread);
    else await use();
  });
}

/**
 * Returns the milliseconds from a click to the first frame with the view, by the page's clock. Simulated clicks are
 * sometimes lost. Then the next one counts.
 */
async function clickToPaint(session, page) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const clicked = await page.evaluate(() => performance.now());
    await session.browser.clickAction(page);
    const end = performance.now() + CLICK_TIMEOUT;
    while (performance.now() < end) {
      const time = await page.evaluate(() => globalThis.firstPaint ?? null);
      if (time !== null) return time - clicked;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }
  throw new Error(`${ATTEMPTS} clicks on ${page.url()} showed nothing.`);
}

/** Measures switching between views on a page of `elements` elements: main-thread time and longest task. */
export async function views(driver, { elements, rounds }) {
  const session = new Session(driver, published(driver));
  await session.start();
  try {
    const order = ['simplify', 'inspect', 'reader'];
    const found = Object.fromEntries(order.map((view) => [view, { thread: [], longest: [] }]));
    await session.inReader(`magazine.html?elements=${elements}`, { preload: watch }, async (page) => {
      // A first round loads the scripts of all views.
      for (const view of order) await session.show(page, view, 60_000);
      for (let round = 0; round < rounds; round += 1) {
        for (const view of order) {
          const { thread, longest } = await measured(page, async () => {
            await requestView(session, page, view);
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

/**
 * Measures paged view in Reader on a page of `elements` elements: main-thread time for turning it on, turning one page,
 * going to the last page, and turning it off.
 */
export async function pages(driver, { elements, rounds }) {
  const session = new Session(driver, published(driver));
  const found = Object.fromEntries(['to pages', 'one on', 'to the last', 'to scrolling'].map((step) => [step, []]));
  await session.start();
  try {
    await session.inReader(`magazine.html?elements=${elements}`, { preload: watch }, async (page) => {
      const pageNumbers = () =>
        session.inFrame(page, (root) => {
          const output = root.querySelector('.paged-bar output');
          const isStill = root.querySelector('.scroll').getAnimations().length === 0;
          return output?.checkVisibility() && isStill ? output.textContent.match(/\d+/g)?.map(Number) : null;
        });
      const step = async (name, key, isThere) => {
        const { thread } = await measured(page, async () => {
          await page.keyboard.press(key);
          const shown = await until(pageNumbers, isThere, 60_000);
          if (!isThere(shown)) throw new Error(`“${name}” showed page ${shown}.`);
          await settled(page);
        });
        found[name].push(thread);
      };
      await session.whole(page, 'reader');
      for (let round = 0; round < rounds; round += 1) {
        await step('to pages', 'p', (shown) => shown?.[1] > 1);
        await step('one on', 'PageDown', (shown) => shown?.[0] === 2);
        await step('to the last', 'End', (shown) => shown?.[0] === shown?.[1]);
        await page.keyboard.press('Home');
        await until(pageNumbers, (shown) => shown?.[0] === 1, 60_000);
        await step('to scrolling', 'p', (shown) => !shown);
      }
    });
    return found;
  } finally {
    await session.end();
  }
}

/**
 * Requests a view, or closes it, like the background does. Reaching the open view's button would require a copy of the
 * whole tree, which costs the page more than the view.
 */
export async function requestView(session, page, view, leave = 'none') {
  const request = { view, leave, clicked: Date.now(), shortcuts: {} };
  const { kind } = await session.browser.isolated(page, (wanted) => globalThis.pithShell.handle(wanted), request);
  const expected = leave === 'none' ? 'opened' : 'left';
  if (kind !== expected) throw new Error(`The page answered “${kind}” to a request for ${view}.`);
}

/**
 * In the page: records the first frame with an article, and all long tasks. Our article may appear after a status
 * message. The textbook extension's element has a closed shadow root, and is complete when it appears.
 */
export function watch() {
  globalThis.longTasks = [];
  new PerformanceObserver((list) =>
    globalThis.longTasks.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' });
  const article = 'html > [data-pith] > article, html > :not(head, body, [data-pith])';
  new MutationObserver(() => {
    if (globalThis.firstPaint !== undefined || !document.querySelector(article)) return;
    globalThis.firstPaint = null;
    requestAnimationFrame(() => setTimeout(() => (globalThis.firstPaint = performance.now())));
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Returns the milliseconds that the page's main thread was busy during `use`, and its longest task in ms (0 if none
 * exceeded 50 ms).
 */
export async function measured(page, use) {
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

/** Resolves once everything shown has been painted. */
export function settled(page) {
  return page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
}
