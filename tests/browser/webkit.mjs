// Drives WebKitGTK's MiniBrowser over WebDriver, on an invisible display. It can't load extensions. Has the functions
// of chromium.mjs for pages.

import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'acorn';
import { browserPath, programForWebKit } from './installed.mjs';

export const name = 'WebKit';

/** Timeout in ms for starting the display and the driver. */
const START_TIMEOUT = 60_000;
/** Timeout in ms for loading a script or a page. */
const LOAD_TIMEOUT = 300_000;

/** Key codes of keys without a character, by name. */
const KEYS = {
  Backspace: '\ue003',
  Tab: '\ue004',
  Enter: '\ue007',
  Shift: '\ue008',
  Control: '\ue009',
  Alt: '\ue00a',
  Escape: '\ue00c',
  Space: ' ',
  PageUp: '\ue00e',
  PageDown: '\ue00f',
  End: '\ue010',
  Home: '\ue011',
  ArrowLeft: '\ue012',
  ArrowUp: '\ue013',
  ArrowRight: '\ue014',
  ArrowDown: '\ue015',
  Delete: '\ue017',
};

/**
 * Starts the browser. `proxy`, `args`, and `downloads` are those of chromium.mjs. `isDark` sets the system's color
 * scheme.
 */
export async function launch({ proxy, args = [], downloads, isDark = false } = {}) {
  const started = [];
  const folder = mkdtempSync(join(tmpdir(), 'pith-webkit-'));
  const end = async () => {
    for (const child of started.toReversed()) await terminate(child);
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const screen = await startScreen(started);
    // WebKitGTK's own buttons would keep the window wider than a phone.
    mkdirSync(join(folder, 'gtk-3.0'));
    writeFileSync(
      join(folder, 'gtk-3.0/gtk.css'),
      '* { min-width: 0; padding: 0; margin: 0; border: 0; font-size: 1px; }',
    );
    if (downloads) writeFileSync(join(folder, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
    const driver = await startDriver(started, { DISPLAY: screen, XDG_CONFIG_HOME: folder });
    const [httpProxy] = proxy ? [proxy] : [];
    const { sessionId } = await driver('POST', '/session', {
      capabilities: {
        alwaysMatch: {
          'webkitgtk:browserOptions': {
            binary: browserPath('webkit'),
            args: ['--automation', '--autoplay-policy=allow', ...(isDark ? ['--dark-mode'] : []), ...args],
          },
          timeouts: { script: LOAD_TIMEOUT, pageLoad: LOAD_TIMEOUT },
          ...(proxy && { proxy: { proxyType: 'manual', httpProxy, sslProxy: httpProxy } }),
        },
      },
    });
    const send = (method, path, body) => driver(method, `/session/${sessionId}${path}`, body);
    const windows = new Windows(send, await send('GET', '/window'));
    return {
      name,
      emulatesPhones: false,
      newPage: (url, options) => windows.open(url, options),
      async close() {
        await driver('DELETE', `/session/${sessionId}`).catch(() => {});
        await end();
      },
    };
  } catch (error) {
    await end();
    throw error;
  }
}

/** The windows of a session. WebDriver sends commands only to the current one. */
class Windows {
  #send;
  #own;
  #current;
  #queue = Promise.resolve();

  /** `own` is a window that stays open, because the browser exits with its last window. */
  constructor(send, own) {
    this.#send = send;
    this.#own = own;
    this.#current = own;
  }

  async open(url, { viewport = { width: 1280, height: 900 }, preload } = {}) {
    if (preload) throw new Error('WebDriver runs no script before those of the page.');
    const { handle } = await this.#send('POST', '/window/new', { type: 'window' });
    const page = new Page((method, path, body) => this.#in(handle, method, path, body));
    await page.setViewport(viewport);
    if (url) await page.goto(url);
    return page;
  }

  /** Sends a command to a window after all earlier commands have been answered. */
  #in(handle, method, path, body) {
    const answer = this.#queue.then(async () => {
      if (this.#current !== handle) await this.#send('POST', '/window', { handle });
      this.#current = handle;
      const result = await this.#send(method, path, body);
      if (method === 'DELETE' && path === '/window') {
        await this.#send('POST', '/window', { handle: this.#own });
        this.#current = this.#own;
      }
      return result;
    });
    this.#queue = answer.catch(() => {});
    return answer;
  }
}

/** A window, with the methods of Puppeteer's `Page` that tests use. */
class Page {
  #send;
  #pressed = new Set();
  #url = 'about:blank';
  #pointer = [0, 0];

  constructor(send) {
    this.#send = send;
  }

  async goto(url) {
    await this.#send('POST', '/url', { url });
    this.#url = await this.#send('GET', '/url');
  }

  /** Returns the URL after the last command. */
  url() {
    return this.#url;
  }

  title() {
    return this.evaluate(() => document.title);
  }

  /** Runs a script without returning its value. It isn't parsed here, which would take seconds for a long script. */
  async run(script) {
    await this.evaluate(new Script(script));
  }

  /**
   * Runs a function with values, or a script, and returns the value of its last expression. Values and result are JSON.
   * A value can also be a handle from `evaluateHandle`.
   */
  async evaluate(body, ...values) {
    const called = body instanceof Script ? body.text : callOf(body);
    // WebDriver's own format has no `undefined` in objects, and returns elements as references.
    const script = `const [values, done] = [arguments[0], arguments[arguments.length - 1]];
      const given = values.map((value) => value?.handle === undefined ? value : globalThis.heldValues[value.handle]);
      (async function () { ${called} }).call(globalThis, given).then(
        (answer) => done({ answer: JSON.stringify(answer), url: location.href }),
        (error) => done({ failure: String(error?.stack ? error + "\\n" + error.stack : error) }));`;
    const { answer, failure, url } = await this.#send('POST', '/execute/async', { script, args: [values] });
    if (failure !== undefined) throw new Error(failure);
    this.#url = url;
    return answer === undefined || answer === null ? undefined : JSON.parse(answer);
  }

  /** Like `evaluate`, but keeps the result in the page, and returns a handle for it. */
  async evaluateHandle(body, ...values) {
    const held = `const held = (globalThis.heldValues ??= []); return held.push(await (${expression(body)})(...all)) - 1;`;
    return { handle: await this.evaluate(`(async (...all) => { ${held} })(...${JSON.stringify(values)})`) };
  }

  /** Calls a function with a list of the elements that match a selector, and with values. */
  $$eval(selector, body, ...values) {
    return this.evaluate(
      `(${expression(body)})([...document.querySelectorAll(${JSON.stringify(selector)})], ...${JSON.stringify(values)})`,
    );
  }

  /** Calls a function with the first element that matches a selector, and with values. */
  $eval(selector, body, ...values) {
    return this.evaluate(
      `(${expression(body)})(document.querySelector(${JSON.stringify(selector)}), ...${JSON.stringify(values)})`,
    );
  }

  /** Returns true if an element matches a selector, else null. */
  async $(selector) {
    return (await this.evaluate((wanted) => document.querySelector(wanted) !== null, selector)) || null;
  }

  async waitForFunction(body, { timeout = 30_000 } = {}, ...values) {
    for (const end = Date.now() + timeout; Date.now() < end; await pause(20)) {
      if (await this.evaluate(body, ...values)) return;
    }
    throw new Error(`Timed out waiting for ${body}`);
  }

  waitForSelector(selector) {
    return this.waitForFunction((wanted) => document.querySelector(wanted) !== null, {}, selector);
  }

  /** Scrolls to an element that matches a selector if it isn't in view, and clicks its center. */
  async click(selector) {
    const center = await this.$eval(selector, (element) => {
      const box = () => element.getBoundingClientRect();
      if (box().top < 0 || box().bottom > innerHeight) element.scrollIntoView({ block: 'center', behavior: 'instant' });
      const { left, top, width, height } = box();
      return [left + width / 2, top + height / 2];
    });
    await this.mouse.click(...center);
  }

  focus(selector) {
    return this.$eval(selector, (element) => element.focus());
  }

  addStyleTag({ content }) {
    return this.evaluate((text) => {
      document.head.append(Object.assign(document.createElement('style'), { textContent: text }));
    }, content);
  }

  content() {
    return this.evaluate(() => `<!DOCTYPE html>${document.documentElement.outerHTML}`);
  }

  async setContent(html) {
    await this.evaluate((text) => {
      document.open();
      document.write(text);
      document.close();
    }, html);
    await this.waitForFunction(() => document.readyState === 'complete');
  }

  /** Resizes the window so that the page has this size. */
  async setViewport({ width, height }) {
    await this.#send('POST', '/window/rect', { width, height });
    const inner = await this.evaluate(() => [innerWidth, innerHeight]);
    const rect = await this.#send('GET', '/window/rect');
    // If the page still has its previous size, the difference isn't the borders; hence at least 0.
    const wanted = {
      width: width + Math.max(0, rect.width - inner[0]),
      height: height + Math.max(0, rect.height - inner[1]),
    };
    if (inner[0] === width && inner[1] === height) return;
    await this.#send('POST', '/window/rect', wanted);
    await this.waitForFunction((w, h) => innerWidth === w && innerHeight === h, { timeout: 10_000 }, width, height);
  }

  async screenshot({ path } = {}) {
    const bytes = Buffer.from(await this.#send('GET', '/screenshot'), 'base64');
    if (path) writeFileSync(path, bytes);
    return bytes;
  }

  bringToFront() {}

  /** Dialogs aren't reported: an open one makes the next command fail. */
  on() {}

  #act(type, actions, parameters) {
    return this.#send('POST', '/actions', { actions: [{ type, id: type, parameters, actions }] });
  }

  keyboard = {
    down: (key) => this.#key('keyDown', key),
    up: (key) => this.#key('keyUp', key),
    press: async (key) => {
      await this.#key('keyDown', key);
      await this.#key('keyUp', key);
    },
    type: async (text) => {
      for (const key of text) await this.keyboard.press(key);
    },
  };

  /** Pressed keys stay pressed between commands. */
  async #key(type, key) {
    const value = KEYS[key] ?? key;
    if (type === 'keyDown') this.#pressed.add(value);
    else this.#pressed.delete(value);
    await this.#act('key', [{ type, value }]);
  }

  mouse = {
    move: (x, y) => {
      this.#pointer = [Math.round(x), Math.round(y)];
      return this.#point([{ type: 'pointerMove', x: this.#pointer[0], y: this.#pointer[1], duration: 0 }]);
    },
    wheel: ({ deltaX = 0, deltaY = 0 }) => {
      const [x, y] = this.#pointer;
      return this.#act('wheel', [{ type: 'scroll', x, y, deltaX, deltaY, duration: 0, origin: 'viewport' }]);
    },
    down: () => this.#point([{ type: 'pointerDown', button: 0 }]),
    up: () => this.#point([{ type: 'pointerUp', button: 0 }]),
    click: async (x, y) => {
      await this.mouse.move(x, y);
      await this.mouse.down();
      await this.mouse.up();
    },
  };

  #point(actions) {
    return this.#act('pointer', actions, { pointerType: 'mouse' });
  }

  async close() {
    await this.#send('DELETE', '/window');
  }
}

/** A script to run unchanged. */
class Script {
  constructor(text) {
    this.text = text;
  }
}

/**
 * Returns the body of a function that calls a function with its values, or runs a script and returns its last
 * expression.
 */
function callOf(body) {
  return typeof body === 'function' ? `return (${expression(body)})(...arguments[0]);` : returningLast(body);
}

/** Returns a function as an expression. A method's source lacks the keyword. */
function expression(body) {
  const text = String(body);
  return /^(?:async\s+)?(?!function\b|async\b)[\w$]+\s*\([^)]*\)\s*\{/.test(text)
    ? text.replace(/^(async\s+)?/, '$1function ')
    : text;
}

/** Wraps a script in the body of a function that returns its last expression. Pages may forbid `eval`. */
function returningLast(script) {
  const last = parse(script, { ecmaVersion: 'latest' }).body.at(-1);
  if (last?.type !== 'ExpressionStatement') return script;
  return `${script.slice(0, last.start)}return (${script.slice(last.expression.start, last.expression.end)});`;
}

/** Starts a virtual display. Resolves to its name. */
async function startScreen(started) {
  const child = spawn(
    programForWebKit('Xvfb'),
    ['-displayfd', '3', '-screen', '0', '1600x1400x24', '-nolisten', 'tcp'],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  started.push(child);
  process.once('exit', () => child.kill());
  const number = await within(START_TIMEOUT, 'The display did not start.', child, (resolve) => {
    let text = '';
    child.stdio[3].setEncoding('utf8').on('data', (data) => {
      text += data;
      if (text.endsWith('\n')) resolve(text.trim());
    });
  });
  return `:${number}`;
}

/**
 * Starts the driver with environment variables, including the display. Resolves to a function that sends commands.
 */
async function startDriver(started, variables) {
  const port = await freePort();
  const child = spawn(programForWebKit('WebKitWebDriver'), [`--port=${port}`], {
    // Without these variables, the browser would wait for the desktop's D-Bus.
    env: { ...process.env, ...variables, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', GTK_A11Y: 'none' },
    stdio: 'ignore',
  });
  started.push(child);
  const send = async (method, path, body = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`WebKit refused ${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  };
  await within(START_TIMEOUT, 'The WebKit driver did not start.', child, async (resolve) => {
    while (child.exitCode === null && !(await send('GET', '/status').catch(() => false))) await pause(20);
    resolve();
  });
  return send;
}

function within(time, message, child, begin) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(message)), time);
    const settle = (how) => (value) => {
      clearTimeout(timer);
      how(value);
    };
    child.once('error', settle(reject));
    begin(settle(resolve));
  });
}

/** Ends a process started here. Its child processes end with their display. */
function terminate(child) {
  if (child.exitCode !== null || child.signalCode !== null) return undefined;
  return new Promise((resolve) => {
    child.once('close', resolve);
    child.kill();
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

function pause(time) {
  return new Promise((resolve) => setTimeout(resolve, time));
}
