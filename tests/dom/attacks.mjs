// Markup that tries to run scripts, against each protection separately: the browser's own sanitizer, DOMPurify, and
// the core's rendering.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { forbidden, listen, provoke } from '../attacks/check.mjs';
import { payloads, wordsBefore } from '../attacks/payloads.mjs';
import { bundle } from './door.mjs';
import { load } from './live.mjs';
import { whenAll } from '../browser/sampling.mjs';

/** Payloads per page. */
const STEP = 1_100;

const steps = Array.from({ length: Math.ceil(payloads.length / STEP) }, (_, i) => i * STEP);

/** In the page: inserts the payloads without a sanitizer. Returns the numbers of those that ran. */
async function unguarded({ list, from }) {
  const box = document.createElement('div');
  document.documentElement.append(box);
  const range = document.createRange();
  for (const html of list) box.append(range.createContextualFragment(html));
  await globalThis.provoke(box);
  box.remove();
  return [...new Set(window.runs.map(({ number }) => number))].filter((number) => number >= from);
}

/** In the page: inserts the payloads through a sanitizer. Returns forbidden content that it passed, and what ran. */
async function guarded({ list, door }) {
  if (door === 'setHTML') delete globalThis.pithSanitizer;
  const before = window.runs.length;
  const box = document.createElement('div');
  document.documentElement.append(box);
  const found = [];
  let kept = 0;
  for (const [i, html] of list.entries()) {
    const fragment = globalThis.door.sanitize(html);
    kept += fragment.childNodes.length > 0 ? 1 : 0;
    found.push(...globalThis.forbidden(fragment, globalThis.door).map((what) => `${what} of ${list[i]}`));
    box.append(fragment);
  }
  await globalThis.provoke(box);
  return { found, kept, ran: window.runs.slice(before) };
}

/** In the page: inserts an article of the payloads as the core renders it, without a sanitizer. */
async function rendered({ list, words }) {
  const article = document.createElement('article');
  const box = document.createElement('div');
  const root = document.documentElement;
  document.body.replaceChildren(article);
  const parts = list.map(() => document.createElement('div'));
  article.append(...parts);
  for (const [i, html] of list.entries()) parts[i].innerHTML = `${words[i]}${html} and so it ended.`;
  // A lazy picture may never load.
  const pictures = [...article.querySelectorAll('img:not([loading=lazy])')];
  let runs = -1;
  while (runs !== window.runs.length || !pictures.every(({ complete }) => complete)) {
    runs = window.runs.length;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  const detection = globalThis.pithCore.detect();
  const html = detection.html();
  detection.free();
  // The page's own frames may load late, and would be mistaken for those of the rendered article.
  for (const frame of article.querySelectorAll('iframe')) frame.remove();
  root.append(box);
  const before = window.runs.length;
  box.innerHTML = html;
  const found = globalThis.forbidden(box, globalThis.door);
  const shown = words.filter((text) => box.textContent.includes(text.trim())).length;
  await globalThis.provoke(box);
  box.remove();
  return { found, shown, ran: window.runs.slice(before).filter(({ onPage }) => !onPage) };
}

/** In the page: inserts articles as the command line renders them, without a sanitizer. */
async function inserted({ list, words }) {
  const box = document.createElement('div');
  document.documentElement.append(box);
  const parts = list.map((html) => Object.assign(document.createElement('div'), { innerHTML: html }));
  const found = parts.flatMap((part, i) =>
    globalThis.forbidden(part, globalThis.door).map((what) => `${what} in ${list[i]}`),
  );
  box.append(...parts);
  const shown = words.filter((text) => box.textContent.includes(text.trim())).length;
  await globalThis.provoke(box);
  return { found, shown, ran: window.runs };
}

/**
 * `lacks`: the sanitizer that the engine doesn't have, if any. `provoked`: minimum share of the payloads that run in it
 * without a sanitizer.
 */
export function attacks(live, { lacks, provoked }) {
  /** Runs `attack` on a separate page for every step of the payloads. */
  async function each(attack, values = {}, all = payloads.map(({ html }) => html)) {
    const results = [];
    for (const from of steps) {
      const list = all.slice(from, from + STEP);
      const words = list.map((_, i) => wordsBefore(from + i));
      results.push(
        await live().onPage('visibility', async (page) => {
          await load(page);
          await page.evaluate(`${await bundle()}; Object.assign(globalThis, { door, forbidden: ${forbidden}, provoke: ${provoke} });
            (${listen})();`);
          return page.evaluate(attack, { list, words, from, ...values });
        }),
      );
    }
    return results;
  }

  test('payloads of every class run without a sanitizer (checks the check)', whenAll, async () => {
    const ran = new Set((await each(unguarded)).flat());
    const counts = {};
    for (const { kind } of [...ran].map((number) => payloads[number])) counts[kind] = (counts[kind] ?? 0) + 1;
    const missing = [...new Set(payloads.map(({ kind }) => kind))].filter((kind) => !(counts[kind] >= 3));
    assert.deepEqual(missing, ['texts'], JSON.stringify(counts));
    assert.ok(ran.size > provoked * payloads.length, `${ran.size} of ${payloads.length}`);
  });

  for (const door of ['setHTML', 'DOMPurify']) {
    const isMissing = door === lacks;
    test(`${door} alone blocks everything that runs${isMissing ? ', and passes nothing if it is missing' : ''}`, async () => {
      const results = await each(guarded, { door });
      assert.deepEqual(
        results.flatMap(({ found, ran }) => [...found, ...ran]),
        [],
      );
      const kept = results.reduce((sum, result) => sum + result.kept, 0);
      if (isMissing) assert.equal(kept, 0);
      else assert.ok(kept > payloads.length / 2, `only ${kept} payloads have any content left`);
    });
  }

  /** Checks that nothing forbidden is left or has run, and that every payload got this far. */
  function harmless(results) {
    assert.deepEqual(
      results.flatMap(({ found, ran }) => [...found, ...ran]),
      [],
    );
    assert.equal(
      results.reduce((sum, { shown }) => sum + shown, 0),
      payloads.length,
    );
  }

  test('payloads rendered by the core run nothing, even without a sanitizer', async () =>
    harmless(await each(rendered)));

  test('payloads rendered by the command line run nothing, even without a sanitizer', whenAll, async () => {
    const pages = payloads.map(
      ({ html }, number) =>
        `<!doctype html><title>A tale</title><article><h1>A tale</h1><p>${wordsBefore(number)}${html} and so it ended.</article>`,
    );
    harmless(await each(inserted, {}, live().extracted(pages)));
  });
}
