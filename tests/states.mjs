// Opens every UI state at two widths, light and dark, writes screenshots to out/states/, and checks each with axe
// (`./build.sh states [NAME...]`; with names, only states whose names contain one). Fails if axe reports anything, or
// if the focused element is covered while tabbing.

import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './browser/built.mjs';
import * as chromium from './browser/chromium.mjs';
import { axeIn, axeOn } from './extension/accessibility.mjs';
import { select } from './extension/highlighted-text.mjs';
import { pageActions } from './extension/page-actions.mjs';
import { READER, rest, Session, until, viewOf } from './extension/session.mjs';
import { standIn } from './extension/voice.mjs';

const SIZES = {
  1280: { width: 1280, height: 900 },
  390: { width: 390, height: 844, isMobile: true, hasTouch: true },
};
const SCHEMES = ['light', 'dark'];

/** Ms until animations have ended. */
const SETTLED = 400;

/** Number of Tab presses in each state. */
const STOPS = 12;

const SENTENCE = 'The crossing is short.';
const NOTED = 'Nobody in the room had expected it to be close.';
/** Start of the text of the part to restore. */
const RESTORED = 'Read more';

const out = join(root, 'out/states');
const session = new Session(chromium);
const { press } = pageActions(session);

// --- actions ---------------------------------------------------------------------------------------------------------

const inView = async (page, body, ...values) => session.inView(page, await viewOf(page), body, ...values);

/** Returns an action that clicks controls of the open view, one after the other. */
const clicks =
  (...selectors) =>
  async (page) => {
    for (const selector of selectors) {
      const isThere = (tree, name) => {
        const control = tree.querySelector(name);
        control?.scrollIntoView({ block: 'nearest', behavior: 'instant' });
        return control !== null;
      };
      if (!(await until(() => inView(page, isThere, selector), Boolean))) throw new Error(`${selector} not found.`);
      await press(page, await viewOf(page), selector);
    }
  };

const keys =
  (...pressed) =>
  async (page) => {
    for (const key of pressed) {
      await page.keyboard.press(key);
      await rest(page, SETTLED);
    }
  };

/** Waits until a popup of the open view is shown. */
async function waitForPopup(page, selector) {
  const isOpen = (tree, name) => tree.querySelector(name)?.matches(':popover-open') ?? false;
  if (!(await until(() => inView(page, isOpen, selector), Boolean))) throw new Error(`${selector} did not open.`);
}

async function selectText(page, text = SENTENCE) {
  await select(page, text);
  await waitForPopup(page, '.selection-bar');
}

async function highlightText(page) {
  await selectText(page);
  await page.keyboard.press('2');
  await until(() => inView(page, (tree) => !tree.querySelector('.selection-bar').matches(':popover-open')), Boolean);
}

async function addNote(page) {
  await selectText(page, NOTED);
  await page.keyboard.press('n');
  await waitForPopup(page, '.note-panel');
  await page.keyboard.type('Ask the council.');
}

async function listHighlights(page) {
  await highlightText(page);
  await addNote(page);
  // Shortcuts are paused after creating a highlight.
  await keys('Escape', 'h')(page);
  await waitForPopup(page, '.highlight-list');
}

const openRemovedParts = async (page) => {
  await keys('d')(page);
  await waitForPopup(page, '.removed');
};

async function restorePart(page) {
  await openRemovedParts(page);
  const row = await until(
    () =>
      inView(
        page,
        (tree, words) =>
          [...tree.querySelectorAll('.removed .row')].find(({ textContent }) => textContent.includes(words))?.dataset
            .leaf,
        RESTORED,
      ),
    Boolean,
  );
  await clicks(`.removed .row[data-leaf="${row}"] .toggle`)(page);
  await until(() => inView(page, (tree) => tree.querySelector('.removed .is-restored') !== null), Boolean);
}

/** Returns an action that scrolls an element of the page or article to the middle of the window, and clicks it. */
const clickOn = (selector) => async (page) => {
  const middle = await page.evaluate((name) => {
    const found = document.querySelector(name);
    found.scrollIntoView({ block: 'center', behavior: 'instant' });
    const { x, y, width, height } = found.getBoundingClientRect();
    return [x + Math.min(width / 2, 40), y + height / 2];
  }, selector);
  await page.mouse.click(...middle);
};

async function pickPart(page) {
  await keys('x', 'ArrowRight')(page);
}

async function findText(page) {
  await keys('/')(page);
  await page.keyboard.type('message');
}

async function readAloud(page) {
  await session.browser.inContentScript(page, standIn, { voices: [{ name: 'Ada', lang: 'en' }], pace: 2_000 });
  await keys('r')(page);
}

async function openVoicePanel(page) {
  await readAloud(page);
  await clicks('.read-aloud .settings')(page);
}

async function openComments(page) {
  const section = `${READER} .pith-discussion`;
  const isThere = () =>
    page.evaluate((name) => {
      document.querySelector(name)?.scrollIntoView();
      return document.querySelector(`${name} > details`) !== null;
    }, section);
  await until(isThere, Boolean);
  await page.click(`${section} > details > summary`);
  await until(() => page.$(`${section} li`), Boolean);
}

/** Saves the highlights and other data of an earlier version. */
const saveProfile = async () =>
  session.store(JSON.parse(readFileSync(join(root, 'tests/extension/profile.json'), 'utf8')));

// --- the states ------------------------------------------------------------------------------------------------------

/** States of views: name, page, view, and actions. */
const STATES = [
  ['reader', 'news.html', 'reader'],
  ['reader-text', 'news.html', 'reader', clicks('button.text')],
  ['reader-text-more', 'news.html', 'reader', clicks('button.text', '.text-panel summary')],
  ['reader-more', 'news.html', 'reader', clicks('button.overflow')],
  ['reader-save', 'news.html', 'reader', clicks('button.share')],
  ['reader-message', 'news.html', 'reader', keys('w')],
  ['reader-selection', 'news.html', 'reader', selectText],
  ['reader-highlighted', 'news.html', 'reader', highlightText],
  ['reader-note', 'news.html', 'reader', addNote],
  ['reader-highlights', 'news.html', 'reader', listHighlights],
  ['reader-highlights-none', 'news.html', 'reader', keys('h')],
  ['reader-removed', 'news.html', 'reader', openRemovedParts],
  ['reader-restored', 'news.html', 'reader', restorePart],
  ['reader-picker', 'news.html', 'reader', pickPart],
  ['reader-contents', 'documentation.html', 'reader', clicks('button.contents')],
  ['reader-find', 'documentation.html', 'reader', findText],
  ['reader-line-focus', 'news.html', 'reader', keys('l')],
  ['reader-auto-scroll', 'news.html', 'reader', keys('s')],
  ['reader-aloud', 'news.html', 'reader', readAloud],
  ['reader-voice', 'news.html', 'reader', openVoicePanel],
  ['reader-paged', 'news.html', 'reader', keys('p')],
  ['reader-cite', 'news.html', 'reader', keys('c')],
  ['reader-shortcuts', 'news.html', 'reader', keys('?')],
  ['reader-image', 'news.html', 'reader', clickOn(`${READER} .pith-body img`)],
  ['reader-footnote', 'media.html', 'reader', clickOn(`${READER} [role=doc-noteref]`)],
  ['reader-report', 'news.html', 'reader', clicks('button.overflow', '.menu .report')],
  ['reader-comments', 'discussed.html', 'reader', openComments],
  ['reader-right-to-left', 'ar.html', 'reader'],
  ['reader-vertical', 'vertical.html', 'reader'],
  ['reader-cut-off', 'wall.html', 'reader'],
  ['simplify', 'news.html', 'simplify'],
  ['simplify-text', 'news.html', 'simplify', clicks('button.text')],
  ['simplify-more', 'news.html', 'simplify', clicks('button.overflow')],
  ['simplify-removed', 'news.html', 'simplify', clicks('button.removed-parts')],
  ['simplify-picker', 'news.html', 'simplify', clicks('button.overflow', '.menu .pick-on-page')],
  ['inspect', 'news.html', 'inspect'],
  ['inspect-card', 'news.html', 'inspect', clickOn('.more b')],
  ['inspect-more', 'news.html', 'inspect', clicks('button.overflow')],
  ['inspect-removed', 'news.html', 'inspect', clicks('button.removed-parts')],
  ['inspect-picker', 'news.html', 'inspect', clicks('button.pick-on-page')],
  ['nothing-found', 'nothing.html', 'nothing'],
];

/** Extension pages: name, file with query, and preparation. */
const OWN = [
  ...['reading', 'tools', 'shortcuts', 'sites', 'highlights', 'saving', 'data', 'about'].map((section) => [
    `settings-${section}`,
    `options.html#${section}`,
    saveProfile,
  ]),
  ['highlights', 'highlights.html', saveProfile],
  ['highlights-none', 'highlights.html'],
  ['welcome', 'welcome.html'],
  ['sample', 'trial.html?view=reader'],
  ['tabs', 'tabs.html?tabs=1,2'],
  [
    'permissions',
    `sites.html?${new URLSearchParams({ sites: 'http://a.localhost/* http://b.localhost/*', tab: '1' })}`,
  ],
  ['unreadable', 'notice.html?reason=closed&tab=1'],
];

// --- screenshots and axe ---------------------------------------------------------------------------------------------

const complaints = [];

function report(id, faults) {
  const found = faults.map((fault) => `${id}: ${fault}`);
  complaints.push(...found);
  console.log(found.length > 0 ? found.join('\n') : id);
}

/** Takes screenshots of a state and runs axe in both color schemes, and then checks the focus while tabbing. */
async function take(page, name, size, look, ask) {
  for (const scheme of SCHEMES) {
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await rest(page, SETTLED);
    const id = `${name}-${size}-${scheme}`;
    await page.screenshot({ path: join(out, `${id}.webp`), type: 'webp', quality: 80 });
    report(id, await look());
  }
  report(`${name}-${size}`, await coveredWhileTabbing(page, ask));
}

/**
 * In the page: returns the start of the focused element's HTML if it's completely covered; null otherwise. `root` is
 * the closed root of a view, or undefined.
 */
function coveredFocus(root) {
  const inner = root?.activeElement;
  const focused = inner ?? document.activeElement;
  if (!focused || focused === document.body || (root && !inner && !root.host.contains(focused))) return null;
  // A visually hidden control is represented by its label.
  const seen = focused.closest('label') ?? focused;
  const tree = inner ? root : document;
  const shows = (x, y) => {
    const top = tree.elementFromPoint(x, y);
    if (top !== null && (seen === top || seen.contains(top))) return true;
    // Slotted content is in the page's tree.
    const filling = document.elementFromPoint(x, y);
    return inner && seen.querySelector('slot') !== null && filling !== root.host && root.host.contains(filling);
  };
  const inset = 2;
  // `elementFromPoint` skips elements without pointer events.
  seen.style.pointerEvents = 'auto';
  const isSeen = [...seen.getClientRects()].some(({ left, top, right, bottom }) => {
    const [xs, ys] = [
      [left + inset, (left + right) / 2, right - inset],
      [top + inset, (top + bottom) / 2, bottom - inset],
    ];
    return xs.some((x) => ys.some((y) => shows(x, y)));
  });
  seen.style.removeProperty('pointer-events');
  return isSeen ? null : seen.outerHTML.slice(0, 100);
}

/** Presses Tab repeatedly, and returns messages about covered focused elements (WCAG 2.2, 2.4.11). */
async function coveredWhileTabbing(page, ask) {
  const found = new Set();
  for (let stop = 0; stop < STOPS; stop += 1) {
    await page.keyboard.press('Tab');
    await rest(page, 0);
    const covered = await ask();
    if (covered !== null) found.add(`the focus is covered: ${covered}`);
  }
  return [...found];
}

async function takeView([name, path, view, act], size) {
  const { browser, server } = session;
  const page = await browser.newPage(server.url('plain', path), { viewport: SIZES[size] });
  try {
    await session.open(page);
    if (view !== 'nothing') {
      if (view !== 'reader') await session.show(page, view);
      await session.whole(page, view);
    }
    await act?.(page);
    const look = async () => axeIn(session, page, await viewOf(page), { isStrict: true });
    await take(page, name, size, look, () => inView(page, coveredFocus));
  } finally {
    await page.close();
    await session.own(() => chrome.storage.local.clear());
  }
}

async function takeOwn([name, file, before], size) {
  await before?.();
  const page = await session.browser.ownPage(file, { viewport: SIZES[size] });
  try {
    await take(
      page,
      name,
      size,
      () => axeOn(page, { isStrict: true }),
      async () => ((await page.$(READER)) ? inView(page, coveredFocus) : page.evaluate(coveredFocus)),
    );
  } finally {
    await page.close();
    await session.own(() => chrome.storage.local.clear());
  }
}

const wanted = process.argv.slice(2);
const isWanted = ([name]) => wanted.length === 0 || wanted.some((word) => name.includes(word));
mkdirSync(out, { recursive: true });
await session.start();
try {
  for (const size of Object.keys(SIZES)) {
    for (const [states, one] of [
      [STATES, takeView],
      [OWN, takeOwn],
    ]) {
      for (const state of states.filter(isWanted)) {
        await one(state, size).catch((error) => {
          complaints.push(`${state[0]}-${size}: ${error.message}`);
          console.error(error);
        });
      }
    }
  }
} finally {
  await session.end();
}
console.log(complaints.length > 0 ? complaints.join('\n') : 'No findings by axe, and the focus is always visible.');
process.exitCode = complaints.length > 0 ? 1 : 0;
