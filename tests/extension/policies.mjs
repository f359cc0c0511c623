// A page's policy on scripts, styles and pictures must not decide whether its article can be read.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { builtExtension } from '../browser/built.mjs';
import { Session, shown, viewOf } from './session.mjs';

/** Makes a copy of the extension whose core runs in no page, as if every policy forbade it; the background has its bytes. */
function withoutWasmInPages(driver) {
  const folder = mkdtempSync(join(tmpdir(), 'pith-'));
  cpSync(builtExtension(driver.name.toLowerCase()), folder, { recursive: true });
  const core = join(folder, 'core-wasm.js');
  writeFileSync(core, `if (false) ${readFileSync(core, 'utf8')}`);
  return folder;
}

/** Runs in the page before its own scripts: writes down what its policy refuses. */
function watchViolations() {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
}

export function policies(session, driver) {
  for (const policy of ['self', 'strict', 'sandbox', 'isolated']) {
    test(`the article is the same to the letter under “${policy}” as under no policy`, async () => {
      const read = (under) => session.inReader('news.html', { policy: under }, shown);
      const [without, under] = [await read('plain'), await read(policy)];
      assert.ok(without.text.length > 2_000, 'there is no article to compare with');
      assert.deepEqual(under, without);
    });
  }

  test("the whole text under default-src 'none', where not even the page's own styles apply", () =>
    session.inReader('news.html', { policy: 'bare' }, async (page) => {
      const { title, text } = await shown(page);
      assert.equal(title, 'Harbour town votes to bring back its night ferry');
      assert.ok(text.includes('The vote took less time') && text.includes('she will not be taking the car.'));
      assert.ok(!text.includes('saltmarsh_joe') && !text.includes('Seal pup found asleep'));
    }));

  for (const policy of ['self', 'strict', 'bare']) {
    test(`an origin under “${policy}” sees at most one refused attempt in a session`, async () => {
      // Origins of their own: the others have been tried already.
      const options = { policy, tag: 'once', preload: watchViolations };
      const seen = [];
      for (const path of ['blog.html', 'poem.html']) {
        await session.onPage(path, options, async (page) => {
          const before = await page.evaluate(() => window.violations.length);
          await session.open(page);
          await session.leave(page);
          await session.open(page);
          seen.push(...(await page.evaluate((from) => window.violations.slice(from), before)));
        });
      }
      const allowed = driver.name === 'Chromium' ? ['script-src wasm-eval'] : [];
      assert.deepEqual(seen, seen.length === 0 ? [] : allowed);
    });
  }

  test('nothing is refused on a page without a policy', () =>
    session.inReader('blog.html', { preload: watchViolations }, async (page) => {
      assert.deepEqual(await page.evaluate(() => window.violations), []);
    }));

  test('where wasm runs in no page the background finds the same, for every view', async () => {
    const built = withoutWasmInPages(driver);
    const other = new Session(driver, { built: () => built });
    try {
      await other.start();
      const read = (by) => by.inReader('news.html', {}, shown);
      assert.deepEqual(await read(other), await read(session));
      for (const view of ['simplify', 'highlight']) {
        await other.inViewOf(view, 'news.html', {}, async (page) => assert.equal(await viewOf(page), view));
      }
    } finally {
      await other.end();
      rmSync(built, { recursive: true });
    }
  });
}
