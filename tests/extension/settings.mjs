// Every setting has an effect wherever it is shown. The panels and the settings page are built from the table. The
// effect is up to each setting's styles and code.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { whenAll } from '../browser/sampling.mjs';
import { config } from './config.mjs';
import { until } from './session.mjs';

const { isOfKind, settingsTable, shownIn } = await config();

/** Waits two frames for the layout. */
const settled = (page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Returns all computed styles and the sizes of the first few matching elements. */
const lookOf = (page, selector) =>
  page.$$eval(selector, (elements) =>
    elements
      .slice(0, 6)
      .map((element) => {
        const style = getComputedStyle(element);
        const { width, height } = element.getBoundingClientRect();
        const said = [...style].filter((name) => !name.startsWith('--'));
        return [width, height, ...said.map((name) => `${name}: ${style.getPropertyValue(name)}`)].join('; ');
      })
      .join('\n'),
  );

/** Checks that a setting's values have different effects. `auto` may equal one of the others. */
function differ(name, looks) {
  const others = [...looks].filter(([value]) => value !== 'auto').map(([, look]) => look);
  assert.equal(new Set(others).size, others.length, `values of ${name} look alike`);
  assert.ok(new Set(looks.values()).size > 1, `${name} changes nothing`);
}

/** Effects of settings that don't change paragraphs. */
const ofPage = {
  pictures: '[data-pith=reader] :is(img, .pith-words)',
  links: '[data-pith=reader] .pith-body a',
};

/** Uses every control of a panel, and checks its effect on the elements that match `selector`. */
async function tryPanel(session, page, view, selector) {
  const press = async (control) => {
    await session.inView(page, view, (root, name) => root.querySelector(name).click(), control);
    await session.whole(page, view);
    await settled(page);
  };
  await session.loadTextPanel(page, view);
  const names = await session.inView(page, view, (root) =>
    [...root.querySelectorAll('.text-panel fieldset')].map(({ className }) => className),
  );
  assert.deepEqual(names, shownIn(view));
  const first = await lookOf(page, selector);
  for (const name of names) {
    const looks = new Map();
    const isNumber = isOfKind('number', name);
    const seen = ofPage[name] ?? selector;
    const before = await lookOf(page, seen);
    for (const value of isNumber ? ['less', 'more', 'more'] : settingsTable[name].values) {
      await press(isNumber ? `.${name} .${value}` : `.${name} input[value=${value}]`);
      looks.set(isNumber ? looks.size : value, await lookOf(page, seen));
    }
    differ(name, looks);
    await press('button.reset');
    assert.deepEqual([await lookOf(page, selector), await lookOf(page, seen)], [first, before], `${name} is not reset`);
  }
  await session.reset(page, view);
}

export function settings(session) {
  const desktop = { viewport: { width: 1280, height: 900 } };

  test('every setting in the panel changes the text in Reader', whenAll, () =>
    session.inReader('media.html', desktop, (page) =>
      tryPanel(session, page, 'reader', '[data-pith=reader] > article :is(h1, .pith-body > p)'),
    ),
  );

  test('every setting in the panel changes the text in Simplify', whenAll, () =>
    session.inViewOf('simplify', 'news.html', desktop, (page) =>
      tryPanel(session, page, 'simplify', 'main :is(h1, p)'),
    ),
  );

  test("settings sync once switched on, site settings don't, and oversized values are reported", async () => {
    const own = await session.browser.ownPage('options.html', desktop);
    const storage = (area, key) =>
      own.evaluate(
        async (where, name) => (await (globalThis.browser ?? chrome).storage[where].get(name))[name] ?? null,
        area,
        key,
      );
    const press = () => own.$eval('input[name=sync]', (box) => box.click());
    try {
      await own.evaluate(() =>
        (globalThis.browser ?? chrome).storage.local.set({
          size: 130,
          'look:ferry.example': { size: 200 },
          ownSheet: { text: 'p { color: red }'.repeat(900), sheet: 'p{}' },
        }),
      );
      assert.match(
        await own.$eval('section:has(input[name=sync])', ({ textContent }) => textContent),
        /no sites, rules/,
      );
      await settled(own);
      assert.equal(await storage('sync', 'setting:size'), null);
      await press();
      const sent = await until(() => storage('sync', 'setting:size'), Boolean);
      assert.equal(sent.value, 130);
      const held = await until(() => own.$eval('.unsynced', ({ textContent }) => textContent), Boolean);
      assert.match(held, /can’t store it: Custom CSS\.$/);
      const all = await own.evaluate(async () =>
        Object.keys(await (globalThis.browser ?? chrome).storage.sync.get(null)),
      );
      assert.ok(
        all.length > 0 && all.every((key) => key.startsWith('setting:')) && !all.join().includes('ferry'),
        all.join(),
      );
      // As another device would.
      await own.evaluate(() =>
        (globalThis.browser ?? chrome).storage.sync.set({ 'setting:size': { value: 150, time: Date.now() + 1_000 } }),
      );
      assert.equal(
        await until(
          () => storage('local', 'size'),
          (size) => size === 150,
        ),
        150,
      );
    } finally {
      await own.evaluate(async () => {
        const { local, sync } = (globalThis.browser ?? chrome).storage;
        await local.set({ sync: false });
        await local.remove(['sync', 'size', 'look:ferry.example', 'ownSheet']);
        await sync.clear();
      });
      await own.close();
    }
  });

  test('text typed into a settings field but not applied survives closing the page', async () => {
    /** Fields that apply input immediately have a name. Drafts are saved by id. */
    const fields = ':is(textarea, input:is([type=text], [type=url], [type=password]))[id]:not([name])';
    const open = async () => {
      const own = await session.browser.ownPage('options.html');
      await own.waitForSelector('#server-address');
      return own;
    };
    const values = (own) => own.$$eval(fields, (all) => Object.fromEntries(all.map(({ id, value }) => [id, value])));
    const first = await open();
    const typed = await first.$$eval(fields, (all) => {
      for (const field of all) {
        field.value = `{unfinished ${field.id}`;
        field.dispatchEvent(new InputEvent('input', { bubbles: true }));
      }
      return Object.fromEntries(all.map(({ id, value }) => [id, value]));
    });
    await first.close();
    const own = await open();
    try {
      for (const id of ['patterns', 'template-name', 'template-front', 'server-address', 'server-token'])
        assert.ok(id in typed, `${id} is not among ${Object.keys(typed)}`);
      assert.deepEqual(
        await until(
          () => values(own),
          (now) => isDeepStrictEqual(now, typed),
        ),
        typed,
      );
    } finally {
      await own.evaluate(() => localStorage.clear());
      await own.close();
    }
  });

  test('custom CSS typed but not applied survives a reload of the settings page', async () => {
    const own = await session.browser.ownPage('options.html');
    const value = () => own.$eval('.sheet textarea', (field) => field.value);
    try {
      await own.waitForSelector('.sheet textarea');
      await own.focus('.sheet textarea');
      await own.keyboard.type('p { color: red }');
      await own.reload();
      assert.equal(await until(value, Boolean), 'p { color: red }');
      const stored = await own.evaluate(() => (globalThis.browser ?? chrome).storage.local.get(null));
      assert.ok(!JSON.stringify(stored).includes('color: red'), 'it is not applied');
      await own.focus('.sheet textarea');
      for (let left = 16; left > 0; left -= 1) await own.keyboard.press('Backspace');
      await own.reload();
      await own.waitForSelector('.sheet textarea');
      assert.equal(await value(), '', 'the applied value is not a draft');
    } finally {
      await own.close();
    }
  });

  test('Settings counts the pages with saved changes and deletes them', async () => {
    const change = { version: 1, time: new Date().toISOString(), level: 'standard', nodes: [] };
    await session.store({ 'changes:https://a.example/': change, 'changes:https://b.example/': change });
    const own = await session.browser.ownPage('options.html#data', desktop);
    try {
      const said = () => own.$eval('.page-changes .count', ({ textContent }) => textContent);
      const says = (number) => until(said, (text) => text === `Pages with saved changes: ${number}`);
      assert.equal(await says(2), 'Pages with saved changes: 2');
      await own.click('.page-changes button.delete-changes');
      assert.equal(await says(0), 'Pages with saved changes: 0');
      assert.deepEqual(await session.stored('changes:'), {});
    } finally {
      await own.close();
    }
  });

  test('each section of the settings page has a URL, and search covers all sections', async () => {
    const own = await session.browser.ownPage('options.html#sites', desktop);
    const seen = () => own.$$eval('.page', (all) => all.filter((one) => one.checkVisibility()).map(({ id }) => id));
    const becomes = async (expected) =>
      assert.deepEqual(await until(seen, (found) => found.join() === expected.join()), expected);
    try {
      await own.waitForSelector('.nav-item');
      await becomes(['sites']);
      assert.match(await own.title(), /^Sites – /);
      assert.equal(await own.$eval('[aria-current=page]', ({ textContent }) => textContent), 'Sites');
      await own.click('.nav-item[href="#data"]');
      await becomes(['data']);
      await own.evaluate(() => history.back());
      await becomes(['sites']);
      await own.evaluate(() => document.activeElement.blur());
      await own.keyboard.press('/');
      await own.keyboard.type('letter sp');
      await becomes(['reading']);
      const rows = await own.$$eval('.card > *', (all) => all.filter((one) => one.checkVisibility()).length);
      assert.equal(rows, 1);
      assert.equal(await own.$eval('.search-status', ({ textContent }) => textContent), 'Settings found: 1');
      await own.keyboard.press('Escape');
      await becomes(['sites']);
      // On a phone, without a hash, the sections are a list.
      await own.setViewport({ width: 390, height: 844 });
      await own.evaluate(() => (location.hash = ''));
      await becomes([]);
      await own.click('.nav-item[href="#shortcuts"]');
      await becomes(['shortcuts']);
      await own.click('#shortcuts .back-link');
      await becomes([]);
    } finally {
      await own.close();
    }
  });

  test('every setting on the settings page changes the preview and persists', whenAll, async () => {
    const pages = [];
    const open = async () => {
      pages.push(await session.browser.ownPage('options.html', desktop));
      return pages.at(-1);
    };
    const state = (page) =>
      page.$$eval('input', (list) =>
        list.filter((input) => input.checked || input.type === 'range').map(({ name, value }) => `${name} ${value}`),
      );
    /** Uses a control. Resolves when its value has been saved and applied. */
    const choose = (page, name, value) =>
      page.evaluate(
        async (setting, wanted, shown) => {
          const inputs = [...document.querySelectorAll(`input[name=${setting}]`)];
          const input = inputs.find((radio) => radio.value === wanted) ?? inputs[0];
          if (input.type === 'range') {
            input.value = wanted;
            input.dispatchEvent(new Event('input'));
          } else if (input.type === 'radio' || input.checked !== (wanted === 'true')) input.click();
          while (document.querySelector('.preview').dataset[setting] !== shown)
            await new Promise(requestAnimationFrame);
        },
        name,
        `${value}`,
        // The system is light.
        name === 'theme' && value === 'auto' ? 'light' : `${value}`,
      );
    const page = await open();
    try {
      const names = await page.$$eval('fieldset, label.switch-row', (list) =>
        list.map((control) => control.querySelector('input').name),
      );
      assert.deepEqual(names.toSorted(), shownIn('options').toSorted(), 'each has one control');
      const isChosen = (found) => isOfKind('choice', found) || isOfKind('number', found);
      // The system is light.
      for (const name of names.filter((found) => isChosen(found) && found !== 'night')) {
        const looks = new Map();
        if (name === 'day') await choose(page, 'theme', 'auto');
        for (const value of settingsTable[name].values) {
          await choose(page, name, value);
          looks.set(value, await lookOf(page, ':is(.sample, .sample *)'));
        }
        differ(name, looks);
      }
      await choose(page, 'keys', false);
      const other = await open();
      assert.deepEqual(await state(other), await state(page));
      for (const name of ['day', ...names.filter((found) => isChosen(found) || isOfKind('switch', found))])
        await choose(other, name, settingsTable[name].default);
      while ((await state(page)).join() !== (await state(other)).join()) await settled(page);
    } finally {
      for (const opened of pages) await opened.close();
    }
  });
}
