// How long one detection takes, beside Readability.js and beside a plain walk over the same page in the same browser.
//
//     node tests/bench/bench.mjs [--firefox | --cpu] [--elements 500,2000,20000] [--rounds N]
//
// Cold: the first call in a freshly loaded and laid out page, one page load for each call and contender. Warm: later calls
// in one page, the contenders in turn, so that a slow moment of the machine meets all of them. A call of Pith is
// `detect()` and `article()`: the page read, the article found and rendered as HTML, metadata and removed blocks; one of
// Readability is `parse()` on the copy of the document that it has to be given. Absolute figures depend on the machine;
// the ratios are what can be compared. With `--cpu` it is the time that the page's main thread was busy instead of what
// the clock says, which a loaded machine changes far less (Chromium only). Everything runs in the page's own world, in which Firefox is faster than in the
// world of a content script.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { availableParallelism, cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { coreSource, root } from '../browser/built.mjs';
import * as chromium from '../browser/chromium.mjs';
import { Complaint, report } from '../browser/complaint.mjs';
import * as firefox from '../browser/firefox.mjs';
import { serve } from '../browser/server.mjs';
import { generated } from '../pages/generated.mjs';

const require = createRequire(import.meta.url);
const script = (path) => readFileSync(path, 'utf8');

/** Each has the source to load and, as the name of a global, the function to call. */
const contenders = () => {
  const core = (form, name) => `
    delete globalThis.pithCore;
    ${coreSource(form)};
    globalThis.${name}Core = globalThis.pithCore;
    globalThis.${name} = () => {
      globalThis.pithCore = globalThis.${name}Core;
      const detection = globalThis.pithCore.detect();
      const { wordCount } = detection.article();
      detection.free();
      return wordCount;
    };`;
  return {
    'plain walk': { call: 'plainWalk', source: script(join(root, 'tests/bench/walk.js')) },
    'pith, wasm': { call: 'pithWasm', source: core('wasm', 'pithWasm') },
    'pith, wasm2js': { call: 'pithJs', source: core('js', 'pithJs') },
    'Readability.js': {
      call: 'readability',
      source: `(() => { var module = undefined; ${script(require.resolve('@mozilla/readability/Readability.js'))}
        globalThis.readability = () => new Readability(document.cloneNode(true)).parse()?.length ?? 0; })();`,
    },
  };
};

async function main() {
  const { values } = parseArgs({
    options: {
      firefox: { type: 'boolean', default: false },
      cpu: { type: 'boolean', default: false },
      elements: { type: 'string', default: '500,2000,20000' },
      rounds: { type: 'string', default: '9' },
    },
  });
  const sizes = values.elements.split(',').map(Number);
  const rounds = Number(values.rounds);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 100)) throw new Complaint('--elements takes numbers of at least 100, with commas between them.');
  if (!Number.isInteger(rounds) || rounds < 1) throw new Complaint('--rounds takes a positive number.');

  if (values.firefox && values.cpu) throw new Complaint('--cpu needs Chromium: Firefox does not say how long its threads were busy.');

  const driver = values.firefox ? firefox : chromium;
  const field = contenders();
  const server = await serve(root, { generated });
  const browser = await driver.launch({ proxy: server.address });
  const results = [];
  try {
    for (const elements of sizes) {
      const bench = new Bench(browser, server.url('isolated', `magazine.html?elements=${elements}`), field, values.cpu);
      const cold = await bench.cold(Math.min(rounds, 7));
      const warm = await bench.warm(rounds);
      results.push({ elements: bench.elements, cold, warm });
      print(bench.elements, cold, warm);
    }
    const sizesOfCore = Object.fromEntries(['wasm', 'js'].map((form) => [form, sizeOf(coreSource(form))]));
    const out = join(root, 'out');
    mkdirSync(out, { recursive: true });
    const machine = { cpu: cpus()[0].model, cores: availableParallelism(), load: loadavg()[0] };
    const version = await browser.browser.version();
    writeFileSync(join(out, 'bench.json'), `${JSON.stringify({ browser: version, machine, sizes: sizesOfCore, results }, null, 2)}\n`);
    for (const [form, { raw, gzip }] of Object.entries(sizesOfCore)) console.log(`core-${form}.js: ${raw} bytes, ${gzip} gzipped`);
    console.log(`${version}, ${machine.cores} cores, load ${machine.load.toFixed(1)}, ${values.cpu ? 'CPU time of the main thread' : 'by the clock'}. All times are in out/bench.json.`);
  } finally {
    await browser.close();
    await server.close();
  }
}

class Bench {
  #browser;
  #url;
  #field;
  #cpu;

  constructor(browser, url, field, cpu) {
    this.#browser = browser;
    this.#url = url;
    this.#field = field;
    this.#cpu = cpu;
  }

  /** First calls: milliseconds by contender, and under `load` what it took to bring the script into the page. */
  async cold(rounds) {
    const times = Object.fromEntries(Object.keys(this.#field).map((name) => [name, { load: [], call: [] }]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(this.#field)) {
        const page = await this.#page();
        times[name].load.push(await this.#time(page, load, contender.source));
        times[name].call.push(await this.#time(page, call, contender.call));
        await page.close();
      }
    }
    return times;
  }

  /** Later calls in one page: milliseconds by contender. */
  async warm(rounds) {
    const page = await this.#page();
    this.elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const times = Object.fromEntries(Object.keys(this.#field).map((name) => [name, { call: [] }]));
    for (const contender of Object.values(this.#field)) {
      await page.evaluate(load, contender.source);
      await page.evaluate(call, contender.call);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(this.#field)) times[name].call.push(await this.#time(page, call, contender.call));
    }
    await page.close();
    return times;
  }

  /** Milliseconds that `body`, which gives those of the clock, takes in the page. */
  async #time(page, body, value) {
    if (!this.#cpu) return page.evaluate(body, value);
    const session = await page.createCDPSession();
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => {
      const { metrics } = await session.send('Performance.getMetrics');
      return metrics.find(({ name }) => name === 'ThreadTime').value * 1000;
    };
    const before = await busy();
    await page.evaluate(body, value);
    const after = await busy();
    await session.detach();
    return after - before;
  }

  /** A page that is loaded and laid out. */
  async #page() {
    const page = await this.#browser.newPage(this.#url);
    await page.bringToFront();
    await page.evaluate(async () => {
      await document.fonts.ready;
      document.documentElement.getBoundingClientRect();
      await new Promise((resolve) => setTimeout(resolve, 100));
    });
    return page;
  }
}

/** In the page: loads a script. */
function load(source) {
  const start = performance.now();
  // biome-ignore lint/security/noGlobalEval: parsing is part of what is measured, and the page is ours
  globalThis.eval(source);
  return performance.now() - start;
}

/** In the page: calls a function. */
function call(name) {
  const start = performance.now();
  const result = globalThis[name]();
  const elapsed = performance.now() - start;
  if (!(result > 0)) throw new Error(`${name} found nothing.`);
  return elapsed;
}

function median(list) {
  const sorted = [...list].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

function sizeOf(text) {
  const bytes = Buffer.from(text);
  return { raw: bytes.length, gzip: gzipSync(bytes, { level: 9 }).length };
}

function print(elements, cold, warm) {
  const ms = (value) => value.toFixed(1).padStart(9);
  const ratio = (value) => `${value.toFixed(1)}×`.padStart(8);
  const best = (list) => Math.min(...list);
  const walk = { cold: median(cold['plain walk'].call), warm: median(warm['plain walk'].call) };
  console.log(`\n${elements} elements; ms, and the medians as multiples of the plain walk's`);
  console.log(`${''.padEnd(16)}     load     cold     best             warm     best`);
  for (const name of Object.keys(cold)) {
    const [load, first, later] = [median(cold[name].load), median(cold[name].call), median(warm[name].call)];
    const [firstBest, laterBest] = [best(cold[name].call), best(warm[name].call)];
    console.log(`${name.padEnd(16)}${ms(load)}${ms(first)}${ms(firstBest)}${ratio(first / walk.cold)}${ms(later)}${ms(laterBest)}${ratio(later / walk.warm)}`);
  }
  const [pith, readability] = ['pith, wasm', 'Readability.js'].map((name) => [median(cold[name].call), median(warm[name].call)]);
  console.log(`Readability.js takes ${(readability[0] / pith[0]).toFixed(1)} times as long as Pith cold, ${(readability[1] / pith[1]).toFixed(1)} times warm.\n`);
}

main().catch(report);
