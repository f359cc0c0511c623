// The live front in a real browser: what it takes for painted and where, and that it leaves no trace.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { attacks } from './attacks.mjs';
import { nothingIsLost } from './door.mjs';
import { Live, load } from './live.mjs';
import { methods } from './methods.mjs';

/** In the page: sets `record`, which writes the page down as it is and returns what reads that, as the background does. */
function recorder() {
  globalThis.record = (nodes = []) => {
    const collector = new globalThis.pithCollector(document, nodes);
    collector.collect(Infinity);
    const written = [
      collector.writtenNumbers(),
      collector.writtenRects(),
      collector.writtenString(),
      collector.writtenValues(),
    ];
    return (...asked) =>
      globalThis.pithCore.detectRecorded(location.href, innerWidth, innerHeight, ...written, ...asked);
  };
}

export function suite(driver, { nested }) {
  describe(`the live front in ${driver.name}`, { concurrency: 1 }, () => {
    let live;
    before(async () => {
      live = await Live.start(driver);
    });
    after(() => live?.end());

    test('what is painted is seen and what is not is not', async () => {
      const seen = await live.seen('visibility', {
        prepare: () => document.getElementById('scroller').scrollTo(0, 9999),
      });
      const source = await live.onPage('visibility', (page) => page.content());
      const words = seen.words();
      const expected = [
        ...new Set(source.replace(/<(style|template|script)\b.*?<\/\1>/gs, '').match(/\bseen-[a-z-]+/g)),
      ];
      assert.ok(expected.length > 15);
      assert.deepEqual(
        expected.filter((word) => !words.includes(word)),
        [],
      );
      assert.deepEqual(
        words.filter((word) => word.startsWith('gone')),
        [],
      );
      assert.match(seen.all('script')[0] && seen.nodes.find(({ text }) => text.includes('headline')).text, /kept/);
      for (const secret of ['gone-input-value', 'gone-textarea', 'gone-template', 'gone-svg-text', 'gone-video-text']) {
        assert.ok(!JSON.stringify(seen.nodes).includes(secret), `${secret} was read`);
      }
    });

    test('rectangles are where the page lies, whatever is scrolled or folded', async () => {
      await live.onPage('visibility', async (page) => {
        await page.evaluate(() => {
          document.body.style.minHeight = '3000px';
        });
        const still = await live.read(page);
        const real = await page.evaluate(() => {
          const { x, y, width, height } = document.querySelector('p').getBoundingClientRect();
          return { x, y, width, height };
        });
        await page.evaluate(() => {
          document.getElementById('scroller').scrollTo(0, 200);
          scrollTo(0, 150);
        });
        const scrolled = await live.read(page);
        const rects = (seen) => seen.nodes.map(({ rect }) => rect);
        assert.deepEqual(rects(scrolled), rects(still));
        const { rect } = still.holder('seen-plain');
        for (const side of Object.keys(real)) assert.ok(Math.abs(rect[side] - real[side]) < 0.01, side);
        const folded = still.holder('seen-folded');
        assert.deepEqual(folded.rect, still.nodes[folded.parent].rect);
        assert.deepEqual(still.info.viewport, { width: 1280, height: 900 });
      });
    });

    test('shadow trees, slots and frames stand where they are shown', async () => {
      const seen = await live.seen('flattened');
      const words = seen.words().join(' ');
      assert.equal(words, 'first second third fourth fifth sixth shadow of a div in frame link nested');
      const [frame, inner, other] = seen.all('iframe');
      const body = seen.nodes.find(({ tag, parent }) => tag === 'body' && seen.nodes[parent] === frame);
      // Border and padding of the frame, margin of the body; above, the margin of the heading goes through.
      assert.equal(body.rect.x, frame.rect.x + 3 + 5 + 8);
      assert.ok(
        body.rect.y >= frame.rect.y + 3 + 5 + 8 && body.rect.y < frame.rect.y + 60,
        JSON.stringify([body.rect, frame.rect]),
      );
      assert.ok(inner.rect.y > body.rect.y);
      assert.ok(!seen.nodes.some(({ parent }) => seen.nodes[parent] === other));
    });

    test('what lies over the page is told from what scrolls with it', async () => {
      const seen = await live.seen('placement');
      const over = (text) => seen.holder(text).overlay;
      assert.deepEqual(['fixed-bar', 'inside-fixed', 'modal-text', 'popover-text'].map(over), [true, true, true, true]);
      assert.deepEqual(['sticky-bar', 'behind', 'open-not-modal'].map(over), [false, false, false]);
      assert.equal(seen.holder('sticky-bar').style.placement, 'Sticky');
      assert.equal(seen.holder('behind').hidden, false);
    });

    test('style sheets decide about white space, direction, fonts and boxes', async () => {
      const seen = await live.seen('styles');
      const style = (text) => seen.holder(text).style;
      assert.ok(seen.nodes.some(({ text }) => text === 'a\n  b'));
      assert.ok(seen.nodes.some(({ text }) => text === 'c\n  d'));
      assert.deepEqual(
        ['latin', 'من اليمين', 'heading', 'below', 'large'].map((text) => style(text).rtl),
        // Until something runs from right to left, nobody asks.
        [false, true, true, true, false],
      );
      assert.deepEqual(
        ['fixed width', 'large'].map((text) => style(text).monospace),
        [true, false],
      );
      // A line of code that begins with an element.
      assert.equal(seen.nodes[seen.holder('indented').parent].style.monospace, true);
      assert.deepEqual([style('large').font_size, style('large').font_weight], [20.5, 700]);
      const displays = ['cell', 'boxed', 'inline', 'custom', 'a\n  b'].map((text) => style(text).display);
      assert.deepEqual(displays, ['TableCell', 'Inline', 'Inline', 'Block', 'Block']);
      assert.equal(style('floats').float, true);
      const body = seen.all('body')[0];
      assert.deepEqual(seen.holder('inline').rect, body.rect);
      assert.notDeepEqual(seen.holder('boxed').rect, body.rect);
    });

    test('addresses are absolute', async () => {
      const seen = await live.seen('addresses');
      assert.deepEqual(
        seen.all('a').map((node) => seen.attr(node, 'href')),
        [
          'http://plain.localhost/deep/er/x?y#z',
          'http://plain.localhost/root',
          '#here',
          'http://cdn.example/p',
          'https://other.example/a b',
          'mailto:a@b.example',
          'http://plain.localhost/deep/up',
        ],
      );
      const [image] = seen.all('img');
      assert.equal(
        seen.attr(image, 'srcset'),
        'http://plain.localhost/deep/er/small.gif 1x, http://plain.localhost/large.gif 2x',
      );
      assert.equal(seen.attr(image, 'data-src'), 'http://plain.localhost/deep/er/lazy.gif');
      assert.match(seen.attr(image, 'pith-current-src') ?? '', /^http:\/\/plain\.localhost\/.*(small|large)\.gif$/);
      assert.equal(seen.attr(seen.all('blockquote')[0], 'cite'), 'http://plain.localhost/deep/er/source');
      assert.equal(seen.attr(seen.all('input')[0], 'value'), undefined);
      assert.equal(seen.attr(seen.all('li')[0], 'value'), '4');
    });

    test("a page cannot put its own things in the place of the browser's", async () => {
      const seen = await live.seen('clobbered');
      assert.deepEqual(seen.words(), ['before', 'inside', 'after', 'link']);
      assert.equal(seen.all('form').length, 2);
      assert.equal(seen.all('input').length, 10);
      assert.equal(seen.attr(seen.all('a')[0], 'href'), 'http://plain.localhost/rel');
    });

    test('a page from right to left reaches to the left', async () => {
      const seen = await live.seen('rtl');
      assert.ok(seen.words().includes('reachable-to-the-left'));
      assert.ok(seen.holder('reachable-to-the-left').rect.x < 0);
    });

    test('a body that a script has fixed in place lies where it lay', async () => {
      const seen = await live.seen('locked');
      assert.deepEqual(seen.words().slice(0, 2), ['top', 'of']);
      assert.equal(seen.all('body')[0].overlay, false);
      assert.ok(seen.holder('top of').rect.y >= 0);
    });

    test('a document without text is a page', async () => {
      const seen = await live.seen('empty');
      assert.deepEqual(
        seen.nodes.map(({ tag }) => tag),
        ['html', 'head', 'body'],
      );
    });

    test('reading leaves no trace', async () => {
      await live.onPage('visibility', async (page) => {
        await load(page);
        const [before, after, records] = await page.evaluate(async () => {
          const observer = new MutationObserver(() => {});
          const all = { subtree: true, childList: true, attributes: true, characterData: true };
          observer.observe(document, all);
          const state = () =>
            [
              document.documentElement.outerHTML,
              scrollX,
              scrollY,
              document.getSelection().toString(),
              document.activeElement.tagName,
            ].join('\n');
          const before = state();
          const detection = globalThis.pithCore.detect();
          detection.summary();
          detection.html();
          detection.removed();
          detection.free();
          const records = observer.takeRecords().length;
          await new Promise((resolve) => setTimeout(resolve, 50));
          return [before, state(), records + observer.takeRecords().length];
        });
        assert.equal(records, 0);
        assert.equal(after, before);
      });
    });

    test('every node of the answer has its live node', async () => {
      await live.onPage('flattened', async (page) => {
        await load(page);
        const found = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const texts = [];
          for (let i = 0; detection.node(i) !== null; i += 1) {
            const node = detection.node(i);
            const element = detection.element(i);
            if (node.nodeType === Node.TEXT_NODE) {
              texts.push(node.data.trim());
              const parent = node.parentNode;
              const inShadow = parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE;
              if (element !== (node.assignedSlot ?? (inShadow ? parent.host : parent))) return `text ${i}`;
            } else if (element !== node) return `element ${i}`;
          }
          return [texts.filter((text) => text !== '').join('|'), detection.element(10 ** 9)];
        });
        assert.deepEqual(found, [
          'A page|first|second|third|fourth|fifth|sixth|shadow of a div|in frame|link|nested',
          null,
        ]);
      });
    });

    test('what is written down in one message gives the same as the live page', async () => {
      for (const name of ['visibility', 'flattened', 'styles', 'addresses', 'news', 'zh']) {
        await live.onPage(name, async (page) => {
          await load(page);
          await page.evaluate(recorder);
          const [live, recorded, unequal] = await page.evaluate(() => {
            const nodes = [];
            const recorded = globalThis.record(nodes)([]);
            const detection = globalThis.pithCore.detect();
            const live = {
              summary: detection.summary(),
              html: detection.html(),
              removed: detection.removed(),
              blocks: detection.blocks(),
              fold: detection.fold(),
              origins: [...detection.origins()],
              boxes: [...detection.boxes()],
            };
            const unequal = [...nodes, null].findIndex((node, place) => detection.node(place) !== node);
            return [live, recorded, unequal];
          });
          assert.deepEqual(recorded, { ...live, remembered: [], undone: [], corrections: [] }, name);
          assert.ok(live.blocks.length > 0 && unequal === -1, `${name}: node ${unequal}`);
        });
      }
    });

    test('what a person wishes is decided on the page as it was read', async () => {
      await live.onPage('news', async (page) => {
        await load(page);
        await page.evaluate(recorder);
        const found = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const read = globalThis.record();
          const state = (of) => ({
            html: of.html(),
            removed: of.removed(),
            blocks: of.blocks(),
            origins: [...of.origins()],
          });
          const first = state(detection);
          const index = first.removed.findIndex(({ text }) => text.includes('saltmarsh_joe'));
          const leaves = first.blocks.filter(({ removed }) => removed === index).map(({ leaves: [leaf] }) => leaf);
          const kept = first.blocks.find(({ running }) => running).leaves[0];
          const wishes = new Uint32Array([1, ...leaves.flatMap((leaf) => [leaf, 1]), kept, 0]);
          // The page goes on meanwhile, and is not read again.
          document.body.replaceChildren();
          detection.decide(wishes);
          const second = state(detection);
          const recorded = read(wishes);
          const said = [[9], [1, 5], [1, 4_000_000_000, 1]].map((wrong) => {
            try {
              return detection.decide(new Uint32Array(wrong));
            } catch (error) {
              return error.message;
            }
          });
          const third = state(detection);
          detection.decide(new Uint32Array());
          return {
            first,
            second,
            third,
            said,
            last: state(detection),
            recorded: { html: recorded.html, removed: recorded.removed, blocks: recorded.blocks },
            out: detection.node(kept).data.trim().slice(0, 30),
          };
        });
        const { first, second, third, last, recorded, said, out } = found;
        assert.ok(!first.html.includes('saltmarsh_joe') && second.html.includes('saltmarsh_joe'));
        assert.ok(first.html.includes(out) && !second.html.includes(out));
        assert.ok(second.removed.some(({ reason, by }) => reason === 'unwanted' && by === 'you-said-so'));
        assert.deepEqual(third, second, 'a wish that cannot be fulfilled changes nothing');
        const { origins, ...shown } = second;
        assert.ok(origins.length > 0);
        assert.deepEqual(recorded, shown);
        assert.deepEqual(last, first);
        assert.deepEqual(said, [
          'Pith cannot show that: there is no level 9.',
          'Pith cannot show that: the list of wishes is cut off.',
          'Pith cannot show that: the page shows nothing at node 4000000000.',
        ]);
      });
    });

    test('a correction is remembered as bytes, and decides on the page that it is applied on', async () => {
      await live.onPage('news', async (page) => {
        await load(page);
        await page.evaluate(recorder);
        const found = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const read = globalThis.record();
          const first = detection.html();
          // What is kept for certain stays, so the first that goes is taken.
          const kept = detection.blocks().filter(({ removed }) => removed === null);
          for (const {
            leaves: [leaf],
          } of kept) {
            detection.remembered(new Uint8Array());
            detection.decide(new Uint32Array([1, leaf, 0]));
            const corrections = detection.corrections();
            detection.decide(new Uint32Array());
            const site = new Uint8Array([0x10, ...corrections[0].rule]);
            const applied = detection.remembered(site);
            if (detection.removed().some(({ by }) => by === 'remembered')) {
              const wishes = new Uint32Array([1, leaf, 0]);
              const recorded = read([], site);
              const asked = read(wishes, [], true);
              const html = detection.html();
              let said;
              try {
                detection.remembered(new Uint8Array([0x10, 0x11]));
              } catch (error) {
                said = error.message;
              }
              const after = detection.html();
              detection.remembered(new Uint8Array());
              const last = detection.html();
              detection.remembered(site);
              detection.decide(new Uint32Array([1, leaf, 1]));
              const undone = [...detection.undone()];
              const back = read([1, leaf, 1], site);
              const described = globalThis.pithCore.describeRules(site);
              return { first, html, after, last, said, corrections, applied, recorded, asked, undone, back, described };
            }
          }
          return null;
        });
        assert.ok(found, 'a block goes');
        const { first, html, after, last, said, corrections, applied, recorded, asked, undone, back, described } =
          found;
        assert.notEqual(html, first);
        assert.equal(after, html, 'bytes that are no rule change nothing');
        assert.equal(last, first);
        assert.equal(said, 'Pith cannot read what is remembered: a rule is cut off.');
        assert.deepEqual(asked.corrections, corrections);
        assert.equal(corrections[0].refusal, null);
        assert.ok(corrections[0].rule.length <= 60);
        assert.equal(recorded.html, html);
        assert.deepEqual(recorded.remembered, applied);
        assert.ok(applied[0].leaves.length > 0);
        assert.deepEqual(recorded.undone, []);
        assert.deepEqual([undone, back.undone], [[0], [0]], 'a person says otherwise');
        assert.equal(described.length, 1);
        assert.equal(described[0].keeps, false);
        assert.equal(applied[0].gaveUp, null);
      });
    });

    test('the live front and its snapshot give the same article', async () => {
      await live.onPage('visibility', async (page) => {
        await load(page, 'inspection');
        const { text, html, summary, removed, bytes } = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          return {
            text: detection.text(),
            html: detection.html(),
            summary: detection.summary(),
            removed: detection.removed(),
            bytes: detection.snapshot().toBase64(),
          };
        });
        const replayed = JSON.parse(live.native('pith', bytes, 'extract', '--format', 'json'));
        assert.equal(replayed.text, text);
        assert.equal(replayed.html, html);
        assert.equal(replayed.title, summary.title);
        assert.equal(replayed.wordCount, summary.wordCount);
        assert.equal(replayed.confidence, summary.confidence);
        assert.deepEqual(
          replayed.removed.map(({ reason }) => reason),
          removed.map(({ reason }) => reason),
        );
      });
    });

    test('what the core renders passes the sanitisers whole', () => nothingIsLost(live));

    attacks(() => live);
    methods(() => live);

    test('injected twice it is there once; a page that forbids wasm is told', async () => {
      await live.onPage('visibility', async (page) => {
        assert.equal(await load(page), 'ready');
        await page.evaluate(() => (globalThis.first = globalThis.pithCore));
        assert.equal(await load(page), 'ready');
        assert.equal(await page.evaluate(() => globalThis.first === globalThis.pithCore), true);
      });
      await live.onPage('visibility', async (page) => assert.equal(await load(page), 'refused'), { policy: 'self' });
    });

    test('pages that are too much end in a sentence', { timeout: 300_000 }, async () => {
      await live.onPage('empty', async (page) => {
        await load(page);
        const message = await page.evaluate(() => {
          const part = document.createElement('div');
          part.style.display = 'none';
          for (let i = 0; i < 1000; i += 1) part.append(document.createElement('i'));
          for (let i = 0; i < 1000; i += 1) document.body.append(part.cloneNode(true));
          try {
            globalThis.pithCore.detect();
          } catch (error) {
            return `${error.constructor.name}: ${error.message}`;
          }
        });
        assert.equal(
          message,
          'Error: Pith cannot read this page: the page has more than 1000000 elements and text nodes.',
        );
      });
    });

    for (const { levels, tag, display } of nested) {
      test(`${levels} levels of ${tag}, display ${display}, are read`, { timeout: 300_000 }, async () => {
        await live.onPage('empty', async (page) => {
          await load(page);
          const found = await page.evaluate(
            (levels, tag, display) => {
              let at = document.body;
              for (let i = 0; i < levels; i += 1) {
                const inner = document.createElement(tag);
                if (i === 0) inner.style.display = display;
                at.append(inner);
                at = inner;
              }
              at.append('deep');
              const detection = globalThis.pithCore.detect();
              const node = detection.node(3 + levels);
              detection.free();
              return node?.data;
            },
            levels,
            tag,
            display,
          );
          assert.equal(found, 'deep');
        });
      });
    }

    test('a page of 500,000 nodes is read', { timeout: 600_000 }, async () => {
      await live.onPage('empty', async (page) => {
        await load(page);
        const length = await page.evaluate(() => {
          const part = document.createElement('section');
          for (let i = 0; i < 250; i += 1) {
            const p = document.createElement('p');
            p.append('word');
            part.append(p);
          }
          for (let i = 0; i < 1000; i += 1) document.body.append(part.cloneNode(true));
          document.body.getBoundingClientRect();
          const detection = globalThis.pithCore.detect();
          let last = 500_000;
          while (detection.node(last + 1) !== null) last += 1;
          detection.free();
          return last + 1;
        });
        assert.equal(length, 3 + 1000 * 501);
      });
    });
  });
}
