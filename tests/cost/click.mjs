// Counts the cost of the first click of a fresh profile in Chromium, independent of the machine: injected files,
// compiled parts of the core, forced style and layout computations, and reads of messages.

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

/** The script that contains the wasm. */
const CORE = 'core-wasm.js';

/** Milliseconds after which a view counts as late (`openingMessageDelay`). */
const PATIENCE = 300;

/** Counts the first click on a page of `elements` elements. */
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
 * In the background: records the files injected into pages, and which of them before the view requests parts, which
 * happens once it is painted. In the world of our scripts, counts message reads, and suppresses timers of `timeout` ms
 * or more: whether the message for a late view appears depends on the machine.
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

/** Waits until everything shown in the page is rendered, including fonts. */
function painted(page) {
  return page.evaluate(async () => {
    await document.fonts.ready;
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    await new Promise((resolve) => setTimeout(resolve, 200));
  });
}

/** Returns the trace events during `use`. */
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

/** Returns the compiled functions of the core, each counted once, and their bytes. */
function compiled(events) {
  const bodies = new Map();
  for (const { name, args } of events) {
    if (name === 'wasm.CompileBaseline') bodies.set(args.funcIndex, args.bodySize);
  }
  return { functions: bodies.size, bytes: [...bodies.values()].reduce((sum, size) => sum + size, 0) };
}

/** Returns the style and layout computations that a script of ours forced. */
function forced(events) {
  const ours = ({ args }) => args.beginData?.stackTrace?.some(({ url }) => url.startsWith('chrome-extension:'));
  const count = (wanted) => events.filter((event) => event.name === wanted && ours(event)).length;
  return { styles: count('UpdateLayoutTree'), layouts: count('Layout') };
}
