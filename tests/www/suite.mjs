// The demonstration page as visitors use it.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { samples } from '../../www/samples.mjs';
import { variants, whenAll, whenWhole } from '../browser/sampling.mjs';
import { serve } from '../browser/server.mjs';

const built = fileURLToPath(new URL('../../dist-www', import.meta.url));
const sources = fileURLToPath(new URL('../../www/src', import.meta.url));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export function suite(driver) {
  describe(`the demonstration page in ${driver.name}`, { concurrency: 1 }, () => {
    const whole = whenWhole(driver);
    let server;
    let browser;
    before(async () => {
      server = await serve(built);
      browser = await driver.launch({ proxy: server.address });
    });
    after(async () => {
      await browser?.close();
      await server?.close();
    });

    const shown = (page) =>
      page.waitForFunction(
        () => !document.body.hasAttribute('aria-busy') && document.querySelector('#methods input:checked') !== null,
        { timeout: 60_000 },
      );

    /** Opens the page, waits until the first sample is shown, and closes it after `use`. */
    async function onPage(use, options) {
      const page = await browser.newPage(server.url('plain', 'index.html'), options);
      try {
        await shown(page);
        return await use(page);
      } finally {
        await page.close();
      }
    }

    /** Runs a function that shows a page, and waits for the page. */
    async function opened(page, begin, ...values) {
      await page.evaluate(() => document.body.setAttribute('aria-busy', 'true'));
      await page.evaluate(begin, ...values);
      await shown(page);
    }

    const choose = (page, name) =>
      opened(
        page,
        (name) => {
          const picker = document.getElementById('sample');
          picker.value = name;
          picker.dispatchEvent(new Event('change'));
        },
        name,
      );

    const paste = (page, html) =>
      opened(
        page,
        (html) => {
          document.getElementById('paste-text').value = html;
          document.getElementById('paste').requestSubmit();
        },
        html,
      );

    /** Returns requests since a mark, except for the page's files and the browser's own requests. */
    const foreign = (mark) => {
      const own = new Set([...files(built), 'favicon.ico'].map((file) => `GET ${server.url('plain', file)}`));
      return server.since(mark).filter((request) => /localhost/.test(request) && !own.has(request));
    };

    const problem = (page) => page.$eval('#problem', (p) => (p.hidden ? '' : p.textContent));

    test('every sample is read, and every method gives a result or a reason', whole, () =>
      onPage(async (page) => {
        const expected = await page.evaluate(() =>
          globalThis.pithCore.methods().map(({ name, title }) => [name, title]),
        );
        expected.unshift(['', 'Pith (one click)']);
        assert.equal(new Set(expected.map(([, title]) => title)).size, expected.length, 'names are unique');
        for (const { name, beside } of samples) {
          await choose(page, name);
          assert.equal(await problem(page), '');
          const found = await page.evaluate(() => {
            const rows = [...document.querySelectorAll('#methods label')];
            return rows.map((row) => {
              const input = row.querySelector('input');
              input.click();
              const frame = document.querySelector('#stage iframe').contentWindow;
              return {
                method: [input.value, row.querySelector('.method-name').textContent],
                heading: document.getElementById('scores-title').textContent,
                plot: document.querySelectorAll('#scores svg path').length,
                silence: document.querySelector('#scores .empty')?.textContent ?? '',
                painted: frame.CSS.highlights.size,
                article: document.getElementById('article').textContent.length,
              };
            });
          });
          assert.deepEqual(
            found.map(({ method }) => method),
            expected,
          );
          for (const {
            method: [id, title],
            heading,
            plot,
            silence,
            painted,
            article,
          } of found) {
            const what = `${id} on ${name}`;
            assert.equal(heading, `${title} scores`);
            if (id === 'tsrec' && !beside) {
              assert.match(silence, /compares the page with others/, what);
              assert.deepEqual([plot, painted, article], [0, 0, 0], what);
            } else {
              assert.deepEqual([silence, plot > 2, painted > 0, article > 100], ['', true, true, true], what);
            }
          }
          assert.ok((await page.$$('#segments svg rect')).length > 0, name);
          assert.ok((await page.$$('#importance svg path')).length > 0, name);
        }
      }),
    );

    test('the page opens with the result of the extension, and describes only that one as such', () =>
      onPage(async (page) => {
        const note = () => page.$eval('#article-note', ({ textContent }) => textContent);
        assert.equal(await page.$eval('#methods input:checked', ({ value }) => value), '');
        assert.match(await note(), /as the extension shows it/);
        const article = await page.$eval('#article', ({ textContent }) => textContent);
        assert.equal(await page.$eval('#scores-title', ({ textContent }) => textContent), 'Pith (one click) scores');
        assert.ok(article.length > 500);
        await page.click('#methods label:last-of-type');
        assert.match(await note(), /^The text that this method keeps on its own/);
      }));

    test('the code of the page names no method', () =>
      onPage(async (page) => {
        const names = await page.evaluate(() => globalThis.pithCore.methods().map(({ name }) => name));
        for (const file of readdirSync(sources)) {
          const text = readFileSync(join(sources, file), 'utf8');
          assert.deepEqual(
            names.filter((name) => text.includes(`"${name}"`)),
            [],
            file,
          );
        }
      }));

    test('samples that should fool a method do, and the result shows it', whole, () =>
      onPage(async (page) => {
        const articleBy = async (method) => {
          await page.click(`label[data-method="${method}"]`);
          return page.$eval('#article', (article) => article.textContent);
        };
        await choose(page, 'fools-cetd');
        for (const method of ['cetd-ds', 'cectd-ds', 'cehtd-ds']) {
          const text = await articleBy(method);
          assert.match(text, /Everything in this handbook/, method);
          assert.ok(!/the moon/.test(text), method);
        }
        assert.match(await page.$eval('#scores svg', (svg) => svg.textContent), /greatest DensitySum: div\.terms/);
        await choose(page, 'fools-qread');
        const text = await articleBy('qread');
        assert.match(text, /prints four numbers a year/);
        assert.ok(!/a heron waits/.test(text));
        assert.match(await articleBy('fsp'), /a heron waits/);
      }),
    );

    test('hovering the page highlights the bar, and hovering the bar outlines the block', () =>
      onPage(async (page) => {
        // A point on the screen over the first paragraph of the story, which is scrolled into view.
        const words = 'The vote took less time than the crossing itself';
        await page.evaluate((words) => {
          document.getElementById('stage').scrollIntoView();
          const { contentDocument } = document.querySelector('#stage iframe');
          [...contentDocument.querySelectorAll('p')]
            .find((p) => p.textContent.startsWith(words))
            .scrollIntoView({ block: 'center', behavior: 'instant' });
        }, words);
        const place = await page.evaluate((words) => {
          const frame = document.querySelector('#stage iframe');
          const at = [...frame.contentDocument.querySelectorAll('p')]
            .find((p) => p.textContent.startsWith(words))
            .getBoundingClientRect();
          const outer = frame.getBoundingClientRect();
          const scale = outer.width / frame.offsetWidth;
          return { x: outer.left + (at.left + at.width / 2) * scale, y: outer.top + (at.top + at.height / 2) * scale };
        }, words);
        await page.mouse.move(place.x - 3, place.y);
        await page.mouse.move(place.x, place.y);
        await page.waitForFunction(
          (words) => document.querySelector('#scores .readout').textContent.includes(words),
          {},
          words,
        );
        assert.match(await page.$eval('#scores .readout', (out) => out.textContent), /^p: [\d.,]+ – /);
        assert.match(await page.$eval('#segments .readout', (out) => out.textContent), /^Segment \d+, /);
        assert.match(await page.$eval('#importance .readout', (out) => out.textContent), /importance 0\.\d+/);
        assert.equal(await page.$eval('#scores .cursor', (cursor) => cursor.hidden), false);

        // Back: from the cursor's position in the plot to the outlined block.
        await page.evaluate(() =>
          document.querySelector('#scores .track').scrollIntoView({ block: 'center', behavior: 'instant' }),
        );
        const bar = await page.$eval('#scores .cursor', (cursor) => {
          const { left, width, top, height } = cursor.getBoundingClientRect();
          return { x: left + width / 2, y: top + height / 2 };
        });
        await page.mouse.move(bar.x + 120, bar.y);
        assert.ok(!(await page.$eval('#scores .readout', (out) => out.textContent)).includes(words));
        await page.mouse.move(bar.x, bar.y);
        const back = await page.evaluate(outlined);
        assert.ok(back.text.startsWith(words.slice(0, 20)), JSON.stringify(back));
        assert.ok(back.seen, 'the outlined block is not in view');
      }));

    test('everything can be reached and used without a mouse', whenAll, () =>
      onPage(async (page) => {
        const reached = new Set();
        const focused = () =>
          page.evaluate(() => {
            const at = document.activeElement;
            return at.id || at.name || (at.classList.contains('track') ? at.closest('figure').id : at.localName);
          });
        await page.evaluate(() => document.body.focus());
        for (let presses = 0; presses < 120 && !reached.has('segments'); presses += 1) {
          await page.keyboard.press('Tab');
          reached.add(await focused());
        }
        for (const control of ['sample', 'open-file', 'open-paste', 'width', 'paint', 'method', 'scores', 'segments']) {
          assert.ok(reached.has(control), `${control} is not reached: ${[...reached].join(' ')}`);
        }
        // A method by arrow keys.
        const title = () => page.$eval('#scores-title', (h) => h.textContent);
        await page.focus('input[name="method"]:checked');
        const before = await title();
        await page.keyboard.press('ArrowDown');
        assert.notEqual(await title(), before);
        // Along the bars: the block is outlined on the page and announced.
        await page.focus('#scores .track');
        await page.keyboard.press('Home');
        const first = await page.$eval('#scores .track', (track) => track.getAttribute('aria-valuetext'));
        await page.keyboard.press('ArrowRight');
        const second = await page.$eval('#scores .track', (track) => [
          track.getAttribute('aria-valuetext'),
          track.getAttribute('aria-valuenow'),
        ]);
        assert.notEqual(second[0], first);
        assert.equal(second[1], '1');
        assert.ok((await page.evaluate(outlined)).text);
        // The page's width.
        await page.focus('#width');
        await page.keyboard.press('Home');
        await page.waitForFunction(() => document.querySelector('#stage iframe').contentWindow.innerWidth === 320);
        assert.equal(await page.$eval('#width-shown', (output) => output.textContent), '320 px');
        // Pasting.
        await page.focus('#open-paste');
        await page.keyboard.press('Enter');
        assert.equal(await focused(), 'paste-text');
        await page.keyboard.type('<p>Typed by hand, and long enough for a line.');
        await page.keyboard.press('Tab');
        await page.evaluate(() => document.body.setAttribute('aria-busy', 'true'));
        await page.keyboard.press('Enter');
        await shown(page);
        assert.match(
          await page.$eval('#stage iframe', (frame) => frame.contentDocument.body.textContent),
          /Typed by hand/,
        );
      }),
    );

    test('a pasted page runs no script, cannot navigate, and sends no request', () =>
      onPage(async (page) => {
        const address = page.url();
        const mark = server.requests.length;
        await paste(page, HOSTILE);
        assert.equal(await problem(page), '');
        const state = await page.evaluate(() => {
          const { contentDocument } = document.querySelector('#stage iframe');
          contentDocument.querySelector('a').click();
          contentDocument.querySelector('button').click();
          return {
            ran: globalThis.ran ?? contentDocument.defaultView.ran ?? null,
            text: contentDocument.body.textContent,
          };
        });
        await new Promise((resolve) => setTimeout(resolve, 1_500));
        assert.equal(state.ran, null);
        assert.match(state.text, /The keeper/);
        assert.equal(page.url(), address);
        assert.match(
          await page.$eval('#stage iframe', (frame) => frame.contentDocument.body.textContent),
          /The keeper/,
        );
        assert.match(await page.$eval('#article', (article) => article.textContent), /The keeper/);
        assert.deepEqual(foreign(mark), []);
      }));

    test('the page requests only its own files', whole, async () => {
      const mark = server.requests.length;
      await onPage(async (page) => {
        for (const { name } of samples) await choose(page, name);
      });
      assert.ok(server.since(mark).length > 5);
      assert.deepEqual(foreign(mark), []);
    });

    test('a dropped file is read in its encoding, and dropped pages serve as templates', () =>
      onPage(async (page) => {
        const drop = (bytes) =>
          opened(
            page,
            (bytes) => {
              const transfer = new DataTransfer();
              transfer.items.add(new File([new Uint8Array(bytes)], 'page.html', { type: 'text/html' }));
              dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
            },
            [...bytes],
          );
        const site = (story) =>
          `<meta charset="windows-1252"><title>K\u00fcste</title><div class="top"><a href="/">Start</a> <a href="/n">Neues vom Hafen</a></div><main><h1>K\u00fcste</h1>${story}</main><p class="foot">Alle Rechte liegen bei denen, die hier schreiben, und nichts davon darf gedruckt werden, ohne sie zu fragen.</p>`;
        const first = site(
          '<p>Die F\u00e4hre legte um zw\u00f6lf ab, mit fast allen Leuten der Insel an Bord, und niemand hatte daran gedacht, es dem W\u00e4rter zu sagen.</p>',
        );
        const second = site(
          '<p>Seit der Flut geht niemand mehr \u00fcber die alte Br\u00fccke, aber das Zollhaus wird noch jeden Winter geheizt, und ein Mann sitzt darin.</p>',
        );
        await drop(Buffer.from(second, 'latin1'));
        await drop(Buffer.from(first, 'latin1'));
        assert.match(
          await page.$eval('#stage iframe', (frame) => frame.contentDocument.body.textContent),
          /F\u00e4hre legte um zw\u00f6lf/,
        );
        await page.click('label[data-method="tsrec"]');
        const text = await page.$eval('#article', (article) => article.textContent);
        assert.match(text, /W\u00e4rter/);
        assert.ok(!/Alle Rechte|Neues vom Hafen/.test(text), text);
      }));

    test('an empty result shows a message, and the last view stays', whole, () =>
      onPage(async (page) => {
        await paste(page, '<title>Mine</title><p>One line.');
        assert.equal(await page.$eval('#sample', (picker) => picker.selectedOptions[0].textContent), 'Your page');
        await choose(page, 'news');
        await paste(page, '   ');
        assert.match(await problem(page), /^No content\./);
        assert.match(await page.$eval('#article', (article) => article.textContent), /night ferry/);
        await choose(page, 'zh');
        assert.equal(await problem(page), '');
      }),
    );

    // Visitors have wider or narrower fonts than this machine, which letter spacing simulates.
    for (const [width, letters] of variants([
      [320, '.12em'],
      [320, '0'],
      [320, '-.06em'],
      [360, '0'],
      [768, '0'],
      [1280, '0'],
    ])) {
      test(`nothing overflows at ${width} px with letter spacing ${letters}`, whole, () =>
        onPage(
          async (page) => {
            await page.evaluate((letters) => {
              const style = document.createElement('style');
              style.textContent = `:root { letter-spacing: ${letters} } button, select, textarea { letter-spacing: inherit }`;
              document.head.append(style);
            }, letters);
            for (const { name } of samples) {
              await choose(page, name);
              const wide = await page.evaluate(() => {
                document.querySelectorAll('details').forEach((details) => {
                  details.open = true;
                });
                const beyond = (drawn) => Math.round(drawn.getBoundingClientRect().right - innerWidth);
                return {
                  overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
                  plots: [...document.querySelectorAll('.track svg, .curve svg, .track svg text')]
                    .map(beyond)
                    .filter((px) => px > 0),
                };
              });
              assert.deepEqual(wide, { overflow: 0, plots: [] }, name);
            }
          },
          { viewport: { width, height: 800 } },
        ),
      );
    }

    for (const scheme of variants(['light', 'dark'])) {
      test(`axe finds nothing in ${scheme} mode`, whole, () =>
        onPage(async (page) => {
          await page.evaluate((scheme) => {
            document.documentElement.style.colorScheme = scheme;
            document.getElementById('open-paste').click();
          }, scheme);
          await page.evaluate(axe);
          for (const name of ['news', 'documentation', 'ar']) {
            await choose(page, name);
            const violations = await page.evaluate(async () => {
              // The visitor's page isn't ours.
              const { violations: found } = await window.axe.run(
                { exclude: [['#stage iframe']] },
                { resultTypes: ['violations'], iframes: false },
              );
              return found.map(
                ({ id, nodes }) =>
                  `${id}: ${nodes
                    .slice(0, 3)
                    .map(({ html }) => html.slice(0, 160))
                    .join(' ; ')}`,
              );
            });
            assert.deepEqual(violations, [], name);
          }
        }),
      );
    }
  });
}

/** In the page: returns the text within the outline, and whether it is visible in the frame. */
function outlined() {
  const outline = document.querySelector('.outline');
  if (outline.hidden) return { text: null };
  const frame = document.querySelector('#stage iframe');
  const scale = frame.getBoundingClientRect().width / frame.offsetWidth;
  const outer = frame.getBoundingClientRect();
  const rect = outline.getBoundingClientRect();
  const x = (rect.left + rect.width / 2 - outer.left) / scale;
  const y = (rect.top + rect.height / 2 - outer.top) / scale;
  const at = frame.contentDocument.elementFromPoint(x, y);
  return { text: at?.textContent.trim() ?? '', seen: y > 0 && y < frame.offsetHeight };
}

/** Returns all files below a folder, as relative paths. */
function files(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

const HOSTILE = `<!doctype html><title>The light</title>
<meta http-equiv="refresh" content="0; url=http://elsewhere.localhost/refresh">
<link rel="preconnect" href="http://elsewhere.localhost"><link rel="dns-prefetch" href="//elsewhere.localhost">
<link rel="stylesheet" href="http://elsewhere.localhost/style.css"><link rel="preload" as="image" href="http://elsewhere.localhost/preload.png">
<style>@import "http://elsewhere.localhost/import.css"; h1 { background: url(http://elsewhere.localhost/background.png) }</style>
<script>globalThis.ran = true; parent.ran = true</script><script src="http://elsewhere.localhost/script.js"></script>
<body onload="parent.ran = true"><h1>The light</h1>
<p>The keeper of the light had nobody to talk to but the gulls, and they had heard it all before, twice at least, in weather that would have driven a lesser bird inland for good.</p>
<p>In the winter he wrote letters to himself, posted them in the village, and waited with some impatience for the boat that would bring them back to him across the sound.</p>
<img src="http://elsewhere.localhost/picture.png" alt=""><img src="relative.png" onerror="parent.ran = true" alt=""><video src="http://elsewhere.localhost/video.webm" poster="relative-poster.png"></video>
<iframe src="http://elsewhere.localhost/frame.html"></iframe><object data="http://elsewhere.localhost/object"></object>
<form action="http://elsewhere.localhost/form"><button>Send</button></form>
<p><a href="http://elsewhere.localhost/away" target="_top">Away</a></p>`;
