// Measures Pith and other libraries on the same page in the same run, and compares the figures with their limits.
//
//     node tests/bench/bench.mjs [--browser chromium|firefox|webkit] [--parts LIST] [--elements LIST] [--rounds N]
//         [--svg FILE]
//
// Parts, all by default: `detection`, `decisions`, `steps`, `layouts`, `curve`, `clicks`, `views`, `pages`, `marks`,
// `found`, `files`, `memory`, `sizes`, `native`.
//
// Cold: the first call in a freshly loaded and rendered page, with one page load per call and contender. Warm: later
// calls in one page. The contenders take turns, so a slow moment of the machine affects all of them. A call of Pith is
// `detect()`, `summary()`, `html()`, and `removed()`. A call of Readability is `parse()` on the copy of the document
// that it requires. A call of Defuddle is `parse()`. In Chromium, times are CPU times of the page's main thread, which
// depend far less on the machine's load than wall-clock times. Firefox doesn't report them, so its times are wall-clock
// times. Figures are medians. Only ratios are comparable. Contenders run in the page's own world.
//
// `layouts` uses saved pages of at most 20 real sites, and `found` one page per site or all pages
// (tests/browser/sites.mjs). `native` is `lab bench`, which uses labeled pages from ../shared/data or the folder
// PITH_DATA. If the pages are missing, these parts print a message.

import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { builtExtension, root } from '../browser/built.mjs';
import * as chromium from '../browser/chromium.mjs';
import { Complaint, report } from '../browser/complaint.mjs';
import * as firefox from '../browser/firefox.mjs';
import { serve } from '../browser/server.mjs';
import { layout, sitePages } from '../browser/sites.mjs';
import * as webkit from '../browser/webkit.mjs';
import { generated } from '../pages/generated.mjs';
import { clicks, IN_PAGE, ownReader, pages, TEXTBOOK, views } from './clicks.mjs';
import { DEFUDDLE, NAMES, PITH, READABILITY, WALK } from './contenders.mjs';
import { drawing } from './curve.mjs';
import { Detection } from './detection.mjs';
import { files } from './files.mjs';
import { foundAgain } from './found.mjs';
import { marked } from './marked.mjs';
import { memory } from './memory.mjs';
import { natively } from './native.mjs';
import { presses } from './presses.mjs';

const IN_PAGES = ['detection', 'decisions', 'steps', 'layouts', 'curve'];
const PARTS = [...IN_PAGES, 'clicks', 'views', 'pages', 'marks', 'found', 'files', 'memory', 'sizes', 'native'];
/** Maximum number of saved pages to measure. */
const MAX_SAVED_PAGES = 20;
const CURVE = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
/** Time of a call in ms above which a contender is skipped on larger pages. */
const MAX_CALL_MS = 5_000;
const VIEW_ELEMENTS = 24_000;
const MARKS = 500;
const MEMORY_ELEMENTS = [2_000, 20_000, 100_000];

/** Limits of the figures, by name: maximums, except those that end in “at least”. */
const LIMITS = {
  'load + cold, 2000 / Readability.js': 1.8,
  'warm, 2000 / Readability.js': 0.6,
  'load + cold, 20000 / Readability.js': 0.8,
  'warm, 20000 / Readability.js': 0.5,
  'click to paint, 500 / textbook': 1.4,
  'click to paint, 2000 / textbook': 1,
  'click to paint, 5000 / textbook': 0.75,
  'click to paint, 20000 / textbook': 0.45,
  'click, main thread, 500 / textbook': 1.3,
  'click, main thread, 2000 / textbook': 0.9,
  'click, main thread, 5000 / textbook': 0.7,
  'click, main thread, 20000 / textbook': 0.5,
  'first click of a profile, 2000 / textbook': 1.3,
  'decision, 2000, ms': 15,
  'decision, 20000, ms': 100,
  'strict policy, 2000 / without': 1.2,
  'strict policy, 20000 / without': 1.2,
  'core.wasm gzipped, kB': 220,
  'package unpacked, kB': 1_300,
  'instructions without parse / parse': 4,
  'CPU, magazine.html / dom_smoothie': 1,
  'CPU, fundus_news / dom_smoothie': 1,
  'CPU, mozilla_readability / dom_smoothie': 1,
  'CPU, wcxb_dev / dom_smoothie': 1,
  '--jobs 1 / --jobs 2, at least': 1.8,
  'views, 24000, main thread, ms': 500,
  'views, 24000, longest slice, ms': 50,
  'marks, 500 on 24000, main thread, ms': 50,
  'marks found again, at least': 0.95,
  'memory, 20000, MB': 40,
  'steepness / plain walk’s': 1,
};

/** Limits that differ in Firefox, with wall-clock times. */
const FIREFOX_LIMITS = {
  'click to paint, 2000 / textbook': 1.1,
  'click to paint, 5000 / textbook': 0.85,
  'click to paint, 20000 / textbook': 0.55,
  'click to paint, 500 / own reader view': 1,
  'click to paint, 2000 / own reader view': 1,
  'click to paint, 5000 / own reader view': 1,
  'click to paint, 20000 / own reader view': 1,
};

const figures = {};

async function main() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', default: 'chromium' },
      parts: { type: 'string', default: PARTS.join(',') },
      elements: { type: 'string', default: '2000,20000' },
      rounds: { type: 'string', default: '9' },
      svg: { type: 'string' },
    },
  });
  const driver = { chromium, firefox, webkit }[values.browser];
  const sizes = values.elements.split(',').map(Number);
  const rounds = Number(values.rounds);
  if (!driver) throw new Complaint('--browser takes chromium, firefox, or webkit.');
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100))
    throw new Complaint('--elements takes comma-separated numbers of at least 100.');
  if (!Number.isInteger(rounds) || rounds < 1) throw new Complaint('--rounds takes a positive number.');
  const requested = values.parts.split(',');
  if (!requested.every((part) => PARTS.includes(part)))
    throw new Complaint(`--parts takes some of ${PARTS.join(', ')}.`);
  const cpu = driver === chromium;
  // Only Chromium's protocol can time slices. Sizes and native code don't depend on the browser.
  const parts = new Set(requested.filter((part) => cpu || part === 'clicks' || IN_PAGES.includes(part)));

  const results = { browser: values.browser, cores: availableParallelism(), load: loadavg()[0] };
  if (IN_PAGES.some((part) => parts.has(part))) {
    await inBrowser(driver, cpu, async (ours, others) => {
      if (parts.has('detection')) results.detection = await detection(ours, sizes, rounds);
      if (parts.has('decisions')) results.decisions = await measureDecisions(ours, sizes, rounds);
      if (parts.has('steps')) results.steps = await steps(ours, sizes, rounds, cpu);
      if (parts.has('layouts')) results.layouts = await layouts(others, Math.min(rounds, 3));
      if (parts.has('curve')) results.curve = await curve(ours, Math.min(rounds, 5));
    });
  }
  if (parts.has('clicks'))
    results.clicks =
      driver === webkit
        ? await measureUserscript(sizes, Math.min(rounds, 5))
        : await measureClicks(driver, sizes, Math.min(rounds, 5), results.detection);
  if (parts.has('views')) results.views = await measureViews(driver, Math.min(rounds, 3));
  if (parts.has('pages')) results.pages = await measurePagedView(driver, Math.min(rounds, 5));
  if (parts.has('marks')) results.marks = await measureHighlights(driver, Math.min(rounds, 7));
  if (parts.has('found')) results.found = await measureFinding(driver);
  if (parts.has('files')) results.files = await measureFiles(driver, sizes, Math.min(rounds, 7));
  if (parts.has('memory')) results.memory = await measureMemory(driver);
  if (parts.has('sizes')) measureSizes();
  if (parts.has('native')) results.native = measureNative();

  const limited = Object.entries({ ...LIMITS, ...(cpu ? {} : FIREFOX_LIMITS) }).filter(
    ([name]) => figures[name] !== undefined,
  );
  if (limited.length > 0) console.log('\nWhat is asked for                             reached   bar');
  for (const [name, limit] of limited)
    console.log(`  ${name.padEnd(40)}${figures[name].toFixed(2).padStart(11)}   ${limit}`);
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `bench-${values.browser}.json`), `${JSON.stringify({ ...results, figures }, null, 2)}\n`);
  if (values.svg && results.curve) writeFileSync(values.svg, drawing(results.curve));
  console.log(
    `\n${values.browser}, ${results.cores} cores, load ${results.load.toFixed(1)} at the start. All times are in out/bench-${values.browser}.json.`,
  );
}

/**
 * Calls `use` with two functions that create a bench: one for our page with a number of elements, and one for a saved
 * page by path.
 */
async function inBrowser(driver, cpu, use) {
  const server = await serve(root, { generated, sites: { layout } });
  const browser = await driver.launch({ proxy: server.address });
  try {
    const of = (policy, path) => new Detection(browser, server.url(policy, path), { cpu });
    await use(
      (elements) => of('isolated', `magazine.html?elements=${elements}`),
      (path) => of('layout', encodeURI(path)),
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

async function detection(page, sizes, rounds) {
  const results = [];
  for (const elements of sizes) {
    const bench = page(elements);
    const cold = await bench.cold(Math.min(rounds, 7));
    const warm = await bench.warm(rounds);
    results.push({ elements: bench.elements, cold, warm });
    console.log(
      `\n${bench.elements} elements, ms${''.padEnd(6)}load     cold     warm   load + cold / Readability.js   warm / Readability.js`,
    );
    const times = (name) => [median(cold[name].load), median(cold[name].call), median(warm[name].call)];
    const [load, first, later] = times(READABILITY);
    for (const name of Object.keys(cold)) {
      const [l, c, w] = times(name);
      console.log(
        `${name.padEnd(20)}${ms(l)}${ms(c)}${ms(w)}${((l + c) / (load + first)).toFixed(2).padStart(20)}${(w / later).toFixed(2).padStart(25)}`,
      );
      if (name === PITH) {
        figures[`load + cold, ${elements} / Readability.js`] = (l + c) / (load + first);
        figures[`warm, ${elements} / Readability.js`] = w / later;
      }
    }
  }
  return results;
}

/** Measures applying the user's overrides to a page that was already analyzed. */
async function measureDecisions(page, sizes, rounds) {
  const results = [];
  console.log('\nOne decision anew, ms            first    later');
  for (const elements of sizes) {
    const { first, later } = await page(elements).decisions(rounds);
    results.push({ elements, first, later });
    console.log(`  ${`${elements} elements`.padEnd(24)}${ms(median(first))}${ms(median(later))}`);
    figures[`decision, ${elements}, ms`] = Math.max(median(first), median(later));
  }
  return results;
}

async function steps(page, sizes, rounds, profiles) {
  const results = [];
  for (const elements of sizes) {
    const bench = page(elements);
    const { times, bytes } = await bench.steps(rounds);
    results.push({ elements, times, bytes });
    console.log(
      `\nWhere the time of a later call goes, ${elements} elements, ms by the clock; ${Math.round(bytes / 1000)} kB handed over`,
    );
    for (const [name, list] of Object.entries(times)) console.log(`  ${name.padEnd(30)}${ms(median(list))}`);
    if (!profiles) continue;
    const { cold, warm } = await bench.profiles(Math.min(rounds, 7));
    Object.assign(results.at(-1), { cold, warm });
    console.log(`\nThe same by profiles, ms, medians${''.padEnd(6)}first call   later calls`);
    for (const step of Object.keys(cold[0])) {
      const [first, later] = [cold, warm].map((list) => median(list.map((times) => times[step])));
      console.log(`  ${step.padEnd(30)}${ms(first).padStart(16)}${ms(later).padStart(14)}`);
    }
  }
  return results;
}

/** Compares contenders on saved pages, one per site: the ratio on each page, and the median. */
async function layouts(page, rounds) {
  const paths = sitePages();
  if (paths === null) {
    console.log(`\nPages of others: skipped, there is no folder ${layout} (PITH_LAYOUTS names another)`);
    return [];
  }
  const count = Math.min(MAX_SAVED_PAGES, paths.length);
  const results = [];
  const ratios = [];
  console.log(
    '\nPages of others      elements   / Readability.js: load + cold     warm   / Defuddle: load + cold     warm',
  );
  const row = (name, elements, [a, b, c, d]) =>
    console.log(
      `${name.padEnd(22)}${elements.padStart(7)}${times(a).padStart(32)}${times(b).padStart(9)}${times(c).padStart(26)}${times(d).padStart(9)}`,
    );
  for (let place = 0; place < count; place += 1) {
    const path = paths[Math.floor((place * paths.length) / count)];
    const [site] = path.split('/');
    const bench = page(path);
    let found;
    try {
      found = { cold: await bench.cold(rounds), warm: await bench.warm(rounds) };
    } catch (error) {
      console.log(`${site.padEnd(22)}left out: ${error.message}`);
      continue;
    }
    results.push({ path, elements: bench.elements, ...found });
    const first = (name) => median(found.cold[name].load) + median(found.cold[name].call);
    const later = (name) => median(found.warm[name].call);
    const ratiosTo = (name) => [first(PITH) / first(name), later(PITH) / later(name)];
    ratios.push([...ratiosTo(READABILITY), ...ratiosTo(DEFUDDLE)]);
    row(site, String(bench.elements), ratios.at(-1));
  }
  if (ratios.length > 0)
    row(
      'median',
      '',
      ratios[0].map((_, column) => median(ratios.map((all) => all[column]))),
    );
  return results;
}

/**
 * Measures later calls by number of elements, and their growth compared with the plain walk's. Contenders that are far
 * from linear skip the largest pages, which would take minutes.
 */
async function curve(page, rounds) {
  const points = [];
  let names = NAMES;
  console.log(`\nLater calls, ms    elements${NAMES.map((name) => name.padStart(16)).join('')}`);
  for (const elements of CURVE) {
    const bench = page(elements);
    const warm = await bench.warm(rounds, names);
    const times = Object.fromEntries(names.map((name) => [name, median(warm[name].call)]));
    points.push({ elements: bench.elements, times });
    console.log(`${String(bench.elements).padStart(27)}${names.map((name) => ms(times[name]).padStart(16)).join('')}`);
    names = names.filter((name) => times[name] < MAX_CALL_MS);
  }
  const [first, last] = [points.find(({ elements }) => elements > 1_500), points.at(-1)];
  const growth = (name) => last.times[name] / first.times[name];
  figures['steepness / plain walk’s'] = growth(PITH) / growth(WALK);
  return points;
}

/**
 * Measures clicks on Pith and on the textbook extension. The time of our click beyond loading the core and its first
 * call is spent by the shell, which shows Reader.
 */
async function measureClicks(driver, sizes, rounds, detections = []) {
  const results = [];
  console.log('\nOne click, ms                         main thread   click to paint   first click of a profile');
  for (const elements of sizes) {
    const plain = await clicks(driver, { elements, policy: 'plain', rounds });
    const strict = await clicks(driver, { elements, policy: 'strict', rounds, names: [PITH] });
    const row = (name, { later, first }) =>
      console.log(
        `${`${elements} elements, ${name}`.padEnd(32)}${shownTime(later.thread).padStart(16)}${shownTime(later.paint).padStart(17)}${shownTime(first.paint).padStart(27)}`,
      );
    for (const name of [PITH, IN_PAGE, TEXTBOOK]) row(name, plain[name]);
    row(`${PITH}, strict policy`, strict[PITH]);
    const own = await ownReader(driver, { elements, rounds });
    if (own.length > 0) {
      row('own reader view', { later: { thread: [], paint: own }, first: { paint: [] } });
      figures[`click to paint, ${elements} / own reader view`] = median(plain[PITH].later.paint) / median(own);
    }
    results.push({ elements, plain, strict, own });
    const ratio = (time) => median(time(plain[PITH])) / median(time(plain[TEXTBOOK]));
    figures[`click to paint, ${elements} / textbook`] = ratio(({ later }) => later.paint);
    figures[`first click of a profile, ${elements} / textbook`] = ratio(({ first }) => first.paint);
    const { thread } = plain[PITH].later;
    // Firefox doesn't report the time of its main thread.
    if (thread.length === 0) continue;
    figures[`click, main thread, ${elements} / textbook`] = ratio(({ later }) => later.thread);
    figures[`strict policy, ${elements} / without`] = median(strict[PITH].later.thread) / median(thread);
    const cold = detections[sizes.indexOf(elements)]?.cold[PITH];
    if (cold) {
      const render = median(thread) - median(cold.load) - median(cold.call);
      console.log(`${'– of which render'.padEnd(32)}${ms(render).padStart(16)}`);
    }
  }
  return results;
}

/** Measures clicks with the userscript and with the textbook extension. */
async function measureUserscript(sizes, rounds) {
  const results = [];
  console.log('\nOne press, click to paint, ms');
  for (const elements of sizes) {
    const found = await presses({ elements, rounds });
    for (const [name, times] of Object.entries(found))
      console.log(`${`${elements} elements, ${name}`.padEnd(32)}${shownTime(times).padStart(16)}`);
    results.push({ elements, found });
    figures[`click to paint, ${elements} / textbook`] = median(found[PITH]) / median(found[TEXTBOOK]);
  }
  return results;
}

function shownTime(list) {
  return list.length === 0 ? '–' : ms(median(list));
}

async function measureViews(driver, rounds) {
  const found = await views(driver, { elements: VIEW_ELEMENTS, rounds });
  console.log(`\nGoing to a view, ${VIEW_ELEMENTS} elements, ms   main thread     longest slice`);
  for (const [view, { thread, longest }] of Object.entries(found))
    console.log(`  ${view.padEnd(32)}${ms(median(thread))}${ms(median(longest)).padStart(18)}`);
  figures['views, 24000, main thread, ms'] = Math.max(...Object.values(found).map(({ thread }) => median(thread)));
  figures['views, 24000, longest slice, ms'] = Math.max(...Object.values(found).map(({ longest }) => median(longest)));
  return found;
}

/** Measures paged view. */
async function measurePagedView(driver, rounds) {
  const found = await pages(driver, { elements: VIEW_ELEMENTS, rounds });
  console.log(`\nIn pages, ${VIEW_ELEMENTS} elements, main thread, ms`);
  for (const [step, thread] of Object.entries(found)) console.log(`  ${step.padEnd(32)}${ms(median(thread))}`);
  return found;
}

/** Measures opening each view, on a page with highlights and on the same page without. */
async function measureHighlights(driver, rounds) {
  const found = await marked(driver, { elements: VIEW_ELEMENTS, marks: MARKS, rounds });
  console.log(`\nOpening, ${VIEW_ELEMENTS} elements, main thread, ms   no marks   ${MARKS} marks   more`);
  const more = Object.entries(found).map(([view, { none, all }]) => {
    const difference = median(all.map((time, round) => time - none[round]));
    console.log(`  ${view.padEnd(32)}${ms(median(none)).padStart(15)}${ms(median(all)).padStart(12)}${ms(difference)}`);
    return difference;
  });
  figures[`marks, ${MARKS} on ${VIEW_ELEMENTS}, main thread, ms`] = Math.max(...more);
  return found;
}

/** Measures saving the article as a file. */
async function measureFiles(driver, sizes, rounds) {
  const found = await files(driver, { sizes, rounds });
  console.log('\nSaved as a file, ms by the clock   first press   Markdown   HTML   EPUB');
  for (const { elements, first, times } of found) {
    const later = Object.values(times).map((list) => ms(median(list)));
    console.log(`  ${`${elements} elements`.padEnd(32)}${ms(first).padStart(12)}${later.join('')}`);
  }
  return found;
}

/** Measures finding highlights on saved pages after a tenth of their blocks has changed. */
async function measureFinding(driver) {
  const paths = sitePages();
  if (paths === null) {
    console.log(`\nMarks found again: skipped, there is no folder ${layout} (PITH_LAYOUTS names another)`);
    return null;
  }
  const sum = { pages: 0, right: 0, wrong: 0, lost: 0, elsewhere: 0, orphaned: 0 };
  const server = await serve(root, { sites: { layout } });
  const launched = await driver.launch({ proxy: server.address });
  try {
    for (const [place, path] of paths.entries()) {
      const url = server.url('layout', encodeURI(path));
      const counts = await foundAgain(launched.browser, url, place + 1).catch((error) => {
        console.log(`${path} left out: ${error.message.split('\n')[0]}`);
        return null;
      });
      if (!counts) continue;
      sum.pages += 1;
      for (const [name, count] of Object.entries(counts)) sum[name] += count;
    }
  } finally {
    await launched.close();
    await server.close();
  }
  const { pages, right, wrong, lost, elsewhere, orphaned } = sum;
  const there = right + wrong + lost;
  console.log(
    `\nMarks on ${pages} pages of others, a tenth of whose blocks has changed\n  text still there  ${there}: found ${right}, elsewhere ${wrong}, orphaned ${lost}\n  text gone         ${elsewhere + orphaned}: orphaned ${orphaned}, elsewhere ${elsewhere}`,
  );
  figures['marks found again, at least'] = right / there;
  return sum;
}

async function measureMemory(driver) {
  const results = [];
  console.log('\nMemory of one click, MB                    open   without garbage   after leaving');
  for (const elements of MEMORY_ELEMENTS) {
    const found = await memory(driver, elements);
    results.push({ elements, found });
    for (const [name, { opened, held, left }] of Object.entries(found)) {
      const shown = [opened, held, left].map((bytes) => (bytes / 1e6).toFixed(1));
      console.log(`${`${elements} elements, ${name}`.padEnd(32)}${shown.map((size) => size.padStart(16)).join('')}`);
    }
    figures[`memory, ${elements}, MB`] = found[PITH].opened / 1e6;
  }
  return results;
}

function measureSizes() {
  const wasm = readFileSync(join(root, 'target/pith/core.wasm'));
  const folder = builtExtension();
  const files = readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, file)));
  figures['core.wasm gzipped, kB'] = gzipSync(wasm, { level: 9 }).length / 1000;
  figures['package unpacked, kB'] =
    files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / 1000;
  console.log(`\ncore.wasm: ${wasm.length} bytes, ${Math.round(figures['core.wasm gzipped, kB'] * 1000)} gzipped`);
}

function measureNative() {
  console.log('\nNative');
  const found = natively(2_000);
  for (const { sample, ratio } of found.cpu) figures[`CPU, ${sample} / dom_smoothie`] = ratio;
  if (found.instructions?.[0].ratio) figures['instructions without parse / parse'] = found.instructions[0].ratio;
  if (found.jobs) figures['--jobs 1 / --jobs 2, at least'] = found.jobs.ratio;
  return found;
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function times(ratio) {
  return ratio.toFixed(2);
}

function ms(value) {
  return value.toFixed(1).padStart(9);
}

main().catch(report);
