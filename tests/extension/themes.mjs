// The style of the text: light and dark themes, custom colors, fonts, images, site-specific settings, and custom CSS.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { variants } from '../browser/sampling.mjs';
import { axeIn } from './accessibility.mjs';
import { until } from './session.mjs';

export function themes(session) {
  const desktop = { viewport: { width: 1280, height: 900 } };

  /** Saves settings, passes them to `use`, and restores the previous ones. */
  async function withSettings(settings, use) {
    const own = await session.browser.ownPage('options.html');
    const store = (change, gone) =>
      own.evaluate(
        async (set, remove) => {
          const { local } = (globalThis.browser ?? chrome).storage;
          await local.remove(remove);
          await local.set(set);
        },
        change,
        gone,
      );
    try {
      await store(settings, []);
      return await use(own, store);
    } finally {
      await store({}, Object.keys(settings));
      await own.close();
    }
  }

  const dialog = (page, read) => session.inFrame(page, `(root) => (${read})(root.querySelector('dialog'))`);

  /** Waits until a value is as expected, and checks it. */
  async function becomes(read, expected) {
    assert.equal(await until(read, (found) => found === expected), expected);
  }

  test('the day and night themes follow the system immediately', () =>
    withSettings({ day: 'sepia', night: 'black' }, () =>
      session.inReader('news.html', desktop, async (page) => {
        const ground = () => page.$eval('[data-pith=reader] > article', (a) => getComputedStyle(a).color);
        const theme = () => dialog(page, '(d) => d.dataset.theme');
        await becomes(theme, 'sepia');
        const byDay = await ground();
        await session.browser.setDark(page, true);
        try {
          await becomes(theme, 'black');
          assert.notEqual(await ground(), byDay);
        } finally {
          await session.browser.setDark(page, false);
        }
        await becomes(theme, 'sepia');
      }),
    ));

  test('custom colors are applied, and a contrast below 4.5 is reported', () =>
    withSettings({ theme: 'own', own: '#1f2023 #fdfdfb #1a4fa3 light' }, async (own) => {
      const choose = (at, color) =>
        own.evaluate(
          (i, value) => {
            const input = document.querySelectorAll('input[type=color]')[i];
            input.value = value;
            input.dispatchEvent(new Event('input'));
          },
          at,
          color,
        );
      const said = () => own.$eval('.contrast', (p) => p.textContent);
      const stored = () =>
        own.evaluate(async () => (await (globalThis.browser ?? chrome).storage.local.get('own')).own);
      const link = () => own.$eval('label:last-child > input[type=color]', (input) => input.value);
      await becomes(link, '#1a4fa3');
      await choose(0, '#777777');
      await choose(1, '#888888');
      await becomes(stored, '#777777 #888888 #1a4fa3 light');
      assert.match(await said(), /text 1\.2, links 2\.2\. Contrast below 4\.5/);
      await choose(1, '#101820');
      await choose(0, '#99ee99');
      await choose(2, '#66ccff');
      await becomes(stored, '#99ee99 #101820 #66ccff dark');
      assert.doesNotMatch(await said(), /below/);
      await session.inReader('news.html', desktop, async (page) => {
        const colors = await page.$eval('[data-pith=reader] > article', (article) => {
          const link = article.querySelector('.pith-body a');
          return [getComputedStyle(article).color, link && getComputedStyle(link).color];
        });
        assert.equal(colors[0], 'rgb(153, 238, 153)');
        if (colors[1]) assert.equal(colors[1], 'rgb(102, 204, 255)');
        const frame = await dialog(
          page,
          '(d) => [getComputedStyle(d).backgroundColor, getComputedStyle(d).colorScheme]',
        );
        assert.deepEqual(frame, ['rgb(16, 24, 32)', 'dark']);
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
      });
    }));

  for (const policy of variants(['strict', 'bare', 'plain'])) {
    test(`bundled fonts load under “${policy}” while selected, and are removed on closing`, () =>
      session.inReader('news.html', { policy, ...desktop }, async (page) => {
        const faces = () => page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`));
        const width = () =>
          page.$eval('[data-pith=reader] h1', (h) => {
            const range = document.createRange();
            range.selectNodeContents(h);
            return [...range.getClientRects()].reduce((sum, box) => sum + box.width, 0);
          });
        const choose = (font) =>
          session.inFrame(page, (root, value) => root.querySelector(`input[name=font][value=${value}]`).click(), font);
        await session.loadTextPanel(page);
        const before = await faces();
        await choose('sans');
        const sans = await width();
        for (const [font, family, count] of [
          ['hyperlegible', 'Pith Atkinson Hyperlegible Next', 4],
          ['dyslexic', 'Pith OpenDyslexic', 2],
        ]) {
          await choose(font);
          const ours = (all) => all.filter((face) => face.replaceAll('"', '') === `${family} loaded`);
          const found = await until(faces, (all) => ours(all).length === count);
          assert.equal(ours(found).length, count, JSON.stringify(found));
          await until(width, (now) => now !== sans);
          assert.notEqual(await width(), sans, `${font} is not seen`);
        }
        await session.reset(page);
        await session.leave(page);
        assert.deepEqual(await faces(), before);
      }));
  }

  test('an installed font is used by its name, and a message says if it is missing', () =>
    withSettings({ face: '', font: 'serif' }, async (own) => {
      const type = (name) =>
        own.evaluate((value) => {
          const input = document.querySelector('input[name=face]');
          input.value = value;
          input.dispatchEvent(new Event('input'));
        }, name);
      const said = () => own.$eval('.face [role=status]', (p) => p.textContent);
      await type('No Such Face "7');
      assert.match(await said(), /^“No Such Face.* isn’t installed/);
      await type('DejaVu Sans Mono');
      assert.equal(await said(), '');
      const stored = () =>
        own.evaluate(async () => {
          const { face, font } = await (globalThis.browser ?? chrome).storage.local.get(['face', 'font']);
          return `${font} ${face}`;
        });
      await becomes(stored, 'named DejaVu Sans Mono');
      await session.inReader('news.html', desktop, async (page) => {
        const family = await page.$eval('[data-pith=reader] > article', (a) => getComputedStyle(a).fontFamily);
        assert.match(family, /^"DejaVu Sans Mono"/);
      });
    }));

  const large = (page) =>
    session.inFrame(page, (root) => {
      const panel = root.querySelector('.image-viewer');
      if (!panel?.matches(':popover-open')) return null;
      const image = panel.querySelector('img');
      return {
        src: image.src.split('/').at(-1),
        caption: panel.querySelector('.caption').textContent,
        count: panel.querySelector('.count').textContent,
        width: Math.round(image.getBoundingClientRect().width),
        sideways: panel.scrollWidth > panel.clientWidth,
      };
    });

  for (const width of variants([390, 1280, 320])) {
    test(`an image is enlarged at ${width} px, browsed by keyboard, and restored`, () =>
      session.inReader('pictures.html', { viewport: { width, height: 800 } }, async (page) => {
        const pictures = await page.$$eval('[data-pith=reader] img[role=button]', (list) =>
          list.map((picture) => picture.src.split('/').at(-1)),
        );
        assert.ok(pictures.length > 3, JSON.stringify(pictures));
        await page.evaluate(() => {
          const picture = document.querySelector('[data-pith=reader] img[role=button]');
          picture.scrollIntoView({ block: 'center', behavior: 'instant' });
          picture.focus();
        });
        await page.keyboard.press('Enter');
        const first = await until(() => large(page), Boolean);
        assert.equal(first.src, pictures[0]);
        assert.equal(first.count, `1 of ${pictures.length}`);
        assert.equal(first.sideways, false);
        assert.deepEqual(await axeIn(session, page, 'reader'), []);
        const size = await dialog(page, '(d) => d.style.getPropertyValue("--pith-size")');
        await page.keyboard.press('ArrowRight');
        const second = await until(
          () => large(page),
          ({ src }) => src === pictures[1],
        );
        assert.equal(second.src, pictures[1]);
        await page.keyboard.press('+');
        const grown = await large(page);
        assert.ok(grown.width > second.width, `${second.width} → ${grown.width}`);
        assert.equal(await dialog(page, '(d) => d.style.getPropertyValue("--pith-size")'), size, 'the text has grown');
        await page.keyboard.press('0');
        assert.equal((await large(page)).width, second.width);
        await page.keyboard.press('Escape');
        await until(
          () => large(page),
          (open) => open === null,
        );
        assert.equal(await large(page), null);
        const focused = await page.evaluate(() => document.activeElement?.src?.split('/').at(-1));
        assert.equal(focused, pictures[1]);
      }));
  }

  test('images can be dimmed, replaced by alt text, or hidden', () =>
    session.inReader('pictures.html', desktop, async (page) => {
      const choose = (name, value) =>
        session.inFrame(
          page,
          (root, setting, word) => root.querySelector(`input[name=${setting}][value=${word}]`).click(),
          name,
          value,
        );
      const picture = () =>
        page.$eval('[data-pith=reader] .pith-body img[alt]:not([alt=""])', (img) => {
          const { display, opacity } = getComputedStyle(img);
          const words = img.nextElementSibling;
          return [display, opacity, words?.matches('.pith-words') ? words.textContent === img.alt : false].join();
        });
      await session.loadTextPanel(page);
      await becomes(picture, 'block,1,false');
      await choose('pictures', 'dimmed');
      await becomes(picture, 'block,0.35,false');
      await choose('pictures', 'words');
      await becomes(picture, 'none,1,true');
      await choose('pictures', 'hidden');
      await becomes(picture, 'none,1,false');
      await choose('pictures', 'shown');
      await becomes(picture, 'block,1,false');
      await session.reset(page);
    }));

  test('site-specific settings apply only there, until they are deleted', () =>
    session.onPage('news.html', { tag: 'alone', ...desktop }, async (page) => {
      await session.open(page);
      const size = (at) => dialog(at, '(d) => d.dataset.size');
      await session.loadTextPanel(page);
      await session.inFrame(page, (root) => {
        root.querySelector('.site-scope [value=site]').click();
        root.querySelector('.size .more').click();
      });
      await becomes(() => size(page), '115');
      await session.leave(page);
      await session.open(page);
      assert.equal(await size(page), '115');
      await session.inReader('news.html', desktop, async (other) => assert.equal(await size(other), '100'));
      const own = await session.browser.ownPage('options.html');
      try {
        const listed = () => own.$eval('.differences', (section) => section.innerText);
        assert.match(await until(listed, (text) => text.includes('115')), /alone.*Text size: 115\s?%/s);
        await own.$eval('.differences button', (button) => button.click());
        await until(listed, (text) => !text.includes('115'));
      } finally {
        await own.close();
      }
      await page.bringToFront();
      await becomes(() => size(page), '100');
    }));

  test('one group of settings is reset without the others', () =>
    withSettings({ size: 130, links: 'plain' }, async (own) => {
      const stored = () =>
        own.evaluate(async () => {
          const { size, links } = await (globalThis.browser ?? chrome).storage.local.get(['size', 'links']);
          return `${size} ${links}`;
        });
      await own.$$eval('.group button.back', ([, letters]) => letters.click());
      await becomes(stored, '100 plain');
      const button = await own.evaluateHandle(() => document.activeElement);
      assert.equal(await button.evaluate(({ textContent }) => textContent), 'Undo', 'the focus is on Undo');
      await button.evaluate((undo) => undo.click());
      await becomes(stored, '130 plain');
    }));

  test('a settings file is imported completely or not at all, and errors are reported', () =>
    withSettings({ size: 130 }, async (own) => {
      const give = (text) =>
        own.evaluate((content) => {
          const input = document.querySelector('.settings-file input');
          const files = new DataTransfer();
          files.items.add(new File([content], 'settings.json', { type: 'application/json' }));
          input.files = files.files;
          input.dispatchEvent(new Event('change'));
        }, text);
      const said = () => own.$eval('.settings-file [role=status]', (p) => p.textContent);
      const stored = () =>
        own.evaluate(async () => (await (globalThis.browser ?? chrome).storage.local.get('size')).size);
      const file = (settings, version = 1) => JSON.stringify({ format: 'pith-settings', version, settings });
      for (const [text, sentence] of [
        ['{', /damaged/],
        [file({ size: 150, theme: 'green' }), /damaged/],
        ['{"format":"pith-corrections","version":1}', /no Pith settings/],
        [file({ size: 150 }, 2), /newer version/],
      ]) {
        await give(text);
        assert.match(await until(said, (found) => sentence.test(found)), sentence);
        assert.equal(await stored(), 130);
      }
      await give(file({ size: 150 }));
      await becomes(stored, 150);
      assert.match(await said(), /Settings imported/);
    }));

  test("custom CSS applies only to the article, and isn't saved if it names a file", () =>
    withSettings({ ownSheet: null }, async (own) => {
      const keep = async (text) => {
        await own.evaluate((value) => {
          document.querySelector('.sheet textarea').value = value;
          document.querySelector('.sheet button').click();
        }, text);
        return until(
          () => own.$eval('.sheet [role=status]', (p) => p.textContent),
          (found) => found !== '',
        );
      };
      assert.match(await keep('p { background: url(https://example.org/a.png) }'), /url\(https/);
      const read = () =>
        session.inReader('news.html', desktop, (page) =>
          page.evaluate(() => {
            const color = (selector) => getComputedStyle(document.querySelector(selector)).color;
            return [color('[data-pith=reader] .pith-body p'), color('body p')];
          }),
        );
      const [plain, page] = await read();
      await own.$eval('.sheet [role=status]', (p) => p.replaceChildren());
      assert.equal(await keep('p { color: rgb(1 2 200) } h1 { font-style: italic }'), 'Saved.');
      assert.deepEqual(await read(), ['rgb(1, 2, 200)', page]);
      assert.notEqual(plain, 'rgb(1, 2, 200)');
    }));
}
