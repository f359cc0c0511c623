// How long a person waits for an article as a file: from the press in the reader to the sentence that it is saved, by the
// clock. The first press brings and compiles the core that writes.

import { published, Session } from '../extension/session.mjs';

const FORMS = ['saveMarkdown', 'saveHtml', 'saveEpub'];

/** Milliseconds of saving pages of so many elements: `first`, the first press in a page, and lists by form. */
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

/** In the reader: waits until the panel is there. */
async function arrived(root) {
  while (!root.querySelector('.exporter.sheet')?.matches(':popover-open')) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** In the reader: milliseconds from a press to the sentence that the file is saved. The panel closes meanwhile. */
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
