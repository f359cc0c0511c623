// A page's policy for scripts, styles, and images must not prevent reading its article.

import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { testExtension } from '../browser/built.mjs';
import { variants, whenAll } from '../browser/sampling.mjs';
import { published, Session, shown, until, viewOf } from './session.mjs';

/** A modified copy of the extension, in its own browser while it is used. */
class Changed {
  #driver;
  #change;
  #built = null;
  #session = null;

  /** `change` receives the folder of the copy. */
  constructor(driver, change) {
    this.#driver = driver;
    this.#change = change;
  }

  /** Starts the browser, once. */
  async start() {
    this.#built ??= this.#copy();
    this.#session ??= new Session(this.#driver, { built: () => this.#built });
    await this.#session.start();
    return this.#session;
  }

  async end() {
    await this.#session?.end();
    if (this.#built) rmSync(this.#built, { recursive: true });
    this.#built = this.#session = null;
  }

  #copy() {
    const built = mkdtempSync(join(tmpdir(), 'pith-'));
    cpSync(testExtension(this.#driver.name.toLowerCase()), built, { recursive: true });
    this.#change(built);
    return built;
  }
}

/** Returns a function that inserts code before one of the scripts. */
const before = (script, code) => (built) => {
  const path = join(built, script);
  writeFileSync(path, `${code} ${readFileSync(path, 'utf8')}`);
};

/** Passes a copy with code before one of its scripts to `use`, and closes it. */
export async function withBefore(driver, script, code, use) {
  const changed = new Changed(driver, before(script, code));
  try {
    await use(await changed.start());
  } finally {
    await changed.end();
  }
}

/**
 * Returns a function that passes a modified copy to tests of the current suite. The first test starts it, and all share
 * it.
 */
export function sharedChanged(driver, change) {
  const changed = new Changed(driver, change);
  after(() => changed.end());
  return async (use) => use(await changed.start());
}

/** Like `sharedChanged`, with code before one of its scripts. */
export const sharedBefore = (driver, script, code) => sharedChanged(driver, before(script, code));

/** The extension with a core that can't run in pages, as if every policy forbade it. The background has its bytes. */
const withoutWasmInPages = (driver, use) => withBefore(driver, 'core-wasm.js', 'if (false)', use);

/** In the background, before its own script: ignores recordings sent by pages. */
function ignoreRecordings() {
  const { onMessage } = (globalThis.browser ?? globalThis.chrome).runtime;
  const add = onMessage.addListener.bind(onMessage);
  onMessage.addListener = (hear) =>
    add((message, ...others) => (message.kind === 'detect' ? undefined : hear(message, ...others)));
}

/** Runs in the page before its own scripts: records policy violations. */
function watchViolations() {
  window.violations = [];
  document.addEventListener('securitypolicyviolation', (event) => {
    window.violations.push(`${event.effectiveDirective} ${event.blockedURI}`);
  });
}

export function policies(session, driver) {
  /** The extension with a background that answers no page. */
  const withSilentBackground = sharedBefore(driver, 'background.js', `(${ignoreRecordings})();`);

  const read = (policy) => session.inReader('news.html', { policy }, shown);
  /** The article under no policy, detected once. */
  let without;
  for (const policy of variants(['strict', 'sandbox', 'self', 'isolated'], 2)) {
    test(`the article under “${policy}” is identical to the one without a policy`, async () => {
      without ??= await read('plain');
      const under = await read(policy);
      assert.ok(without.text.length > 2_000, 'there is no article to compare with');
      assert.deepEqual(under, without);
    });
  }

  test("the whole text is shown under default-src 'none', which also blocks the page's styles", () =>
    session.inReader('news.html', { policy: 'bare' }, async (page) => {
      const { title, text } = await shown(page);
      assert.equal(title, 'Harbour town votes to bring back its night ferry');
      assert.ok(text.includes('The vote took less time') && text.includes('she will not be taking the car.'));
      assert.ok(!text.includes('saltmarsh_joe') && !text.includes('Seal pup found asleep'));
    }));

  for (const policy of variants(['strict', 'self', 'bare'])) {
    test(`under “${policy}”, an origin reports at most one violation per session`, async () => {
      // New origins, because the others have been tried already.
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

  test('a page without a policy reports no violations', () =>
    session.inReader('blog.html', { preload: watchViolations }, async (page) => {
      assert.deepEqual(await page.evaluate(() => window.violations), []);
    }));

  test('if pages forbid wasm, the background detects the same article, and every view opens', whenAll, () =>
    withoutWasmInPages(driver, async (other) => {
      const read = (by) => by.inReader('news.html', {}, shown);
      assert.deepEqual(await read(other), await read(session));
      for (const view of ['simplify', 'inspect']) {
        await other.inViewOf(view, 'news.html', {}, async (page) => assert.equal(await viewOf(page), view));
      }
    }),
  );

  test('the background reads large pages, and then small ones too', async (t) => {
    if (driver.name !== 'Chromium') return t.skip('no protocol reaches the sandbox of a content script in Firefox');
    // The test build doesn't compile the core in advance.
    const other = new Session(driver, published(driver));
    const isRemote = (elements) =>
      other.inReader(`magazine.html?elements=${elements}`, {}, async (page) => {
        const { text } = await shown(page);
        assert.ok(text.length > 2_000, `${elements} elements: ${text.length} characters`);
        return other.browser.isolated(page, () => Boolean(globalThis.pithCore.isRemote));
      });
    await other.start();
    try {
      assert.equal(await isRemote(1_000), false);
      assert.equal(await isRemote(9_000), true);
      assert.equal(await until(() => isRemote(1_000), Boolean), true);
    } finally {
      await other.end();
    }
  });

  test("the page runs the core itself if the background doesn't answer, with the same result", whenAll, () =>
    withSilentBackground(async (other) => {
      const read = (by) => by.inReader('magazine.html?elements=9000', {}, shown);
      assert.deepEqual(await read(other), await read(session));
    }),
  );

  test("a page that can't be read gets a message in Chromium, and Firefox reads it", () =>
    withSilentBackground((other) =>
      other.inReader(
        'magazine.html?elements=9000',
        { policy: driver.name === 'Chromium' ? 'strict' : 'plain' },
        async (page) => {
          if (driver.name === 'Chromium') {
            const said = await other.inView(page, 'nothing', (root) => root.querySelector('.nothing-found').innerText);
            assert.match(said, /couldn’t read this page/);
          } else {
            assert.ok((await shown(page)).whole.length > 2_000);
          }
        },
      ),
    ));
}
