// What the first click of a fresh profile costs in Chromium, in counts that do not depend on the machine: what is injected,
// what of the core is compiled, how often a script of ours has styles or layout computed, and how often one waits for a
// message to be read.

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { builtExtension } from '../browser/built.mjs';
import * as chromium from '../browser/chromium.mjs';
import { Session } from '../extension/session.mjs';

const CATEGORIES = [
  'devtools.timeline',
  'disabled-by-default-devtools.timeline',
  'disabled-by-default-devtools.timeline.stack',
  'disabled-by-default-v8.wasm.detailed',
];

/** The script that holds the wasm. */
const CORE = 'core-wasm.js';

/** Ms after which a view counts as late (`openingMessageDelay`). */
const PATIENCE = 300;

/** Counts of one first click on a page of `elements` elements. */
export async function firstClick(elements) {
  const session = new Session(chromium);
  await session.start();
  try {
    await session.browser.inBackground(noteInjected, PATIENCE);
    const { events, messages } = await session.onPage(`magazine.html?elements=${elements}`, {}, async (page) => {
      await painted(page);
      const events = await traced(page, async () => {
        await session.open(page, 60_000);
        await painted(page);
      });
      return { events, messages: await session.browser.isolated(page, () => globalThis.messagesRead) };
    });
    const [files, first] = await session.browser.inBackground(() => [globalThis.injected, globalThis.injectedFirst]);
    const scripts = first.filter((file) => file.endsWith('.js') && file !== CORE);
    return { injected: sizeOf(files), scripts: sizeOf(scripts), messages, ...compiled(events), ...forced(events) };
  } finally {
    await session.end();
  }
}

/**
 * In the background: notes which files are brought into pages, and which of them before the view asks for parts, as it does
 * once it is painted. In the world of our scripts messages read are counted, and
 * timers of that many ms and more are held back: whether the sentence comes that is shown for a late view depends on the
 * machine.
 */
function noteInjected(timeout) {
  globalThis.injected = [];
  chrome.runtime.onMessage.addListener(({ kind }) => {
    if (kind === 'load') globalThis.injectedFirst ??= [...globalThis.injected];
  });
  const execute = chrome.scripting.executeScript.bind(chrome.scripting);
  const prepare = (ms) => {
    const { setTimeout } = globalThis;
    globalThis.setTimeout = (act, delay, ...args) => (delay < ms ? setTimeout(act, delay, ...args) : 0);
    globalThis.messagesRead = 0;
    const { getMessage } = chrome.i18n;
    chrome.i18n.getMessage = (...args) => {
      globalThis.messagesRead += 1;
      return getMessage(...args);
    };
  };
  let prepared;
  for (const name of ['executeScript', 'insertCSS']) {
    const bring = chrome.scripting[name].bind(chrome.scripting);
    chrome.scripting[name] = async (injection) => {
      prepared ??= execute({ target: injection.target, func: prepare, args: [timeout] });
      try {
        await prepared;
      } catch (refusal) {
        // The click was lost (see `#click` of the session). The next one prepares the page.
        prepared = undefined;
        throw refusal;
      }
      const brought = await bring(injection);
      globalThis.injected.push(...(injection.files ?? []));
      return brought;
    };
  }
}

function sizeOf(files) {
  const folder = builtExtension();
  return files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
}

/** Waits until what the page shows is laid out and painted, fonts included. */
function painted(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
}

/** The events of a trace while `use` goes on. */
async function traced(page, use) {
  const events = [];
  const session = await page.createCDPSession();
  session.on('Tracing.dataCollected', ({ value }) => events.push(...value));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: CATEGORIES },
  });
  await use();
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return events;
}

/** Functions of the core that were compiled, each counted once, and their bytes. */
function compiled(events) {
  const bodies = new Map();
  for (const { name, args } of events) {
    if (name === 'wasm.CompileBaseline') bodies.set(args.funcIndex, args.bodySize);
  }
  return { functions: bodies.size, bytes: [...bodies.values()].reduce((sum, size) => sum + size, 0) };
}

/** Computations of styles and layout that a script of ours waited for. */
function forced(events) {
  const ours = ({ args }) => args.beginData?.stackTrace?.some(({ url }) => url.startsWith('chrome-extension:'));
  const count = (wanted) => events.filter((event) => event.name === wanted && ours(event)).length;
  return { styles: count('UpdateLayoutTree'), layouts: count('Layout') };
}
