// The live source in a real browser: which content it reads as painted, and where. It leaves no trace.

import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { runsWhole, whenAll, whenWhole } from '../browser/sampling.mjs';
import { attacks } from './attacks.mjs';
import { nothingIsLost } from './door.mjs';
import { Live, load } from './live.mjs';
import { methods } from './methods.mjs';
import { readerable } from './readerable.mjs';

/** In the page: sets `record`, which records the page and returns a function that detects the recording's article. */
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
    return (...args) => globalThis.pithCore.detectRecorded(location.href, innerWidth, innerHeight, ...written, ...args);
  };
}

/** `nested`: levels of nested elements that the engine can lay out. For the rest, see `attacks`. */
export function suite(driver, { nested, lacks = null, provoked = 0.15 }) {
  describe(`the live source in ${driver.name}`, { concurrency: 1 }, () => {
    let live;
    before(async () => {
      live = await Live.start(driver);
    });
    after(() => live?.end());

    test('painted text is read, and other text is not', async () => {
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
        // Markup within one text isn't a separate word.
        words.filter((word) => word.includes('gone')),
        [],
      );
      assert.match(seen.all('script')[0] && seen.nodes.find(({ text }) => text.includes('headline')).text, /kept/);
      for (const secret of ['gone-input-value', 'gone-textarea', 'gone-template', 'gone-svg-text', 'gone-video-text']) {
        assert.ok(!JSON.stringify(seen.nodes).includes(secret), `${secret} was read`);
      }
    });

    test('rectangles are in page coordinates, regardless of scrolling and folding', async () => {
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

    test('shadow trees, slots, and frames are read where they are shown', async () => {
      const seen = await live.seen('flattened');
      const words = seen.words().join(' ');
      assert.equal(words, 'first second third fourth fifth sixth shadow of a div in frame link nested');
      const [frame, inner, other] = seen.all('iframe');
      const body = seen.nodes.find(({ tag, parent }) => tag === 'body' && seen.nodes[parent] === frame);
      // Border and padding of the frame, margin of the body. At the top, the margin of the heading collapses with it.
      assert.equal(body.rect.x, frame.rect.x + 3 + 5 + 8);
      assert.ok(
        body.rect.y >= frame.rect.y + 3 + 5 + 8 && body.rect.y < frame.rect.y + 60,
        JSON.stringify([body.rect, frame.rect]),
      );
      assert.ok(inner.rect.y > body.rect.y);
      assert.ok(!seen.nodes.some(({ parent }) => seen.nodes[parent] === other));
    });

    test('content over the page is distinguished from content that scrolls with it', async () => {
      const seen = await live.seen('placement');
      const over = (text) => seen.holder(text).overlay;
      assert.deepEqual(['fixed-bar', 'inside-fixed', 'modal-text', 'popover-text'].map(over), [true, true, true, true]);
      assert.deepEqual(['sticky-bar', 'behind', 'open-not-modal'].map(over), [false, false, false]);
      assert.equal(seen.holder('sticky-bar').style.placement, 'Sticky');
      assert.equal(seen.holder('behind').hidden, false);
    });

    test('style sheets determine white space, direction, fonts, and boxes', async () => {
      const seen = await live.seen('styles');
      const style = (text) => seen.holder(text).style;
      assert.ok(seen.nodes.some(({ text }) => text === 'a\n  b'));
      assert.ok(seen.nodes.some(({ text }) => text === 'c\n  d'));
      assert.deepEqual(
        ['latin', 'من اليمين', 'heading', 'below', 'large'].map((text) => style(text).rtl),
        // Directions are read only after something runs from right to left.
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

    test('URLs are absolute', async () => {
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

    test('the snapshot contains attributes of lazy images, code blocks, and inline SVG', async () => {
      const seen = await live.seen('handed');
      assert.equal(seen.attr(seen.all('img')[0], 'pith-data'), 'lazy.gif');
      const numbers = seen.all('i').map((node) => seen.attr(node, 'unselectable') ?? null);
      // The style is read only in code blocks.
      assert.deepEqual(numbers, ['on', null, null]);
      const drawings = seen.all('svg').map((node) => seen.attr(node, 'pith-markup') ?? null);
      assert.deepEqual(drawings, [
        '<svg width="200" height="100"><rect width="9" height="9"></rect></svg>',
        null,
        null,
      ]);
    });

    test('form controls and images of the page cannot shadow DOM properties', async () => {
      const seen = await live.seen('clobbered');
      assert.deepEqual(seen.words(), ['before', 'inside', 'after', 'link']);
      assert.equal(seen.all('form').length, 2);
      assert.equal(seen.all('input').length, 10);
      assert.equal(seen.attr(seen.all('a')[0], 'href'), 'http://plain.localhost/rel');
    });

    test('on a right-to-left page, text to the left of the window is read', async () => {
      for (const name of ['rtl', 'rtlBody']) {
        const seen = await live.seen(name);
        assert.ok(seen.words().includes('reachable-to-the-left'), name);
        assert.ok(seen.holder('reachable-to-the-left').rect.x < 0, name);
      }
    });

    test('a body that a script has fixed in place keeps its position', async () => {
      const seen = await live.seen('locked');
      assert.deepEqual(seen.words().slice(0, 2), ['top', 'of']);
      assert.equal(seen.all('body')[0].overlay, false);
      assert.ok(seen.holder('top of').rect.y >= 0);
    });

    test('a document without text is read', async () => {
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

    test('every node of the result has its live node', async () => {
      await live.onPage('flattened', async (page) => {
        await load(page);
        const found = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const texts = [];
          let i = 0;
          for (; detection.node(i) !== null; i += 1) {
            const node = detection.node(i);
            const element = detection.element(i);
            if (detection.numberOf(node) !== i) return `number of ${i}`;
            if (node.nodeType === Node.TEXT_NODE) {
              texts.push(node.data.trim());
              const parent = node.parentNode;
              const inShadow = parent.nodeType === Node.DOCUMENT_FRAGMENT_NODE;
              if (element !== (node.assignedSlot ?? (inShadow ? parent.host : parent))) return `text ${i}`;
            } else if (element !== node) return `element ${i}`;
          }
          const isNull = [i, 10 ** 9].map((number) => detection.element(number) === null);
          const unread = document.createElement('p');
          document.body.append(unread);
          return [texts.filter((text) => text !== '').join('|'), isNull, detection.numberOf(unread) === undefined];
        });
        assert.deepEqual(found, [
          'A page|first|second|third|fourth|fifth|sixth|shadow of a div|in frame|link|nested',
          [true, true],
          true,
        ]);
      });
    });

    test('a page read in parts gives the same result as in one', whenWhole(driver), async () => {
      const seen = await live.seen('parted', {
        prepare: () =>
          new Promise((resolve) => {
            const frame = document.querySelector('iframe');
            frame.addEventListener('load', resolve);
            // More than the steps that the collector takes at a time, with different sizes.
            const attributes = [' class=a', ' id=b', ' title=c', ' lang=en', ' dir=ltr', ' role=note'];
            const filler = (_, i) => `<i${attributes.slice(0, i % 7).join('')}>${i % 3 === 0 ? '' : 'x'}</i>`;
            frame.srcdoc = `<base href="http://plain.localhost/inner/">
              <div hidden>${Array.from({ length: 2 ** 15 }, filler).join('')}</div>${'<!---->'.repeat(2 ** 15)}
              <p style="font-size:33px">tall-part <a href="x?y">one</a></p>`;
          }),
      });
      const fillers = seen.all('i');
      assert.equal(fillers.length, 2 ** 15);
      assert.ok(fillers.every(({ attrs }, i) => attrs.length === i % 7));
      const inFiller = ({ text, parent }) => text === 'x' && seen.nodes[parent]?.tag === 'i';
      assert.equal(seen.nodes.filter(inFiller).length, fillers.filter((_, i) => i % 3 !== 0).length);
      assert.deepEqual(seen.words(), ['small-part', 'tall-part', 'one', 'last-part', 'two']);
      const size = (text) => seen.holder(text).style.font_size;
      assert.deepEqual(['small-part', 'tall-part', 'last-part'].map(size), [13, 33, 21]);
      assert.deepEqual(
        seen.all('a').map((node) => seen.attr(node, 'href')),
        ['http://plain.localhost/inner/x?y', 'http://plain.localhost/outer/x?z'],
      );
      const { y, height } = seen.all('iframe')[0].rect;
      const inner = seen.holder('tall-part').rect;
      assert.ok(inner.y > y && inner.y + inner.height < y + height, JSON.stringify(inner));
      const last = seen.holder('last-part').rect;
      assert.ok(last.y >= y + height && last.height > 0, JSON.stringify(last));
    });

    test('thousands of adjacent texts and of nested elements are read', whenAll, async () => {
      const texts = () => {
        const part = document.createElement('div');
        part.hidden = true;
        part.append(...Array.from({ length: 20_000 }, () => 'x'));
        document.body.append(part, 'after it');
      };
      const nested = () => {
        const part = document.createElement('div');
        part.hidden = true;
        let at = part;
        for (let i = 1; i < 20_000; i += 1) at = at.appendChild(document.createElement('div'));
        document.body.append(part, 'after it');
      };
      for (const [prepare, tag, count] of [
        [texts, '#text', 20_001],
        [nested, 'div', 20_000],
      ]) {
        const seen = await live.seen('empty', { prepare });
        assert.equal(seen.all(tag).length, count);
        assert.equal(seen.holder('after it').tag, 'body', tag);
      }
    });

    test('two halves of a character in adjacent texts are not joined', async () => {
      const seen = await live.seen('empty', { prepare: () => document.body.append('a\ud83d', '\ude00b', 'c') });
      const texts = seen.all('#text').map(({ text }) => text);
      assert.deepEqual(texts, ['a\ufffd', '\ufffdb', 'c']);
    });

    test('thousands of boxes keep their positions', async () => {
      const seen = await live.seen('empty', {
        prepare() {
          for (let i = 0; i < 2_000; i += 1) {
            const box = document.createElement('div');
            box.append('x');
            document.body.append(box);
          }
        },
      });
      const tops = seen.all('div').map(({ rect }) => rect.y);
      assert.equal(tops.length, 2_000);
      assert.ok(tops.every((top, i) => i === 0 || top > tops[i - 1]));
    });

    test('a recording sent in one message gives the same result as the live page', whenWhole(driver), async () => {
      for (const name of ['visibility', 'flattened', 'parted', 'styles', 'addresses', 'news', 'zh']) {
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
              pager: detection.pager(),
              removed: detection.removed(),
              blocks: detection.blocks(),
              fold: detection.fold(),
              mayBeThread: detection.mayBeThread(),
              origins: [...detection.origins()],
              boxes: [...detection.boxes()],
            };
            const unequal = [...nodes, null].findIndex((node, place) => detection.node(place) !== node);
            return [live, recorded, unequal];
          });
          assert.deepEqual(recorded, { ...live, applied: [], undone: [], corrections: [] }, name);
          assert.ok(live.blocks.length > 0 && unequal === -1, `${name}: node ${unequal}`);
        });
      }
    });

    test('overrides are applied to the page as it was first read', async () => {
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
          const overrides = new Uint32Array([1, ...leaves.flatMap((leaf) => [leaf, 1]), kept, 0]);
          // The page changes meanwhile, and isn't read again.
          document.body.replaceChildren();
          detection.decide(overrides);
          const second = state(detection);
          const recorded = read(overrides);
          const corrections = [detection.corrections(), read(overrides, [], true).corrections];
          const message = (ask) => {
            try {
              return ask();
            } catch (error) {
              return error.message;
            }
          };
          const said = [[9], [1, 5], [1, 4_000_000_000, 1]].map((wrong) => [
            message(() => detection.decide(new Uint32Array(wrong))),
            message(() => read(wrong)),
          ]);
          const third = state(detection);
          detection.decide(new Uint32Array());
          return {
            first,
            second,
            third,
            said,
            leaves,
            corrections,
            last: state(detection),
            recorded: { html: recorded.html, removed: recorded.removed, blocks: recorded.blocks },
            out: detection.node(kept).data.trim().slice(0, 30),
          };
        });
        const { first, second, third, last, recorded, said, leaves, corrections, out } = found;
        assert.ok(!first.html.includes('saltmarsh_joe') && second.html.includes('saltmarsh_joe'));
        assert.ok(first.html.includes(out) && !second.html.includes(out));
        assert.ok(second.removed.some(({ reason, by }) => reason === 'unwanted' && by === 'user-override'));
        const brought = ([part]) => [part.keeps, part.nodes];
        assert.ok(leaves.length > 1);
        assert.deepEqual(corrections.map(brought), Array(2).fill([true, leaves]), 'its blocks are one part');
        assert.deepEqual(third, second, 'an override that the core rejects changes nothing');
        const { origins, ...shown } = second;
        assert.ok(origins.length > 0);
        assert.deepEqual(recorded, shown);
        assert.deepEqual(last, first);
        const sentences = [
          'Pith cannot show that: there is no level 9.',
          'Pith cannot show that: the list of overrides is cut off.',
          'Pith cannot show that: the page shows nothing at node 4000000000.',
        ];
        assert.deepEqual(
          said,
          sentences.map((sentence) => [sentence, sentence]),
        );
      });
    });

    test('a site rule is encoded as bytes, and applies to a page until overridden', async () => {
      await live.onPage('news', async (page) => {
        await load(page);
        await page.evaluate(recorder);
        const found = await page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const read = globalThis.record();
          const first = detection.html();
          // Content that is certainly kept stays, so the first block that a rule removes is used.
          const kept = detection.blocks().filter(({ removed }) => removed === null);
          for (const {
            leaves: [leaf],
          } of kept) {
            detection.applySiteRules(new Uint8Array());
            detection.decide(new Uint32Array([1, leaf, 0]));
            const corrections = detection.corrections();
            detection.decide(new Uint32Array());
            const site = new Uint8Array([0x10, ...corrections[0].rule]);
            const applied = detection.applySiteRules(site);
            if (detection.removed().some(({ by }) => by === 'site-rule')) {
              const overrides = new Uint32Array([1, leaf, 0]);
              const recorded = read([], site);
              const withCorrections = read(overrides, [], true);
              const html = detection.html();
              const wrong = new Uint8Array([0x10, 0x11]);
              const errors = [
                () => detection.applySiteRules(wrong),
                () => read([], wrong),
                () => globalThis.pithCore.describeRules(wrong),
              ].map((ask) => {
                try {
                  return ask();
                } catch (error) {
                  return error.message;
                }
              });
              const after = detection.html();
              const withoutCorrections = [undefined, false].flatMap(
                (withRules) => read(overrides, [], withRules).corrections,
              );
              detection.applySiteRules(new Uint8Array());
              const last = detection.html();
              detection.applySiteRules(site);
              detection.decide(new Uint32Array([1, leaf, 1]));
              const undone = [...detection.undone()];
              const back = read([1, leaf, 1], site);
              const overridden = detection.html();
              detection.applySiteRules(new Uint8Array());
              detection.applySiteRules(site);
              const still = detection.html();
              const described = globalThis.pithCore.describeRules(site);
              const found = {
                first,
                html,
                after,
                last,
                errors,
                corrections,
                withoutCorrections,
                applied,
                recorded,
                withCorrections,
              };
              return { ...found, undone, back, overridden, still, described };
            }
          }
          return null;
        });
        assert.ok(found, 'a block is removed');
        const {
          first,
          html,
          after,
          last,
          errors,
          corrections,
          withoutCorrections,
          applied,
          recorded,
          withCorrections,
        } = found;
        const { undone, back, overridden, still, described } = found;
        assert.notEqual(html, first);
        assert.equal(after, html, 'invalid bytes change nothing');
        assert.equal(last, first);
        assert.deepEqual(errors, Array(3).fill('Pith cannot read the site rules: a rule is cut off.'));
        assert.deepEqual(withCorrections.corrections, corrections);
        assert.deepEqual(withoutCorrections, []);
        assert.equal(corrections[0].refusal, null);
        assert.ok(corrections[0].rule.length <= 60);
        assert.equal(recorded.html, html);
        assert.deepEqual(recorded.applied, applied);
        assert.ok(applied[0].leaves.length > 0);
        assert.deepEqual(recorded.undone, []);
        assert.deepEqual([undone, back.undone], [[0], [0]], 'the user overrides it');
        assert.deepEqual([overridden, still], [back.html, back.html], 'also after rules are read again');
        assert.equal(described.length, 1);
        assert.equal(described[0].keeps, false);
        assert.equal(applied[0].gaveUp, null);
      });
    });

    test('rules are described in their order', async () => {
      const keeps = await live.onPage('news', async (page) => {
        await load(page);
        return page.evaluate(() => {
          const detection = globalThis.pithCore.detect();
          const blocks = detection.blocks();
          const rule = (isKept) => {
            for (const { leaves, removed } of blocks) {
              if ((removed === null) !== isKept) continue;
              detection.decide(new Uint32Array([1, leaves[0], isKept ? 0 : 1]));
              const [made] = detection.corrections();
              if (made?.rule.length > 0) return [...made.rule];
            }
            throw new Error('no block makes a rule');
          };
          const rules = new Uint8Array([0x10, ...rule(true), ...rule(false)]);
          return globalThis.pithCore.describeRules(rules).map(({ keeps }) => keeps);
        });
      });
      assert.deepEqual(keeps, [false, true]);
    });

    test('the live source and its snapshot give the same article', async () => {
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

    test("the core's output passes the sanitizers unchanged", () => nothingIsLost(live));

    attacks(() => live, { lacks, provoked });
    if (runsWhole(driver)) methods(() => live);
    readerable(() => live);

    test('the core is injected only once, and a page that forbids wasm is reported', async () => {
      await live.onPage('visibility', async (page) => {
        assert.equal(await load(page), 'ready');
        await page.evaluate(() => (globalThis.first = globalThis.pithCore));
        assert.equal(await load(page), 'ready');
        assert.equal(await page.evaluate(() => globalThis.first === globalThis.pithCore), true);
      });
      await live.onPage('visibility', async (page) => assert.equal(await load(page), 'refused'), { policy: 'self' });
    });

    for (const [fault, words] of [
      ['panic', /^panicked at src\/wasm\/inspection\.rs:\d+:\d+: somebody asked for it$/],
      ['hang', /^panicked at src\/steps\.rs:\d+:\d+: too many steps in a hanging test$/],
      ['grow', null],
    ])
      test(`a core after a ${fault} is never called again, and a new one can be loaded`, async () => {
        await live.onPage('visibility', async (page) => {
          await load(page, 'inspection');
          const [errors, said, isGone] = await page.evaluate((fault) => {
            const core = globalThis.pithCore;
            const said = [];
            console.error = (text) => said.push(text.split('\n').slice(0, 2).join(' '));
            const detection = core.detect();
            const errors = [core[fault], () => detection.free(), core.panic].map((ask) => {
              try {
                return ask() ?? null;
              } catch (error) {
                return error.constructor.name;
              }
            });
            return [errors, said, !('pithCore' in globalThis)];
          }, fault);
          assert.deepEqual([errors, isGone], [['RuntimeError', null, null], true]);
          assert.equal(said.length, words ? 1 : 0);
          if (words) assert.match(said[0], words);
          assert.equal(await load(page), 'ready');
          assert.match(await page.evaluate(() => globalThis.pithCore.detect().html()), /seen-plain/);
        });
      });

    test('a page beyond the limits causes an error with a code', { timeout: 300_000 }, async () => {
      await live.onPage('empty', async (page) => {
        await load(page);
        const [message, written] = await page.evaluate(() => {
          const part = document.createElement('div');
          part.style.display = 'none';
          for (let i = 0; i < 1000; i += 1) part.append(document.createElement('i'));
          for (let i = 0; i < 1000; i += 1) document.body.append(part.cloneNode(true));
          const written = [];
          new globalThis.pithCollector(document, written).collect(Infinity);
          try {
            return [globalThis.pithCore.detect(), written.length];
          } catch (error) {
            return [`${error.constructor.name}: ${error.message}`, written.length];
          }
        });
        assert.equal(message, 'Error: too-large');
        assert.equal(written, 1_000_001, 'nothing beyond the limit is recorded');
      });
    });

    for (const { levels, tag, display } of nested) {
      test(`${levels} nested ${tag} elements with display ${display} are read`, { timeout: 300_000 }, async () => {
        await live.onPage('empty', async (page) => {
          await load(page);
          const found = await page.evaluate(
            (levels, tag, display) => {
              // In pieces: appending takes time for every level above, and a deep piece overflows Firefox's stack.
              const chain = (length) => {
                const outer = document.createElement(tag);
                let inner = outer;
                for (let i = 1; i < length; i += 1) inner = inner.appendChild(document.createElement(tag));
                return [outer, inner];
              };
              let at = document.body;
              for (let left = levels; left > 0; left -= 500) {
                const [outer, inner] = chain(Math.min(left, 500));
                if (left === levels) outer.style.display = display;
                at.append(outer);
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

    test('a page of 500,000 nodes is read', { ...whenAll, timeout: 600_000 }, async () => {
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
