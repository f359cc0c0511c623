// Takes the screenshots for the README, the guide, and the stores (`./build.sh pictures`): the built extension on our
// test pages.

import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './browser/built.mjs';
import * as chromium from './browser/chromium.mjs';
import { select } from './extension/highlighted-text.mjs';
import { panelIn } from './extension/removed-panel.mjs';
import { Session } from './extension/session.mjs';
import { standIn } from './extension/voice.mjs';

const PAGE = 'news.html';
const VIEWS = ['reader', 'simplify', 'inspect'];
const SIZES = {
  desktop: { width: 1280, height: 800 },
  phone: { width: 390, height: 800, isMobile: true, hasTouch: true },
};
const out = join(root, 'docs/pictures');

/** Waits until the view is laid out and painted. */
const painted = () => new Promise((resolve) => setTimeout(resolve, 800));

async function take(session, size, scheme) {
  const page = await session.browser.newPage(null, { viewport: SIZES[size] });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(session.server.url('plain', PAGE), { waitUntil: 'load' });
  await session.open(page);
  for (const view of VIEWS) {
    if (view !== 'reader') await session.show(page, view);
    await painted();
    const path = join(out, `${view}-${size}-${scheme}.webp`);
    await saveScreenshot(page, path);
  }
  await page.close();
}

/** Opens the panel of removed parts. */
const openRemovedParts = (page, session) => panelIn(session, page).open();

/** Screenshots for the stores, in order: name, view, color scheme, and actions. Stores don't accept WebP. */
const STORE = [
  ['1-reader', 'reader', 'light'],
  ['2-simplify', 'simplify', 'light'],
  ['3-inspect', 'inspect', 'light'],
  ['4-removed-parts', 'reader', 'light', openRemovedParts],
  ['5-reader-dark', 'reader', 'dark'],
];
const stores = join(root, 'docs/store/pictures');

async function takeForStores(session) {
  for (const [name, view, scheme, act] of STORE) {
    const page = await session.browser.newPage(null, { viewport: SIZES.desktop });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(session.server.url('plain', PAGE), { waitUntil: 'load' });
    await session.open(page);
    if (view !== 'reader') await session.show(page, view);
    await act?.(page, session);
    await painted();
    const path = join(stores, `${name}.jpg`);
    await page.screenshot({ path, type: 'jpeg', quality: 88 });
    console.log(`${path}: ${Math.round(statSync(path).size / 1024)} kB`);
    await page.close();
    await session.clear();
  }
}

/** Returns an action that presses keys, waiting after each. */
const keys =
  (...pressed) =>
  async (page) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await painted();
    }
  };

/** Screenshots for the guide: name, page, view, and actions. */
const GUIDE = [
  ['reader', 'news.html', 'reader'],
  ['settings', 'news.html', 'reader', keys('a')],
  ['contents', 'documentation.html', 'reader', keys('o')],
  ['find', 'documentation.html', 'reader', find],
  ['line-focus', 'news.html', 'reader', keys('l')],
  ['read-aloud', 'news.html', 'reader', readAloud],
  ['image', 'news.html', 'reader', enlargeImage],
  ['cite', 'news.html', 'reader', keys('c')],
  ['highlight', 'news.html', 'reader', addNote],
  ['removed-parts', 'news.html', 'reader', openRemovedParts],
  ['menu', 'news.html', 'reader', keys('v')],
  ['save-or-share', 'news.html', 'reader', keys('e')],
  ['simplify', 'news.html', 'simplify'],
  ['inspect', 'news.html', 'inspect'],
];
/** Name of the screenshot of the settings page. */
const OWN_PAGE = 'settings-page';
const guide = join(out, 'guide');
const guidePath = (name) => join(guide, `${name}.webp`);

async function find(page) {
  await keys('/')(page);
  await page.keyboard.type('message');
}

async function readAloud(page) {
  await session.browser.inContentScript(page, standIn, { voices: [{ name: 'Ada', lang: 'en' }], pace: 2_000 });
  await keys('r')(page);
  for (let sentence = 0; sentence < 5; sentence += 1) {
    await keys('ArrowRight')(page);
    await painted();
  }
}

async function enlargeImage(page) {
  await page.click('[data-pith=reader] .pith-body img');
}

async function addNote(page) {
  await select(page, 'The crossing is short.');
  await painted();
  await keys('n')(page);
  await page.keyboard.type('Is it as short against the tide?');
}

async function takeForGuide() {
  for (const [name, path, view, act] of GUIDE) {
    const page = await session.browser.newPage(null, { viewport: { width: 1080, height: 700 } });
    await page.goto(session.server.url('plain', path), { waitUntil: 'load' });
    await session.open(page);
    if (view !== 'reader') await session.show(page, view);
    await painted();
    await act?.(page, session);
    await painted();
    await saveScreenshot(page, guidePath(name));
    await page.close();
    await session.clear();
  }
  const own = await session.browser.ownPage('options.html');
  await own.setViewport({ width: 1080, height: 700 });
  await painted();
  await saveScreenshot(own, guidePath(OWN_PAGE));
  await own.close();
}

async function saveScreenshot(page, path) {
  await page.screenshot({ path, type: 'webp', quality: 72 });
  console.log(`${path}: ${Math.round(statSync(path).size / 1024)} kB`);
}

mkdirSync(guide, { recursive: true });
mkdirSync(stores, { recursive: true });
const session = new Session(chromium);
await session.start();
try {
  for (const size of Object.keys(SIZES)) {
    for (const scheme of ['light', 'dark']) await take(session, size, scheme);
  }
  await takeForGuide();
  await takeForStores(session);
} finally {
  await session.end();
}
