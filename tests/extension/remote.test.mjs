// Detection in the background, for a page that is too large to be sent there.

import assert from 'node:assert/strict';
import { beforeEach, mock, test } from 'node:test';
import { built } from './sources.mjs';

// nodes.ts reads the platform's getters from these when it loads.
for (const name of [
  'Node',
  'CharacterData',
  'Text',
  'Element',
  'HTMLElement',
  'HTMLIFrameElement',
  'Document',
  'DocumentFragment',
  'ShadowRoot',
]) {
  globalThis[name] ??= class {};
}

// Node got it later than browsers.
Uint8Array.prototype.toBase64 ??= function () {
  return Buffer.from(this).toString('base64');
};

/** Reloads the core in the page, with `sendMessage` for its messages, and detects the article. */
async function detect(sendMessage) {
  globalThis.chrome = { runtime: { id: 'pith', sendMessage }, i18n: { getMessage: (key) => `“${key}”` } };
  globalThis.pithCollector = class {
    collect() {}
    writtenNumbers = () => new Uint32Array(1);
    writtenRects = () => new Float32Array(1);
    writtenString = () => 'text';
    writtenValues = () => '';
  };
  Object.assign(globalThis, {
    location: { href: 'https://ferry.example/' },
    innerWidth: 1,
    innerHeight: 1,
    document: {},
  });
  delete globalThis.pithCore;
  await built(['content/session/remote']);
  return globalThis.pithCore.detect(Promise.resolve(new Uint8Array()));
}

// The timeout for the background outlasts its answer.
beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ['setTimeout'] });
});

/** Chromium's error. */
const tooLarge = () => {
  throw new Error('Message exceeded maximum allowed size of 64MiB.');
};

test('a page too large to send falls back to its own core, then to a message', async () => {
  delete globalThis.pithUnanswered;
  assert.equal(await detect(tooLarge), null);
  assert.equal(globalThis.pithCore, undefined, 'the remote core is still there');
  await assert.rejects(detect(tooLarge), { message: '“tooLarge”' });
  delete globalThis.pithUnanswered;
});

test('detection sends only one request to the background', async () => {
  delete globalThis.pithUnanswered;
  let requests = 0;
  const none = () => {
    requests += 1;
    return Promise.resolve(undefined);
  };
  assert.equal(await detect(none), null);
  assert.equal(requests, 1);
  delete globalThis.pithUnanswered;
});

test("a background that doesn't answer times out after 30 seconds", async () => {
  delete globalThis.pithUnanswered;
  let resolve;
  const sent = new Promise((done) => (resolve = done));
  let outcome = 'waiting';
  const found = detect(() => {
    setImmediate(resolve);
    return new Promise(() => {});
  }).then((answer) => (outcome = answer));
  await sent;
  mock.timers.tick(29_999);
  await new Promise(setImmediate);
  assert.equal(outcome, 'waiting');
  mock.timers.tick(1);
  assert.equal(await found, null);
  delete globalThis.pithUnanswered;
});
