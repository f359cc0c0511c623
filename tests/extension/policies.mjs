// A page's policy on scripts, styles and pictures must not decide whether its article can be read.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { shown } from './session.mjs';

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
}
