// One browser with the extension and one server, with helpers for Reader.

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

/** Selector of the element that Reader adds to the page. */
export const READER = '[data-pith=reader]';

/** The default window size. */
const WINDOW = { width: 1280, height: 900 };

/** Timeout in ms for anything awaited. Only failing tests wait that long. */
const PATIENCE = 20_000;

/** Buttons that open a popup, with the popup of each. */
const POPUPS = { menu: ['button.overflow', '.menu-sheet'], text: ['button.text', '.text-panel'] };

/** Returns the options for a session with the published extension. */
export const published = (driver) => ({ built: () => builtExtension(driver.name.toLowerCase()) });

/** Hosts that browsers contact on their own, with or without an extension. */
const BROWSERS_OWN =
  /^(?:[a-z]+ )(?:https?:\/\/)?(?:[\w-]+\.)*(?:google|googleapis|gvt1|mozilla|mozilla\.org|firefox|digicert)\.(?:com|net|org)[:/]/i;

export class Session {
  #driver;
  #options;
  #started;
  /** The extension page opened by `own`, and the page opened last for a test. */
  #own;
  #page;
  /** The page that several tests share, with its path. */
  #shared = null;

  /**
   * `driver` is tests/browser/chromium.mjs or firefox.mjs. `built` returns the folder of the extension. The other
   * options are passed to the driver.
   */
  constructor(driver, { built = () => testExtension(driver.name.toLowerCase()), ...options } = {}) {
    this.#driver = driver;
    this.#options = { built, ...options };
  }

  /** Starts browser and server, once. If only some tests of a suite need them, the first of these calls it. */
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
        // Larger than any image that a file may contain.
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

  /** Opens a page of tests/pages under a policy of the server, passes it to `use`, and closes it. */
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
   * Runs `body` on a page of the extension. The page stays open in the background, because opening one takes about a
   * second and covers the tested page.
   */
  async own(body, ...values) {
    const isThere = () => this.#own?.evaluate(() => Boolean((globalThis.browser ?? chrome).runtime.id));
    // It is closed when the extension is reloaded.
    if (!(await isThere()?.catch(() => false))) {
      this.#own = await this.browser.ownPage('welcome.html');
      await this.#page?.bringToFront();
    }
    return this.#own.evaluate(body, ...values);
  }

  /** Saves values of the extension directly, and deletes others by key. */
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

  /** Returns the extension's saved values whose keys start with `beginning`, by key. */
  stored(beginning) {
    return this.own(async (start) => {
      const all = Object.entries(await (globalThis.browser ?? chrome).storage.local.get(null));
      return Object.fromEntries(all.filter(([key]) => key.startsWith(start)));
    }, beginning);
  }

  /**
   * Deletes everything that the extension has saved, and closes shared pages. The next suite starts as after an
   * installation.
   */
  async clear() {
    await this.#endSharing();
    await this.own(() => (globalThis.browser ?? chrome).storage.local.clear());
  }

  /** Like `onPage`, with Reader open and complete, including formulas, which are rendered after the first paint. */
  async inReader(path, options, use) {
    return this.onPage(path, options, async (page) => {
      await this.open(page);
      await this.whole(page, 'reader');
      return use(page);
    });
  }

  /**
   * Like `inReader`, for tests that only read what is shown. The page stays open for the next test with this path, and
   * is resized to `viewport`. A failing test closes it.
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

  async leave(page, timeout) {
    // A click on the toolbar button would look for an article again.
    if ((await viewOf(page)) === 'nothing') {
      await page.keyboard.press('Escape');
      assert.equal(
        await until(
          () => viewOf(page),
          (view) => view === null,
          timeout,
        ),
        null,
      );
      return 0;
    }
    return this.#click(page, false, timeout);
  }

  /**
   * Clicks the toolbar button until Reader is open, or closed. The browsers' test click is sometimes lost (in Chromium,
   * `activeTab` isn't granted in time), so a click without effect is repeated. A view that is opening counts as an
   * effect, because another click would cancel it. Resolves to the number of clicks.
   */
  async #click(page, open, timeout = PATIENCE) {
    const hasEffect = (view) => (view !== null) === open;
    const shownView = () => viewOf(page);
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      await this.browser.clickAction(page);
      if (!hasEffect(await until(shownView, hasEffect, open ? timeout / 2 : timeout))) continue;
      // A view that is replaced by another one is briefly absent.
      const isDone = (view) => view !== 'opening' && hasEffect(view);
      if (isDone(await until(shownView, isDone, timeout))) return attempt;
    }
    assert.fail(`After 4 clicks the reader is still ${open ? 'closed' : 'open'} on ${page.url()}.`);
  }

  /** Opens another view with its button in the open one: `reader`, `simplify`, or `inspect`. */
  async ask(page, view) {
    const open = await viewOf(page);
    if (open === 'nothing' && view === 'inspect') {
      await this.inView(page, open, (root) => root.querySelector('.show-inspect').click());
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

  /** Opens the menu of a view (`menu`), or its panel of text settings (`text`). */
  async popup(page, view, name) {
    const [button, box] = POPUPS[name];
    await this.inView(page, view, (root, selector) => root.querySelector(selector).click(), button);
    const isOpen = () =>
      this.inView(page, view, (root, selector) => root.querySelector(selector)?.matches(':popover-open') ?? false, box);
    assert.ok(await until(isOpen, Boolean), `${button} of ${view} opens nothing.`);
  }

  /** Loads the text settings of a view without opening the panel. Their controls work anyway. */
  async loadTextPanel(page, view = 'reader') {
    if (await this.inView(page, view, (root) => root.querySelector('.text-panel') !== null)) return;
    await this.popup(page, view, 'text');
    await this.inView(page, view, (root) => root.querySelector('.text-panel').hidePopover());
  }

  /** Clicks a menu item of a view. */
  async choose(page, view, entry) {
    await this.popup(page, view, 'menu');
    await this.inView(page, view, (root, name) => root.querySelector(`.menu .${name}`).click(), entry);
  }

  /** Switches to another view, and waits until it is complete. */
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

  /**
   * Resets all settings with the button of a view, and waits until that is saved. Closing the page earlier could
   * prevent it.
   */
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

  /** Waits until a view is complete. It may be replaced by another one before. */
  async whole(page, view, timeout = 3 * PATIENCE) {
    const isWhole = async () => {
      if ((await viewOf(page)) !== view) return true;
      try {
        const isBusy = await this.inView(page, view, (root) => root.querySelector('[aria-busy=true]') !== null);
        return !isBusy && (await page.$('[data-pith] [aria-busy=true]')) === null;
      } catch (error) {
        // It was replaced between the two queries.
        if ((await viewOf(page)) !== view) return true;
        throw error;
      }
    };
    assert.ok(await until(isWhole, Boolean, timeout), `${view} is not whole after ${timeout} ms on ${page.url()}.`);
  }

  /** Like `onPage`, with a view open. */
  async inViewOf(view, path, options, use) {
    return this.inReader(path, options, async (page) => {
      await this.show(page, view);
      return use(page);
    });
  }

  /** Runs `body` with the closed shadow root of Reader as its first argument. */
  inFrame(page, body, ...values) {
    return this.browser.inClosedRoot(page, READER, body, ...values);
  }

  /** Runs `body` with the closed shadow root of any view as its first argument. */
  inView(page, view, body, ...values) {
    return this.browser.inClosedRoot(page, `[data-pith=${view}]`, body, ...values);
  }

  /**
   * Returns the center of a view's control once it is visible and stays in place, because a click on a moving control
   * misses. Polls from here, because a sandboxed page runs no frames.
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

  /** Returns all requests since `mark` (a length of `server.requests`), except the browser's own. */
  requestsSince(mark) {
    return this.server.since(mark).filter((request) => !BROWSERS_OWN.test(request));
  }
}

/**
 * Returns the view that is open on the page; `opening` while one takes long to open, `nothing` for the notice, or null.
 */
export function viewOf(page) {
  return page.evaluate(() => document.querySelector(':root > [data-pith]')?.dataset.pith ?? null);
}

/**
 * Repeats a query until its answer is accepted, and returns that answer; after `timeout` ms, the last one. Polls from
 * here, because a page without scripts may not run timers.
 */
export async function until(ask, isAccepted, timeout = PATIENCE) {
  for (const end = performance.now() + timeout; ; ) {
    const answer = await ask();
    if (isAccepted(answer) || performance.now() > end) return answer;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Waits until a view is open or closed. */
export async function reader(page, open, timeout = PATIENCE) {
  const isThere = (view) => (open ? view !== null && view !== 'opening' : view === null);
  const view = await until(() => viewOf(page), isThere, timeout);
  if (!isThere(view)) throw new Error(`waited ${timeout} ms, and the view is ${view}`);
}

/**
 * Waits for work that a page or the shell has started: until all timers of up to `milliseconds` set earlier have run,
 * and two frames have been drawn after them. On a busy machine this takes longer, as they do.
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

/** Returns what the open Reader shows. */
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

/** Waits until a view is open on the page; null for none. */
export async function becomes(page, view) {
  assert.equal(
    await until(
      () => viewOf(page),
      (found) => found === view,
    ),
    view,
  );
}
