// The npm package in a browser: built by every bundler, and reading live documents.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { root } from '../browser/built.mjs';
import { serve } from '../browser/server.mjs';
import { bundles } from './bundles.mjs';
import { installed } from './installed.mjs';

export function suite(driver) {
  describe(`the npm package in ${driver.name}`, { concurrency: 1 }, () => {
    let folder;
    let remove = () => {};
    let paths;
    let server;
    let browser;
    before(async () => {
      ({ folder, remove } = installed());
      paths = await bundles(folder);
      server = await serve(folder, { generated });
      browser = await driver.launch({ proxy: server.address });
    });
    after(async () => {
      await browser?.close();
      await server?.close();
      remove();
    });

    /** Opens a page, and closes it after `use`. */
    async function onPage(path, use, { policy = 'plain', ...options } = {}) {
      const page = await browser.newPage(server.url(policy, path), options);
      try {
        return await use(page);
      } finally {
        await page.close();
      }
    }

    /** Runs `body` on one of the pages below, with the initialized module of `/dom` and `values` as arguments. */
    const onLive = (name, body, ...values) =>
      onPage(`${name}.html`, (page) =>
        page.evaluate(
          `(async () => {
            const pith = await import('/node_modules/pith-reader/dom.js');
            await pith.init();
            return (${body})(pith, ...${JSON.stringify(values)});
          })()`,
        ),
      );

    for (const name of ['inline', 'esbuild', 'vite', 'webpack', 'plain']) {
      test(`it finds the article in the ${name} build`, async () => {
        const { detected, extracted } = await onPage(paths[name], (page) =>
          page.evaluate(() => globalThis.outcome.then((outcome) => JSON.parse(JSON.stringify(outcome)))),
        );
        assert.equal(detected.title, 'Harbour town votes to bring back its night ferry');
        assert.equal(detected.byline, 'Ines Calloway');
        assert.equal(detected.confidence, 'strong');
        assert.ok(detected.text.length > 1000 && detected.markdown.length > 1000);
        for (const wanted of ['advert', 'comments'])
          assert.ok(detected.removed.some(({ reason }) => reason === wanted));
        const file = join(folder, paths[name]);
        const url = server.url('plain', paths[name]);
        const native = execFileSync(join(root, 'target/debug/pith'), [
          'extract',
          '--url',
          url,
          '--format',
          'html',
          file,
        ]);
        assert.equal(extracted.html, native.toString());
      });
    }

    test('a displayed document is read as it is rendered, and not changed', async () => {
      const { article, changes, same } = await onLive('shown', async ({ detect }) => {
        let changes = 0;
        const before = document.documentElement.outerHTML;
        const observer = new MutationObserver((records) => {
          changes += records.length;
        });
        observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
        const article = detect(document);
        await new Promise((resolve) => setTimeout(resolve, 0));
        return { article, changes, same: before === document.documentElement.outerHTML };
      });
      assert.equal(changes, 0);
      assert.ok(same);
      for (const seen of ['behind the counter', 'in its shadow', 'in a frame'])
        assert.ok(article.text.includes(seen), seen);
      assert.ok(!article.text.includes('not painted'));
      assert.match(article.html, /<math.*<msup>/);
    });

    test('a page beyond the limits causes an error, and the next one is read', async () => {
      const [large, next] = await onPage('shown.html', (page) =>
        page.evaluate(async () => {
          const [{ detect }, { withoutMemory }] = await Promise.all([
            import('/node_modules/pith-reader/dom/inline.js'),
            import('/limits.mjs'),
          ]);
          return withoutMemory((html) => detect(new DOMParser().parseFromString(html, 'text/html')));
        }),
      );
      assert.equal(large[0], 'page-limit');
      assert.match(large[1], /too large or too complex/);
      assert.equal(next, 'The ferry');
    });

    test('a removed part has its element', async () => {
      const [found, written, cloned] = await onLive('shown', ({ detect }) => {
        const { removed } = detect(document);
        const menu = removed.find(({ reason }) => reason === 'navigation');
        return [
          document.querySelector('nav').contains(menu.element) &&
            removed.every(({ element }) => element instanceof Element),
          JSON.stringify(menu).includes('element'),
          structuredClone(menu).reason,
        ];
      });
      assert.deepEqual([found, written, cloned], [true, false, 'navigation']);
    });

    test('of an element, only the content is read, with the metadata of its document', async () => {
      const [whole, part, inShadow] = await onLive('two', ({ detect }) => {
        const paragraph = document.querySelector('x-shelf').shadowRoot.querySelector('p');
        return [document, document.getElementById('second'), paragraph].map((target) => detect(target));
      });
      assert.ok(whole.text.includes('The harbour'));
      assert.ok(part.text.includes('The mill') && !part.text.includes('The harbour'));
      assert.equal(part.title, whole.title);
      assert.equal(part.byline, 'Ines Calloway');
      assert.ok(part.removed.every(({ text }) => !text.includes('The harbour')));
      assert.ok(inShadow.text.includes('The shelf') && !inShadow.text.includes('The mill'));
    });

    test('a document that is not displayed is read from its markup and its own URL', async () => {
      const [links, own, frame] = await onLive('shown', async ({ detect }) => {
        const parsed = new DOMParser().parseFromString(
          `<title>The ferry</title><p>${'The ferry left the harbour at noon with most of the islanders aboard. '.repeat(9)}<a href=/a>It</a><p hidden>not painted`,
          'text/html',
        );
        const url = 'https://example.org/b/c';
        const { html, canonical, site, text } = detect(parsed, { url });
        const frame = document.querySelector('iframe').contentDocument;
        return [
          [html.includes('href="https://example.org/a"'), site, text.includes('not painted'), canonical],
          detect(parsed).site,
          detect(frame).text,
        ];
      });
      assert.deepEqual(links, [true, 'example.org', false, null]);
      assert.notEqual(own, 'example.org');
      assert.match(frame, /in a frame/);
    });

    test('errors have a message and a code', async () => {
      const told = await onPage('shown.html', (page) =>
        page.evaluate(`(async () => {
          const pith = await import('/node_modules/pith-reader/dom.js');
          const told = [];
          const tell = async (call) => {
            try {
              const outcome = await call();
              told.push(outcome?.confidence ?? 'nothing');
            } catch (error) {
              told.push(error instanceof pith.PithError ? error.code + ': ' + error.message : String(error));
            }
          };
          await tell(() => pith.detect(document));
          await tell(() => pith.init('/missing.wasm'));
          await pith.init();
          for (const target of [undefined, null, window, 'text', document.createTextNode('a'), {}]) {
            await tell(() => pith.detect(target));
          }
          await tell(() => pith.detect(document.createElement('p')));
          await tell(() => pith.detect(document, { url: 'example' }));
          const empty = new Document();
          await tell(() => pith.detect(empty));
          const bodyless = document.implementation.createHTMLDocument('');
          bodyless.body.remove();
          await tell(() => pith.detect(bodyless));
          const clobbered = new DOMParser().parseFromString('<form><input name=nodeType><input name=parentNode><input name=ownerDocument></form><img name=documentElement>', 'text/html');
          await tell(() => pith.detect(clobbered));
          await tell(() => pith.detect(clobbered.forms[0]));
          await tell(() => pith.detect(document));
          return told;
        })()`),
      );
      const expected = [
        /^not-ready: The wasm isn't loaded yet/,
        /^no-wasm: Cannot fetch Pith's wasm from .*missing\.wasm: status 404\.$/,
        ...Array(6).fill(/^bad-input: Pass a Document or an Element to detect\(\)\.$/),
        /^bad-input: The element is not in its document/,
        /^bad-input: "example" is not an absolute URL/,
        /^not-html: Pith cannot read this page: the page has no element\.$/,
        /^none$/,
        /^none$/,
        /^none$/,
        /^(strong|weak)$/,
      ];
      assert.equal(told.length, expected.length);
      for (const [index, sentence] of expected.entries()) assert.match(told[index], sentence);
    });

    test('a page that forbids wasm gets a message', async () => {
      const told = await onPage(
        'shown.html',
        async (page) => {
          await page.addScriptTag({ url: '/refused.js', type: 'module' });
          await page.waitForFunction(() => globalThis.told);
          return page.evaluate(() => globalThis.told);
        },
        { policy: 'self' },
      );
      for (const sentence of told) assert.match(sentence, /^no-wasm: Cannot compile Pith's wasm from /);
      assert.equal(told.length, 2);
    });
  });
}

const sentence =
  'The ferry left the harbour at noon with most of the islanders aboard, and nobody had thought to tell the keeper of the lighthouse, who watched it go by. ';
const generated = {
  '/shown.html':
    () => `<!doctype html><html lang="en"><head><title>What was left behind the counter</title></head><body>
    <nav><a href="/">Home</a> <a href="/sport">Sport</a> <a href="/weather">Weather</a></nav>
    <main><h1>What was left behind the counter</h1><p>It was found behind the counter. ${sentence.repeat(3)}</p>
    <p style="display:none">It was not painted. ${sentence.repeat(3)}</p>
    <x-part></x-part><p>Then this was written on it: <math><msup><mi>e</mi><mrow><mi>i</mi><mi>π</mi></mrow></msup><mo>=</mo><mo>-</mo><mn>1</mn></math>. ${sentence.repeat(2)}</p>
    <iframe src="/inner.html" width="600" height="500"></iframe></main>
    <script>document.querySelector('x-part').attachShadow({ mode: 'open' }).innerHTML = '<p>It lay in its shadow. ${sentence.repeat(3)}</p>';</script>
    </body></html>`,
  '/inner.html': () => `<!doctype html><title>Inner</title><p>It was in a frame. ${sentence.repeat(3)}</p>`,
  '/two.html':
    () => `<!doctype html><html lang="en"><head><title>Two places</title><meta name="author" content="Ines Calloway"></head><body>
    <article id="first"><h2>The harbour</h2><p>The harbour. ${sentence.repeat(8)}</p></article>
    <article id="second"><h2>The mill</h2><p>The mill. ${sentence.repeat(4)}</p></article><x-shelf></x-shelf>
    <script>document.querySelector('x-shelf').attachShadow({ mode: 'open' }).innerHTML = '<p>The shelf. ${sentence.repeat(4)}</p>';</script>
    </body></html>`,
};
