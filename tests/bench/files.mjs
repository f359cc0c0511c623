// Measures how long the user waits for an article as a file, from the click in Reader to the message that it is saved,
// in wall-clock time. The first click loads and compiles the core for exports.

import { published, Session } from '../extension/session.mjs';

const FORMS = ['saveMarkdown', 'saveHtml', 'saveEpub'];

/**
 * Returns the milliseconds of saving pages of some numbers of elements: `first` for the first click in a page, and
 * lists by format.
 */
export async function files(driver, { sizes, rounds }) {
  const session = new Session(driver, published(driver));
  await session.start();
  try {
    const found = [];
    for (const elements of sizes) {
      await session.inReader(`magazine.html?elements=${elements}`, {}, async (page) => {
        await session.inView(page, 'reader', (root) => root.querySelector('button.share').click());
        await session.inView(page, 'reader', arrived);
        const first = await session.inView(page, 'reader', saving, FORMS[0]);
        const times = Object.fromEntries(FORMS.map((form) => [form, []]));
        for (let round = 0; round < rounds; round += 1) {
          for (const form of FORMS) times[form].push(await session.inView(page, 'reader', saving, form));
        }
        found.push({ elements, first, times });
      });
    }
    return found;
  } finally {
    await session.end();
  }
}

/** In Reader: waits until the panel exists. */
async function arrived(root) {
  while (!root.querySelector('.exporter.sheet')?.matches(':popover-open')) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * In Reader: returns the milliseconds from a click to the message that the file is saved. The panel closes in between.
 */
function saving(root, form) {
  const said = () => root.querySelector('.toast [role=status]');
  said()?.replaceChildren();
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const observer = new MutationObserver(() => {
      if (!/^Saved/.test(said()?.textContent ?? '')) return;
      observer.disconnect();
      resolve(performance.now() - start);
    });
    observer.observe(root, { childList: true, characterData: true, subtree: true });
    setTimeout(() => reject(new Error(`${form} is not saved`)), 60_000);
    root.querySelector(`.exporter.sheet .${form}`).click();
  });
}
