// Records pages with their layout in a browser, as snapshots for native programs. See `usage`.

import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { inspectionSource } from './browser/built.mjs';
import * as chromium from './browser/chromium.mjs';
import { Complaint, report } from './browser/complaint.mjs';
import { serve } from './browser/server.mjs';

const usage = `Usage: node tests/record.mjs [options] INPUT...

INPUT is an HTML file (.html or .htm, optionally with .gz), a URL, or a folder. In a folder, every HTML file is recorded,
and all files are served, including style sheets and images.

  --out DIR            output folder for the snapshots (default: out/snapshots)
  --viewport WxH       window size in CSS pixels (default: 1280x900)
  --list FILE          record only the pages in FILE, one per line: a path in the INPUT folder, a URL, or
                       {"path": …, "id": …, "url": …}, with the name of the snapshot as id and the URL to serve the page
                       at as url (then nothing else is loaded). FILE may end in .gz
  --gzip               write .snap.gz
  --again              also record pages that already have a snapshot (default: skip them, so that an interrupted run can
                       be resumed)
  --no-scripts         do not run the scripts of the pages
  --timeout SECONDS    time limit for loading; after that, record the page as loaded so far (default: 20)
  --jobs N             number of pages to record in parallel (default: 2)
  --help               show this help`;

async function main() {
  let options;
  try {
    options = parseArgs({
      allowPositionals: true,
      options: {
        out: { type: 'string', default: 'out/snapshots' },
        viewport: { type: 'string', default: '1280x900' },
        list: { type: 'string' },
        gzip: { type: 'boolean', default: false },
        again: { type: 'boolean', default: false },
        'no-scripts': { type: 'boolean', default: false },
        timeout: { type: 'string', default: '20' },
        jobs: { type: 'string', default: '2' },
        help: { type: 'boolean', default: false },
      },
    });
  } catch (error) {
    throw new Complaint(`${error.message}\n\n${usage}`);
  }
  const { values, positionals } = options;
  if (values.help) return console.log(usage);
  if (positionals.length === 0) throw new Complaint(usage);
  const viewport = /^(\d{2,5})x(\d{2,5})$/.exec(values.viewport);
  if (!viewport) throw new Complaint(`--viewport takes a size such as 1280x900, not ${values.viewport}.`);
  const [timeout, jobs] = ['timeout', 'jobs'].map((name) => {
    if (!/^[1-9]\d*$/.test(values[name]))
      throw new Complaint(`--${name} takes a positive number, not ${values[name]}.`);
    return Number(values[name]);
  });

  const rows = pagesToRecord(positionals, values.list);
  const suffix = values.gzip ? '.snap.gz' : '.snap';
  for (const row of rows) row.target = join(values.out, row.id + suffix);
  const open = values.again ? rows : rows.filter(({ target }) => !existsSync(target));
  if (open.length < rows.length)
    console.log(`Skipping ${rows.length - open.length} of ${rows.length} pages that are already recorded.`);
  if (open.length === 0) return;

  const recorder = new Recorder({
    viewport: { width: Number(viewport[1]), height: Number(viewport[2]) },
    scripts: !values['no-scripts'],
    timeout: timeout * 1000,
  });
  let done = 0;
  const failures = [];
  const waiting = [...open];
  const worker = async () => {
    for (let row = waiting.shift(); row; row = waiting.shift()) {
      try {
        const bytes = await recorder.record(row);
        mkdirSync(dirname(row.target), { recursive: true });
        // Atomic: an interrupted run must not leave a partial file that looks complete.
        writeFileSync(`${row.target}.part`, values.gzip ? gzipSync(bytes) : bytes);
        renameSync(`${row.target}.part`, row.target);
        done += 1;
        if (done % 25 === 0) console.log(`${done} of ${open.length}`);
      } catch (error) {
        failures.push(row.id);
        console.error(`${row.id}: ${String(error.message).split('\n')[0]}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: Math.min(jobs, open.length) }, worker));
  } finally {
    await recorder.end();
  }
  console.log(`Recorded ${done} pages to ${values.out}${failures.length ? `, ${failures.length} failed` : ''}.`);
  if (failures.length > 0) process.exitCode = 1;
}

/**
 * Returns the pages to record. Each row has an `id` (path of the snapshot without its extension) and either a `path`
 * in a `folder` to serve, or a `url`. A row with all of them serves the file at that URL.
 */
function pagesToRecord(inputs, listPath) {
  const isUrl = (input) => /^https?:\/\//.test(input);
  const folders = inputs.filter((input) => !isUrl(input) && isFolder(input));
  if (folders.length > 1) throw new Complaint('Only one folder can be recorded at a time.');
  if (folders.length === 1 && inputs.length > 1)
    throw new Complaint('A folder cannot be combined with other inputs; record them in separate runs.');
  if (folders.length === 1) {
    const folder = resolve(folders[0]);
    return listPath
      ? pagesInList(listPath, folder)
      : pagesBelow(folder).map((path) => ({ id: withoutEnding(path), folder, path }));
  }
  if (listPath) throw new Complaint('--list requires a folder as INPUT.');
  return inputs.map((input) => {
    if (isUrl(input)) return { id: nameOf(input), url: input };
    const file = resolve(input);
    if (!existsSync(file)) throw new Complaint(`${input} does not exist.`);
    if (!isPage(file)) throw new Complaint(`${input} is not an HTML file (its name should end in .html or .htm).`);
    return { id: basename(withoutEnding(file)), folder: dirname(file), path: basename(file) };
  });
}

function pagesInList(listPath, folder) {
  let text;
  try {
    text = listPath.endsWith('.gz') ? gunzipSync(readFileSync(listPath)).toString() : readFileSync(listPath, 'utf8');
  } catch (error) {
    throw new Complaint(`Cannot read the list ${listPath}: ${error.message}.`);
  }
  const lines = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.map((line, index) => {
    if (/^https?:\/\//.test(line)) return { id: nameOf(line), url: line };
    let row = { path: line };
    if (line.startsWith('{')) {
      try {
        row = JSON.parse(line);
      } catch {
        throw new Complaint(`Line ${index + 1} of ${listPath} is not JSON.`);
      }
    }
    if (typeof row.path !== 'string') throw new Complaint(`Line ${index + 1} of ${listPath} has no path.`);
    if (!existsSync(join(folder, row.path)))
      throw new Complaint(`Line ${index + 1} of ${listPath}: ${row.path} does not exist in ${folder}.`);
    return { id: row.id ?? withoutEnding(row.path), folder, path: row.path, url: row.url };
  });
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
const isPage = (path) => /\.html?(\.gz)?$/i.test(path);
const withoutEnding = (path) => path.replace(/\.html?(\.gz)?$/i, '');
const nameOf = (url) =>
  url
    .replace(/^https?:\/\//, '')
    .replace(/[^\w.-]+/g, '_')
    .replace(/_$/, '')
    .slice(0, 150);

function pagesBelow(folder) {
  return readdirSync(folder, { recursive: true }).filter(isPage).sort();
}

class Recorder {
  #options;
  #core = inspectionSource();
  #browser;
  #servers = new Map();

  constructor(options) {
    this.#options = options;
  }

  /** Returns the snapshot of a page. Starts a new browser if the last one has exited. */
  async record(row) {
    const browser = await this.#runningBrowser();
    const { viewport, scripts, timeout } = this.#options;
    const page = await browser.newPage(null, { viewport });
    try {
      await page.setBypassCSP(true);
      await page.setJavaScriptEnabled(scripts);
      page.on('dialog', (dialog) => dialog.dismiss().catch(() => {}));
      if (row.path && row.url) await answerWith(page, row.url, join(row.folder, row.path));
      const url = row.url ?? (await this.#urlOf(row));
      // A page that never finishes loading is recorded in its current state.
      await page.goto(url, { waitUntil: 'load', timeout }).catch((error) => {
        if (error.name !== 'TimeoutError') throw error;
      });
      // With --no-scripts, the parser has already skipped the page's scripts. `settled` needs scripts for its timers.
      await page.setJavaScriptEnabled(true);
      await within(timeout, 'The page did not settle', page.evaluate(settled));
      const snapshot = await within(
        timeout * 3,
        'The core did not answer',
        page.evaluate(this.#core).then(() => page.evaluate(take)),
      );
      return Buffer.from(snapshot, 'base64');
    } finally {
      await within(5_000, 'The tab did not close', page.close()).catch(() => this.#kill(browser));
    }
  }

  /** Returns a URL for a file. Only its folder is served, so that a page's scripts can't read other files. */
  async #urlOf({ folder, path }) {
    if (!this.#servers.has(folder)) this.#servers.set(folder, serve(folder, { encoding: null }));
    const { address } = await this.#servers.get(folder);
    return `http://${address}/${path.split('/').map(encodeURIComponent).join('/')}`;
  }

  async #runningBrowser() {
    if (this.#browser && !(await this.#browser).browser.connected) this.#browser = undefined;
    this.#browser ??= chromium.launch();
    return this.#browser;
  }

  async #kill(browser) {
    this.#browser = undefined;
    browser.browser.process()?.kill('SIGKILL');
  }

  async end() {
    await (await this.#browser)?.close();
    for (const server of this.#servers.values()) await (await server).close();
  }
}

/** Answers requests for `url` with the bytes of a file, without a charset, and aborts all others. */
async function answerWith(page, url, file) {
  const raw = readFileSync(file);
  const body = file.endsWith('.gz') ? gunzipSync(raw) : raw;
  const wanted = new URL(url);
  wanted.hash = '';
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isPageRequest =
      request.isNavigationRequest() &&
      request.frame() === page.mainFrame() &&
      request.url().split('#')[0] === wanted.href;
    const answer = isPageRequest
      ? request.respond({ status: 200, contentType: 'text/html', body })
      : request.url().startsWith('data:')
        ? request.continue()
        : request.abort();
    answer.catch(() => {});
  });
}

/** In the page: waits for fonts and layout. Uses timers, because background pages have no animation frames. */
async function settled() {
  const delay = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
  await Promise.race([document.fonts.ready, delay(3000)]);
  document.documentElement.getBoundingClientRect();
  await delay(50);
}

/** In the page: returns the snapshot of a detection, as base64. */
function take() {
  if (document.contentType !== 'text/html' && document.contentType !== 'application/xhtml+xml') {
    throw new Error(`This isn't an HTML page but ${document.contentType}.`);
  }
  const detection = globalThis.pithCore.detect();
  try {
    return detection.snapshot().toBase64();
  } finally {
    detection.free();
  }
}

function within(milliseconds, message, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${message} within ${milliseconds / 1000} s.`)), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

main().catch(report);
