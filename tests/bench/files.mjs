// Measures how long it takes to save an article as a file: wall-clock time from the click in Reader to the message that
// it is saved. The first click loads and compiles the core for exports.

import { published, Session } from '../extension/session.mjs';

const FORMATS = ['saveMarkdown', 'saveHtml', 'saveEpub'];

/**
 * Returns the times in ms for pages with the given numbers of elements: `first` for the first click in a page, and
 * `times`, lists by format.
 */
export async function files(driver, { sizes, rounds }) {
  const session = new Session(driver, published(driver));
  await session.start();
  try {
    const found = [];
    for (const elements of sizes) {
      await session.inReader(`magazine.html?elements=${elements}`, {}, async (page) => {
        await session.inView(page, 'reader', (root) => root.querySelector('button.share').click());
        await session.inView(page, 'reader', panelOpened);
        const first = await session.inView(page, 'reader', timeSaving, FORMATS[0]);
        const times = Object.fromEntries(FORMATS.map((format) => [format, []]));
        for (let round = 0; round < rounds; round += 1) {
          for (const format of FORMATS) times[format].push(await session.inView(page, 'reader', timeSaving, format));
        }
        found.push({ elements, first, times });
      });
    }
    return found;
  } finally {
    await session.end();
  }
}

/** In Reader: waits until the panel is open. */
async function panelOpened(root) {
  while (!root.querySelector('.exporter.sheet')?.matches(':popover-open')) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * In Reader: returns the time in ms from a click to the message that the file is saved. The panel closes in between.
 */
function timeSaving(root, format) {
  const message = () => root.querySelector('.toast [role=status]');
  message()?.replaceChildren();
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!/^Saved/.test(message()?.textContent ?? '')) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    setTimeout(() => reject(new Error(`${format} is not saved`)), 60_000);
    root.querySelector(`.exporter.sheet .${format}`).click();
  });
}
