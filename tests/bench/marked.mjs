// Measures the cost of highlights when a view opens in Chromium: main-thread time on two pages of one browser. One of
// them has saved highlights.

import { published, Session, until } from '../extension/session.mjs';
import { measured, requestView, settled, watch } from './clicks.mjs';

const ORDER = ['simplify', 'inspect', 'reader'];
const VIEW_TIMEOUT = 60_000;

/**
 * Measures opening each view on a page of `elements` elements, in ms until the highlights are shown: `none` without
 * highlights, `all` with `marks` highlights. Each round opens each view on both pages, so a slow moment of the machine
 * affects both.
 */
export async function marked(driver, { elements, marks, rounds }) {
  const session = new Session(driver, published(driver));
  await session.start();
  try {
    const found = Object.fromEntries(ORDER.map((view) => [view, { none: [], all: [] }]));
    const path = `magazine.html?elements=${elements}`;
    await session.inReader(path, { preload: watch }, (plain) =>
      session.onPage(`${path}&marked`, { preload: watch }, async (page) => {
        await session.browser.inBackground(
          (key, stored) => chrome.storage.local.set({ [key]: stored }),
          `marks:${page.url()}`,
          { version: 1, url: page.url(), title: '', marks: await marksOn(plain, marks) },
        );
        await session.open(page);
        for (const one of [plain, page]) {
          await one.bringToFront();
          // A first round loads all scripts.
          for (const view of ORDER) await session.show(one, view, VIEW_TIMEOUT);
          await requestView(session, one, 'reader', 'any');
        }
        for (let round = 0; round < rounds; round += 1) {
          for (const view of ORDER) {
            found[view].none.push(await timeOpening(session, plain, view, 0));
            found[view].all.push(await timeOpening(session, page, view, marks));
          }
        }
      }),
    );
    return found;
  } finally {
    await session.end();
  }
}

async function timeOpening(session, page, view, marks) {
  await page.bringToFront();
  await settled(page);
  const { thread } = await measured(page, async () => {
    await requestView(session, page, view);
    await session.whole(page, view);
    const count = await until(
      () => page.evaluate(shownMarks),
      (shown) => shown === marks,
    );
    if (count !== marks) throw new Error(`${view} shows ${count} marks of ${marks}.`);
    await settled(page);
  });
  await requestView(session, page, view, 'any');
  return thread;
}

/** In the page: returns the number of visible highlights. */
function shownMarks() {
  const named = [...CSS.highlights].filter(([name]) => name.startsWith('pith-mark-'));
  return named.reduce((sum, [, { size }]) => sum + size, 0);
}

/** Returns evenly spread highlights of paragraphs in the open Reader, in the storage format. */
function marksOn(page, count) {
  return page.evaluate((wanted) => {
    const colors = ['yellow', 'green', 'blue', 'pink', 'purple'];
    const flat = (text) => text.replace(/\s+/g, '');
    const body = document.querySelector(':root > [data-pith] > article > .pith-body');
    const whole = flat(body.textContent);
    const texts = [...body.querySelectorAll('p')];
    let from = 0;
    return Array.from({ length: wanted }, (_, index) => {
      const exact = texts[Math.floor((index * texts.length) / wanted)].textContent.slice(0, 60).trim();
      const at = whole.indexOf(flat(exact), from);
      from = at + 1;
      return {
        id: String(index),
        created: '2026-01-05T00:00:00.000Z',
        color: colors[index % colors.length],
        note: '',
        exact,
        prefix: whole.slice(Math.max(0, at - 64), at),
        suffix: whole.slice(at + flat(exact).length).slice(0, 64),
        start: null,
        at,
        block: null,
        isLost: false,
      };
    });
  }, count);
}
