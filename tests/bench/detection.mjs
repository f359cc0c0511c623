// Times contenders in one page of one browser.

import { contenders, decisions, NAMES, named, steps } from './contenders.mjs';
import { profiled } from './profile.mjs';

/** Times contenders in ms: CPU times of the page's main thread if the browser reports them, else wall-clock times. */
export class Detection {
  #browser;
  #url;
  #cpu;

  constructor(browser, url, { cpu }) {
    this.#browser = browser;
    this.#url = url;
    this.#cpu = cpu;
  }

  /** Measures first calls, each in a new page. Returns lists of `load` and `call` times by contender. */
  async cold(rounds) {
    const selected = contenders();
    const times = Object.fromEntries(Object.keys(selected).map((name) => [name, { load: [], call: [] }]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(selected)) {
        const page = await this.#page();
        times[name].load.push(await this.#load(page, contender.source));
        times[name].call.push(await this.#time(page, call, contender.call));
        await page.close();
      }
    }
    return times;
  }

  /**
   * Measures later calls in one page. The named contenders take turns, so a slow moment of the machine affects all of
   * them.
   */
  async warm(rounds, names = NAMES) {
    const all = contenders();
    const selected = Object.fromEntries(names.map((name) => [name, all[name]]));
    const page = await this.#page();
    this.elements = await page.evaluate(() => document.getElementsByTagName('*').length);
    const times = Object.fromEntries(Object.keys(selected).map((name) => [name, { call: [] }]));
    for (const contender of Object.values(selected)) {
      await page.evaluate(evaluate, contender.source);
      await page.evaluate(call, contender.call);
    }
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, contender] of Object.entries(selected))
        times[name].call.push(await this.#time(page, call, contender.call));
    }
    await page.close();
    return times;
  }

  /** Measures applying overrides to a page that was already analyzed: the first on each page, and later ones. */
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

  /** Measures the steps of later detections: wall-clock times in ms by name, and the number of transferred bytes. */
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

  /** Profiles Pith: ms by step of first calls, each in a new page, and of later ones. */
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
   * Loads a script from a URL, as pages do, and returns the time in ms. Otherwise the timed thread would receive its
   * text from the driver.
   */
  async #load(page, source) {
    await page.evaluate((text) => {
      globalThis.benched = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    }, source);
    return this.#time(page, loadBenched);
  }

  /** Returns the time in ms of `body` in the page. `body` itself returns its wall-clock time. */
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

  /** Opens the page, and returns it when it has loaded and rendered. */
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

/** In the page: loads the contender from the URL in `benched`. Returns the wall-clock time in ms. */
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

/** In the page: calls a global function. Returns the wall-clock time in ms. */
function call(name) {
  const start = performance.now();
  const result = globalThis[name]();
  const elapsed = performance.now() - start;
  if (!(result > 0)) throw new Error(`${name} found nothing.`);
  return elapsed;
}
