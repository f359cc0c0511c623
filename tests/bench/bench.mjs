// Measures Pith beside others, on the same page in the same run, and compares the figures with what is asked of it.
//
//     node tests/bench/bench.mjs [--browser chromium|firefox] [--parts LIST] [--elements LIST] [--rounds N] [--svg FILE]
//
// Parts, all of them where none is named: `detection`, `steps`, `curve`, `clicks`, `views`, `sizes`, `native`.
//
// Cold: the first call in a freshly loaded and laid out page, one page load for each call and contender. Warm: later calls
// in one page, the contenders in turn, so that a slow moment of the machine meets all of them. A call of Pith is
// `detect()`, `summary()`, `html()` and `removed()`; one of Readability is `parse()` on the copy of the document that it has to be given; one of
// Defuddle is `parse()`. In Chromium a time is what the page's main thread was busy, which a loaded machine changes far
// less than what the clock says; Firefox does not say that, and is measured by the clock. Medians. The ratios are what can
// be compared. Contenders run in the page's own world.

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
import { generated } from '../pages/generated.mjs';
import { clicks, views } from './clicks.mjs';
import { PITH, READABILITY, WALK } from './contenders.mjs';
import { drawing } from './curve.mjs';
import { Detection } from './detection.mjs';
import { instructions, jobs } from './native.mjs';

const CURVE = [500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];
const VIEWED = 24_000;

/** Limits to the figures, by name. */
const BARS = {
  'load + cold, 2000 / Readability.js': 1.8,
  'warm, 2000 / Readability.js': 0.6,
  'load + cold, 20000 / Readability.js': 0.8,
  'warm, 20000 / Readability.js': 0.5,
  'strict policy, 2000 / without': 1.2,
  'strict policy, 20000 / without': 1.2,
  'core.wasm gzipped, kB': 220,
  'package unpacked, kB': 1_300,
  'instructions without parse / parse': 4,
  '--jobs 1 / --jobs 2, at least': 1.8,
  'views, 24000, main thread, ms': 500,
  'views, 24000, longest slice, ms': 50,
  'steepness / plain walk’s': 1,
};

const figures = {};

async function main() {
  const { values } = parseArgs({
    options: {
      browser: { type: 'string', default: 'chromium' },
      parts: { type: 'string', default: 'detection,steps,curve,clicks,views,sizes,native' },
      elements: { type: 'string', default: '2000,20000' },
      rounds: { type: 'string', default: '9' },
      svg: { type: 'string' },
    },
  });
  const driver = { chromium, firefox }[values.browser];
  const sizes = values.elements.split(',').map(Number);
  const rounds = Number(values.rounds);
  if (!driver) throw new Complaint('--browser is chromium or firefox.');
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100))
    throw new Complaint('--elements takes numbers of at least 100, with commas between them.');
  if (!Number.isInteger(rounds) || rounds < 1) throw new Complaint('--rounds takes a positive number.');
  const cpu = driver === chromium;
  // Clicks are timed by a protocol that only Chromium has; sizes and native code are the same for both.
  const parts = new Set(
    values.parts.split(',').filter((part) => cpu || ['detection', 'steps', 'curve'].includes(part)),
  );

  const results = { browser: values.browser, cores: availableParallelism(), load: loadavg()[0] };
  if (['detection', 'steps', 'curve'].some((part) => parts.has(part))) {
    await inBrowser(driver, async (page) => {
      if (parts.has('detection')) results.detection = await detection(page, sizes, rounds, cpu);
      if (parts.has('steps')) results.steps = await steps(page, sizes, rounds);
      if (parts.has('curve')) results.curve = await curve(page, Math.min(rounds, 5), cpu);
    });
  }
  if (parts.has('clicks')) results.clicks = await clicked(driver, sizes, Math.min(rounds, 5));
  if (parts.has('views')) results.views = await viewed(driver, Math.min(rounds, 3));
  if (parts.has('sizes')) sizesOf();
  if (parts.has('native')) native();

  console.log('\nWhat is asked for');
  for (const [name, bar] of Object.entries(BARS)) {
    if (figures[name] !== undefined)
      console.log(`  ${name.padEnd(40)}${figures[name].toFixed(2).padStart(10)}   ${bar}`);
  }
  const out = join(root, 'out');
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, `bench-${values.browser}.json`), `${JSON.stringify({ ...results, figures }, null, 2)}\n`);
  if (values.svg && results.curve) writeFileSync(values.svg, drawing(results.curve));
  console.log(
    `\n${values.browser}, ${results.cores} cores, load ${results.load.toFixed(1)} at the start. All times are in out/bench-${values.browser}.json.`,
  );
}

async function inBrowser(driver, use) {
  const server = await serve(root, { generated });
  const browser = await driver.launch({ proxy: server.address });
  try {
    await use(
      (elements, cpu) => new Detection(browser, server.url('isolated', `magazine.html?elements=${elements}`), { cpu }),
    );
  } finally {
    await browser.close();
    await server.close();
  }
}

async function detection(page, sizes, rounds, cpu) {
  const results = [];
  for (const elements of sizes) {
    const bench = page(elements, cpu);
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

async function steps(page, sizes, rounds) {
  const results = [];
  for (const elements of sizes) {
    const { times, bytes } = await page(elements, false).steps(rounds);
    results.push({ elements, times, bytes });
    console.log(
      `\nWhere the time of a later call goes, ${elements} elements, ms by the clock; ${Math.round(bytes / 1000)} kB handed over`,
    );
    for (const [name, list] of Object.entries(times)) console.log(`  ${name.padEnd(30)}${ms(median(list))}`);
  }
  return results;
}

/** Later calls against the number of elements; by how much steeper than the plain walk's. */
async function curve(page, rounds, cpu) {
  const points = [];
  console.log('\nLater calls, ms    elements     plain walk      Pith');
  for (const elements of CURVE) {
    const bench = page(elements, cpu);
    const warm = await bench.warm(rounds);
    const point = {
      elements: bench.elements,
      walk: median(warm[WALK].call),
      pith: median(warm[PITH].call),
      readability: median(warm[READABILITY].call),
    };
    points.push(point);
    console.log(`${String(point.elements).padStart(27)}${ms(point.walk).padStart(15)}${ms(point.pith).padStart(10)}`);
  }
  const [first, last] = [points.find(({ elements }) => elements > 1_500), points.at(-1)];
  figures['steepness / plain walk’s'] = last.pith / first.pith / (last.walk / first.walk);
  return points;
}

async function clicked(driver, sizes, rounds) {
  const results = [];
  console.log('\nOne click, ms              main thread     click to first paint');
  for (const elements of sizes) {
    const plain = await clicks(driver, { elements, policy: 'plain', rounds });
    const strict = await clicks(driver, { elements, policy: 'strict', rounds });
    results.push({ elements, plain, strict });
    for (const [name, { thread, paint }] of Object.entries({ plain, strict })) {
      console.log(
        `${String(elements).padStart(7)} elements, ${name.padEnd(7)}${ms(median(thread)).padStart(10)}${ms(median(paint)).padStart(20)}`,
      );
    }
    figures[`strict policy, ${elements} / without`] = median(strict.thread) / median(plain.thread);
  }
  return results;
}

async function viewed(driver, rounds) {
  const found = await views(driver, { elements: VIEWED, rounds });
  console.log(`\nGoing to a view, ${VIEWED} elements, ms   main thread     longest slice`);
  for (const [view, { thread, longest }] of Object.entries(found))
    console.log(`  ${view.padEnd(32)}${ms(median(thread))}${ms(median(longest)).padStart(18)}`);
  figures['views, 24000, main thread, ms'] = Math.max(...Object.values(found).map(({ thread }) => median(thread)));
  figures['views, 24000, longest slice, ms'] = Math.max(...Object.values(found).map(({ longest }) => median(longest)));
  return found;
}

function sizesOf() {
  const wasm = readFileSync(join(root, 'target/pith/core.wasm'));
  const folder = builtExtension();
  const files = readdirSync(folder, { recursive: true }).map((file) => statSync(join(folder, file)));
  figures['core.wasm gzipped, kB'] = gzipSync(wasm, { level: 9 }).length / 1000;
  figures['package unpacked, kB'] =
    files.filter((file) => file.isFile()).reduce((sum, { size }) => sum + size, 0) / 1000;
  console.log(`\ncore.wasm: ${wasm.length} bytes, ${Math.round(figures['core.wasm gzipped, kB'] * 1000)} gzipped`);
}

function native() {
  const found = instructions(2_000);
  if (found) {
    console.log('\nNative, one page of 2,000 elements, millions of instructions, inclusive');
    for (const [step, count] of Object.entries(found))
      console.log(`  ${step.padEnd(24)}${count === null ? 'not found' : count.toFixed(1).padStart(9)}`);
    const [parse, page] = [found['html5ever’s parse'], found['parse and page']];
    if (parse && page) figures['instructions without parse / parse'] = (found.all - page) / parse;
  } else {
    console.log('\nNative: no instruction counts, valgrind is not installed.');
  }
  const { one, two } = jobs(2_000, 200);
  figures['--jobs 1 / --jobs 2, at least'] = one / two;
}

function median(list) {
  const sorted = list.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function ms(value) {
  return value.toFixed(1).padStart(9);
}

main().catch(report);
