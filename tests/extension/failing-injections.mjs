// Failing injections of scripts and style sheets: the click results in a notice, and the next one works.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listen } from './hostile.mjs';
import { noticeIn } from './opening.mjs';
import { sharedBefore } from './policies.mjs';
import { reader, until, viewOf } from './session.mjs';

/** The notice for each failure. */
const WAYS = {
  'the browser refuses access': 'notice_closed',
  'the page gives no answer': 'notice_failed',
  'the answer is empty': 'notice_failed',
  'no script arrives': 'notice_failed',
  'the shell does not arrive': 'notice_failed',
  'neither core arrives': 'notice_failed',
  'the view does not arrive': 'notice_failed',
  'a script is refused': 'notice_failed',
  'a sheet is refused': 'notice_failed',
};

/** In the background, before its own script: makes injections fail as specified in the page's URL. */
function failInjections() {
  const { scripting, tabs } = globalThis.browser ?? globalThis.chrome;
  const brings = ({ files = [] }, ...scripts) => scripts.some((script) => files.includes(script));
  const ways = {
    'the browser refuses access': () => Promise.reject(new Error('Cannot access contents of the page.')),
    'the page gives no answer': (injection) => injection.func && [],
    'the answer is empty': (injection) => injection.func && [{}],
    'no script arrives': (injection) => injection.files && [{}],
    'the shell does not arrive': (injection) => brings(injection, 'shell.js') && [{}],
    'neither core arrives': (injection) => brings(injection, 'core-wasm.js', 'remote.js') && [{}],
    'the view does not arrive': (injection) => brings(injection, 'reader.js') && [{}],
    'a script is refused': (injection) => injection.files && Promise.reject(new Error('Could not load file.')),
  };
  const failing = async ({ target }) => {
    const { url } = await tabs.get(target.tabId);
    return new URL(url).searchParams.get('fails');
  };
  const { executeScript, insertCSS } = scripting;
  scripting.executeScript = async (injection) =>
    (await ways[await failing(injection)]?.(injection)) || executeScript.call(scripting, injection);
  scripting.insertCSS = async (injection) => {
    if ((await failing(injection)) === 'a sheet is refused') throw new Error('Could not load file.');
    return insertCSS.call(scripting, injection);
  };
}

export function failingInjections(driver) {
  const withFailures = sharedBefore(driver, 'background.js', `(${failInjections})();`);

  for (const [way, notice] of Object.entries(WAYS)) {
    test(`${way}: the click shows a notice, and the next one works`, () =>
      withFailures((session) =>
        session.onPage(`news.html?fails=${encodeURIComponent(way)}`, {}, async (page) => {
          await (session.browser.listenToAction?.() ?? listen(session));
          await session.browser.clickAction(page);
          assert.equal(await until(() => noticeIn(session), Boolean), notice);
          assert.equal(await viewOf(page), null);
          await page.goto(session.server.url('plain', 'news.html'));
          await session.open(page);
          await reader(page, true);
        }),
      ));
  }
}
