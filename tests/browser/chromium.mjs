// Chromium with the extension loaded, driven over the DevTools protocol. The counterpart of firefox.mjs: same functions.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { browserPath } from './installed.mjs';

export const name = 'Chromium';

/** The page that the extension opens once it is installed. */
const WELCOME = 'welcome.html';

/** Collections of garbage after which nothing more is let go. */
const COLLECTIONS = 5;

/**
 * Starts Chromium.
 *
 * - `extension`: absolute path of an unpacked extension, or a list of them; the first is the one whose action is clicked.
 * - `proxy`: `host:port` that every request of the browser has to pass, those to the own machine included.
 * - `downloads`: the folder in which what pages save comes to stand.
 * - `headless`: false opens a window.
 */
export async function launch({ extension = [], proxy, downloads, headless = true, args = [] } = {}) {
  const extensions = [extension].flat();
  const browser = await puppeteer.launch({
    executablePath: browserPath('chromium'),
    headless,
    pipe: true,
    enableExtensions: extensions.length > 0,
    defaultViewport: headless ? { width: 1280, height: 900 } : null,
    protocolTimeout: 300_000,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--mute-audio',
      '--autoplay-policy=no-user-gesture-required',
      ...(proxy ? [`--proxy-server=${proxy}`, '--proxy-bypass-list=<-loopback>'] : []),
      ...args,
    ],
  });
  if (downloads) {
    const session = await browser.target().createCDPSession();
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath: downloads });
  }
  const ids = [];
  for (const path of extensions) ids.push(await installed(browser, path));
  let clicked = (await browser.extensions()).get(ids[0]);

  return {
    name,
    browser,
    emulatesPhones: true,
    newPage: (url, options) => newPage(browser, url, options),
    /** Opens a document of any kind in a new tab. */
    openDocument: (url) => newPage(browser, url),
    /** Opens a page of the clicked extension in a new tab. */
    ownPage: (file, options) => newPage(browser, `chrome-extension://${ids[0]}/${file}`, options),
    /** Opens a page of the extension beside it. */
    otherPage: (file) => newPage(browser, `chrome-extension://${ids[1]}/${file}`),
    /** Has the system be dark, or light. */
    setDark: (page, isDark) =>
      page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]),
    /** Has the system force its colors, or not: until the page is closed. */
    async setForced(page, isForced) {
      const session = await page.createCDPSession();
      const features = [{ name: 'forced-colors', value: isForced ? 'active' : 'none' }];
      await session.send('Emulation.setEmulatedMedia', { features });
    },
    /** One real click on the toolbar button: fires `action.onClicked` and grants `activeTab`. */
    async clickAction(page) {
      await page.bringToFront();
      await clicked.triggerAction(page);
    },
    /** Runs `body` in the page, its first argument the closed shadow root of the first element that matches `selector`. */
    async inClosedRoot(page, selector, body, ...values) {
      const session = await page.createCDPSession();
      try {
        // Not by way of the whole document, which is long to write down.
        const { result: host } = await session.send('Runtime.evaluate', {
          expression: `Document.prototype.querySelector.call(document, ${JSON.stringify(selector)})`,
        });
        if (host.subtype !== 'node') throw new Error(`There is no ${selector} on the page.`);
        const { node } = await session.send('DOM.describeNode', { objectId: host.objectId });
        const { object } = await session.send('DOM.resolveNode', { backendNodeId: node.shadowRoots[0].backendNodeId });
        const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
          functionDeclaration: String(body),
          objectId: object.objectId,
          arguments: [{ objectId: object.objectId }, ...values.map((value) => ({ value }))],
          awaitPromise: true,
          returnByValue: true,
        });
        if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
        return result.value;
      } finally {
        await session.detach();
      }
    },
    /** Takes the clicked extension away and installs it again, which ends its scripts as an update does. */
    async reinstall() {
      await browser.uninstallExtension(ids[0]);
      ids[0] = await installed(browser, extensions[0]);
      clicked = (await browser.extensions()).get(ids[0]);
    },
    /** Lets the clicked extension run in private windows. */
    async allowInPrivate() {
      const session = await browser.target().createCDPSession();
      await session.send('Extensions.loadUnpacked', { path: extensions[0], enableInIncognito: true });
      await session.detach();
      clicked = (await browser.extensions()).get(ids[0]);
      const isAllowed = () => this.onOwnPage(() => chrome.extension.isAllowedIncognitoAccess());
      await untilAnswered(isAllowed, 'The extension is not let into private windows.', { timeout: 10_000 });
    },
    /** Runs `body` in a page of the clicked extension, whose background may have ended and not be heard of again. */
    async onOwnPage(body, ...values) {
      const own = await this.ownPage('options.html');
      try {
        return await own.evaluate(body, ...values);
      } finally {
        await own.close();
      }
    },
    /** Opens `url` in a private window. Returns the page. */
    async openPrivate(url) {
      await this.onOwnPage((wanted) => chrome.windows.create({ incognito: true, url: wanted }), url);
      const target = await browser.waitForTarget((found) => found.type() === 'page' && found.url() === url);
      const page = await target.page();
      await page.waitForFunction(() => document.readyState === 'complete');
      return page;
    },
    /** One real click on the toolbar button of the private window. */
    clickInPrivate(page) {
      return this.clickAction(page);
    },
    /** The background of the clicked extension, as Puppeteer's worker, once it knows of the browser. */
    async background() {
      const background = `chrome-extension://${ids[0]}/background.js`;
      const knowing = async () => {
        const target = await browser.waitForTarget((found) => found.url() === background, { timeout: 10_000 });
        const worker = await target.worker();
        return (await worker.evaluate(() => 'chrome' in globalThis)) && worker;
      };
      return untilAnswered(knowing, 'The background does not answer.');
    },
    /** Runs `body` in it. */
    async inBackground(body, ...values) {
      return (await this.background()).evaluate(body, ...values);
    },
    /**
     * Has the background hear that an entry of the browser's menu was chosen, which no protocol reaches. It is no press of a
     * person, so the browser answers no question for permission, and gives access to no page.
     */
    async chooseEntry(page, { entry, link }) {
      await page.bringToFront();
      await this.inBackground(
        async (menuItemId, linkUrl) => {
          const [tab] = await chrome.tabs.query({ active: true, lastFocusedWindow: true });
          chrome.contextMenus.onClicked.dispatch({ menuItemId, linkUrl, editable: false }, tab);
        },
        entry,
        link,
      );
    },
    /** Has the clicked extension load itself anew. The browser does not survive a further click on its button. */
    async reload() {
      // The answer dies with the background.
      const reloaded = this.inBackground(() => chrome.runtime.reload()).catch(() => {});
      await Promise.race([reloaded, new Promise((resolve) => setTimeout(resolve, 1_000))]);
    },
    /** Runs `body` in the content script's isolated world of the page's main frame. */
    async isolated(page, body, ...values) {
      const realms = page.mainFrame().extensionRealms();
      const own = await Promise.all(realms.map(async (realm) => (await realm.extension())?.id === clicked.id));
      const realm = realms.find((_, index) => own[index]);
      if (!realm) throw new Error('The content script has not run on this page yet.');
      return realm.evaluate(body, ...values);
    },
    /** Runs `body` where the scripts of the clicked extension run in the page, once one has. */
    inContentScript(page, body, ...values) {
      return this.isolated(page, body, ...values);
    },
    /** Counts what the page's process holds once nothing more is collected. `bytes` are those of its heap, of which a few come and go. */
    async held(page) {
      const session = await page.createCDPSession();
      try {
        // What one collection lets go of another may find.
        for (let times = 0; times < COLLECTIONS; times += 1) await session.send('HeapProfiler.collectGarbage');
        const { nodes, jsEventListeners, documents } = await session.send('Memory.getDOMCounters');
        const { usedSize } = await session.send('Runtime.getHeapUsage');
        return { nodes, listeners: jsEventListeners, documents, bytes: usedSize };
      } finally {
        await session.detach();
      }
    },
    close: () => browser.close(),
  };
}

/** Installs an extension and returns its id. The page that it opens then, if it has one, is closed. */
async function installed(browser, path) {
  const id = await browser.installExtension(path);
  if (existsSync(join(path, WELCOME))) {
    const target = await browser.waitForTarget((found) => found.url().endsWith(`${id}/${WELCOME}`), {
      timeout: 60_000,
    });
    await (await target.page()).close();
  }
  return id;
}

/** Opens `url` in a new tab. `preload` is a function that runs in the page's own world before any script of the page. */
export async function newPage(browser, url, { viewport, preload, waitUntil = 'load', timeout = 180_000 } = {}) {
  const page = await browser.newPage();
  if (viewport) await page.setViewport(viewport);
  if (preload) await page.evaluateOnNewDocument(preload);
  if (url) await page.goto(url, { waitUntil, timeout });
  return page;
}

/**
 * Asks until the answer is true, and returns it. A background that is about to end never answers, so each question has
 * `timeout` ms.
 */
async function untilAnswered(ask, complaint, { timeout = 1_000 } = {}) {
  const wait = (ms) => new Promise((resolve) => setTimeout(() => resolve(false), ms));
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(10)) {
    const answer = await Promise.race([ask().catch(() => false), wait(timeout)]);
    if (answer) return answer;
  }
  throw new Error(complaint);
}
