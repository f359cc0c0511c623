// Every method in the browser gives the same numbers as natively on the browser's snapshot, bit for bit.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { load } from './live.mjs';

/** `live` returns the session of the suite. */
export function methods(live) {
  /** Opens a page with the core that has all methods. */
  const inspecting = (name, use) =>
    live().onPage(name, async (page) => {
      await load(page, 'inspection');
      return use(page);
    });

  const digestOf = (name) =>
    inspecting(name, (page) => page.evaluate(() => globalThis.pithCore.detect().digest().toHex()));

  /** Returns the native results for a snapshot: a line per method, the data of the papers' plots, and the digest. */
  function natively(snapshot, digest = '') {
    const printed = live().native('examples/methods', snapshot, digest).trimEnd().split('\n');
    const [drawings, own] = printed.splice(-2).map((line) => JSON.parse(line));
    return { lines: printed.map((line) => JSON.parse(line)), drawings, digest: own.digest };
  }

  for (const [name, beside] of [
    ['news', 'newsSecond'],
    ['zh', null],
    ['everything', null],
  ]) {
    test(`every method gives the same result for ${name} as natively`, async () => {
      const digest = beside ? await digestOf(beside) : '';
      const found = await inspecting(name, (page) => page.evaluate(accounts, digest));
      const { lines, digest: own } = natively(found.snapshot, digest);
      assert.equal(found.digest, own);
      const expected = lines.map(({ error, scores, ...line }) =>
        error ? { ...line, error } : { ...line, scores: scores.map(Math.fround) },
      );
      const silent = expected.filter(({ error }) => error).map((line) => line.name);
      assert.deepEqual(silent, beside ? [] : ['tsrec']);
      for (const line of expected.filter(({ error }) => error)) {
        const sentence = `${line.error[0].toUpperCase()}${line.error.slice(1)}.`;
        assert.deepEqual(found.answers.find(({ name }) => name === line.name).error, sentence);
      }
      assert.deepEqual(
        found.answers.map((answer) => answer.name),
        expected.map((line) => line.name),
      );
      for (const line of expected.filter(({ error }) => !error)) {
        assert.equal(line.scores.length, found.length, line.name);
        assert.deepEqual(
          found.answers.find((answer) => answer.name === line.name),
          line,
        );
      }
    });
  }

  test("TSReC keeps only the article, also if the other page's digest includes this page", async () => {
    const digest = await digestOf('newsSecond');
    assert.ok(digest.length / 2 < 12_000, `a digest of ${digest.length / 2} bytes`);
    const texts = await inspecting('news', (page) =>
      page.evaluate((digits) => {
        const { detect, mergeDigests } = globalThis.pithCore;
        const detection = detect();
        const other = Uint8Array.fromHex(digits);
        const own = detection.digest();
        const both = mergeDigests(other, own);
        const once = mergeDigests(both, own);
        return [other, both, once, mergeDigests(own, other)].map((digest) => detection.by('tsrec', digest).text());
      }, digest),
    );
    assert.match(texts[0], /Nobody in the room had expected it to be close/);
    // The menu, the footer, and the newspaper's own promotion are on both pages.
    for (const shared of ['Tide tables', 'Wetherell Boats', 'Most read']) assert.ok(!texts[0].includes(shared), shared);
    assert.equal(texts[1], texts[0]);
    assert.equal(texts[2], texts[0]);
    assert.equal(texts[3], texts[0], 'in either order');
  });

  test('TSReC shows a message for a missing, foreign, or invalid digest and an unknown method', async () => {
    const foreign = await digestOf('zh');
    const messages = await inspecting('news', (page) =>
      page.evaluate((foreign) => {
        const detection = globalThis.pithCore.detect();
        const message = (ask) => {
          try {
            return typeof ask();
          } catch (error) {
            return `${error.constructor.name}: ${error.message}`;
          }
        };
        return [
          message(() => detection.by('tsrec')),
          message(() => detection.account('tsrec', Uint8Array.fromHex(foreign))),
          message(() => detection.by('tsrec', new Uint8Array([1, 2, 3, 4]))),
          message(() => detection.by('readability')),
          message(() => globalThis.pithCore.mergeDigests(detection.digest(), new Uint8Array())),
        ];
      }, foreign),
    );
    assert.deepEqual(messages, [
      'Error: This method compares the page with others of its site; give it one of those.',
      'Error: The two pages have next to nothing in common; use two articles of one site.',
      "Error: This is not a digest of a site's pages.",
      'Error: Pith knows no method "readability".',
      'Error: The digest ends before it is complete.',
    ]);
  });

  test('the result of a method has the metadata of the page', async () => {
    const [own, found] = await inspecting('news', (page) =>
      page.evaluate(() => {
        const detection = globalThis.pithCore.detect();
        return [detection, detection.by('cetd-ds')].map((one) => one.summary());
      }),
    );
    assert.equal(typeof own.title, 'string');
    for (const fact of ['title', 'byline', 'published', 'site']) assert.equal(found[fact], own[fact], fact);
  });

  for (const name of ['news', 'parted'])
    test(`segments and importance of ${name} are the same as natively`, async () => {
      const found = await inspecting(name, (page) =>
        page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const { values, ...curve } = detection.importance();
          return {
            partition: detection.partition(),
            importance: { values: [...values], ...curve },
            snapshot: detection.snapshot().toBase64(),
          };
        }),
      );
      const { partition, importance } = natively(found.snapshot).drawings;
      const single = ({ density, similarity, ...rest }) => ({
        ...rest,
        density: Math.fround(density),
        similarity: Math.fround(similarity),
      });
      assert.deepEqual(found.partition, { ...single(partition), segments: partition.segments.map(single) });
      assert.deepEqual(found.importance, { ...importance, values: importance.values.map(Math.fround) });
    });

  test('title and recommendations of FSP are the same as in the command line', async () => {
    const found = await inspecting('news', (page) =>
      page.evaluate(() => {
        const detection = globalThis.pithCore.detect();
        const { title, recommendations } = detection.labels();
        const links = recommendations.map(({ node }) => detection.element(node).closest('a').href);
        return {
          title,
          links,
          recommendations: recommendations.map(({ text, url }) => ({ text, url })),
          snapshot: detection.snapshot().toBase64(),
        };
      }),
    );
    const { fspTitle, recommendations } = JSON.parse(
      live().native('pith', found.snapshot, 'extract', '--format', 'json'),
    );
    assert.equal(found.title, fspTitle);
    assert.deepEqual(found.recommendations, recommendations);
    assert.equal(found.links.length, recommendations.length);
  });

  test("segments don't overlap, and importance is the share of the curve", async () => {
    const { partition, importance, middle, width } = await inspecting('news', (page) =>
      page.evaluate(() => {
        const detection = globalThis.pithCore.detect();
        const { values, ...curve } = detection.importance();
        const at = [...values.keys()].find((i) => detection.node(i) === document.body);
        return {
          partition: detection.partition(),
          importance: curve,
          middle: values[at],
          width: document.body.getBoundingClientRect().width,
        };
      }),
    );
    assert.deepEqual(importance, { mean: width / 2, deviation: width / 2 });
    // As wide as the page, so one standard deviation to either side.
    assert.ok(Math.abs(middle - 0.6827) < 1e-4, String(middle));
    const { segments } = partition;
    assert.ok(segments.length > 2);
    for (const [i, segment] of segments.entries()) {
      assert.ok(segment.first <= segment.last && (i === 0 || segments[i - 1].last <= segment.first), `segment ${i}`);
      assert.ok(Math.abs(segment.density - segment.words / segment.lines) < 1e-4);
    }
    assert.ok(segments.some(({ chosen }) => chosen));
  });

  test('a document in a frame is read as a page with the given URL', async () => {
    const [url, text, alone] = await inspecting('empty', (page) =>
      page.evaluate(async () => {
        const frame = document.createElement('iframe');
        frame.sandbox = 'allow-same-origin';
        frame.style.cssText = 'inline-size:800px;block-size:600px';
        frame.srcdoc =
          '<title>In a frame</title><main><h1>In a frame</h1><p>The keeper of the light had nobody to talk to but the gulls, and they had heard it all before, twice at least.</p></main><script>document.body.textContent = "ran"</script>';
        document.body.append('outside of it', frame);
        await new Promise((resolve) => frame.addEventListener('load', resolve));
        const detection = globalThis.pithCore.detectIn(frame.contentWindow, 'https://keeper.example/light');
        return [
          detection.summary().site,
          detection.text(),
          detection.node(0) === frame.contentDocument.documentElement,
        ];
      }),
    );
    assert.equal(url, 'keeper.example');
    assert.match(text, /nobody to talk to but the gulls/);
    assert.ok(!/outside|ran/.test(text));
    assert.ok(alone);
  });

  test('the one-click core finds the same article, without the other methods', async () => {
    const article = (form) =>
      live().onPage('news', async (page) => {
        await load(page, form);
        return page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          return {
            article: [detection.summary(), detection.html(), detection.removed()],
            more: 'methods' in globalThis.pithCore,
          };
        });
      });
    const [slim, full] = [await article('one-click'), await article('inspection')];
    assert.deepEqual(slim.article, full.article);
    assert.deepEqual([slim.more, full.more], [false, true]);
  });
}

/** In the page: returns the result of every method, as `examples/methods.rs` prints it. */
function accounts(digest) {
  const detection = globalThis.pithCore.detect();
  const others = digest === '' ? undefined : Uint8Array.fromHex(digest);
  const answers = globalThis.pithCore.methods().map(({ name, title, source, meaning }) => {
    try {
      const { scores, kept, threshold } = detection.account(name, others);
      if (!(scores instanceof Float32Array && kept instanceof Uint32Array)) throw new TypeError('not typed arrays');
      return {
        name,
        title,
        source,
        meaning,
        scores: [...scores],
        kept: [...kept],
        threshold,
        text: detection.by(name, others).text(),
      };
    } catch (error) {
      return { name, error: error.message };
    }
  });
  let length = 0;
  while (detection.node(length) !== null) length += 1;
  return { answers, length, digest: detection.digest().toHex(), snapshot: detection.snapshot().toBase64() };
}
