// The packed npm package: its files and types, and its results in Node, Deno, and Bun.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from '../browser/built.mjs';
import { installed, program } from './installed.mjs';

/** Maximum bytes of an entry's gzipped files, without the second copy of the wasm. */
const MAX_BYTES = { dom: 513_000, html: 722_000 };

/** The packer chooses the block length of gzip, which changes the size of the wasm by half a percent. */
const gzipped = (bytes) => Math.min(...[7, 8, 9].map((memLevel) => gzipSync(bytes, { level: 9, memLevel }).length));

const PAGES = ['news', 'blog', 'formulas', 'zh', 'nothing'];
const address = (name) => `https://example.org/${name}`;
const path = (name) => join(root, 'tests/pages', `${name}.html`);

describe('the npm package as it is packed', () => {
  let folder;
  let remove = () => {};
  before(() => {
    ({ folder, remove } = installed());
  });
  after(() => remove());

  const own = () => join(folder, 'node_modules/pith-reader');
  const manifest = () => JSON.parse(readFileSync(join(own(), 'package.json'), 'utf8'));
  const run = (command, ...args) => execFileSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 120_000 });

  /** Runs a script in the folder, with `pith` as the module of an entry. Returns its result. */
  function inNode(entry, script) {
    const file = join(folder, 'script.mjs');
    writeFileSync(
      file,
      `import * as pith from 'pith-reader/${entry}';
       const outcome = await (${script})(pith);
       console.log(JSON.stringify(outcome ?? null));`,
    );
    return JSON.parse(run(process.execPath, file));
  }

  test('it has no dependencies, contains its exports, and has the version of the crate', () => {
    const { version, dependencies, exports } = manifest();
    assert.equal(dependencies, undefined);
    assert.match(readFileSync(join(root, 'Cargo.toml'), 'utf8'), new RegExp(`^version = "${version}"$`, 'm'));
    const targets = Object.values(exports).flatMap((target) =>
      Object.values([target].flat()[0]?.types ? target : [target]),
    );
    assert.ok(targets.length > 8);
    for (const target of targets) assert.ok(statSync(join(own(), target)).size > 0, target);
    const licenses = readdirSync(own()).filter((name) => name.startsWith('LICENSE'));
    assert.deepEqual(licenses, ['LICENSE-APACHE', 'LICENSE-MIT']);
  });

  test('it contains the licenses of everything in each wasm file', () => {
    const both = [
      'wasm-bindgen 0.2.',
      'libm ',
      'the Rust standard library 1.',
      'Copyright (c) The Rust Project Developers',
    ];
    const text = ['html5ever ', 'url ', 'encoding_rs ', 'Copyright © WHATWG', 'UNICODE LICENSE V3'];
    const lists = { dom: both, html: [...both, ...text] };
    for (const [entry, parts] of Object.entries(lists)) {
      const list = readFileSync(join(own(), entry, 'third-parties.txt'), 'utf8');
      for (const part of parts) assert.ok(list.includes(part), `${entry}: ${part}`);
    }
    const dom = readFileSync(join(own(), 'dom/third-parties.txt'), 'utf8');
    assert.ok(!dom.includes('html5ever '), '/dom reads no HTML text');
  });

  test('its entries stay within their size limits', (t) => {
    for (const [entry, most] of Object.entries(MAX_BYTES)) {
      const files = imported(join(own(), `${entry}.js`)).add(join(own(), entry, 'core.wasm'));
      const sizes = [...files].map((file) => [relative(own(), file), gzipped(readFileSync(file))]);
      const sum = sizes.reduce((total, [, size]) => total + size, 0);
      t.diagnostic(`${entry}: ${sum} bytes gzipped`);
      assert.ok(sum <= most, `${entry} has ${sum} bytes: ${sizes.join(' ')}`);
    }
  });

  test('its types compile with Node and bundler resolution', () => {
    for (const module of ['nodenext', 'esnext']) {
      const resolution = module === 'nodenext' ? module : 'bundler';
      run(
        join(root, 'node_modules/.bin/tsc'),
        ...['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--types', '', '--lib', 'esnext,dom'],
        ...['--target', 'esnext', '--module', module, '--moduleResolution', resolution, 'types.ts'],
      );
    }
  });

  const runtimes = {
    Node: () => [process.execPath],
    Deno: () => program('deno') && [program('deno'), 'run', '--quiet', '--no-prompt', '--allow-read'],
    Bun: () => program('bun') && [program('bun'), 'run'],
  };
  for (const [name, command] of Object.entries(runtimes)) {
    test(`in ${name}, it gives the same result as the command line`, (t) => {
      const begin = command();
      if (!begin) return t.skip(`${name} is not available on this machine`);
      for (const page of PAGES) {
        const outcomes = JSON.parse(run(...begin, 'run.mjs', path(page), address(page)));
        const expected = native(page);
        assert.equal(outcomes.length, 3);
        for (const outcome of outcomes) {
          assert.ok(Object.keys(outcome).length > 15);
          for (const [field, value] of Object.entries(outcome))
            assert.deepEqual(value, expected[field], `${page}: ${field}`);
        }
      }
    });
    test(`in ${name}, a page beyond the limits causes an error, and the next one is read`, (t) => {
      const begin = command();
      if (!begin) return t.skip(`${name} is not available on this machine`);
      const [[code, message], next] = JSON.parse(run(...begin, 'limit.mjs'));
      assert.equal(code, 'page-limit');
      assert.match(message, /too large or too complex/);
      assert.equal(next, 'The ferry');
    });
  }

  test('an article is plain data', () => {
    const article = inNode('html/inline', ({ extract }) => {
      const text =
        '<title>The ferry</title><nav><a href=/>Home</a></nav><p>The ferry left the harbour at noon with most of the islanders aboard, and nobody had thought to tell the <a href=/keeper>keeper</a> of the lighthouse. <p>He watched it go by from the gallery, waved once, and went back to polishing the lens, which he did <em>every</em> day of the year, in summer and in winter.';
      return structuredClone(extract(text, new URL('https://example.org/ferry')));
    });
    assert.equal(article.title, 'The ferry');
    assert.match(article.markdown, /\[keeper\]\(https:\/\/example\.org\/keeper\).*\*every\* day/s);
    assert.match(article.html, /^<p>The ferry left .*<em>every<\/em> day/s);
    assert.match(article.text, /^The ferry left .*every day/s);
    const [{ reason, by, text }] = article.removed;
    assert.deepEqual([reason, text], ['navigation', 'Home']);
    assert.ok(by);
    assert.equal('node' in article.removed[0], false);
  });

  test('bytes are read in their encoding, and strings as they are', () => {
    const [named, found, wrong] = inNode('html/inline', ({ extract }) => {
      const head = '<title>Caf';
      const bytes = new Uint8Array([...new TextEncoder().encode(head), 0xe9]);
      return [
        extract(bytes, null, { charset: 'latin1' }).title,
        extract(bytes.buffer).title,
        extract('<meta charset=latin1><title>Café').title,
      ];
    });
    assert.deepEqual([named, found, wrong], ['Café', 'Café', 'Café']);
  });

  test('errors have a message and a code', () => {
    const told = (entry, calls) =>
      inNode(
        entry,
        `async (pith) => {
      const told = [];
      for (const call of [${calls}]) {
        try {
          await call();
          told.push(['nothing']);
        } catch (error) {
          told.push([error.code, error.message, error instanceof pith.PithError && error.name === 'PithError']);
        }
      }
      return told;
    }`,
      );
    const cases = {
      html: [
        ['() => pith.extract("<p>A")', 'not-ready', /Await init\(\).*pith-reader\/html\/inline/],
        ['() => pith.init("https://127.0.0.1:1/core.wasm")', 'no-wasm', /Cannot fetch .*https:\/\/127\.0\.0\.1/],
        ['() => pith.init(new URL("missing.wasm", import.meta.url))', 'no-wasm', /missing\.wasm.*no such file/],
        ['() => pith.init(new Response("<p>A", { status: 404 }))', 'no-wasm', /status 404/],
        ['() => pith.init(new Response("<p>A", { headers: { "content-type": "text/html" } }))', 'no-wasm', /is HTML/],
        ['() => pith.init(new Uint8Array(8))', 'no-wasm', /Cannot compile .* from the bytes/],
        [
          '() => pith.init(new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])))',
          'no-wasm',
          /not the wasm of this version/,
        ],
        ['() => pith.init(7)', 'bad-input', /source for init\(\) must be/],
        // None of these failures has a lasting effect.
        ['async () => { await Promise.all([pith.init(), pith.init()]); pith.extract("<p>A"); }', undefined],
        ['() => pith.extract("<p>A")', undefined],
      ],
      'html/inline': [
        ['() => pith.extract()', 'bad-input', /string or bytes/],
        ['() => pith.extract({})', 'bad-input', /string or bytes/],
        ['() => pith.extract("<p>A", "example.org/a")', 'bad-input', /"example\.org\/a" is not an absolute URL/],
        ['() => pith.extract("<p>A", 7)', 'bad-input', /must be a string or a URL/],
        [
          '() => pith.extract(new Uint8Array([60, 112, 62]), "", { charset: "nonsense" })',
          'bad-input',
          /Unknown encoding "nonsense"/,
        ],
        ['() => pith.extract("")', 'not-html', /it is empty/],
        ['() => pith.extract("just words")', 'not-html', /without a single tag/],
        ['() => pith.extract("%PDF-1.7")', 'not-html', /a PDF document/],
        ['() => pith.extract("\\0".repeat(5000))', 'not-html', /binary data/],
        ['() => pith.extract("<p>A" + "\\0" + "B")', undefined],
        ['() => pith.extract("<p>\\ud800")', undefined],
        ['() => pith.extract("<div>".repeat(20_000))', undefined],
        // The parser looks through up to 512 open elements at every tag.
        [
          '() => pith.extract("<div>".repeat(200_000))',
          'page-limit',
          /too large or too complex for Pith \(.*too many steps in reading the page\)/s,
        ],
        ['() => pith.extract("<p>word".repeat(600_000))', 'too-large', /more than 1000000 elements/],
        ['() => pith.extract("<p>" + "word ".repeat(15_000_000))', 'too-large', /bytes of text/],
        // It still works after all that.
        ['() => { if (pith.extract("<title>A").title !== "A") throw new Error(); }', undefined],
      ],
      dom: [['() => pith.detect({})', 'bad-input', /no DOM here.*pith-reader\/html/]],
    };
    for (const [entry, expected] of Object.entries(cases)) {
      const outcomes = told(entry, expected.map(([call]) => call).join(', '));
      for (const [index, [call, code, sentence]] of expected.entries()) {
        const [was, message, isPith] = outcomes[index];
        if (code === undefined) assert.deepEqual(outcomes[index], ['nothing'], call);
        else assert.deepEqual([was, isPith], [code, true], `${call}: ${message}`);
        if (sentence) {
          assert.match(message, sentence);
          assert.match(message, /^[A-Z"].*[.]$/s);
        }
      }
    }
  });

  test('50 MB of HTML are read, and input beyond the limits is rejected', () => {
    const [words, code] = inNode('html/inline', ({ extract }) => {
      const story = `<p>${'The ferry left the harbour at noon with most of the islanders aboard. '.repeat(40)}`;
      const { wordCount } = extract(`<title>A</title>${story.repeat(50_000_000 / story.length)}`);
      let code;
      try {
        extract(story.repeat(100_000_000 / story.length));
      } catch (error) {
        ({ code } = error);
      }
      return [wordCount, code];
    });
    assert.ok(words > 5_000_000, `${words} words`);
    assert.equal(code, 'too-large');
  });

  test('after the core has crashed, the next call uses a new instance', () => {
    const [title, failure, after, instances] = inNode('html/inline', ({ extract }) => {
      let instances = 0;
      WebAssembly.Instance = class extends WebAssembly.Instance {
        constructor(...args) {
          super(...args);
          instances += 1;
        }
      };
      const html = '<title>The ferry</title><p>It sails.';
      const { title } = extract(html);
      extract(html);
      // A function that the core calls throws in the middle of its work.
      const { decode } = TextDecoder.prototype;
      TextDecoder.prototype.decode = () => {
        throw new Error('there are no letters today');
      };
      let failure;
      try {
        extract(html);
      } catch ({ code, message, cause }) {
        failure = [code, message, cause.message];
      }
      const before = instances;
      TextDecoder.prototype.decode = decode;
      return [title, failure, extract(html).title, [before, instances]];
    });
    assert.deepEqual([title, after, instances], ['The ferry', 'The ferry', [1, 2]]);
    assert.deepEqual(failure, [
      'crashed',
      'Pith failed on this page (Error: there are no letters today). Other pages can still be read.',
      'there are no letters today',
    ]);
  });

  /** Returns the command line's result for a test page, in the package's form. */
  function native(page) {
    const extract = (format) =>
      execFileSync(
        join(root, 'target/debug/pith'),
        ['extract', '--url', address(page), '--format', format, path(page)],
        { encoding: 'utf8' },
      );
    const article = JSON.parse(extract('json'));
    for (const block of article.removed) delete block.node;
    return { ...article, text: extract('text').replace(/\n$/, ''), markdown: extract('markdown') };
  }
});

/** Returns a module and everything it imports. */
function imported(file, files = new Set()) {
  if (files.has(file)) return files;
  files.add(file);
  for (const [, name] of readFileSync(file, 'utf8').matchAll(/\bfrom\s*"(\.[^"]+)"/g)) {
    imported(join(file, '..', name), files);
  }
  return files;
}
