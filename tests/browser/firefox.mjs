// Drives Firefox with the extension over WebDriver BiDi. Has the same functions as chromium.mjs.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import puppeteer from 'puppeteer-core';
import { newPage } from './chromium.mjs';
import { browserPath } from './installed.mjs';

export const name = 'Firefox';

/** Number of garbage collections after which nothing more is released. */
const COLLECTIONS = 5;

/**
 * Preferences that make touch the only pointer of desktop Firefox, as on Android. The layout stays that of the desktop.
 */
const FINGERS = {
  'dom.w3c_touch_events.enabled': 1,
  'ui.primaryPointerCapabilities': 1,
  'ui.allPointerCapabilities': 1,
};

/** Starts Firefox. Options: those of chromium.mjs, `preferences`, and `hasFingers` for a device without a mouse. */
export async function launch({ hasFingers = false, preferences = {}, ...options } = {}) {
  const { extension = [], proxy, downloads, headless = true, args = [] } = options;
  const extensions = [extension].flat();
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: browserPath('firefox'),
    headless,
    defaultViewport: headless ? { width: 1280, height: 900 } : null,
    // On a busy machine, starting can take long.
    timeout: 180_000,
    protocolTimeout: 300_000,
    // Without system access, nothing outside the page can be reached, including the toolbar.
    args: ['-remote-allow-system-access', ...args],
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      'media.cubeb.backend': 'null',
      ...(downloads && downloadPreferences(downloads)),
      ...proxyPreferences(proxy),
      ...(hasFingers && FINGERS),
      ...preferences,
    },
  });
  const ids = [];
  for (const path of extensions) ids.push(await installExtension(browser, path));
  const [id] = ids;

  return {
    name,
    browser,
    emulatesPhones: false,
    newPage: (url, options) => newPage(browser, url, options),
    /** Opens a document of any kind in a new tab. */
    openDocument: (url) => openDocument(browser, url),
    /** Opens a page of the clicked extension in a new tab. */
    ownPage: (file, options) => extensionPage(browser, id, file, options),
    /** Opens a page of another extension. */
    otherPage: (file) => extensionPage(browser, ids[1], file),
    /** Sets the system's color scheme. */
    setDark: (_page, isDark) =>
      inBrowserWindow(
        browser,
        `Services.prefs.setIntPref('layout.css.prefers-color-scheme.content-override', ${isDark ? 0 : 1})`,
      ),
    /** Switches the system's forced colors on or off. */
    setForced: (_page, isForced) =>
      inBrowserWindow(browser, `Services.prefs.setIntPref('browser.display.document_color_use', ${isForced ? 2 : 0})`),
    /** Clicks the toolbar button, which fires `action.onClicked` and grants `activeTab`. */
    async clickAction(page) {
      await page.bringToFront();
      await inBrowserWindow(
        browser,
        `(() => {
        const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(id)});
        const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
        ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(window);
      })()`,
      );
    },
    /** Records the titles and badges of the toolbar button from now on. */
    async listenToAction() {
      await inBrowserWindow(browser, `(${listenToAction})(${JSON.stringify(id)})`);
    },
    /** Returns the recorded titles and badges. */
    async saidByAction() {
      const { value } = await inBrowserWindow(browser, 'JSON.stringify(window.saidByAction)');
      return JSON.parse(value);
    },
    /**
     * Runs `body` in the page. Its first argument is the closed shadow root of the first element that matches
     * `selector`.
     */
    async inClosedRoot(page, selector, body, ...values) {
      const target = { context: page.mainFrame()._id };
      const host = await runCommand(browser, 'script.evaluate', {
        expression: `document.querySelector(${JSON.stringify(selector)})`,
        target,
        awaitPromise: false,
        serializationOptions: { includeShadowTree: 'all', maxDomDepth: 1 },
      });
      if (host.type !== 'node') throw new Error(`There is no ${selector} on the page.`);
      const answer = await runCommand(browser, 'script.callFunction', {
        // Values are passed as JSON, because the protocol's own format differs too much from JavaScript.
        functionDeclaration: `async (root, values) => JSON.stringify(await (${body})(root, ...JSON.parse(values)))`,
        arguments: [{ sharedId: host.value.shadowRoot.sharedId }, { type: 'string', value: JSON.stringify(values) }],
        target,
        awaitPromise: true,
      });
      return answer.type === 'string' ? JSON.parse(answer.value) : undefined;
    },
    /** Reloads the clicked extension, which ends its scripts like an update. */
    async reload() {
      await inBrowserWindow(
        browser,
        `(async () => {
        const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
        await (await AddonManager.getAddonByID(${JSON.stringify(id)})).reload();
      })()`,
      );
    },
    /** Revokes the clicked extension's permission for a site, as users do in the add-ons manager. */
    async revoke(origin) {
      await inBrowserWindow(
        browser,
        `(async () => {
        const { ExtensionPermissions } = ChromeUtils.importESModule('resource://gre/modules/ExtensionPermissions.sys.mjs');
        const { extension } = WebExtensionPolicy.getByID(${JSON.stringify(id)});
        const origins = [${JSON.stringify(origin)}];
        await ExtensionPermissions.remove(${JSON.stringify(id)}, { permissions: [], origins }, extension);
      })()`,
      );
    },
    /** Clicks an item of the clicked extension in the context menu at a point of the page, by id. */
    async chooseEntry(page, { point, entry }) {
      await page.bringToFront();
      await page.mouse.click(...point, { button: 'right' });
      await inBrowserWindow(browser, `(${chooseEntry})(${JSON.stringify(`-menuitem-_${entry}`)})`);
    },
    /** Returns the ids of the clicked extension's items in the context menu at a point of the page. */
    async entriesAt(page, point) {
      await page.bringToFront();
      await page.mouse.click(...point, { button: 'right' });
      const { value } = await inBrowserWindow(browser, `(${entriesOf})(${JSON.stringify(id)})`);
      return value === '' ? [] : value.split(' ');
    },
    /** Waits for a permission prompt of the browser and answers it. */
    async answerPrompt(isGranted) {
      await inBrowserWindow(browser, `(${answerPrompt})(${isGranted})`);
    },
    /** Allows the clicked extension in private windows, as users do in the add-ons manager. */
    async allowInPrivate() {
      await inBrowserWindow(browser, `(${allowInPrivate})(${JSON.stringify(id)})`);
    },
    /** Opens `url` in a private window. Returns the page. */
    async openPrivate(url) {
      await inBrowserWindow(browser, `(${openPrivate})(${JSON.stringify(url)})`);
      return (await browser.pages()).find((page) => page.url() === url);
    },
    /** Clicks the toolbar button of the private window. */
    async clickInPrivate() {
      await inBrowserWindow(browser, `(${clickInPrivate})(${JSON.stringify(id)})`);
    },
    /**
     * Opens Firefox's own reader view in the page's tab with its shortcut. Returns the ms until its text was painted.
     */
    async openOwnReader(page) {
      await page.bringToFront();
      const { value } = await inBrowserWindow(
        browser,
        `(${timeOwnReader})(${JSON.stringify(`data:,${encodeURIComponent(`(${watchOwnReader})()`)}`)})`,
      );
      return value;
    },
    /**
     * No protocol reaches Firefox's content script sandbox. Code run by `inContentScript` isn't in the page's world.
     */
    isolated: null,
    /**
     * Runs `body` in the sandbox of the clicked extension, once it has run a script in the page. Values and result are
     * JSON.
     */
    async inContentScript(page, body, ...values) {
      await page.bringToFront();
      const source = `(async () => JSON.stringify(await (${body})(...${JSON.stringify(values)})))()`;
      const script = `(${evaluateInSandbox})(${JSON.stringify(id)}, ${JSON.stringify(source)})`;
      const { value } = await inBrowserWindow(
        browser,
        `(${runInTab})(${JSON.stringify(`data:,${encodeURIComponent(script)}`)})`,
      );
      const { answer, failure } = JSON.parse(value);
      if (failure) throw new Error(failure);
      return answer === undefined ? undefined : JSON.parse(answer);
    },
    /**
     * Counts the objects of the page's window after garbage collection: event targets, listeners, and bytes of the
     * document's nodes and style sheets. `bytes` counts nodes outside the document, and fluctuates slightly.
     */
    async held(page) {
      await page.bringToFront();
      const script = `(${collectGarbage})(${COLLECTIONS})`;
      await inBrowserWindow(browser, `(${runInTab})(${JSON.stringify(`data:,${encodeURIComponent(script)}`)})`);
      const { value } = await inBrowserWindow(browser, `(${reportMemory})(${JSON.stringify(page.url())})`);
      return JSON.parse(value);
    },
    /** No protocol reaches the extension's background. */
    inBackground: null,
    close: () => browser.close(),
  };
}

/** Opens a page of an extension in a new tab. */
async function extensionPage(browser, id, file, options) {
  const policy = `WebExtensionPolicy.getByID(${JSON.stringify(id)})`;
  const { value: url } = await inBrowserWindow(browser, `${policy}.getURL(${JSON.stringify(file)})`);
  return openDocument(browser, url, options);
}

/**
 * Opens a document in a new tab. Firefox waits for it to load, because Puppeteer gets no load events of extension
 * pages.
 */
async function openDocument(browser, url, options) {
  const page = await newPage(browser, undefined, options);
  const context = page.mainFrame()._id;
  const complete = (method, values) => browser.connection.send(method, { context, wait: 'complete', ...values });
  page.reload = async () => {
    await complete('browsingContext.reload');
    // Puppeteer still has the old document. Firefox announces the new document's realms only once a script runs in
    // them.
    page.mainFrame().clearDocumentHandle();
    await page.$('html');
  };
  await complete('browsingContext.navigate', { url });
  return page;
}

/** In the browser window: records the titles and badges of an extension's toolbar button. */
function listenToAction(id) {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const { extension } = WebExtensionPolicy.getByID(id);
  const { action } = ExtensionParent.apiManager.global.browserActionFor(extension);
  if (!Object.hasOwn(action, 'setPropertyFromDetails')) {
    const set = action.setPropertyFromDetails;
    action.setPropertyFromDetails = (details, name, value) => {
      window.saidByAction.push(String(value));
      return set.call(action, details, name, value);
    };
  }
  window.saidByAction = [];
  // If the popup of an earlier notification is open, a click would only close it.
  for (const panel of document.getElementsByTagName('panel')) panel.hidePopup();
}

/** In the browser window: clicks the item of the open menu whose id ends with `suffix`. */
async function chooseEntry(suffix) {
  const menu = document.getElementById('contentAreaContextMenu');
  const waitUntilOpen = async (popup) => {
    while (popup.state !== 'open') await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await waitUntilOpen(menu);
  const item = menu.querySelector(`menuitem[id$="${suffix}"]`);
  const popups = [];
  for (let at = item.closest('menupopup'); at && at !== menu; at = at.parentNode.closest('menupopup'))
    popups.unshift(at);
  for (const popup of popups) {
    popup.parentNode.openMenu(true);
    await waitUntilOpen(popup);
  }
  (popups.at(-1) ?? menu).activateItem(item);
}

/** In the browser window: returns the ids of an extension's items in the open menu, and closes the menu. */
async function entriesOf(id) {
  const menu = document.getElementById('contentAreaContextMenu');
  const waitFor = async (state) => {
    while (menu.state !== state) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  await waitFor('open');
  const name = id.toLowerCase().replaceAll(/[^a-z0-9_-]/g, '_');
  const items = menu.querySelectorAll(`[id^="${name}-menuitem-_"]`);
  const ids = [...items].filter(({ hidden }) => !hidden).map((item) => item.id.split('-menuitem-_')[1]);
  menu.hidePopup();
  await waitFor('closed');
  return ids.join(' ');
}

/** In the browser window: clicks a button of the open prompt. */
async function answerPrompt(isGranted) {
  const { panel } = PopupNotifications;
  const isShown = () => panel.state === 'open' && panel.firstElementChild?.id.startsWith('addon-webext-permissions');
  while (!isShown()) await new Promise((resolve) => setTimeout(resolve, 10));
  const { button, secondaryButton } = panel.firstElementChild;
  (isGranted ? button : secondaryButton).click();
}

/** In the browser window: allows the extension in private windows, and reloads it. */
async function allowInPrivate(id) {
  const load = (name) => ChromeUtils.importESModule(`resource://gre/modules/${name}.sys.mjs`)[name];
  const permissions = ['internal:privateBrowsingAllowed'];
  await load('ExtensionPermissions').add(id, { permissions, origins: [] });
  await (await load('AddonManager').getAddonByID(id)).reload();
  const isThere = () => WebExtensionPolicy.getByID(id)?.active === true;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** In the browser window: opens a private window, and waits until its page has loaded. */
async function openPrivate(url) {
  const opened = OpenBrowserWindow({ private: true });
  await new Promise((resolve) => opened.addEventListener('load', resolve, { once: true }));
  await opened.delayedStartupPromise;
  opened.openTrustedLinkIn(url, 'current');
  const isThere = () =>
    opened.gBrowser.currentURI.spec === url && !opened.gBrowser.selectedBrowser.webProgress.isLoadingDocument;
  while (!isThere()) await new Promise((resolve) => setTimeout(resolve, 10));
}

/** In the browser window: clicks the toolbar button of the private window. */
function clickInPrivate(id) {
  const { ExtensionParent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionParent.sys.mjs');
  const isPrivate = (opened) => PrivateBrowsingUtils.isWindowPrivate(opened);
  const opened = [...Services.wm.getEnumerator('navigator:browser')].find(isPrivate);
  opened.focus();
  const { extension } = WebExtensionPolicy.getByID(id);
  ExtensionParent.apiManager.global.browserActionFor(extension).triggerAction(opened);
}

/** In the browser window: runs a script in the process of the selected tab, and returns its result. */
function runInTab(script) {
  const { messageManager } = gBrowser.selectedBrowser;
  return new Promise((resolve) => {
    const listener = ({ data }) => {
      messageManager.removeMessageListener('evaluated', listener);
      resolve(data);
    };
    messageManager.addMessageListener('evaluated', listener);
    messageManager.loadFrameScript(script, false);
  });
}

/** In a tab, as a frame script: evaluates source code in an extension's content script sandbox. */
async function evaluateInSandbox(id, source) {
  const send = (answer) => sendAsyncMessage('evaluated', JSON.stringify(answer));
  try {
    const { ExtensionContent } = ChromeUtils.importESModule('resource://gre/modules/ExtensionContent.sys.mjs');
    const { sandbox } = ExtensionContent.getContextByExtensionId(id, content);
    send({ answer: await Cu.evalInSandbox(source, sandbox) });
  } catch (error) {
    send({ failure: String(error) });
  }
}

/** In a tab, as a frame script: collects garbage until nothing more is released. */
async function collectGarbage(times) {
  for (let at = 0; at < times; at += 1) {
    Cu.forceGC();
    Cu.forceCC();
    await new Promise((resolve) => content.setTimeout(resolve, 50));
  }
  sendAsyncMessage('evaluated', '');
}

/** In the browser window: sums the reported memory of a page's window, as shown in about:memory. */
function reportMemory(url) {
  // Slashes within a segment of these paths are written as backslashes.
  const part = url.replaceAll('/', '\\');
  const kinds = {
    targets: /event-targets$/,
    listeners: /event-listeners$/,
    nodes: /\/dom\/(?:element|text|cdata|comment|document|attribute)-nodes$/,
    bytes: /orphan-nodes$/,
    sheets: /style-sheets/,
  };
  const sums = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
  const add = (_process, path, _kind, _units, amount) => {
    if (!path.includes(part)) return;
    for (const [kind, pattern] of Object.entries(kinds)) if (pattern.test(path)) sums[kind] += amount;
  };
  const manager = Cc['@mozilla.org/memory-reporter-manager;1'].getService(Ci.nsIMemoryReporterManager);
  return new Promise((resolve) => {
    manager.getReports(add, null, () => resolve(JSON.stringify(sums)), null, false);
  });
}

/** In a tab, as a frame script: reports when the text of a reader view was painted. */
function watchOwnReader() {
  const send = () => sendAsyncMessage('painted', Date.now());
  const shown = () => content.requestAnimationFrame(() => content.setTimeout(send));
  addEventListener('AboutReaderContentReady', shown, false, true);
}

/**
 * In the browser window: sends the shortcut of the reader view. `script` runs in each tab, because the reader view is
 * in another process.
 */
async function timeOwnReader(script) {
  const { messageManager } = window;
  let listener;
  const painted = new Promise((resolve) => {
    listener = ({ data }) => resolve(data);
  });
  messageManager.addMessageListener('painted', listener);
  messageManager.loadFrameScript(script, true);
  const start = Date.now();
  document.getElementById('View:ReaderView').doCommand();
  const time = (await painted) - start;
  messageManager.removeDelayedFrameScript(script);
  messageManager.removeMessageListener('painted', listener);
  return time;
}

/** Installs an extension from its folder or zip file until the browser closes, and returns its id. */
async function installExtension(browser, path) {
  const id = path.endsWith('.zip') ? await installFile(browser, path) : await browser.installExtension(path);
  // Close the page that the extension opens, if any.
  if (path.endsWith('.zip') || existsSync(join(path, 'welcome.html'))) {
    await inBrowserWindow(browser, `(${closeTab})('/welcome.html')`);
  }
  return id;
}

/** Installs an extension from a zip file. */
async function installFile(browser, path) {
  const extensionData = { type: 'archivePath', path };
  const { result } = await browser.connection.send('webExtension.install', { extensionData });
  return result.extension;
}

/** In the browser window: closes the tab whose URL ends with `end`, once it exists. */
async function closeTab(end) {
  const found = () => gBrowser.tabs.find(({ linkedBrowser }) => linkedBrowser.currentURI.spec.endsWith(end));
  for (let i = 0; i < 6_000 && !found(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
  gBrowser.removeTab(found());
}

/**
 * Evaluates an expression in the browser window, which contains the toolbar. Returns the value in the protocol's
 * format.
 */
async function inBrowserWindow(browser, expression) {
  const tree = await browser.connection.send('browsingContext.getTree', { 'moz:scope': 'chrome' });
  const window = tree.result.contexts.find(({ url }) => url === 'chrome://browser/content/browser.xhtml');
  const target = { context: window.context };
  return runCommand(browser, 'script.evaluate', { expression, target, awaitPromise: true });
}

/** Sends a script command and returns its result. */
async function runCommand(browser, method, parameters) {
  const { result } = await browser.connection.send(method, parameters);
  if (result.type !== 'success')
    throw new Error(`Firefox refused: ${result.exceptionDetails?.text ?? JSON.stringify(result)}`);
  return result.result;
}

/** Returns preferences for the download folder. The downloads panel stays closed: it would receive the next keys. */
function downloadPreferences(folder) {
  return {
    'browser.download.folderList': 2,
    'browser.download.dir': folder,
    'browser.download.alwaysOpenPanel': false,
  };
}

function proxyPreferences(proxy) {
  if (!proxy) return {};
  const [host, port] = proxy.split(':');
  return {
    'network.proxy.type': 1,
    'network.proxy.http': host,
    'network.proxy.http_port': Number(port),
    'network.proxy.ssl': host,
    'network.proxy.ssl_port': Number(port),
    'network.proxy.allow_hijacking_localhost': true,
    'network.proxy.no_proxies_on': '',
    // Firefox's own requests would only distort the counts.
    'network.captive-portal-service.enabled': false,
    'network.connectivity-service.enabled': false,
    'browser.safebrowsing.malware.enabled': false,
    'browser.safebrowsing.phishing.enabled': false,
    'extensions.getAddons.cache.enabled': false,
  };
}
