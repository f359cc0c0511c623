import * as chromium from '../browser/chromium.mjs';
import { Session, READER } from './session.mjs';
const session = new Session(chromium);
await session.start();
try {
  for (const [w, h, scheme] of [[1280, 900, 'light'], [390, 800, 'dark'], [390, 800, 'light'], [1280, 900, 'dark']])
    for (const name of process.argv.slice(2))
      await session.onPage(name, { viewport: { width: w, height: h } }, async (page) => {
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        await session.open(page);
        await new Promise((r) => setTimeout(r, 1500));
        await page.screenshot({ path: `/tmp/s/shots/${name.replace(/\W/g, '-')}-${w}-${scheme}.png` });
      });
} finally { await session.end(); }
