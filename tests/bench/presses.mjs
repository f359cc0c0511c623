// Measures the time from click to first paint in WebKit, which can't load extensions: for the userscript and a textbook
// script, each in a new page. Both are already in the page, as with a userscript manager.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../browser/built.mjs';
import { serve } from '../browser/server.mjs';
import { generated } from '../pages/generated.mjs';
import * as standIn from '../webkit/stand-in.mjs';
import { settled, TEXTBOOK, watch } from './clicks.mjs';
import { PITH } from './contenders.mjs';
import { LIBRARIES } from './textbook.mjs';

/** Time in ms after which a click counts as lost. */
const CLICK_TIMEOUT = 120_000;

/** Returns the scripts of the textbook extension as one function, which is compiled in advance and runs on click. */
function textbook() {
  const libraries = LIBRARIES.map((file) => join(root, 'node_modules', file));
  const sources = [...libraries, join(root, 'tests/bench/textbook/reader.js')].map((file) =>
    readFileSync(file, 'utf8'),
  );
  return `globalThis.textbook = () => { ${sources.join('\n;\n')} };`;
}

/** Returns times in ms of clicks on a page of `elements` elements, by contender. The contenders take turns. */
export async function presses({ elements, rounds }) {
  const server = await serve(root, { generated });
  const extension = [join(root, 'dist', 'pith.user.js')];
  const browser = await standIn.launch({ extension, proxy: server.address });
  const source = textbook();
  const actions = {
    [PITH]: () => globalThis.manager.entries[0](),
    [TEXTBOOK]: () => globalThis.textbook(),
  };
  const found = { [PITH]: [], [TEXTBOOK]: [] };
  try {
    for (let round = 0; round <= rounds; round += 1) {
      for (const [name, action] of Object.entries(actions)) {
        const page = await browser.newPage(server.url('plain', `magazine.html?elements=${elements}`));
        await page.run(source);
        await page.evaluate(watch);
        await settled(page);
        const time = await page.evaluate(`globalThis.pressed = performance.now(); (${action})(); globalThis.pressed`);
        await page.waitForFunction(() => (globalThis.firstPaint ?? null) !== null, { timeout: CLICK_TIMEOUT });
        found[name].push((await page.evaluate(() => globalThis.firstPaint)) - time);
        await page.close();
      }
    }
  } finally {
    await browser.close();
    await server.close();
  }
  // The first click fills the browser's caches.
  return Object.fromEntries(Object.entries(found).map(([name, times]) => [name, times.slice(1)]));
}
