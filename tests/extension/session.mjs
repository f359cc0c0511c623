// One browser with the extension, one server, and the reader in the words of the tests.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { attacked } from '../attacks/payloads.mjs';
import { builtExtension, testExtension } from '../browser/built.mjs';
import { ownServers } from '../browser/own-servers.mjs';
import { serve } from '../browser/server.mjs';
import { layout } from '../browser/sites.mjs';
import { generated } from '../pages/generated.mjs';
import { laidOut } from '../pages/layouts.mjs';
import { config } from './config.mjs';

const { defaults } = await config();

const pages = fileURLToPath(new URL('../pages', import.meta.url));
const translator = fileURLToPath(new URL('translator', import.meta.url));

/** Selector of the element that the reader adds to the page. */
export const READER = '[data-pith=reader]';

/** The size of a window unless a test says otherwise. */
const WINDOW = { width: 1280, height: 900 };

/** Ms after which something that is waited for is taken not to come. Only a test that fails waits so long. */
const PATIENCE = 20_000;

/** The buttons that open something, each with what it opens. */
const POPUPS = { menu: ['button.overflow', '.menu-sheet'], look: ['button.look', '.look-panel'] };

/** Returns the options of a session with the extension as it is published. */
export const published = (driver) => ({ built: () => builtExtension(driver.name.toLowerCase()) });

/** Hosts a browser asks of its own accord, extension or none. */
const BROWSERS_OWN =
  /^(?:[a-z]+ )(?:https?:\/\/)?(?:[\w-]+\.)*(?:google|googleapis|gvt1|mozilla|mozilla\.org|firefox|digicert)\.(?:com|net|org)[:/]/i;

export class Session {
  #driver;
  #options;
  #started;
  /** The page of the extension that `own` has opened, and the page that was opened last for a test. */
  #own;
  #page;
  /** The page that several tests share, with its path. */
  #shared = null;

  /**
   * `driver` is tests/browser/chromium.mjs or firefox.mjs. `built` gives the folder of the extension; the other options go
   * to the driver.
   */
  constructor(driver, { built = () => testExtension(driver.name.toLowerCase()), ...options } = {}) {
    this.#driver = driver;
    this.#options = { built, ...options };
  }

  /** Starts browser and server, once. Whoever needs them in a part of the tests alone starts them in the first of these. */
  start() {
    this.#started ??= this.#start(this.#options);
    return this.#started;
  }

  async #start({ built, ...options }) {
    const extension = [built(), translator];
    this.ownServers = ownServers();
    this.server = await serve(pages, {
      generated: {
        ...generated,
        // Larger than any picture that a file holds.
        '/huge.jpg': () => ({ headers: { 'content-type': 'image/jpeg' }, html: 'x'.repeat(9_000_000) }),
        '/layout.html': (query) => laidOut(query.get('kind')),
        '/attacks.html': (query) => attacked(Number(query.get('from')), Number(query.get('to'))),
      },
      sites: { layout },
      hosts: this.ownServers.hosts,
    });
    this.downloads = mkdtempSync(join(tmpdir(), 'pith-downloads-'));
    const { downloads } = this;
    this.browser = await this.#driver.launch({ ...options, extension, proxy: this.server.address, downloads });
  }

  async end() {
    await this.browser?.close();
    await this.server?.close();
    if (this.downloads) rmSync(this.downloads, { recursive: true });
  }

  /** Opens a page of tests/pages under a policy of the server, hands it to `use`, and closes it. */
  async onPage(path, { policy = 'plain', tag, ...options }, use) {
    await this.#endSharing();
    const page = await this.browser.newPage(this.server.url(policy, path, tag), options);
    const before = this.#page;
    this.#page = page;
    try {
      return await use(page);
    } finally {
      this.#page = before;
      await page.close();
    }
  }

  /**
   * Runs `body` in a page of the extension. It stays open behind the others, because opening one takes about a second, and
   * covers the page that is tested.
   */
  async own(body, ...values) {
    const isThere = () => this.#own?.evaluate(() => Boolean((globalThis.browser ?? chrome).runtime.id));
    // It ends with the extension when that is reloaded.
    if (!(await isThere()?.catch(() => false))) {
      this.#own = await this.browser.ownPage('welcome.html');
      await this.#page?.bringToFront();
    }
    return this.#own.evaluate(body, ...values);
  }

  /** Stores values of the extension behind its back, and removes others by their keys. */
  store(values, gone = []) {
    return this.own(
      async (set, remove) => {
        const { local } = (globalThis.browser ?? chrome).storage;
        await local.remove(remove);
        await local.set(set);
      },
      values,
      gone,
    );
  }

  /** Returns what the extension has stored under keys that begin so, by its keys. */
  stored(beginning) {
    return this.own(async (start) => {
      const all = Object.entries(await (globalThis.browser ?? chrome).storage.local.get(null));
      return Object.fromEntries(all.filter(([key]) => key.startsWith(start)));
    }, beginning);
  }

  /** Deletes all that the extension has stored, and ends what tests share: the next suite begins as after an install. */
  async clear() {
    await this.#endSharing();
    await this.own(() => (globalThis.browser ?? chrome).storage.local.clear());
  }

  /** The same with the reader open and complete: its formulas, too, which come after the first paint. */
  async inReader(path, options, use) {
    return this.onPage(path, options, async (page) => {
      await this.open(page);
      await this.whole(page, 'reader');
      return use(page);
    });
  }

  /**
   * The same for tests that only read what is shown, one after the other: the page stays open for the next one with this path,
   * which has another size where `viewport` says so. A test that fails leaves it to none.
   */
  async inSharedReader(path, { viewport = WINDOW } = {}, use) {
    if (this.#shared?.path !== path) {
      await this.#endSharing();
      const page = await this.browser.newPage(this.server.url('plain', path), { viewport });
      this.#page = page;
      this.#shared = { path, page };
      await this.open(page);
      await this.whole(page, 'reader');
    }
    const { page } = this.#shared;
    await page.setViewport(viewport);
    await rest(page, 0);
    try {
      return await use(page);
    } catch (error) {
      await this.#endSharing();
      throw error;
    }
  }

  async #endSharing() {
    const page = this.#shared?.page;
    this.#shared = null;
    if (page) this.#page = undefined;
    await page?.close();
  }

  open(page, timeout) {
    return this.#click(page, true, timeout);
  }

  leave(page, timeout) {
    return this.#click(page, false, timeout);
  }

  /**
   * Clicks the toolbar button until the reader is open, or is closed. The browsers' own click for tests is lost now and
   * then (Chromium: `activeTab` is not granted in time), so a click without any effect is repeated. A view on its way is
   * an effect: another click would give it up. Resolves with the number of clicks.
   */
  async #click(page, open, timeout = PATIENCE) {
    const hasEffect = (view) => (view !== null) === open;
    const shownView = () => viewOf(page);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await this.browser.clickAction(page);
      if (!hasEffect(await until(shownView, hasEffect, open ? timeout / 2 : timeout))) continue;
      // One that turns out to be another is gone for a moment.
      const isDone = (view) => view !== 'opening' && hasEffect(view);
      if (isDone(await until(shownView, isDone, timeout))) return attempt;
    }
    assert.fail(`After 4 clicks the reader is still ${open ? 'closed' : 'open'} on ${page.url()}.`);
  }

  /** Asks for another view with the button for it in the open one: `reader`, `simplify` or `highlight`. */
  async ask(page, view) {
    const open = await viewOf(page);
    if (open === 'nothing' && view === 'highlight') {
      await this.inView(page, open, (root) => root.querySelector('.found').click());
      return;
    }
    const pressed = (root, name) => {
      const entry = root.querySelector(`button.view.${name}`);
      if (!entry?.checkVisibility()) return false;
      entry.click();
      return true;
    };
    assert.ok(await until(() => this.inView(page, open, pressed, view), Boolean), `There is no button for ${view}.`);
  }

  /** Opens the menu of a view (`menu`), or the panel of its text settings (`look`). */
  async popup(page, view, name) {
    const [button, box] = POPUPS[name];
    await this.inView(page, view, (root, selector) => root.querySelector(selector).click(), button);
    const isOpen = () =>
      this.inView(page, view, (root, selector) => root.querySelector(selector)?.matches(':popover-open') ?? false, box);
    assert.ok(await until(isOpen, Boolean), `${button} of ${view} opens nothing.`);
  }

  /** Has the text settings of a view in its tree, closed: their controls act all the same. */
  async loadTextPanel(page, view = 'reader') {
    if (await this.inView(page, view, (root) => root.querySelector('.look-panel') !== null)) return;
    await this.popup(page, view, 'look');
    await this.inView(page, view, (root) => root.querySelector('.look-panel').hidePopover());
  }

  /** Chooses an entry of the menu of a view. */
  async choose(page, view, entry) {
    await this.popup(page, view, 'menu');
    await this.inView(page, view, (root, name) => root.querySelector(`.menu .${name}`).click(), entry);
  }

  /** Goes on to another view, and waits until it is whole. */
  async show(page, view, timeout = PATIENCE) {
    await this.ask(page, view);
    const shown = await until(
      () => viewOf(page),
      (found) => found === view,
      timeout,
    );
    assert.equal(shown, view, `${page.url()} after ${timeout} ms`);
    await this.whole(page, view);
  }

  /** Puts all settings back by the button of a view, and waits until that is stored: a page that is closed before may take it along. */
  async reset(page, view = 'reader') {
    await this.loadTextPanel(page, view);
    await this.inView(page, view, (root) => root.querySelector('button.reset').click());
    const changed = () =>
      this.own(async (settings) => {
        const stored = await (globalThis.browser ?? chrome).storage.local.get(Object.keys(settings));
        return Object.keys(stored).filter((name) => stored[name] !== settings[name]);
      }, defaults);
    assert.deepEqual(await until(changed, ({ length }) => length === 0), []);
  }

  /** Waits until nothing of a view is being made or laid out. It may give way to another one before. */
  async whole(page, view, timeout = 3 * PATIENCE) {
    const isWhole = async () => {
      if ((await viewOf(page)) !== view) return true;
      try {
        const isBusy = await this.inView(page, view, (root) => root.querySelector('[aria-busy=true]') !== null);
        return !isBusy && (await page.$('[data-pith] [aria-busy=true]')) === null;
      } catch (error) {
        // Between the two questions it gave way.
        if ((await viewOf(page)) !== view) return true;
        throw error;
      }
    };
    assert.ok(await until(isWhole, Boolean, timeout), `${view} is not whole after ${timeout} ms on ${page.url()}.`);
  }

  /** A page with a view open on it: see `onPage`. */
  async inViewOf(view, path, options, use) {
    return this.inReader(path, options, async (page) => {
      await this.show(page, view);
      return use(page);
    });
  }

  /** Runs `body` with the reader's closed shadow root as its first argument. */
  inFrame(page, body, ...values) {
    return this.browser.inClosedRoot(page, READER, body, ...values);
  }

  /** The same with the closed shadow root of any view. */
  inView(page, view, body, ...values) {
    return this.browser.inClosedRoot(page, `[data-pith=${view}]`, body, ...values);
  }

  /**
   * Returns the middle of a control of a view, once it is to be seen and stays where it is: what is still laid out is missed.
   * Waits from here, because a sandboxed page runs no frames.
   */
  async middleOf(page, view, selector) {
    const middle = () =>
      this.inView(
        page,
        view,
        (root, wanted) => {
          const control = root.querySelector(wanted);
          if (!control?.checkVisibility({ opacityProperty: true })) return null;
          const { x, y, width, height } = control.getBoundingClientRect();
          return width > 0 ? [x + width / 2, y + height / 2] : null;
        },
        selector,
      ).catch(() => null);
    const steady = async () => {
      const before = await middle();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return String(await middle()) === String(before) ? before : null;
    };
    const found = await until(steady, Boolean);
    assert.ok(found, `There is no ${selector} in ${view}.`);
    return found;
  }

  /** Everything asked for since `mark` (a length of `server.requests`) but for what the browser asks by itself. */
  requestsSince(mark) {
    return this.server.since(mark).filter((request) => !BROWSERS_OWN.test(request));
  }
}

/** The view that is open on the page, `opening` while one is on its way for long, `nothing` for the notice, or null. */
export function viewOf(page) {
  return page.evaluate(() => document.querySelector(':root > [data-pith]')?.dataset.pith ?? null);
}

/**
 * Asks again and again until an answer is accepted, and returns that one; after `timeout` ms the last one. Asks from here:
 * on a page without scripts no timer of its own need run.
 */
export async function until(ask, isAccepted, timeout = PATIENCE) {
  for (const end = performance.now() + timeout; ; ) {
    const answer = await ask();
    if (isAccepted(answer) || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until a view is open, or none is. */
export async function reader(page, open, timeout = PATIENCE) {
  const isThere = (view) => (open ? view !== null && view !== 'opening' : view === null);
  const view = await until(() => viewOf(page), isThere, timeout);
  if (!isThere(view)) throw new Error(`waited ${timeout} ms, and the view is ${view}`);
}

/**
 * Waits for what a page or the shell has begun: until timers of up to `milliseconds` that were set before have run, and
 * two frames are drawn after them. On a busy machine that takes longer, as they do.
 */
export function rest(page, milliseconds) {
  return page.evaluate(
    (time) =>
      new Promise((resolve) =>
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))), time),
      ),
    milliseconds,
  );
}

/** Returns what the open reader shows. */
export function shown(page) {
  return page.evaluate((name) => {
    const article = document.querySelector(`${name} > article`);
    const body = article.querySelector('.pith-body');
    const text = (node) => node?.innerText.replace(/\s+/g, ' ').trim() ?? null;
    return {
      title: text(article.querySelector('h1')),
      facts: text(article.querySelector('.pith-facts')),
      dates: [...article.querySelectorAll('.pith-facts time')].map((time) => time.dateTime),
      text: text(body),
      whole: text(article),
      html: body?.innerHTML.replace(/https?:\/\/[\w-]+\.localhost/g, '') ?? null,
      dir: article.dir,
      lang: article.lang,
      direction: getComputedStyle(article).direction,
    };
  }, READER);
}

/** Waits for the view that is to be open on the page, null for none. */
export async function becomes(page, view) {
  assert.equal(
    await until(
      () => viewOf(page),
      (found) => found === view,
    ),
    view,
  );
}
