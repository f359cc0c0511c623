// Drives Chromium with the extension over the DevTools protocol. Has the same functions as firefox.mjs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { browserPath } from './installed.mjs';

export const name = 'Chromium';

/** The page that the extension opens after installation. */
const WELCOME = 'welcome.html';

/** Number of garbage collections after which nothing more is released. */
const COLLECTIONS = 5;

/**
 * Starts Chromium.
 *
 * - `extension`: absolute path of an unpacked extension, or a list of paths. The first is the one that is clicked.
 * - `proxy`: `host:port` of the proxy for all requests of the browser, including those to localhost.
 * - `downloads`: the folder for files saved by pages.
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
  for (const path of extensions) ids.push(await installExtension(browser, path));
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
    /** Opens a page of another extension. */
    otherPage: (file) => newPage(browser, `chrome-extension://${ids[1]}/${file}`),
    /** Sets the system's color scheme. */
    setDark: (page, isDark) =>
      page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: isDark ? 'dark' : 'light' }]),
    /** Switches the system's forced colors on or off, until the page is closed. */
    async setForced(page, isForced) {
      const session = await page.createCDPSession();
      const features = [{ name: 'forced-colors', value: isForced ? 'active' : 'none' }];
      await session.send('Emulation.setEmulatedMedia', { features });
    },
    /** Clicks the toolbar button, which fires `action.onClicked` and grants `activeTab`. */
    async clickAction(page) {
      await page.bringToFront();
      await clicked.triggerAction(page);
    },
    /**
     * Runs `body` in the page. Its first argument is the closed shadow root of the first element that matches
     * `selector`.
     */
    async inClosedRoot(page, selector, body, ...values) {
      const session = await page.createCDPSession();
      try {
        // Finds the root without serializing the whole document, which is slow.
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
    /** Uninstalls and reinstalls the clicked extension, which ends its scripts like an update. */
    async reinstall() {
      await browser.uninstallExtension(ids[0]);
      ids[0] = await installExtension(browser, extensions[0]);
      clicked = (await browser.extensions()).get(ids[0]);
    },
    /** Allows the clicked extension in private windows. */
    async allowInPrivate() {
      const session = await browser.target().createCDPSession();
      await session.send('Extensions.loadUnpacked', { path: extensions[0], enableInIncognito: true });
      await session.detach();
      clicked = (await browser.extensions()).get(ids[0]);
      const isAllowed = () => this.onOwnPage(() => chrome.extension.isAllowedIncognitoAccess());
      await retry(isAllowed, 'The extension is not allowed in private windows.', { timeout: 10_000 });
    },
    /** Runs `body` on a page of the clicked extension, because its background may have been stopped. */
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
    /** Clicks the toolbar button of the private window. */
    clickInPrivate(page) {
      return this.clickAction(page);
    },
    /** Returns the background of the clicked extension as a Puppeteer worker, once Puppeteer is connected to it. */
    async background() {
      const background = `chrome-extension://${ids[0]}/background.js`;
      const connectedWorker = async () => {
        const target = await browser.waitForTarget((found) => found.url() === background, { timeout: 10_000 });
        const worker = await target.worker();
        return (await worker.evaluate(() => 'chrome' in globalThis)) && worker;
      };
      return retry(connectedWorker, 'The background does not answer.');
    },
    /** Runs `body` in the background. */
    async inBackground(body, ...values) {
      return (await this.background()).evaluate(body, ...values);
    },
    /**
     * Simulates a click on an item in the browser's context menu, which no protocol can reach. It isn't a user gesture,
     * so the browser shows no permission prompts and grants no access to pages.
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
    /** Makes the clicked extension reload itself. Any later click on its button ends the browser. */
    async reload() {
      // The background is stopped before it can respond.
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
    /** Runs `body` in the isolated world of the clicked extension, once it has run a script in the page. */
    inContentScript(page, body, ...values) {
      return this.isolated(page, body, ...values);
    },
    /**
     * Counts the objects in the page's process after garbage collection. `bytes` is the heap size, which fluctuates
     * slightly.
     */
    async held(page) {
      const session = await page.createCDPSession();
      try {
        // Objects released by one collection can make others collectable.
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

/** Installs an extension and returns its id. Closes the page that it opens, if any. */
async function installExtension(browser, path) {
  const id = await browser.installExtension(path);
  if (existsSync(join(path, WELCOME))) {
    const target = await browser.waitForTarget((found) => found.url().endsWith(`${id}/${WELCOME}`), {
      timeout: 60_000,
    });
    await (await target.page()).close();
  }
  return id;
}

/** Opens `url` in a new tab. `preload` is a function that runs in the page's own world before the page's scripts. */
export async function newPage(browser, url, { viewport, preload, waitUntil = 'load', timeout = 180_000 } = {}) {
  const page = await browser.newPage();
  if (viewport) await page.setViewport(viewport);
  if (preload) await page.evaluateOnNewDocument(preload);
  if (url) await page.goto(url, { waitUntil, timeout });
  return page;
}

/**
 * Retries until the result is truthy, and returns it. A background that is shutting down never responds, so each
 * attempt times out after `timeout` ms. Throws an error with `message` after two minutes.
 */
async function retry(attempt, message, { timeout = 1_000 } = {}) {
  const wait = (ms) => new Promise((resolve) => setTimeout(() => resolve(false), ms));
  for (const end = Date.now() + 120_000; Date.now() < end; await wait(10)) {
    const answer = await Promise.race([attempt().catch(() => false), wait(timeout)]);
    if (answer) return answer;
  }
  throw new Error(message);
}
