// Times of contenders in one page of one browser.

import { contenders, decisions, NAMES, named, steps } from './contenders.mjs';
import { profiled } from './profile.mjs';

/** Returns milliseconds of the page's main thread where a browser reports them, else by the clock. */
export class Detection {
  #browser;
  #url;
  #cpu;

  constructor(browser, url, { cpu }) {
    this.#browser = browser;
    this.#url = url;
    this.#cpu = cpu;
  }

  /** First calls, each in a page of its own: per contender the times of `load` and of `call`. */
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

  /** Later calls in one page, the contenders of these names in turn, so that a slow moment of the machine meets all of them. */
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

  /** Decisions anew on what was read: the first ones of pages, and later ones. */
  async decisions(rounds) {
    const found = { first: [], later: [] };
    const source = decisions();
    for (let round = 0; round < Math.min(rounds, 7); round += 1) {
      const page = await this.#page();
      await page.evaluate(evaluate, source);
      await page.evaluate(call, 'found');
      found.first.push(await this.#time(page, call, 'decide'));
      // What the browser compiles behind the first ones is there by then.
      for (let later = 0; later < 10; later += 1) await page.evaluate(call, 'decide');
      for (let later = 0; later < rounds; later += 1) found.later.push(await this.#time(page, call, 'decide'));
      await page.close();
    }
    return found;
  }

  /** The steps of later detections by the clock: milliseconds by name, and the bytes handed over. */
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

  /** Milliseconds of Pith by step: of first calls, each in a page of its own, and of later ones. */
  async profiles(rounds) {
    const { call: name, source } = named();
    const found = { cold: [], warm: [] };
    for (let round = 0; round < rounds; round += 1) {
      const page = await this.#page();
      await this.#load(page, source);
      const one = () => page.evaluate(call, name);
      found.cold.push(await profiled(page, one));
      // What the browser compiles behind the first calls is there by then.
      for (let later = 0; later < 3; later += 1) await one();
      found.warm.push(await profiled(page, one));
      await page.close();
    }
    return found;
  }

  /** Loads a script as a page does, from a file: the text does not pass through the driver while the thread is timed. */
  async #load(page, source) {
    await page.evaluate((text) => {
      globalThis.benched = URL.createObjectURL(new Blob([text], { type: 'text/javascript' }));
    }, source);
    return this.#time(page, loadBenched);
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

/** In the page: runs a script. */
function evaluate(source) {
  // biome-ignore lint/security/noGlobalEval: the page is ours
  globalThis.eval(source);
}

/** In the page: loads what `benched` names; milliseconds by the clock. */
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

/** In the page: calls a function; milliseconds by the clock. */
function call(name) {
  const start = performance.now();
  const result = globalThis[name]();
  const elapsed = performance.now() - start;
  if (!(result > 0)) throw new Error(`${name} found nothing.`);
  return elapsed;
}
