// A page on which the core never finishes: the tab survives, the page is restored, and the next click works.

import assert from 'node:assert/strict';
import { appendFileSync, copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../browser/built.mjs';
import { sharedChanged } from './policies.mjs';
import { shown, until, viewOf } from './session.mjs';

/** Elements of a page that is read in the page itself, and of one that is read in the background. */
const ELEMENTS = { page: 3_900, background: 5_000 };

/** Ways in which the core fails. */
const FAULTS = ['grow', 'hang'];

/** Timeout in ms for the work that is cut off, which takes several times as long on a busy machine. */
const PATIENCE = 120_000;

/** Puts the core with all methods into an extension. Only that core can fail on purpose, and no package contains it. */
function makeFaulty(built) {
  for (const script of ['glue.js', 'core-wasm.js']) {
    copyFileSync(join(root, 'target/pith/inspection', script), join(built, script));
  }
  appendFileSync(join(built, 'glue.js'), `(${injectFaults})();`);
}

/** Makes the core fail in the way given by a page's URL (`fault`), on the first read of that page. */
function injectFaults() {
  const glue = globalThis.pithGlue;
  const { instantiate } = glue;
  // A fresh core has fresh glue.
  globalThis.pithFailed ??= new Set();
  glue.instantiate = (module) => {
    const core = instantiate(module);
    for (const name of ['detect', 'detectRecorded']) {
      const read = core[name];
      core[name] = (...args) => {
        const found = read(...args);
        const url = name === 'detect' ? location.href : args[0];
        const fault = new URL(url).searchParams.get('fault');
        if (fault && !globalThis.pithFailed.has(url)) {
          globalThis.pithFailed.add(url);
          core[fault]();
        }
        return found;
      };
    }
    return core;
  };
}

export function limits(driver) {
  const withFaults = sharedChanged(driver, makeFaulty);
  for (const fault of FAULTS) {
    for (const where of Object.keys(ELEMENTS)) {
      test(`if the core would ${fault} forever in the ${where}, the page is restored and the next click works`, (t) =>
        withFaults((other) =>
          other.onPage(`magazine.html?elements=${ELEMENTS[where]}&fault=${fault}`, {}, async (page) => {
            const before = await page.evaluate(watch);
            await other.open(page, PATIENCE);
            assert.equal(await viewOf(page), 'nothing');
            const said = await other.inView(page, 'nothing', (root) => root.querySelector('.nothing-found').innerText);
            assert.match(said, /This page is too large or too complex to read\./);
            t.diagnostic(`the tab was blocked for ${Math.round(await page.evaluate(() => window.maxPause))} ms`);
            await page.keyboard.press('Escape');
            assert.equal(await viewOf(page), null);
            assert.equal(await page.evaluate(() => document.documentElement.outerHTML), before);
            await other.open(page, PATIENCE);
            const { text } = await shown(page);
            assert.ok(text.length > 2_000, 'the next click found no article');
          }),
        ));
    }
  }

  test('retrying from the notice uses a fresh core', () =>
    withFaults((other) =>
      other.onPage('magazine.html?elements=1000&fault=grow', {}, async (page) => {
        await other.open(page, PATIENCE);
        await other.inView(page, 'nothing', (root) => root.querySelector('.retry').click());
        const view = () => viewOf(page);
        assert.equal(await until(view, (name) => name === 'reader'), 'reader');
      }),
    ));
}

/** In the page: measures the longest time in which nothing else runs there. Returns its HTML. */
function watch() {
  window.maxPause = 0;
  let last = performance.now();
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    const now = performance.now();
    window.maxPause = Math.max(window.maxPause, now - last);
    last = now;
    setTimeout(() => channel.port2.postMessage(null), 10);
  };
  channel.port2.postMessage(null);
  return document.documentElement.outerHTML;
}
