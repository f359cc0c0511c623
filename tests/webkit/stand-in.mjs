// Drives WebKit with the userscript in place of the extension, which it can't load. Has those functions of
// tests/browser/chromium.mjs that tests of the views need. Simulates a userscript manager with a menu and persistent
// storage.

import { existsSync, readFileSync } from 'node:fs';
import { Complaint } from '../browser/complaint.mjs';
import * as webkit from '../browser/webkit.mjs';

export const name = 'WebKit';

const views = ['reader', 'simplify', 'inspect'];

/**
 * Starts the browser. `extension`: a list that starts with the userscript. The other options are those of webkit.mjs.
 */
export async function launch({ extension: [file], ...options }) {
  if (!existsSync(file)) throw new Complaint('The userscript is not built: run ./build.sh build first.');
  const script = readFileSync(file, 'utf8');
  const browser = await webkit.launch(options);
  let stored = {};
  let current = null;

  /** Injects the userscript into a loaded page. */
  const inject = (page) => page.run(`(${manager})(${JSON.stringify(stored)});\n${MANAGER}\n${script}`);
  const own = {
    evaluate: async (body, ...values) => {
      if (current)
        return current.evaluate(
          `const chrome = (${extensionOver})(globalThis.manager.stored);\n(${body})(...${JSON.stringify(values)})`,
        );
      return new Function('chrome', `return (${body})(...${JSON.stringify(values)})`)(extensionOver(stored));
    },
    close: () => {},
  };
  return {
    name,
    emulatesPhones: false,
    async newPage(url, { preload, ...more } = {}) {
      const before = current;
      const page = await browser.newPage(undefined, more);
      const { goto, close } = { goto: page.goto.bind(page), close: page.close.bind(page) };
      const keep = async () => {
        stored = (await page.evaluate(() => globalThis.manager?.stored).catch(() => null)) ?? stored;
      };
      page.goto = async (address) => {
        if (current === page) await keep();
        await goto(address);
        current = page;
        if (preload) await page.evaluate(preload);
        await inject(page);
      };
      page.emulateMediaType = (type) => page.evaluate(asMedia, type);
      page.reload = () => page.goto(page.url());
      page.close = async () => {
        await keep();
        if (current === page) current = before;
        await close();
      };
      if (url) await page.goto(url);
      return page;
    },
    ownPage: async () => own,
    /** Clicks the item of the open view in the manager's menu, which closes it, or that of Reader. */
    clickAction: (page) =>
      page.evaluate((all) => {
        const open = document.querySelector(':root > [data-pith]')?.dataset.pith;
        globalThis.manager.entries[Math.max(0, all.indexOf(open))]();
      }, views),
    /** Clicks a view's item in the manager's menu, which has no other items. */
    chooseEntry: (page, { entry }) =>
      page.evaluate((index) => globalThis.manager.entries[index](), views.indexOf(entry)),
    /**
     * Runs `body` in the page. Its first argument is the closed shadow root of the first element that matches
     * `selector`.
     */
    inClosedRoot(page, selector, body, ...values) {
      return page.evaluate(`
        const host = document.querySelector(${JSON.stringify(selector)});
        if (!host) throw new Error(${JSON.stringify(`There is no ${selector} on the page.`)});
        (${body})(globalThis.manager.roots.get(host), ...${JSON.stringify(values)})`);
    },
    /** The userscript runs in the page's own world. */
    inContentScript: (page, body, ...values) => page.evaluate(body, ...values),
    isolated: null,
    inBackground: null,
    close: () => browser.close(),
  };
}

/** The manager's functions, in the scope of the userscript. */
const MANAGER = `
  const GM = undefined, GM_info = { isIncognito: false };
  const GM_getValue = (key) => manager.stored[key];
  const GM_setValue = (key, value) => { manager.stored[key] = value; };
  const GM_deleteValue = (key) => { delete manager.stored[key]; };
  const GM_listValues = () => Object.keys(manager.stored);
  const GM_registerMenuCommand = (_, chosen) => manager.entries.push(chosen);`;

/** In the page: creates the state behind these functions, and records closed shadow roots. */
function manager(stored) {
  globalThis.manager = { stored, entries: [], roots: new WeakMap() };
  const attach = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (options) {
    const made = attach.call(this, options);
    globalThis.manager.roots.set(this, made);
    return made;
  };
}

/** In the page: applies our style sheets as for print (`print`) or screen, because WebKit's protocol can't. */
function asMedia(type) {
  const applied = { print: { print: 'all', screen: 'not all' }, screen: { all: 'print', 'not all': 'screen' } }[type];
  const change = (rules) => {
    for (const rule of rules ?? []) {
      if (rule.media && Object.hasOwn(applied, rule.media.mediaText))
        rule.media.mediaText = applied[rule.media.mediaText];
      change(rule.cssRules);
    }
  };
  const trees = [
    document,
    ...[...document.querySelectorAll('[data-pith]')].map((host) => globalThis.manager.roots.get(host)),
  ];
  for (const tree of trees) {
    for (const sheet of [...(tree?.adoptedStyleSheets ?? []), ...(tree?.styleSheets ?? [])]) change(sheet.cssRules);
  }
}

/** Simulates the browser API for the extension's pages, based on the manager's values. */
function extensionOver(stored) {
  const keysOf = (query) => {
    if (query === null) return Object.keys(stored);
    return typeof query === 'object' && !Array.isArray(query) ? Object.keys(query) : [query].flat();
  };
  const local = {
    async get(query = null) {
      const found = keysOf(query).filter((key) => Object.hasOwn(stored, key));
      return Object.fromEntries(found.map((key) => [key, JSON.parse(stored[key])]));
    },
    async set(values) {
      for (const [key, value] of Object.entries(values)) stored[key] = JSON.stringify(value);
    },
    async remove(query) {
      for (const key of keysOf(query)) delete stored[key];
    },
    clear: () => local.remove(null),
  };
  return { runtime: { id: 'pith-userscript' }, storage: { local, session: local } };
}
