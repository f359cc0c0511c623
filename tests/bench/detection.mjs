// Times contenders in one page of one browser.

import { contenders, decisions, NAMES, named, steps } from './contenders.mjs';
import { profiled } from './profile.mjs';

/** Times in ms: of the page's main thread if the browser reports it, else wall-clock times. */
export class Detection {
  #browser;
  #url;
  #cpu;

  constructor(browser, url, { cpu }) {
    this.#browser = browser;
    this.#url = url;
    this.#cpu = cpu;
  }

  /** Measures first calls, each in a new page: for each contender, the times of `load` and `call`. */
  async cold(rounds) {
    const field = contenders();
    const times = Object.fromEntries(Object.keys(field).map((name) => [name, { load: [], call: [] }]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(field)) {
        const page = await this.#page();
        times[name].load.push(await this.#load(page, contender.source));
        times[name].call.push(await this.#time(page, call, contender.call));
        await page.close();
      }
    }
    return times;
  }

  /**
   * Measures later calls in one page. The contenders with these names take turns, so a slow moment of the machine
   * affects all of them.
   */
  async warm(rounds, names = NAMES) {
    const all = contenders();
    const field = Object.fromEntries(names.map((name) => [name, all[name]]));
    const page = await this.#page();
    this.elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const times = Object.fromEntries(Object.keys(field).map((name) => [name, { call: [] }]));
    for (const contender of Object.values(field)) {
      await page.evaluate(evaluate, contender.source);
      await page.evaluate(call, contender.call);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(field))
        times[name].call.push(await this.#time(page, call, contender.call));
    }
    await page.close();
    return times;
  }

  /** Measures repeated decisions on a page that was already read: the first on each page, and later ones. */
  async decisions(rounds) {
    const found = { first: [], later: [] };
    const source = decisions();
    for (let round = 0; round < Math.min(rounds, 7); round += 1) {
      const page = await this.#page();
      await page.evaluate(evaluate, source);
      await page.evaluate(call, 'found');
      found.first.push(await this.#time(page, call, 'decide'));
      // By then the browser has finished compiling in the background.
      for (let later = 0; later < 10; later += 1) await page.evaluate(call, 'decide');
      for (let later = 0; later < rounds; later += 1) found.later.push(await this.#time(page, call, 'decide'));
      await page.close();
    }
    return found;
  }

  /** Measures the steps of later detections in wall-clock time: milliseconds by name, and the transferred bytes. */
  async steps(rounds) {
    const page = await this.#page();
    await page.evaluate(evaluate, steps());
    const found = [];
    for (let round = 0; round < rounds; round += 1) found.push(await page.evaluate(() => globalThis.steps()));
    await page.close();
    const names = Object.keys(found[0].times);
    return {
      times: Object.fromEntries(names.map((name) => [name, found.map(({ times }) => times[name])])),
      bytes: found[0].bytes,
    };
  }

  /** Measures Pith in ms by step: first calls, each in a new page, and later ones. */
  async profiles(rounds) {
    const { call: name, source } = named();
    const found = { cold: [], warm: [] };
    for (let round = 0; round < rounds; round += 1) {
      const page = await this.#page();
      await this.#load(page, source);
      const one = () => page.evaluate(call, name);
      found.cold.push(await profiled(page, one));
      // By then the browser has finished compiling in the background.
      for (let later = 0; later < 3; later += 1) await one();
      found.warm.push(await profiled(page, one));
      await page.close();
    }
    return found;
  }

  /**
   * Loads a script from a file, as pages do. Otherwise its text would pass through the driver while the thread is
   * timed.
   */
  async #load(page, source) {
    await page.evaluate((text) => {
      globalThis.benched = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    }, source);
    return this.#time(page, loadBenched);
  }

  /** Returns the milliseconds of `body` in the page. `body` returns those of the clock. */
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

  /** Returns a loaded and rendered page. */
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

/** In the page: runs a script. */
function evaluate(source) {
  // biome-ignore lint/security/noGlobalEval: the page is ours
  globalThis.eval(source);
}

/** In the page: loads the contender in `benched`. Returns the milliseconds by the clock. */
async function loadBenched() {
  const script = document.createElement('script');
  script.src = globalThis.benched;
  const start = performance.now();
  await new Promise((resolve, reject) => {
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  const elapsed = performance.now() - start;
  script.remove();
  return elapsed;
}

/** In the page: calls a function. Returns the milliseconds by the clock. */
function call(name) {
  const start = performance.now();
  const result = globalThis[name]();
  const elapsed = performance.now() - start;
  if (!(result > 0)) throw new Error(`${name} found nothing.`);
  return elapsed;
}
